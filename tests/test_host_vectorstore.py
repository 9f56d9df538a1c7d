"""A LangChain vector store keeps the contract: in memory, in a file, in Qdrant, and where it cannot list."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from langchain_qdrant import QdrantVectorStore
from qdrant_client import QdrantClient, models

from atma_overlay.hosts import open_host
from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract
from atma_vectorstore import VectorStoreHost, dialect_of, offline_embeddings, offline_store

DIMENSION = 1024


class TestInMemoryStore(HostContract):
    @pytest.fixture
    def host(self) -> Host:
        return VectorStoreHost(offline_store())


class TestInMemoryStoreInAFile(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Host:
        return VectorStoreHost.from_spec(str(tmp_path / "memories.json"))

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Callable[[], Host]:
        return lambda: open_host(f"vectorstore:{tmp_path / 'memories.json'}", existing=True)


def qdrant_store(folder: Path) -> QdrantVectorStore:
    client = QdrantClient(path=str(folder))
    if not client.collection_exists("memories"):
        client.create_collection("memories", models.VectorParams(size=DIMENSION, distance=models.Distance.COSINE))
    return QdrantVectorStore(client, "memories", offline_embeddings())


class TestQdrantStoreInAFolder(HostContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[QdrantVectorStore]:
        store = qdrant_store(tmp_path)
        yield store
        store.client.close()

    @pytest.fixture
    def host(self, store: QdrantVectorStore) -> Host:
        return VectorStoreHost(store)

    @pytest.fixture
    def reopen(self, store: QdrantVectorStore, tmp_path: Path) -> Iterator[Callable[[], Host]]:
        opened: list[QdrantVectorStore] = []

        def again() -> Host:
            store.client.close()
            opened.append(qdrant_store(tmp_path))
            return VectorStoreHost(opened[0])

        yield again
        for each in opened:
            each.client.close()


class TestStoreThatNeitherFiltersNorLists(HostContract):
    """The host alone keeps scopes apart: every search asks for more until it has enough."""

    @pytest.fixture
    def host(self) -> Host:
        store = offline_store()
        return VectorStoreHost(store, dialect=replace(dialect_of(store), filters=None, listing=None, nearness=None))
