"""A LlamaIndex vector index and the overlay, offline.

Run it: pip install ".[llama-index]", then python examples/llamaindex_vector_index.py.
"""

from datetime import UTC, datetime

from llama_index.core import VectorStoreIndex

from atma_llamaindex import LlamaIndexHost, offline_embedding
from atma_overlay import Overlay, Scope

ME = Scope(tenant="acme", user="u-42")


def main() -> None:
    index = VectorStoreIndex([], embed_model=offline_embedding())  # yours: any vector store, any embedding
    with Overlay(LlamaIndexHost(index), ledger="memory://") as overlay:
        overlay.remember("I live in Lisbon.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
        overlay.remember("I moved, I live in Berlin now.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC))
        for found in index.as_retriever(similarity_top_k=5).retrieve("Where do I live?"):
            print(f"llama-index: {found.text}")
        for row in overlay.recall("Where do I live?", scope=ME).rows:
            print(f"{row.label}: {row.value}")


if __name__ == "__main__":
    main()
