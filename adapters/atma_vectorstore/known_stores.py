"""The stores whose dialect is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.servers import server_of_qdrant
from atma_overlay.signatures import typed
from atma_vectorstore.dialects import StoreDialect, as_equalities, as_operators, as_predicate

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.vectorstores import VectorStore

__all__ = ["dialect_of"]


@typed
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
        filters=as_predicate,
        listing=_in_memory_rows,
        nearness=_higher_is_nearer,
        searches_within=True,
        forgets=_in_memory_forgets,
        deletes_erase=True,
    )


def _in_memory_forgets(store: Any, ids: Sequence[str], field: str) -> None:
    for identifier in ids:
        store.store[identifier]["metadata"].pop(field, None)


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
        searches_within=type(store.index).__name__.startswith("IndexFlat"),
        forgets=_faiss_forgets,
        deletes_erase=True,
    )


def _faiss_forgets(store: Any, ids: Sequence[str], field: str) -> None:
    for identifier in ids:
        store.docstore.search(identifier).metadata.pop(field, None)


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


def _chroma_rows(store: Any, conditions: Mapping[str, str]) -> Iterator[Document]:
    from langchain_core.documents import Document

    where, offset = as_operators(conditions, None) if conditions else None, 0
    while True:
        found = store.get(where=where, limit=_PART, offset=offset, include=["documents", "metadatas"])
        rows = zip(found["ids"], found["documents"], found["metadatas"], strict=True)
        yield from (Document(id=i, page_content=text or "", metadata=kept or {}) for i, text, kept in rows)
        if len(found["ids"]) < _PART:
            return
        offset += _PART


def _qdrant(store: Any) -> StoreDialect:
    """Qdrant refuses ids that are neither UUIDs nor numbers, and keeps deleted rows until its storage is compacted."""
    options = store.client.init_options
    in_memory = options["location"] == ":memory:"
    return StoreDialect(
        filters=partial(_qdrant_filter, store.metadata_payload_key),
        listing=_qdrant_rows,
        nearness=_higher_is_nearer if store.distance.value in {"Cosine", "Dot"} else _lower_is_nearer,
        searches_within=True,
        id_of=_qdrant_id,
        holds=_is_point,
        stored_id=_point_id,
        forgets=_qdrant_forgets,
        persists=not in_memory,
        thread_safe=not in_memory and options["path"] is None,
        server=server_of_qdrant(store.client),
    )


def _qdrant_forgets(store: Any, ids: Sequence[str], field: str) -> None:
    key = f"{store.metadata_payload_key}.{field}"
    store.client.delete_payload(store.collection_name, keys=[key], points=list(map(_point_id, ids)), wait=True)


def _qdrant_id(document: Document) -> str | None:
    """LangChain's adapter leaves `Document.id` empty and writes the id into the metadata it returns."""
    identifier = document.metadata.get("_id")
    return None if identifier is None else str(identifier)


def _qdrant_filter(key: str, conditions: Mapping[str, str], ids: Sequence[str] | None) -> object:
    from qdrant_client import models

    among = None if ids is None else [_point_id(identifier) for identifier in ids if _is_point(identifier)]
    must: list[models.Condition] = [] if among is None else [models.HasIdCondition(has_id=among)]
    must += [models.FieldCondition(key=f"{key}.{n}", match=models.MatchValue(value=v)) for n, v in conditions.items()]
    return models.Filter(must=must)


def _qdrant_rows(store: Any, conditions: Mapping[str, str]) -> Iterator[Document]:
    within = _qdrant_filter(store.metadata_payload_key, conditions, None)
    offset = None
    while True:
        points, offset = store.client.scroll(
            store.collection_name, scroll_filter=within, offset=offset, limit=_PAGE, with_payload=False
        )
        if points:
            yield from store.get_by_ids([point.id for point in points])
        if offset is None:
            return


def _is_point(identifier: str) -> bool:
    """Whether it is a point's id as Qdrant writes it: a UUID, or a number of 64 bits."""
    return _is_uuid(identifier) or _is_number(identifier)


def _is_number(identifier: str) -> bool:
    whole = identifier.isascii() and identifier.isdecimal() and str(int(identifier[:21])) == identifier
    return whole and int(identifier) < 2**64


def _point_id(identifier: str) -> int | str:
    return int(identifier) if _is_number(identifier) else identifier


def _is_uuid(identifier: str) -> bool:
    try:
        return str(UUID(identifier)) == identifier
    except ValueError:
        return False


def _higher_is_nearer(score: float) -> float:
    return float(score)


def _lower_is_nearer(distance: float) -> float:
    return -float(distance)


_INNER_PRODUCT = 0
"""`faiss.METRIC_INNER_PRODUCT`."""

_PAGE = 500

_PART = 5000
"""So many rows are read at once of a store over SQLite, whose statements take 32,766 values."""

_KNOWN: dict[str, Callable[[VectorStore], StoreDialect]] = {
    "Chroma": _chroma,
    "FAISS": _faiss,
    "InMemoryVectorStore": _in_memory,
    "QdrantVectorStore": _qdrant,
}
