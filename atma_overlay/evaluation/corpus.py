"""Every turn that was handed over, with two rankings of its own beside the host's."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.scope import Scope
from atma_overlay.values.terms import words

_SCOPE = Scope(tenant="evaluation", user="corpus")
_TABLE = "CREATE VIRTUAL TABLE turns USING fts5(text, tokenize='porter unicode61')"
_BEST = "SELECT rowid, -bm25(turns) FROM turns WHERE turns MATCH ? ORDER BY bm25(turns), rowid LIMIT ?"


class Corpus:
    """The turns in the order they were handed over.

    The word index is SQLite's FTS5 (Okapi BM25, Porter stems); the vectors are the embedder's. Each is brought up
    to date when it is asked.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._items: list[HostItem] = []
        self._words: sqlite3.Connection | None = None
        self._indexed = 0
        self._vectors, self._embedded = MemoryHost(embedder), 0

    def __len__(self) -> int:
        """How many turns there are."""
        return len(self._items)

    def add(self, items: Sequence[HostItem]) -> None:
        """Take in turns."""
        self._items += items

    def by_words(self, query: str, *, limit: int) -> tuple[HostMemory, ...]:
        """The turns ranked by Okapi BM25 (k1 = 1.2, b = 0.75)."""
        terms = " OR ".join(f'"{word}"' for word in dict.fromkeys(words(query)))
        if not terms:
            return ()
        found = self._word_index().execute(_BEST, (terms, limit)).fetchall()
        return tuple(_memory(self._items[row - 1], score) for row, score in found)

    def by_meaning(self, query: str, *, limit: int) -> tuple[HostMemory, ...]:
        """The turns ranked by the cosine of their embeddings."""
        self._vectors.add(self._items[self._embedded :], scope=_SCOPE)
        self._embedded = len(self._items)
        return self._vectors.search(query, scope=_SCOPE, limit=limit).memories

    def close(self) -> None:
        """Release the word index."""
        if self._words is not None:
            self._words.close()

    def _word_index(self) -> sqlite3.Connection:
        if self._words is None:
            self._words = sqlite3.connect(":memory:")
            self._words.execute(_TABLE)
        rows = enumerate(self._items[self._indexed :], start=self._indexed + 1)
        self._words.executemany("INSERT INTO turns(rowid, text) VALUES (?, ?)", ((n, item.text) for n, item in rows))
        self._indexed = len(self._items)
        return self._words


def _memory(item: HostItem, score: float) -> HostMemory:
    return HostMemory(id=item.key, text=item.text, created_at=item.observed_at, score=score, key=item.key)
