"""A LangChain vector store and the overlay, offline.

Run it: pip install ".[langchain]", then python examples/langchain_vectorstore.py.
"""

from datetime import UTC, datetime

from langchain_core.vectorstores import InMemoryVectorStore

from atma_overlay import Overlay, Scope
from atma_vectorstore import VectorStoreHost, offline_embeddings

ME = Scope(tenant="acme", user="u-42")


def main() -> None:
    store = InMemoryVectorStore(offline_embeddings())  # yours: Chroma, FAISS, PGVector, … with your embeddings
    with Overlay(VectorStoreHost(store), ledger="memory://") as overlay:
        overlay.remember("I live in Lisbon.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
        overlay.remember("I moved, I live in Berlin now.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC))
        for document in store.similarity_search("Where do I live?"):
            print(f"langchain: {document.page_content}")
        for row in overlay.recall("Where do I live?", scope=ME).rows:
            print(f"{row.label}: {row.value}")


if __name__ == "__main__":
    main()
