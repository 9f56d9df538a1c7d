"""The overlay as a LlamaIndex retriever."""

from llama_index.retrievers.atma.retriever import AtmaRetriever

__all__ = ["AtmaRetriever"]
