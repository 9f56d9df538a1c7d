"""Embeddings kept between episodes: the same fillers go into every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from atma_overlay.embedding import LexicalEmbedder

_KEPT_TEXTS = 8192


class KeepingEmbedder:
    """The lexical embedder, which embeds a text once in this process."""

    def __init__(self) -> None:
        self._embedder = LexicalEmbedder()
        self._sparse = lru_cache(maxsize=_KEPT_TEXTS)(self._embedder.sparse)

    @property
    def name(self) -> str:
        """The name of the embedder that it asks."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """The length of every vector."""
        return self._embedder.dimension

    def sparse(self, text: str) -> dict[int, float]:
        """The components that are not zero; shared, so not to be changed."""
        return self._sparse(text)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector a text, in order."""
        return self._embedder.embed(texts)


@lru_cache(maxsize=1)
def keeping_embedder() -> KeepingEmbedder:
    """The one of this process."""
    return KeepingEmbedder()
