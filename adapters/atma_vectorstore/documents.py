"""Between rows and LangChain's documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from atma_overlay.hosts.rows import Nearest, Row
from atma_vectorstore.dialects import StoreDialect

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.vectorstores import VectorStore

__all__ = ["DocumentStore"]

_PART = 5000
"""SQLite takes 32,766 values in a statement, and stores over it as Chroma take fewer ids in a batch."""


class DocumentStore:
    """A LangChain vector store as the rows of a host.

    Args:
        store: the vector store.
        dialect: how it is asked.
        save: puts the store on disk, for one that does not do so by itself.
    """

    def __init__(self, store: VectorStore, dialect: StoreDialect, save: Callable[[], object] | None) -> None:
        self._store = store
        self._dialect = dialect
        self._save = save

    def read(self, ids: Sequence[str]) -> list[Row]:
        """Those of the ids that exist."""
        holds = self._dialect.holds
        possible = list(ids) if holds is None else list(filter(holds, ids))
        return [row for part in self._parts(possible) for row in self._rows(self._store.get_by_ids(part))]

    def write(self, rows: Sequence[Row]) -> None:
        """Store rows whose ids are not there."""
        from langchain_core.documents import Document

        documents = [Document(id=r.id, page_content=r.text, metadata=dict(r.metadata)) for r in rows]
        self._store.add_documents(documents, ids=[row.id for row in rows])

    def remove(self, ids: Sequence[str]) -> None:
        """Remove rows that are there.

        Raises:
            RuntimeError: the store says that it did not.
        """
        for part in self._parts(ids):
            if self._store.delete(part) is False:
                raise RuntimeError("the store answered that nothing was deleted")

    def _parts(self, ids: Sequence[str]) -> Iterator[list[Any]]:
        """The ids as the store wants them, as many at a time as one statement of a database takes."""
        wanted = list(map(self._dialect.stored_id, ids))
        return (wanted[at : at + _PART] for at in range(0, len(wanted), _PART))

    def listed(self, conditions: Mapping[str, str]) -> list[Row]:
        """All rows that the dialect's listing reads."""
        listing = self._dialect.listing
        return [] if listing is None else self._rows(listing(self._store, conditions))

    def nearest(
        self, query: str, *, limit: int, conditions: Mapping[str, str], within: Sequence[str] | None
    ) -> Nearest:
        """The store's own similarity search."""
        arguments = self._arguments(limit, conditions, within)
        nearness = self._dialect.nearness
        if nearness is None:
            documents = self._store.similarity_search(query, k=limit, **arguments)
            return Nearest(self._rows(documents), native=documents)
        found = self._store.similarity_search_with_score(query, k=limit, **arguments)
        return Nearest([self._row(document, nearness(score)) for document, score in found], native=found)

    def forget(self, ids: Sequence[str], field: str) -> bool:
        """As the dialect does it, where it can."""
        if self._dialect.forgets is None:
            return False
        self._dialect.forgets(self._store, ids, field)
        return True

    def save(self) -> None:
        """Put the store on disk, where there is a way."""
        if self._save is not None:
            self._save()

    def _arguments(self, limit: int, conditions: Mapping[str, str], within: Sequence[str] | None) -> dict[str, object]:
        dialect = self._dialect
        further = dict(dialect.options(self._store, limit)) if dialect.options is not None else {}
        return further if dialect.filters is None else {**further, "filter": dialect.filters(conditions, within)}

    def _rows(self, documents: Iterable[Document]) -> list[Row]:
        return [self._row(document) for document in documents]

    def _row(self, document: Document, score: float | None = None) -> Row:
        return Row(self._dialect.id_of(document) or "", document.page_content, document.metadata, score=score)
