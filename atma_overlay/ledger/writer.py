"""The writers of a store in this process, one at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import FrameType
from weakref import WeakValueDictionary

from atma_overlay.errors import ConflictError, LedgerError
from atma_overlay.forks import begins_anew

MAX_WAIT_SECONDS = 60.0
"""How long a write waits for those of its own process that came before it."""
MAX_PAUSE_SECONDS = 2.0
"""How long a fork waits for a write."""


class Writer:
    """A lock that refuses a write from inside a write, where a plain one would wait for ever.

    A handler of signals (a time limit, Ctrl-C) may raise between any two steps and leave the lock taken by a write that
    is over: the next one of that thread finds itself outside of any, and takes it back. The transaction of such a write
    may be open still, for as long as somebody keeps the traceback: whoever writes next ends it first.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._owner: int | None = None
        self.left: Callable[[], None] | None = None
        """Ends the transaction of the write that is under way, from before it begins until it is over; any number of
        times, as it may be broken off itself."""
        begins_anew(self)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads; the one that forked goes on with what it holds."""
        if self._owner != threading.get_ident():
            self._lock, self._owner, self.left = threading.RLock(), None, None

    def begin(self) -> None:
        """Take the lock, which `end` gives back.

        Raises:
            ConflictError: this thread is already writing.
            LedgerError: others held it for `MAX_WAIT_SECONDS`.
        """
        if self._owner == threading.get_ident():
            refuse_nested()
        self._take_back()
        if not self._lock.acquire(timeout=MAX_WAIT_SECONDS):
            raise LedgerError(f"writes of this process were waited for {MAX_WAIT_SECONDS:.0f} s: try again")
        if self.left is not None:
            self.left()
            self.left = None
        self._owner = threading.get_ident()

    def end(self) -> None:
        """Give back the lock."""
        self._owner = None
        self._lock.release()

    def _take_back(self) -> None:
        """Release what this thread holds from a write that was broken off."""
        try:
            while True:
                self._lock.release()
        except RuntimeError:  # it holds nothing
            return

    def pause(self) -> bool:
        """Have a fork wait for the write that is under way, unless it is the forking thread's."""
        return self._owner != threading.get_ident() and self._lock.acquire(timeout=MAX_PAUSE_SECONDS)

    def resume(self) -> None:
        """Let the next one write."""
        self._lock.release()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lock. Raises: as `begin`."""
        self.begin()
        try:
            yield
        finally:
            self.end()


class Writers:
    """One `Writer` for each key; a thread that writes under one may not write under another."""

    def __init__(self) -> None:
        self._writing: set[int] = set()
        self._writers: WeakValueDictionary[Hashable, Writer] = WeakValueDictionary()
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """As of one writer, each of which does so by itself."""
        self._guard = threading.Lock()
        self._writing &= {threading.get_ident()}

    @contextmanager
    def turn(self, key: Hashable) -> Iterator[None]:
        """Hold the key's lock. Raises: as `Writer.begin`."""
        me = threading.get_ident()
        with self._guard:
            if me in self._writing:
                refuse_nested()
            writer = self._writers.setdefault(key, Writer())
        with writer.turn():
            try:
                self._writing.add(me)
                yield
            finally:
                self._writing.discard(me)


WRITES = frozenset({
    ("atma_overlay.ledger.sql", "_write_once"),
    ("atma_overlay.ledger.memory", "_write_once"),
    *(("atma_overlay.ledger.database", name) for name in ("vacuum", "settle", "_migrate")),
})  # fmt: skip
"""The functions that hold a writer's lock, by module and name: whoever asks for it is one of them."""


def refuse_nested() -> None:
    """Raises: ConflictError, where this thread is in a write already, besides the one that asks."""
    frame: FrameType | None = sys._getframe()
    writes = 0
    while frame is not None:
        writes += (frame.f_globals.get("__name__"), frame.f_code.co_name) in WRITES
        frame = frame.f_back
    if writes > 1:
        raise ConflictError("a ledger write was started inside a ledger write: add to its changeset instead")
