"""One event loop in a thread of its own, for coroutines that are called from blocking code."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from atma_overlay.forks import begins_anew

T = TypeVar("T")


class BackgroundLoop:
    """Runs coroutines to their end on one loop, started on first use; callers may stand in a running loop.

    Clients that keep connections are bound to the loop they first ran on, so one loop serves them for good.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Have no loop yet: after a fork it is the parent's, whose thread runs it."""
        self._starting = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What the coroutine returns; an interrupted wait cancels it, and so does closing.

        Raises:
            Whatever the coroutine raises.
            concurrent.futures.CancelledError: it was cancelled.
            RuntimeError: the loop's thread cannot be started.
        """
        with self._starting:  # handed over under the lock: never to a loop that is closing, which would forget it
            try:
                loop = self._started()
            except BaseException:
                work.close()
                raise
            future = asyncio.run_coroutine_threadsafe(work, loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """Stop the loop and cancel what it still runs; a later call starts another one."""
        with self._starting:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(loop.stop)

    def _started(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            loop = asyncio.new_event_loop()
            try:
                threading.Thread(target=_serve, args=(loop,), name=self._name, daemon=True).start()
            except RuntimeError:  # the system gives no more: nobody would run the loop
                loop.close()
                raise
            self._loop = loop
        return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
        _cancel_all(loop)
    finally:
        loop.close()


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel what a stopped loop was running, and run that to its end: who waits for it would wait for ever."""
    if tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks))
    loop.run_until_complete(loop.shutdown_asyncgens())
