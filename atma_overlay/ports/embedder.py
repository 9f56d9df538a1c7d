"""The embedder port: texts to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Embedder(Protocol):
    """Turns texts into unit vectors of one fixed dimension; the same text always gives the same vector."""

    @property
    def name(self) -> str:
        """A name with a version: vectors of different names are never compared."""

    @property
    def dimension(self) -> int:
        """The length of every vector."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector a text, in order."""
