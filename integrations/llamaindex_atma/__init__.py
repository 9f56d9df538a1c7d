"""What the LlamaIndex packages share, a query engine that answers outdated premises, and bridges of its models.

The drop-in classes stand where LlamaIndex looks for them: `llama_index.retrievers.atma`,
`llama_index.postprocessor.atma` and `llama_index.memory.atma`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llamaindex_atma.embedder import LlamaIndexEmbedder
    from llamaindex_atma.model import LlamaIndexModel
    from llamaindex_atma.query_engine import AtmaQueryEngine

__all__ = ["AtmaQueryEngine", "LlamaIndexEmbedder", "LlamaIndexModel"]

_HOMES = {
    "AtmaQueryEngine": "llamaindex_atma.query_engine",
    "LlamaIndexEmbedder": "llamaindex_atma.embedder",
    "LlamaIndexModel": "llamaindex_atma.model",
}


def __getattr__(name: str) -> object:
    """Load what is asked for, so that the retriever does not wait for the bridges."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
