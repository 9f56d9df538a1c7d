"""A postprocessor for pipelines that keep their retriever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle
from pydantic import Field, PrivateAttr, SkipValidation, field_validator

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.refusals import refusing
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from llamaindex_atma.evidence import cache, checked_overlay, evidence, evidence_async, question
from llamaindex_atma.nodes import nodes_of, said_in, scored, screened_nodes, state_node

if TYPE_CHECKING:
    from atma_overlay.threads.evidence import Asked, Evidence

__all__ = ["AtmaPostprocessor"]


@refusing
class AtmaPostprocessor(BaseNodePostprocessor):
    """Takes stale sentences out of retrieved nodes, and puts what the ledger knows about the query before them.

    What was retrieved keeps its order and its scores; the one node that is added comes first. In shadow mode the
    nodes pass as they are. Where nothing was retrieved and nothing is known, one node says that.

    Raises:
        InvalidInputError: `overlay` is none.
    """

    overlay: SkipValidation[Any] = Field(exclude=True, description="An Overlay or an AsyncOverlay.")
    scope: Scope = Field(description="Whose memory.")
    limit: int = Field(default=5, ge=1, le=MAX_LIMIT, description="Packets at most in the added node.")
    asker: str | None = Field(default=None, description="The speaker that I stands for, where several people speak.")
    _cache: Any = PrivateAttr(default_factory=cache)

    @field_validator("overlay")
    @classmethod
    def _is_an_overlay(cls, value: Any) -> Any:
        return checked_overlay(value)

    @classmethod
    def class_name(cls) -> str:
        """The name under which LlamaIndex serialises it."""
        return "AtmaPostprocessor"

    @typed
    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return _processed(nodes, evidence(self.overlay, self._asked(nodes, query_bundle), self._cache))

    @typed
    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        found = await evidence_async(self.overlay, self._asked(nodes, query_bundle), self._cache)
        return _processed(nodes, found)

    def _asked(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> Asked:
        query = query_bundle.query_str if query_bundle is not None else ""
        return question(query, self.scope, limit=self.limit, said=said_in(nodes), asker=self.asker)


def _processed(nodes: list[NodeWithScore], found: Evidence) -> list[NodeWithScore]:
    if found.observes:
        return nodes
    kept = screened_nodes(nodes, found.outdated)
    if found.packet is None:
        return kept
    node = state_node(found.packet)
    if node is None:
        return kept or scored(nodes_of(found.packet))
    top = max((each.score for each in kept if each.score is not None), default=1.0)
    return [NodeWithScore(node=node, score=max(1.0, top)), *kept]
