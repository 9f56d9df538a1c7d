"""What a model costs."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock

from atma_overlay.models.awaiting import awaited
from atma_overlay.ports.model import Model, ModelCapabilities, ModelReply, ModelRequest, Usage


class MeteredModel:
    """Adds up the tokens of a model's completions; `usage` may be read at any time, from any thread.

    What a failed call cost is unknown and not counted; a request that was replayed counts as when it was recorded.
    """

    def __init__(self, inner: Model) -> None:
        self._inner = inner
        self._lock = Lock()
        self._usage = Usage()

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self._inner.name

    @property
    def capabilities(self) -> ModelCapabilities:
        """The inner model's, and it can be awaited."""
        return replace(self._inner.capabilities, asynchronous=True)

    @property
    def usage(self) -> Usage:
        """Everything so far."""
        with self._lock:
            return self._usage

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer a request."""
        return self._counted(self._inner.complete(request))

    async def complete_async(self, request: ModelRequest) -> ModelReply:
        """Answer a request, awaited."""
        return self._counted(await awaited(self._inner, request))

    def close(self) -> None:
        """Close the inner model."""
        self._inner.close()

    def _counted(self, reply: ModelReply) -> ModelReply:
        with self._lock:
            self._usage += reply.usage
        return reply
