"""A retriever around the one that is there, offline.

Run it: pip install ".[langchain]", then python examples/langchain_retriever.py.
"""

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from langchain_atma import AtmaRetriever

ME = Scope(tenant="acme", user="u-42")


class Notes(BaseRetriever):
    """In place of yours: it finds everything."""

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return [
            Document("I live in Chicago, near the lake.", metadata={"source": "old.md"}),
            Document("The gym on Peachtree Street opens at six.", metadata={"source": "gyms.md"}),
        ]


if __name__ == "__main__":
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for text in ("I live in Chicago.", "I moved to Atlanta."):
            overlay.remember(text, scope=ME)
        retriever = AtmaRetriever(overlay=overlay, scope=ME, base=Notes(), k=3)
        for document in retriever.invoke("Which gym is near where I live?"):
            print(document.metadata.get("source", "ledger"), "|", document.page_content)
