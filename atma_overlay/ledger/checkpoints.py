"""Copying a SQLite file's log into the file behind those who write, so that none of them waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from atma_overlay.errors import LedgerError
from atma_overlay.forks import begins_anew, is_awaited
from atma_overlay.ledger.writer import MAX_PAUSE_SECONDS
from atma_overlay.workers import Workers

__all__ = ["Checkpoints"]

EVERY = 40
"""Commits between two checkpoints: some twenty writes, whose thousand pages take ten milliseconds or so."""


class Checkpoints:
    """Checkpoints of one file, by a thread of its own that is there while it is needed.

    A passive one waits for nobody and has nobody wait. What it leaves in the log, for a read that is under way or
    another process that is at it, the next one takes, or SQLite itself within a commit, where the log has grown long.

    Args:
        run: runs a checkpoint, on a connection outside of any transaction. What it raises is left for the next time.
    """

    def __init__(self, run: Callable[[], Any]) -> None:
        self._run = run
        self._workers = Workers("atma-checkpoint", most=1)
        self._closed = False
        self.begin_anew()
        begins_anew(self)
        is_awaited(self)  # to a child that is forked off meanwhile the log would stay locked for checkpoints, for ever

    def begin_anew(self) -> None:
        """Have none under way: after a fork it is the parent's."""
        self._commits, self._owed = 0, False
        self._at_it = threading.Lock()

    def committed(self) -> None:
        """Count a commit, and have a checkpoint run where it is time; to be called by one writer at a time.

        It raises nothing of its own: what was committed is stored, whether or not a thread is to be had.
        """
        self._commits += 1
        if self._commits >= EVERY and not self._owed and not self._closed:
            self._commits, self._owed = 0, True
            try:
                self._workers.submit(self._checkpoint)
            except LedgerError:  # no thread is to be had
                self._owed = False
            except BaseException:  # a handler of signals raised: else none would ever run again
                self._owed = False
                raise

    @contextmanager
    def held_off(self) -> Iterator[None]:
        """Wait for one that is under way, though not for long, and let none begin meanwhile.

        SQLite refuses a second one at once. The lock itself may be left taken by a handler of signals that raised.
        """
        held = self._at_it.acquire(timeout=MAX_PAUSE_SECONDS)
        try:
            yield
        finally:
            if held:
                self._at_it.release()

    def pause(self) -> bool:
        """Have a fork wait for one that is under way."""
        return self._at_it.acquire(timeout=MAX_PAUSE_SECONDS)

    def resume(self) -> None:
        """Let the next one run."""
        self._at_it.release()

    def close(self) -> None:
        """Run no more, once that which is under way has ended."""
        self._closed = True
        self._workers.close()
        with self.held_off():
            pass

    def _checkpoint(self) -> None:
        with self.held_off(), suppress(Exception):
            self._owed = False
            if not self._closed:
                self._run()
