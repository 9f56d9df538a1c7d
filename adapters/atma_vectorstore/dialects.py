"""What LangChain's interface leaves to each store: how it filters, lists and scores, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.signatures import typed_under

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.vectorstores import VectorStore

__all__ = ["FilterBuilder", "StoreDialect", "as_equalities", "as_operators", "as_predicate"]

FilterBuilder = Callable[[Mapping[str, str], Sequence[str] | None], object]
"""Makes the value of a search's `filter` of the metadata that a row must have and the ids it must be among.

A builder may pass over the ids, and a store over the filter: what comes back is checked by the host. A filter that
narrows nothing is slow, not wrong.
"""


def as_predicate(conditions: Mapping[str, str], ids: Sequence[str] | None) -> Callable[[Document], bool]:
    """A function of a document, as `InMemoryVectorStore` takes it."""
    allowed = None if ids is None else frozenset(ids)

    def fits(document: Document) -> bool:
        if allowed is not None and document.id not in allowed:
            return False
        return all(document.metadata.get(name) == value for name, value in conditions.items())

    return fits


def as_equalities(conditions: Mapping[str, str], _: Sequence[str] | None) -> dict[str, str]:
    """A plain dictionary of names and values, as FAISS and many others take it."""
    return dict(conditions)


def as_operators(conditions: Mapping[str, str], _: Sequence[str] | None) -> dict[str, object]:
    """One `$and` of `$eq`, as Chroma, PGVector, Pinecone and others take it."""
    each: list[dict[str, object]] = [{name: {"$eq": value}} for name, value in conditions.items()]
    return each[0] if len(each) == 1 else {"$and": each}


def _own_id(document: Document) -> str | None:
    return document.id


def _as_it_is(identifier: str) -> object:
    return identifier


@typed_under("dialect")
@dataclass(frozen=True, slots=True)
class StoreDialect:
    """How one kind of store is asked, and what it promises; nothing is promised that is not said.

    Attributes:
        filters: makes the `filter` of a search; without it every search is filtered by the host alone.
        listing: reads all documents with these metadata, or more; without it the host does not list.
        nearness: turns the store's score into one that is higher for the nearer; without it there are no scores.
        options: further arguments of a search for so many rows.
        searches_within: a search within ids reaches each of them, since the filter narrows to them or the search
            sees every row.
        id_of: a document's id, for a store that puts it elsewhere than in `Document.id`.
        holds: whether an id can be one of the store's at all, where it refuses others.
        stored_id: an id as the store wants it, for a store whose ids are not all texts.
        forgets: takes a field out of the metadata of documents, by their ids, and leaves their texts and vectors.
        persists: what was written survives the process.
        deletes_erase: a delete leaves no copy of the text.
        thread_safe: calls may overlap.
        server: where its server is, for traces; None where it is in this process, or where nobody knows.
    """

    filters: FilterBuilder | None = None
    listing: Callable[[VectorStore, Mapping[str, str]], Iterable[Document]] | None = None
    nearness: Callable[[float], float] | None = None
    options: Callable[[VectorStore, int], Mapping[str, object]] | None = None
    searches_within: bool = False
    id_of: Callable[[Document], str | None] = _own_id
    holds: Callable[[str], bool] | None = None
    stored_id: Callable[[str], object] = _as_it_is
    forgets: Callable[[VectorStore, Sequence[str], str], object] | None = None
    persists: bool = False
    deletes_erase: bool = False
    thread_safe: bool = False
    server: ServerAddress | None = None
