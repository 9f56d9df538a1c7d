"""Threads of an overlay's own, apart from those that `asyncio` has for the whole application."""

from __future__ import annotations

import atexit
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from weakref import WeakSet

from atma_overlay.errors import LedgerError
from atma_overlay.forks import begins_anew

__all__ = ["Workers"]

T = TypeVar("T")

IDLE_SECONDS = 10.0
"""So long a thread without work stays, for what comes next."""
ENDING_SECONDS = 5.0
"""So long a process that ends waits for work that ends by itself: a thread that is in RE2 while the interpreter goes
takes the process with it (SIGABRT)."""
_SHORT: WeakSet[Workers] = WeakSet()


class Workers:
    """Threads that do work in the order in which it was handed over, each started when no other is free.

    A call that hangs keeps its thread, and no process from ending: they are daemons. Work may be somebody's: of one
    party's a thread does one at a time, and the party stands at the end of the line again before its next one, so that
    whoever has to wait for something takes the threads of nobody else.

    Args:
        name: of the threads.
        most: threads at once; beyond them work waits.
        short: whether the work waits for nothing outside the process, so that one which ends may wait for it.
    """

    def __init__(self, name: str, *, most: int, short: bool = False) -> None:
        self._name, self._most = name, most
        self.begin_anew()
        if short:
            _SHORT.add(self)
        begins_anew(self)

    def begin_anew(self) -> None:
        """Have no threads and no work: after a fork they are the parent's."""
        self._waiting: OrderedDict[Future[Any], tuple[Callable[[], Any], Hashable]] = OrderedDict()
        self._behind: dict[Hashable, OrderedDict[Future[Any], Callable[[], Any]]] = {}  # another of the same party's
        self._calls: SimpleQueue[None] = SimpleQueue()
        # Reentrant: what is collected as garbage inside may be a coroutine, which cancels what it waited for.
        self._counting = threading.RLock()
        self._threads = 0
        self._doing = 0
        self._free = 0  # threads without work, less the calls that none of them has heard yet
        self._closed = False

    def submit(self, work: Callable[[], T], *, of: Hashable = None) -> Future[T]:
        """Have work done in a thread; cancelled before it began, it is forgotten.

        Where the system gives no more threads, it waits for one of those that there are.

        Args:
            work: what is to be done.
            of: whose it is; by default nobody's, which waits for nobody's.

        Raises:
            LedgerError: there is none.
        """
        future: Future[T] = Future()
        with self._counting:
            if (behind := self._behind.get(of)) is not None:
                behind[future] = work
            else:
                if self._free <= 0 and self._threads < self._most:
                    self._start()
                if of is not None:
                    self._behind[of] = OrderedDict()
                self._call(future, work, of)
        future.add_done_callback(partial(self._withdrawn, of=of))
        return future

    def _call(self, future: Future[Any], work: Callable[[], Any], of: Hashable) -> None:
        self._waiting[future] = work, of
        self._free -= 1
        self._calls.put(None)

    def _start(self) -> None:
        try:
            threading.Thread(target=self._serve, name=self._name, daemon=True).start()
        except RuntimeError as error:  # none is to be had, or the interpreter is ending
            if self._threads:
                return
            raise LedgerError(f"no thread is to be had ({error}): try again, or allow the process more") from error
        self._threads += 1
        self._free += 1

    def close(self) -> None:
        """End the threads, each once it has nothing to do; work that comes later is still done."""
        with self._counting:
            self._closed = True
            while self._free > 0:
                self._free -= 1
                self._calls.put(None)

    def _withdrawn(self, future: Future[Any], *, of: Hashable) -> None:
        if not future.cancelled():
            return
        with self._counting, suppress(Empty):
            if (behind := self._behind.get(of)) is not None and behind.pop(future, None) is not None:
                future.set_running_or_notify_cancel()
            elif future in self._waiting and of is not None:
                self._waiting[future] = _nothing, of  # who stands behind it is called by whoever comes to it
            elif self._waiting.pop(future, None) is not None:
                future.set_running_or_notify_cancel()
                self._calls.get_nowait()
                self._free += 1

    def _serve(self) -> None:
        while self._called():
            with suppress(KeyError):  # it was withdrawn, or the threads are to end
                self._do_next()
            with self._counting:
                if self._closed and self._free >= 0:
                    self._threads -= 1
                    return
                self._free += 1

    def _do_next(self) -> None:
        with self._counting:
            future, (work, of) = self._waiting.popitem(last=False)
            self._doing += 1
        _done(future, work)
        with self._counting:
            self._doing -= 1
        if of is not None:
            with self._counting:
                if behind := self._behind[of]:
                    self._call(*behind.popitem(last=False), of)
                else:
                    del self._behind[of]

    def _called(self) -> bool:
        while True:
            try:
                self._calls.get(timeout=IDLE_SECONDS)
            except Empty:
                with self._counting:
                    if self._free > 0:
                        self._free -= 1
                        self._threads -= 1
                        return False
            else:
                return True

    def _is_at_work(self) -> bool:
        with self._counting:
            return self._doing > 0


@atexit.register
def _await_short_work() -> None:
    """Let work end that a caller gave up for the time: see `ENDING_SECONDS`."""
    until = time.monotonic() + ENDING_SECONDS
    while any(workers._is_at_work() for workers in list(_SHORT)) and time.monotonic() < until:
        time.sleep(0.01)


def _nothing() -> None:
    """What is left of work that was withdrawn."""


def _done(future: Future[Any], work: Callable[[], Any]) -> None:
    if future.set_running_or_notify_cancel():
        try:
            future.set_result(work())
        except StopIteration as error:  # no future of asyncio takes one: who awaits this would wait for ever
            ended = RuntimeError("the work raised StopIteration")
            ended.__cause__ = error
            future.set_exception(ended)
        except BaseException as error:
            future.set_exception(error)
