"""The overlay as a retriever: alone, or around a retriever that is there already."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, SkipValidation, field_validator

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.effects import Flow
from atma_overlay.errors import InvalidInputError
from atma_overlay.refusals import refusing
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_overlay.threads.faces import AnyOverlay, checked, read, read_async, recalled
from atma_overlay.views import Packet
from langchain_atma.documents import by_id, searched, to_documents

__all__ = ["AtmaRetriever"]


@refusing
class AtmaRetriever(BaseRetriever):
    """Documents that say what is current, historical or changed; a pair of old and new is one document.

    The text of a document is its labelled rows, with memory text as quoted data; `metadata["atma"]` holds the same as
    JSON. What a query wrongly takes for granted stands in the first document.

    Attributes:
        overlay: an `Overlay` or an `AsyncOverlay`.
        scope: whose memory.
        k: how many documents at most; also an argument of `invoke`.
        base: a retriever whose documents stand in for the host's: what of them no longer holds is left out, and what
            the ledger knows comes beside them. It should find more than `k`, as stale documents crowd live ones out.
        max_tokens: a budget for all rows.

    Raises:
        InvalidInputError: an attribute cannot be used.
    """

    overlay: SkipValidation[AnyOverlay] = Field(exclude=True, repr=False)
    scope: Scope
    k: int = Field(default=5, ge=1, le=MAX_LIMIT)
    base: BaseRetriever | None = None
    max_tokens: int | None = Field(default=None, ge=1)

    @field_validator("overlay", mode="before")
    @classmethod
    def _is_an_overlay(cls, value: Any) -> AnyOverlay:
        return checked(value)

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        if self.base is None:
            return to_documents(read(self.overlay, self._recall(query, k)), k=k or self.k)
        documents = self.base.invoke(query, {"callbacks": run_manager.get_child()})
        packet = read(self.overlay, searched(self._recall(query, k), by_id(documents)))
        return self._checked(documents, packet, k or self.k)

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        if self.base is None:
            return to_documents(await read_async(self.overlay, self._recall(query, k)), k=k or self.k)
        documents = await self.base.ainvoke(query, {"callbacks": run_manager.get_child()})
        packet = await read_async(self.overlay, searched(self._recall(query, k), by_id(documents)))
        return self._checked(documents, packet, k or self.k)

    def _checked(self, documents: list[Document], packet: Packet, k: int) -> list[Document]:
        """In shadow mode the documents that were found, as they are (law 11)."""
        return documents if packet.mode == "shadow" else to_documents(packet, k=k, found=by_id(documents))

    def _recall(self, query: str, k: int | None) -> Flow[Packet]:
        limit = _wanted(self.k if k is None else k)
        return recalled(self.overlay, query, scope=self.scope, limit=limit, max_tokens=self.max_tokens)


@typed
def _wanted(k: int) -> int:
    """How many documents, told by the name that the caller knows."""
    if not 1 <= k <= MAX_LIMIT:
        raise InvalidInputError("k", f"{k} is not between 1 and {MAX_LIMIT}: pass how many documents are wanted")
    return k
