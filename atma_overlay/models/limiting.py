"""No more completions at a time than a model is meant to be asked for, from however many threads and loops."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from threading import Lock

from atma_overlay.errors import InvalidInputError
from atma_overlay.forks import begins_anew
from atma_overlay.models.awaiting import awaited, refuse_given_up, until_ended
from atma_overlay.models.inner import OverInner
from atma_overlay.patience import once_left
from atma_overlay.ports.model import Model, ModelCapabilities, ModelReply, ModelRequest
from atma_overlay.signatures import typed

__all__ = ["LimitedModel", "Places"]


class Places:
    """So many places, taken in the order of asking; threads wait for one, and event loops await it.

    Args:
        count: how many there are.

    Raises:
        InvalidInputError: there would be none.
    """

    def __init__(self, count: int) -> None:
        if count < 1:
            raise InvalidInputError("concurrency", f"{count} leaves no room: pass 1 or more")
        self._count = count
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Have all places: those that are taken when a process is forked off are the parent's, who gives them back."""
        self._free = self._count
        self._waiting: deque[Future[None]] = deque()
        self._lock = Lock()

    @contextmanager
    def held(self) -> Iterator[None]:
        """A place, blocking; who waits for one and is himself waited for no more takes none.

        Raises:
            CancelledError (of `concurrent.futures`): nobody waits for it any more.
        """
        waiting, asked = self._ask()
        try:
            with once_left(asked.cancel):
                asked.result()
        except BaseException:  # given up or interrupted while waiting
            self._withdraw(asked, waiting)
            raise
        try:
            yield
        finally:
            self._give_back(waiting)

    @asynccontextmanager
    async def held_async(self) -> AsyncIterator[None]:
        """A place, awaited; cancelled while waiting one takes none, later a thread that answers still has it."""
        waiting, asked = self._ask()
        try:
            await asyncio.wrap_future(asked)
        except asyncio.CancelledError:
            self._withdraw(asked, waiting)
            raise
        with until_ended(partial(self._give_back, waiting)):
            yield

    def _ask(self) -> tuple[deque[Future[None]], Future[None]]:
        """A place to come, and the line that it is of: a process that was forked off meanwhile has another one."""
        place: Future[None] = Future()
        with self._lock:
            if not self._free:
                self._waiting.append(place)
                return self._waiting, place
            self._free -= 1
            waiting = self._waiting
        place.set_result(None)
        return waiting, place

    def _withdraw(self, asked: Future[None], waiting: deque[Future[None]]) -> None:
        """Give up waiting; a place that was given meanwhile goes to the next."""
        if not asked.cancel() and not asked.cancelled():
            self._give_back(waiting)
            return
        with self._lock, suppress(ValueError):
            waiting.remove(asked)

    def _give_back(self, waiting: deque[Future[None]]) -> None:
        while True:
            with self._lock:
                if waiting is not self._waiting:  # taken in the parent
                    return
                if not self._waiting:
                    self._free += 1
                    return
                following = self._waiting.popleft()
            if following.set_running_or_notify_cancel():
                following.set_result(None)
                return


class LimitedModel(OverInner):
    """A model that is asked for so many completions at a time; the others wait for their turn.

    Args:
        inner: the model; one that is not safe for threads is asked for one at a time.
        limit: completions at a time.

    Raises:
        InvalidInputError: the limit leaves no room.
    """

    @typed
    def __init__(self, inner: Model, limit: int) -> None:
        super().__init__(inner)
        self._places = Places(limit if inner.capabilities.thread_safe else min(limit, 1))

    @property
    def capabilities(self) -> ModelCapabilities:
        """The inner model's; it may be called from anywhere, and can be awaited."""
        return replace(self._inner.capabilities, thread_safe=True, asynchronous=True)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request.

        Raises:
            ModelError: nobody waited for the answer any more when its turn came.
        """
        try:
            with self._places.held():
                refuse_given_up(self.name)
                return self._inner.complete(request)
        except CancelledError:
            refuse_given_up(self.name)
            raise

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        async with self._places.held_async():
            return await awaited(self._inner, request)
