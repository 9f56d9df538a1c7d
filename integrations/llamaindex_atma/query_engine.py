"""A query engine that answers an outdated premise itself."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from typing import TYPE_CHECKING

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE, AsyncStreamingResponse, Response, StreamingResponse
from llama_index.core.prompts.mixin import PromptMixinType
from llama_index.core.schema import QueryBundle

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
from atma_overlay.signatures import typed
from llamaindex_atma.evidence import cache, checked_overlay, evidence, evidence_async, question
from llamaindex_atma.nodes import nodes_of, scored

if TYPE_CHECKING:
    from atma_overlay import AsyncOverlay, Overlay, Scope
    from atma_overlay.threads.evidence import Asked, Evidence

__all__ = ["AtmaQueryEngine"]


class AtmaQueryEngine(BaseQueryEngine):
    """Around any query engine: a query that rests on an outdated premise is answered with what holds now, without it.

    Every other query goes to the engine as it is. In shadow mode all do.

    Args:
        engine: who answers.
        overlay: an `Overlay` or an `AsyncOverlay`.
        scope: whose memory.
        limit: packets looked at, at most.
        asker: the speaker that *I* stands for, where several people speak.
        streaming: whether its own answers are streamed, as one chunk; by default as the engine's response synthesizer
            does. Say it where the engine has none of its own, such as a router.

    Raises:
        InvalidInputError: `overlay` is none, or `limit` out of range.
    """

    @typed
    def __init__(
        self,
        engine: BaseQueryEngine,
        *,
        overlay: Overlay | AsyncOverlay,
        scope: Scope,
        limit: int = 5,
        asker: str | None = None,
        streaming: bool | None = None,
    ) -> None:
        if not 1 <= limit <= MAX_LIMIT:
            problem = f"{limit} is not between 1 and {MAX_LIMIT}: pass how many packets are looked at"
            raise InvalidInputError("limit", problem)
        super().__init__(callback_manager=engine.callback_manager)
        self._engine, self._scope, self._limit, self._asker = engine, scope, limit, asker
        self._overlay: Overlay | AsyncOverlay = checked_overlay(overlay)
        self._streaming = streaming
        self._cache = cache()

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        answered = _answered(evidence(self._overlay, self._asked(query_bundle), self._cache))
        if answered is None:
            return self._engine.query(query_bundle)
        if not self._streams:
            return answered
        return StreamingResponse(_chunk(str(answered)), source_nodes=answered.source_nodes)

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        answered = _answered(await evidence_async(self._overlay, self._asked(query_bundle), self._cache))
        if answered is None:
            return await self._engine.aquery(query_bundle)
        if not self._streams:
            return answered
        return AsyncStreamingResponse(_awaited_chunk(str(answered)), source_nodes=answered.source_nodes)

    @property
    def _streams(self) -> bool:
        """As the engine does at present: a chat engine around it switches that for a call."""
        if self._streaming is not None:
            return self._streaming
        return bool(getattr(getattr(self._engine, "_response_synthesizer", None), "_streaming", False))

    def _asked(self, query_bundle: QueryBundle) -> Asked:
        return question(query_bundle.query_str, self._scope, limit=self._limit, asker=self._asker)

    def _get_prompt_modules(self) -> PromptMixinType:
        return {"engine": self._engine}


def _chunk(text: str) -> Generator[str, None, None]:
    yield text


async def _awaited_chunk(text: str) -> AsyncGenerator[str, None]:
    yield text


def _answered(found: Evidence) -> Response | None:
    from atma_overlay.threads.wording import corrected

    told = corrected(found.blocked)
    if not told or found.packet is None:
        return None
    return Response(told, source_nodes=scored(nodes_of(found.packet)))
