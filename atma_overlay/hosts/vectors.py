"""Exact similarity search over the texts of one owner, without a vector library."""

from __future__ import annotations

from collections.abc import Mapping
from operator import mul
from typing import Protocol, runtime_checkable

from atma_overlay.ports.embedder import Embedder

__all__ = ["DenseVectors", "SparseEmbedder", "SparseVectors", "Vectors", "vectors_for"]


@runtime_checkable
class SparseEmbedder(Protocol):
    """An embedder that can name the few components of a unit vector that are not zero."""

    def sparse(self, text: str) -> dict[int, float]:
        """The components that are not zero, by index."""


class Vectors(Protocol):
    """The vectors of some texts, by number."""

    def put(self, number: int, text: str) -> None:
        """Keep the vector of a text, in place of an earlier one of the same number."""

    def drop(self, number: int) -> None:
        """Forget a vector."""

    def similarities(self, query: str) -> Mapping[int, float]:
        """The cosine of the query with each text; a number that is absent has a cosine of zero."""


def vectors_for(embedder: Embedder) -> Vectors:
    """An inverted index where the embedder is sparse, a list of vectors where it is not."""
    return SparseVectors(embedder) if isinstance(embedder, SparseEmbedder) else DenseVectors(embedder)


class SparseVectors:
    """An inverted index: for each component the texts that have it."""

    def __init__(self, embedder: SparseEmbedder) -> None:
        self._embedder = embedder
        self._kept: dict[int, dict[int, float]] = {}
        self._postings: dict[int, dict[int, float]] = {}

    def put(self, number: int, text: str) -> None:
        """Keep the vector of a text, in place of an earlier one of the same number."""
        vector = self._embedder.sparse(text)
        self.drop(number)
        self._kept[number] = vector
        for component, weight in vector.items():
            self._postings.setdefault(component, {})[number] = weight

    def drop(self, number: int) -> None:
        """Forget a vector."""
        for component in self._kept.pop(number, ()):
            del self._postings[component][number]

    def similarities(self, query: str) -> dict[int, float]:
        """The cosine of the query with each text that shares a component with it."""
        found: dict[int, float] = {}
        for component, weight in self._embedder.sparse(query).items():
            for number, other in self._postings.get(component, {}).items():
                found[number] = found.get(number, 0.0) + weight * other
        return found


class DenseVectors:
    """A list of vectors, compared one by one."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: dict[int, list[float]] = {}

    def put(self, number: int, text: str) -> None:
        """Keep the vector of a text, in place of an earlier one of the same number."""
        [self._kept[number]] = self._embedder.embed([text])

    def drop(self, number: int) -> None:
        """Forget a vector."""
        self._kept.pop(number, None)

    def similarities(self, query: str) -> dict[int, float]:
        """The cosine of the query with each text."""
        [wanted] = self._embedder.embed([query])
        return {number: sum(map(mul, wanted, vector)) for number, vector in self._kept.items()}
