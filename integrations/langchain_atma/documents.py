"""Packets as LangChain's documents, and LangChain's documents as what a host found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from langchain_core.documents import Document

from atma_overlay.effects import Flow, HostSearchCall
from atma_overlay.ports.host import HostMemory, HostSearch
from atma_overlay.render import render_lines
from atma_overlay.views import Packet, Row

__all__ = ["METADATA", "by_id", "searched", "to_documents"]

METADATA = "atma"
"""The key of a document's metadata under which its rows, view and premises stand, as JSON."""

_SHOWN = {"view", "as_of", "instructions", "rows", "premises", "revision", "mode", "degraded"}
T = TypeVar("T")


def to_documents(packet: Packet, *, k: int, found: Mapping[str, Document] | None = None) -> list[Document]:
    """At most k documents, best first, one for all rows of a packet.

    The first says what the query presumes, and how to answer: that alone, too, where nothing is known of the query.

    Args:
        packet: what a recall returned.
        k: how many packets.
        found: the documents that were searched, by the id that a row names; their metadata are kept.
    """
    groups = [tuple(rows) for _, rows in groupby(packet.rows, key=lambda row: row.packet)][:k]
    if packet.instructions and not groups:
        groups = [()]
    first = [_document(packet, rows, found or {}) for rows in groups[:1]]
    other = packet.model_copy(update={"premises": (), "instructions": ()})
    return [*first, *(_document(other, rows, found or {}) for rows in groups[1:])]


def _document(packet: Packet, rows: Sequence[Row], found: Mapping[str, Document]) -> Document:
    part = packet.model_copy(update={"rows": tuple(rows), "native": None})
    known = [found[i] for row in rows for i in row.host_ids if i in found]
    ids = [i for row in rows for i in (*row.record_ids, *row.host_ids)]
    own: dict[str, Any] = known[0].metadata if known else {}
    return Document(
        id=ids[0] if ids else None,
        page_content=render_lines(part),
        metadata={**own, METADATA: part.model_dump(mode="json", include=_SHOWN)},
    )


def by_id(documents: Sequence[Document]) -> dict[str, Document]:
    """Documents with a text by their id, or by their place where they have none."""
    return {_id_of(d) or f"document-{place}": d for place, d in enumerate(documents) if d.page_content.strip()}


def _id_of(document: Document) -> str | None:
    """The id in its store, which `langchain_qdrant` keeps among the metadata."""
    found = document.id or document.metadata.get("_id")
    return None if found is None else str(found)


def searched(flow: Flow[T], documents: Mapping[str, Document]) -> Flow[T]:
    """A recall whose search is answered by what a retriever found, instead of by the host."""
    answer = HostSearch(tuple(HostMemory(i, d.page_content) for i, d in documents.items()), list(documents.values()))
    try:
        effect = next(flow)
        while True:
            if isinstance(effect, HostSearchCall):
                effect = flow.send(answer)
                continue
            try:
                done = yield effect
            except Exception as error:  # the recall decides what to do with it
                effect = flow.throw(error)
            else:
                effect = flow.send(done)
    except StopIteration as stop:
        result: T = stop.value
        return result
