"""What LangChain's interface leaves to each store: how it filters, lists and scores, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.vectorstores import VectorStore

__all__ = ["FilterBuilder", "StoreDialect", "as_equalities", "as_operators", "as_predicate", "dialect_of"]

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


@dataclass(frozen=True, slots=True)
class StoreDialect:
    """How one kind of store is asked, and what it promises; nothing is promised that is not said.

    Attributes:
        filters: makes the `filter` of a search; without it every search is filtered by the host alone.
        listing: reads all documents with these metadata, or more; without it the host does not list.
        nearness: turns the store's score into one that is higher for the nearer; without it there are no scores.
        options: further arguments of a search for so many rows.
        exact: a search for as many rows as there are sees them all; without it, not even a search within ids does.
        persists: what was written survives the process.
        deletes_erase: a delete leaves no copy of the text.
        thread_safe: calls may overlap.
    """

    filters: FilterBuilder | None = None
    listing: Callable[[VectorStore, Mapping[str, str]], Iterable[Document]] | None = None
    nearness: Callable[[float], float] | None = None
    options: Callable[[VectorStore, int], Mapping[str, object]] | None = None
    exact: bool = False
    persists: bool = False
    deletes_erase: bool = False
    thread_safe: bool = False


def dialect_of(store: VectorStore) -> StoreDialect:
    """The dialect of a known kind of store.

    Raises:
        InvalidInputError: the kind is not known: its filter is then the caller's to say.
    """
    for kind in type(store).__mro__:
        known = _KNOWN.get(kind.__name__)
        if known is not None:
            return known(store)
    problem = (
        f"{type(store).__name__!r} is not known: pass StoreDialect(filters=…, listing=…), "
        f"which says how it filters and lists; known are {', '.join(sorted(_KNOWN))}"
    )
    raise InvalidInputError("dialect", problem)


def _in_memory(_: VectorStore) -> StoreDialect:
    return StoreDialect(
        filters=as_predicate, listing=_in_memory_rows, nearness=_higher_is_nearer, exact=True, deletes_erase=True
    )


def _in_memory_rows(store: Any, _: Mapping[str, str]) -> Iterable[Document]:
    documents: list[Document] = store.get_by_ids(list(store.store))
    return documents


def _faiss(store: Any) -> StoreDialect:
    """FAISS looks at `fetch_k` rows and filters those: all of them, or another owner's crowd out this one's."""
    inner = store.index.metric_type == _INNER_PRODUCT
    return StoreDialect(
        filters=as_equalities,
        listing=_faiss_rows,
        nearness=_higher_is_nearer if inner else _lower_is_nearer,
        options=lambda faiss, limit: {"fetch_k": max(limit, _total(faiss))},
        exact=type(store.index).__name__.startswith("IndexFlat"),
        deletes_erase=True,
    )


def _faiss_rows(store: Any, _: Mapping[str, str]) -> Iterable[Document]:
    documents: list[Document] = store.get_by_ids(list(store.index_to_docstore_id.values()))
    return documents


def _total(store: Any) -> int:
    return int(store.index.ntotal)


def _chroma(store: Any) -> StoreDialect:
    """Chroma keeps deleted texts in its file until it is vacuumed; its index is approximate."""
    return StoreDialect(
        filters=as_operators,
        listing=_chroma_rows,
        nearness=_lower_is_nearer,
        persists=bool(getattr(store, "_persist_directory", None)),
    )


def _chroma_rows(store: Any, conditions: Mapping[str, str]) -> Iterable[Document]:
    found = store.get(where=as_operators(conditions, None) if conditions else None)
    documents: list[Document] = store.get_by_ids(found["ids"]) if found["ids"] else []
    return documents


def _higher_is_nearer(score: float) -> float:
    return float(score)


def _lower_is_nearer(distance: float) -> float:
    return -float(distance)


_INNER_PRODUCT = 0
"""`faiss.METRIC_INNER_PRODUCT`."""

_KNOWN: dict[str, Callable[[VectorStore], StoreDialect]] = {
    "Chroma": _chroma,
    "FAISS": _faiss,
    "InMemoryVectorStore": _in_memory,
}
