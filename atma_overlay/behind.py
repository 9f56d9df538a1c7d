"""What follows a write after its call has returned: the hand-over to the host, and the judge.

Nothing waits in memory only. The ledger has the words, what the rules read in them, the promise to the host and the
mark that the judge has not read them, in one commit, before the call returns; here wait only the names of the scopes
that are owed something. A crash loses these names, and `flush`, `rejudge` or the next write finds what is owed.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from atma_overlay.forks import begins_anew
from atma_overlay.scope import Scope

__all__ = ["ERASE_SECONDS", "MAX_SCOPES", "Behind"]

MAX_SCOPES = 1_000
"""So many scopes wait at most; the writer that finds no room does its own scope's work before it returns."""
CLOSE_SECONDS = 60.0

ERASE_SECONDS = 2.0
"""So long an erasure waits for what is under way: both would delete the same at the host, and one find nothing."""
_LOOK_SECONDS = 0.02
"""How often who awaits it looks again."""


class Behind:
    """One thread that settles scopes, in the order in which they were first owed something.

    Args:
        settle: hands a scope's writes to the host and to the judge. What it raises is left for the next time.
    """

    def __init__(self, settle: Callable[[Scope], None], *, room: int = MAX_SCOPES) -> None:
        self._settle, self._room = settle, room
        self._closing = False
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Owe nothing, and have no thread: after a fork they are the parent's."""
        self._changed = threading.Condition()
        self._waiting: dict[Scope, None] = {}
        self._working: Scope | None = None
        self._thread: threading.Thread | None = None

    def owe(self, scope: Scope) -> bool:
        """Have the scope settled; False where there is no room for it, or no thread is to be had."""
        with self._changed:
            if self._closing or (scope not in self._waiting and len(self._waiting) >= self._room):
                return False
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="atma-behind", daemon=True)
                try:
                    self._thread.start()
                except RuntimeError:  # the system gives no more, or the interpreter is ending
                    self._thread = None
                    return False
            self._waiting[scope] = None
            self._changed.notify_all()
            return True

    def wait_for(self, scope: Scope, *, seconds: float | None = None) -> None:
        """Until nothing of the scope's user waits or is worked on, or so many seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: not self._owes(scope), seconds)

    async def wait_for_async(self, scope: Scope, *, seconds: float | None = None) -> None:
        """`wait_for`, awaited: however many wait, they take no thread."""
        until = None if seconds is None else time.monotonic() + seconds
        while self._is_owing(scope) and (until is None or time.monotonic() < until):
            await asyncio.sleep(_LOOK_SECONDS)

    def _is_owing(self, scope: Scope) -> bool:
        with self._changed:
            return self._owes(scope)

    def close(self) -> None:
        """Settle what waits, and end the thread; a host that hangs is waited for `CLOSE_SECONDS`."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(timeout=CLOSE_SECONDS)

    def _owes(self, scope: Scope) -> bool:
        if threading.current_thread() is self._thread:
            return False  # a host that calls back would wait for itself
        under_way = [self._working] if self._working is not None else []
        return any(other.partition == scope.partition for other in (*under_way, *self._waiting))

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                self._working = next(iter(self._waiting))
                del self._waiting[self._working]
                scope = self._working
            # What is owed stays owed in the ledger: an error here loses nothing, nor does a host that ends its thread.
            with suppress(BaseException):
                self._settle(scope)
            with self._changed:
                self._working = None
                self._changed.notify_all()
