"""Any LangChain `VectorStore` as a host memory."""

from atma_vectorstore.dialects import StoreDialect, as_equalities, as_operators, as_predicate
from atma_vectorstore.host import VectorStoreHost
from atma_vectorstore.known_stores import dialect_of
from atma_vectorstore.offline import offline_embeddings, offline_store, save_store

__all__ = [
    "StoreDialect",
    "VectorStoreHost",
    "as_equalities",
    "as_operators",
    "as_predicate",
    "dialect_of",
    "offline_embeddings",
    "offline_store",
    "save_store",
]
