"""Threads of an overlay's own, apart from those that `asyncio` has for the whole application."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from atma_overlay.errors import LedgerError
from atma_overlay.forks import begins_anew

__all__ = ["Workers"]

T = TypeVar("T")

IDLE_SECONDS = 10.0
"""So long a thread without work stays, for what comes next."""


class Workers:
    """Threads that do work in the order in which it was handed over, each started when no other is free.

    A call that hangs keeps its thread, and no process from ending: they are daemons.

    Args:
        name: of the threads.
        most: threads at once; beyond them work waits.
    """

    def __init__(self, name: str, *, most: int) -> None:
        self._name, self._most = name, most
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Have no threads and no work: after a fork they are the parent's."""
        self._waiting: OrderedDict[Future[Any], Callable[[], Any]] = OrderedDict()
        self._calls: SimpleQueue[None] = SimpleQueue()
        # Reentrant: what is collected as garbage inside may be a coroutine, which cancels what it waited for.
        self._counting = threading.RLock()
        self._threads = 0
        self._free = 0  # threads without work, less the calls that none of them has heard yet
        self._closed = False

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Have work done in a thread; cancelled before it began, it is forgotten.

        Where the system gives no more threads, it waits for one of those that there are.

        Raises:
            LedgerError: there is none.
        """
        future: Future[T] = Future()
        with self._counting:
            if self._free <= 0 and self._threads < self._most:
                self._start()
            self._waiting[future] = work
            self._free -= 1
            self._calls.put(None)
        future.add_done_callback(self._withdrawn)
        return future

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

    def _withdrawn(self, future: Future[Any]) -> None:
        if not future.cancelled():
            return
        with self._counting, suppress(Empty):
            if self._waiting.pop(future, None) is not None:
                future.set_running_or_notify_cancel()
                self._calls.get_nowait()
                self._free += 1

    def _serve(self) -> None:
        while self._called():
            with suppress(KeyError):  # it was withdrawn, or the threads are to end
                _done(*self._waiting.popitem(last=False))
            with self._counting:
                if self._closed and self._free >= 0:
                    self._threads -= 1
                    return
                self._free += 1

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
