"""A LlamaIndex query engine over the overlay, offline.

Run it: pip install ".[llama-index]", then python examples/llamaindex_query_engine.py.
"""

from datetime import UTC, datetime

from llama_index.core.llms import MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from llama_index.retrievers.atma import AtmaRetriever

ME = Scope(tenant="acme", user="u-42")


def main() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I live in Chicago.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
        overlay.remember("I moved to Atlanta.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC))
        retriever = AtmaRetriever(overlay, scope=ME, similarity_top_k=3)
        engine = RetrieverQueryEngine.from_args(retriever, llm=MockLLM())  # yours: any LLM; this one repeats its prompt
        print(engine.query("Since I live in Chicago, which gym is near me?"))


if __name__ == "__main__":
    main()
