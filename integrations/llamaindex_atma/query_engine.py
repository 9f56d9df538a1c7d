"""A query engine that answers an outdated premise itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE, Response
from llama_index.core.prompts.mixin import PromptMixinType
from llama_index.core.schema import QueryBundle

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

    Raises:
        InvalidInputError: `overlay` is none.
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
    ) -> None:
        super().__init__(callback_manager=engine.callback_manager)
        self._engine, self._scope, self._limit, self._asker = engine, scope, limit, asker
        self._overlay: Overlay | AsyncOverlay = checked_overlay(overlay)
        self._cache = cache()

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        answered = _answered(evidence(self._overlay, self._asked(query_bundle), self._cache))
        return self._engine.query(query_bundle) if answered is None else answered

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        answered = _answered(await evidence_async(self._overlay, self._asked(query_bundle), self._cache))
        return await self._engine.aquery(query_bundle) if answered is None else answered

    def _asked(self, query_bundle: QueryBundle) -> Asked:
        return question(query_bundle.query_str, self._scope, limit=self._limit, asker=self._asker)

    def _get_prompt_modules(self) -> PromptMixinType:
        return {"engine": self._engine}


def _answered(found: Evidence) -> Response | None:
    from atma_overlay.threads.wording import corrected

    told = corrected(found.blocked)
    if not told or found.packet is None:
        return None
    return Response(told, source_nodes=scored(nodes_of(found.packet)))
