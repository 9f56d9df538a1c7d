"""LangChain's embeddings as the overlay's embedder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

__all__ = ["LangChainEmbedder"]


class LangChainEmbedder:
    """Any `Embeddings` of LangChain; vectors are brought to unit length.

    Args:
        embeddings: the embeddings.
        name: a name with a version, as vectors of different names are never compared; by default the class and its
            model. Name it where the class does not tell its model.
        dimension: the length of a vector; by default that of a first one, which is made when it is asked for.

    Raises:
        InvalidInputError: what is passed embeds no documents.
    """

    @typed
    def __init__(self, embeddings: Embeddings, *, name: str | None = None, dimension: int | None = None) -> None:
        if not callable(getattr(embeddings, "embed_documents", None)):
            raise InvalidInputError("embeddings", f"{type(embeddings).__name__} is none: pass LangChain Embeddings")
        self._embeddings, self._name, self._dimension = embeddings, name, dimension

    @property
    def name(self) -> str:
        """The name that was given, or the class and its model."""
        model = getattr(self._embeddings, "model", None) or getattr(self._embeddings, "model_name", None)
        return self._name or ":".join(
            str(part) for part in ("langchain", type(self._embeddings).__name__, model) if part
        )

    @property
    def dimension(self) -> int:
        """The length of every vector."""
        return self._dimension if self._dimension is not None else self._measured

    @cached_property
    def _measured(self) -> int:
        return len(self._embeddings.embed_documents(["dimension"])[0])

    @typed
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector a text, in order."""
        return [_unit(vector) for vector in self._embeddings.embed_documents(list(texts))] if texts else []


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.hypot(*vector)
    return [component / length for component in vector] if length else list(vector)
