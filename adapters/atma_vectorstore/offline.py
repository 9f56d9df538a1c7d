"""A vector store that asks no service: this project's embedder, one file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts.lengths import check_lengths
from atma_overlay.hosts.replacing import replaced
from atma_overlay.ports.embedder import Embedder
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings
    from langchain_core.vectorstores import InMemoryVectorStore

__all__ = ["offline_embeddings", "offline_store", "save_store"]


@typed
def offline_embeddings(embedder: Embedder | None = None) -> Embeddings:
    """An embedder of this project as LangChain's `Embeddings`; a `LexicalEmbedder` when left out.

    Raises:
        MissingExtraError: langchain-core is not installed.
    """
    embeddings: Embeddings = _bridge()(embedder if embedder is not None else LexicalEmbedder())
    return embeddings


@typed
def offline_store(path: str | Path | None = None) -> InMemoryVectorStore:
    """LangChain's in-memory store with this project's embedder, filled from a file where there is one.

    Args:
        path: what `save_store` has written; a missing file is an empty store.

    Raises:
        HostError: the file is none of LangChain's.
        InvalidInputError: its vectors are of another length: another embedder made them.
        MissingExtraError: langchain-core is not installed.
    """
    embedder = LexicalEmbedder()
    embeddings = offline_embeddings(embedder)
    from langchain_core.vectorstores import InMemoryVectorStore

    if path is None or not Path(path).is_file():
        return InMemoryVectorStore(embeddings)
    try:
        with _beta_api():
            store = InMemoryVectorStore.load(str(path), embeddings)
        if all({"text", "vector", "metadata"} <= row.keys() for row in store.store.values()):
            check_lengths((row["vector"] for row in store.store.values()), embedder=embedder, place=str(path))
            return store
        cause: Exception | None = None
    except InvalidInputError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        cause = error
    problem = "the file is no dump of an InMemoryVectorStore: write one with `dump`, or check the path"
    raise HostError("vectorstore", "open", problem) from cause


@typed
def save_store(store: InMemoryVectorStore, path: str | Path) -> None:
    """Write the store to a file, as a whole: after a kill the file is the old one or the new one.

    Raises:
        OSError: the file system refuses.
    """
    with replaced(Path(path)) as written:
        store.dump(str(written))


@contextmanager
def _beta_api() -> Iterator[None]:
    """`load` warns that LangChain's own reader of its own dumps may change; the pinned range is tested."""
    import warnings

    from langchain_core._api import LangChainBetaWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LangChainBetaWarning)
        yield


@cache
def _bridge() -> Any:
    try:
        from langchain_core.embeddings import Embeddings
    except ImportError as error:
        raise MissingExtraError("langchain-core", "langchain", error) from error

    class OfflineEmbeddings(Embeddings):
        """An embedder of this project behind LangChain's interface."""

        def __init__(self, embedder: Embedder) -> None:
            self._embedder = embedder

        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            """One vector a text."""
            return self._embedder.embed(texts)

        def embed_query(self, text: str) -> list[float]:
            """The vector of a query."""
            [vector] = self._embedder.embed([text])
            return vector

    return OfflineEmbeddings
