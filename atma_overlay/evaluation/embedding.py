"""Embeddings kept between episodes, and counted: the same fillers go into every one of them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError
from atma_overlay.own_code import made_by
from atma_overlay.ports.embedder import Embedder

_KEPT_TEXTS = 8192


class KeepingEmbedder:
    """The lexical embedder, which embeds a text once in this process."""

    def __init__(self) -> None:
        self._embedder = LexicalEmbedder()
        self._sparse = lru_cache(maxsize=_KEPT_TEXTS)(self._embedder.sparse)
        self._asked = threading.local()

    @property
    def texts(self) -> int:
        """How many texts this thread has asked it for, kept ones among them: an episode runs on one thread."""
        asked: int = getattr(self._asked, "texts", 0)
        return asked

    def _count(self, texts: int) -> None:
        self._asked.texts = self.texts + texts

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
        self._count(1)
        return self._sparse(text)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector a text, in order."""
        self._count(len(texts))
        return self._embedder.embed(texts)


@lru_cache(maxsize=1)
def keeping_embedder() -> KeepingEmbedder:
    """The one of this process."""
    return KeepingEmbedder()


def embedder_named(spec: str | None) -> Embedder:
    """The embedder to measure with: the kept lexical one, or `MODULE:NAME` called without arguments.

    Raises:
        InvalidInputError: there is no such thing, or it is no embedder.
    """
    if spec is None:
        return keeping_embedder()
    made: Embedder = made_by("embedder", spec, remedy="pass MODULE:CLASS, which can be imported and called")
    if not hasattr(made, "embed"):
        raise InvalidInputError("embedder", f"{spec!r} has no method embed(texts)")
    return made
