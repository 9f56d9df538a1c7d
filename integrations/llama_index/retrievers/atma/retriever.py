"""A retriever whose nodes say which facts are current, past or changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import NodeWithScore, QueryBundle

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
from atma_overlay.signatures import typed
from llamaindex_atma.evidence import cache, checked_overlay, evidence, evidence_async, question
from llamaindex_atma.nodes import merged, nodes_of, said_in, scored, screened_nodes

if TYPE_CHECKING:
    from atma_overlay import AsyncOverlay, Overlay, Packet, Scope
    from atma_overlay.effects import Flow
    from atma_overlay.threads.evidence import Asked, Evidence

__all__ = ["AtmaRetriever"]


class AtmaRetriever(BaseRetriever):
    """Labelled evidence as nodes; alone, or around any retriever.

    A pair of old and new is one node, so `similarity_top_k` counts packets. A query that takes something outdated for
    granted gets a node that says so and what replaced it. Where nothing is known, one node says that.

    Args:
        overlay: an `Overlay` or an `AsyncOverlay`; both serve blocking and awaited retrieval.
        base: a retriever of your own: its nodes come without their stale sentences, in turn with the packets. In
            shadow mode they come as they are, alone.
        scope: whose memory.
        similarity_top_k: nodes at most.
        asker: the speaker that *I* stands for, where several people speak.
        max_tokens: a budget for the rows, in tokens of about four characters.
        callback_manager: as LlamaIndex has it.

    Raises:
        InvalidInputError: an argument cannot be used; on retrieval, a query.
    """

    @typed
    def __init__(
        self,
        overlay: Overlay | AsyncOverlay,
        base: BaseRetriever | None = None,
        *,
        scope: Scope,
        similarity_top_k: int = 5,
        asker: str | None = None,
        max_tokens: int | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        if not 1 <= similarity_top_k <= MAX_LIMIT:
            problem = f"{similarity_top_k} is not between 1 and {MAX_LIMIT}: pass how many nodes are wanted"
            raise InvalidInputError("similarity_top_k", problem)
        if max_tokens is not None and max_tokens < 1:
            raise InvalidInputError("max_tokens", f"{max_tokens} admits nothing: pass a positive number, or None")
        super().__init__(callback_manager=callback_manager)
        self._overlay: Overlay | AsyncOverlay = checked_overlay(overlay)
        self._base, self._scope, self._top_k = base, scope, similarity_top_k
        self._asker, self._max_tokens = asker, max_tokens
        self._cache = cache()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._base is None:
            from atma_overlay.threads.faces import read

            return scored(nodes_of(read(self._overlay, self._recall(query_bundle))))
        nodes = self._base.retrieve(query_bundle)
        return self._with_base(evidence(self._overlay, self._asked(query_bundle, nodes), self._cache), nodes)

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if self._base is None:
            from atma_overlay.threads.faces import read_async

            return scored(nodes_of(await read_async(self._overlay, self._recall(query_bundle))))
        nodes = await self._base.aretrieve(query_bundle)
        asked = self._asked(query_bundle, nodes)
        return self._with_base(await evidence_async(self._overlay, asked, self._cache), nodes)

    def _recall(self, query_bundle: QueryBundle) -> Flow[Packet]:
        from atma_overlay.threads.faces import recalled

        return recalled(
            self._overlay,
            query_bundle.query_str,
            scope=self._scope,
            limit=self._top_k,
            asker=self._asker,
            max_tokens=self._max_tokens,
        )

    def _asked(self, query_bundle: QueryBundle, nodes: list[NodeWithScore]) -> Asked:
        return question(
            query_bundle.query_str,
            self._scope,
            limit=self._top_k,
            said=said_in(nodes),
            asker=self._asker,
            max_tokens=self._max_tokens,
        )

    def _with_base(self, found: Evidence, nodes: list[NodeWithScore]) -> list[NodeWithScore]:
        if found.observes or found.packet is None:
            return nodes
        return merged(found.packet, screened_nodes(nodes, found.outdated), limit=self._top_k)
