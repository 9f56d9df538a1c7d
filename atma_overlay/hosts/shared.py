"""Files that a host writes as a whole, and that several processes may have open."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from atma_overlay.errors import HostError

if sys.platform != "win32":
    import fcntl

__all__ = ["SharedFiles"]

WAIT_SECONDS = 10.0
"""How long a turn waits for that of another process, as a write to a ledger does."""

_POLL_SECONDS = 0.01
_WRITES = frozenset({"add", "delete", "detach"})

Stamp = tuple[int, int, int]


class SharedFiles:
    """Each use of the files is a turn: it begins with what another process has written since, and writes alone.

    Whoever writes a whole copy of its own without looking puts back what another process erased, and drops what it
    was told. Turns wait for each other by a lock on the folder; where the system or the file system has none, as
    Windows, a turn still looks, and only writes of the same moment are not kept apart.

    Args:
        host: the host's name, for errors.
        folder: the folder of the files; made with the first write.
        decider: the file that is replaced last by each write.
        load: reads the files.
        save: writes them.
    """

    def __init__(
        self, host: str, *, folder: Path, decider: Path, load: Callable[[], object], save: Callable[[], object]
    ) -> None:
        self._host = host
        self._folder = folder
        self._decider = decider
        self._load = load
        self._save = save
        self._known: Stamp | None = None
        self._loaded = False

    @contextmanager
    def turn(self, operation: str) -> Iterator[None]:
        """A use of the files.

        Raises:
            HostError: another process has held them for too long.
        """
        alone = operation in _WRITES
        if alone:
            self._folder.mkdir(parents=True, exist_ok=True)
        with self._locked(operation, alone=alone):
            stamp = _stamp(self._decider)
            if not self._loaded or stamp != self._known:
                self._load()
                self._known, self._loaded = stamp, True
            yield

    def save(self) -> None:
        """Write the files, within a turn."""
        self._save()
        self._known = _stamp(self._decider)

    @contextmanager
    def _locked(self, operation: str, *, alone: bool) -> Iterator[None]:
        if sys.platform == "win32" or not self._folder.is_dir():
            yield
            return
        handle = os.open(self._folder, os.O_RDONLY)
        try:
            self._wait(handle, operation, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
            yield
        finally:
            _unlock(handle)
            os.close(handle)

    def _wait(self, handle: int, operation: str, kind: int) -> None:
        until = time.monotonic() + WAIT_SECONDS
        while not _lock(handle, kind):
            if time.monotonic() > until:
                problem = (
                    f"another process has held {str(self._folder)!r} for {WAIT_SECONDS:g} s: let it end, try again"
                )
                raise HostError(self._host, operation, problem, transient=True)
            time.sleep(_POLL_SECONDS)


def _stamp(path: Path) -> Stamp | None:
    """What changes when a file is replaced; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size)


def _lock(handle: int, kind: int) -> bool:
    """Whether the lock was got; a file system that has none lets everybody pass."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


def _unlock(handle: int) -> None:
    """Given back by name: a process that was forked off meanwhile has the handle too."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_UN)
        except OSError:
            return
