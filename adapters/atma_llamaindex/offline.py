"""A vector index that asks no service: this project's embedder, everything in this process."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import MissingExtraError
from atma_overlay.ports.embedder import Embedder
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from llama_index.core import VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding
    from llama_index.core.schema import BaseNode

__all__ = ["offline_embedding", "offline_index"]


@typed
def offline_embedding(embedder: Embedder | None = None) -> BaseEmbedding:
    """An embedder of this project as LlamaIndex's `BaseEmbedding`; a `LexicalEmbedder` when left out.

    Raises:
        MissingExtraError: llama-index-core is not installed.
    """
    embedder = embedder if embedder is not None else LexicalEmbedder()
    embedding: BaseEmbedding = _bridge()(embedder)
    return embedding


@typed
def offline_index(nodes: Sequence[BaseNode] = (), *, embedding: BaseEmbedding | None = None) -> VectorStoreIndex:
    """LlamaIndex's simple in-memory index.

    Args:
        nodes: what it holds from the start.
        embedding: turns texts into vectors; this project's own when left out.

    Raises:
        MissingExtraError: llama-index-core is not installed.
    """
    embedding = embedding if embedding is not None else offline_embedding()
    from llama_index.core import StorageContext, VectorStoreIndex

    return VectorStoreIndex(list(nodes), embed_model=embedding, storage_context=StorageContext.from_defaults())


@cache
def _bridge() -> Any:
    try:
        from llama_index.core.embeddings import BaseEmbedding
    except ImportError as error:
        raise MissingExtraError("llama-index-core", "llama-index", error) from error

    class OfflineEmbedding(BaseEmbedding):
        """An embedder of this project behind LlamaIndex's interface."""

        def __init__(self, embedder: Embedder) -> None:
            super().__init__(model_name=embedder.name)
            self._embedder = embedder

        @property
        def embedder(self) -> Embedder:
            """The embedder behind it."""
            return self._embedder

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return self._embedder.embed(texts)

        def _get_text_embedding(self, text: str) -> list[float]:
            [vector] = self._embedder.embed([text])
            return vector

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    return OfflineEmbedding
