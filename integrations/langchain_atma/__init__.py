"""The overlay in LangChain and LangGraph: middleware, retriever, tools, store, classic memory and bridges.

Everything loads when it is asked for, so that importing this package costs next to nothing beside the framework.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from atma_overlay.errors import MissingExtraError

if TYPE_CHECKING:
    from langchain_atma.embedder import LangChainEmbedder
    from langchain_atma.memory import AtmaMemory
    from langchain_atma.middleware import AtmaMiddleware
    from langchain_atma.model import LangChainModel
    from langchain_atma.retriever import AtmaRetriever
    from langchain_atma.store import AtmaStore
    from langchain_atma.tools import AtmaRememberTool, AtmaSearchTool

__all__ = [
    "AtmaMemory",
    "AtmaMiddleware",
    "AtmaRememberTool",
    "AtmaRetriever",
    "AtmaSearchTool",
    "AtmaStore",
    "LangChainEmbedder",
    "LangChainModel",
]

_HOMES = {
    "AtmaMemory": "memory",
    "AtmaMiddleware": "middleware",
    "AtmaRememberTool": "tools",
    "AtmaRetriever": "retriever",
    "AtmaSearchTool": "tools",
    "AtmaStore": "store",
    "LangChainEmbedder": "embedder",
    "LangChainModel": "model",
}
_EXTRAS = {
    "langchain": "langchain",
    "langchain_classic": "langchain-classic",
    "langchain_core": "langchain",
    "langgraph": "langchain",
}


def __getattr__(name: str) -> object:
    """Load the part that is asked for, with the framework that it is for.

    Raises:
        MissingExtraError: that framework is not installed, or not in a version that fits.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _EXTRAS:
            raise
        raise MissingExtraError(package, _EXTRAS[package], error) from error


def __dir__() -> list[str]:
    """What the package offers, loaded or not."""
    return __all__
