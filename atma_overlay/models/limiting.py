"""No more completions at a time than a model is meant to be asked for, from however many threads and loops."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from threading import Lock

from atma_overlay.errors import InvalidInputError
from atma_overlay.models.awaiting import awaited, until_ended
from atma_overlay.models.inner import OverInner
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
        self._free = count
        self._waiting: deque[Future[None]] = deque()
        self._lock = Lock()

    @contextmanager
    def held(self) -> Iterator[None]:
        """A place, blocking."""
        asked = self._ask()
        try:
            asked.result()
        except BaseException:  # interrupted while waiting
            self._withdraw(asked)
            raise
        try:
            yield
        finally:
            self._give_back()

    @asynccontextmanager
    async def held_async(self) -> AsyncIterator[None]:
        """A place, awaited; cancelled while waiting one takes none, later a thread that answers still has it."""
        asked = self._ask()
        try:
            await asyncio.wrap_future(asked)
        except asyncio.CancelledError:
            self._withdraw(asked)
            raise
        with until_ended(self._give_back):
            yield

    def _ask(self) -> Future[None]:
        place: Future[None] = Future()
        with self._lock:
            if not self._free:
                self._waiting.append(place)
                return place
            self._free -= 1
        place.set_result(None)
        return place

    def _withdraw(self, asked: Future[None]) -> None:
        """Give up waiting; a place that was given meanwhile goes to the next."""
        if not asked.cancel() and not asked.cancelled():
            self._give_back()

    def _give_back(self) -> None:
        while True:
            with self._lock:
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
        """Answer a request."""
        with self._places.held():
            return self._inner.complete(request)

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        async with self._places.held_async():
            return await awaited(self._inner, request)
