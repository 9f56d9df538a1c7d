"""Long work of a write, off the lock that others wait for: worked out on a snapshot, and stored where that still holds.

A file has one lock for all of its users, and a replay of thousands of messages takes seconds. Nobody waits for those
seconds: under the lock it is only looked whether the partition stands where the snapshot had it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from atma_overlay.errors import AtmaError

__all__ = ["TakesLongError", "off_the_lock"]

T = TypeVar("T")

ATTEMPTS = 3
"""Snapshots that are worked on before it is done under the lock: somebody writes to that partition all the time."""
SHORT_SECONDS = 0.1
"""What turned out to take no longer than this, and has to be done again, is done under the lock at once: where many
write to one partition, each try in vain costs them all more than the wait."""


class TakesLongError(AtmaError):
    """The work of a write has said that it takes long, under the lock; no caller of the ledger ever sees it."""


class _MovedOnError(AtmaError):
    """The partition was written to since the snapshot."""


def off_the_lock(
    work: Callable[[Any], T],
    *,
    read: Callable[[Callable[[Any], tuple[Hashable, T]]], tuple[Hashable, T]],
    write: Callable[[Callable[[Any], T], bool], T],
) -> T:
    """Run the work of a write on a snapshot and store what it gives, or at last run it under the lock.

    Args:
        work: may be run several times; its reader has a `mark` of where the partition stands.
        read: runs a function on a snapshot.
        write: runs one under the lock and stores the changeset; told whether it may take long there.
    """
    for _ in range(ATTEMPTS):
        begun = time.monotonic()
        mark, found = read(lambda reader: (reader.mark(), work(reader)))
        short = time.monotonic() - begun < SHORT_SECONDS

        def stored(reader: Any, mark: Hashable = mark, found: T = found) -> T:
            if reader.mark() != mark:
                raise _MovedOnError
            return found

        try:
            return write(stored, False)
        except _MovedOnError:
            if short:
                break
    return write(work, True)
