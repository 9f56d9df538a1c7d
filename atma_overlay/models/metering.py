"""What a model costs."""

from __future__ import annotations

from threading import Lock

from atma_overlay.forks import begins_anew
from atma_overlay.models.awaiting import awaited
from atma_overlay.models.inner import OverInner
from atma_overlay.ports.model import Model, ModelReply, ModelRequest, Usage
from atma_overlay.signatures import typed


class MeteredModel(OverInner):
    """Adds up the tokens of a model's completions; `usage` may be read at any time, from any thread.

    What a failed call cost is unknown and not counted; a request that was replayed counts as when it was recorded.
    """

    @typed
    def __init__(self, inner: Model) -> None:
        super().__init__(inner)
        self._usage = Usage()
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads."""
        self._lock = Lock()

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

    def _counted(self, reply: ModelReply) -> ModelReply:
        with self._lock:
            self._usage += reply.usage
        return reply
