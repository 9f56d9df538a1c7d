"""Any LlamaIndex embedding as the overlay's embedder."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError, ModelError
from atma_overlay.kinds import able
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding

__all__ = ["LlamaIndexEmbedder"]

_PROBE = "dimension"


class LlamaIndexEmbedder:
    """An embedding model of LlamaIndex, its vectors brought to unit length.

    Args:
        embedding: the embedding model, configured by you.
        dimension: the length of its vectors; found by embedding one word where it is left out.
        version: told apart in the name, for models that change behind one name.

    Raises:
        InvalidInputError: the dimension is not positive.
    """

    @typed
    def __init__(self, embedding: BaseEmbedding, *, dimension: int | None = None, version: str = "1") -> None:
        able("embedding", embedding, "get_text_embedding", "model_name", wanted="an embedding model of LlamaIndex")
        if dimension is not None and dimension < 1:
            raise InvalidInputError("dimension", f"{dimension} is no length: pass the vectors' own, or leave it out")
        self._embedding, self._dimension, self._version = embedding, dimension, version

    @property
    def name(self) -> str:
        """`llama_index:MODEL:VERSION`."""
        return f"llama_index:{self._embedding.model_name}:{self._version}"

    @property
    def dimension(self) -> int:
        """The length of every vector."""
        if self._dimension is None:
            self._dimension = len(self._vectors([_PROBE])[0])
        return self._dimension

    @typed
    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector a text, in order.

        Raises:
            ModelError: the model failed, or what it returned is no vector of one length.
        """
        if not texts:
            return []
        vectors = [_unit(vector) for vector in self._vectors(texts)]
        if any(vector is None or len(vector) != self.dimension for vector in vectors) or len(vectors) != len(texts):
            raise ModelError(self.name, f"its vectors are not {len(texts)} finite ones of length {self.dimension}")
        return [vector for vector in vectors if vector is not None]

    def _vectors(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            return self._embedding.get_text_embedding_batch(list(texts))
        except Exception as error:
            transient = isinstance(error, TimeoutError | ConnectionError)
            raise ModelError(self.name, type(error).__name__, transient=transient) from error


def _unit(vector: Sequence[float]) -> list[float] | None:
    length = math.sqrt(math.fsum(x * x for x in vector))
    return [x / length for x in vector] if math.isfinite(length) and length > 0 else None
