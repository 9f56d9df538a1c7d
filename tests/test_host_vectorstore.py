"""A LangChain vector store keeps the contract: in memory, in a file, in FAISS, and where it cannot list."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import faiss
import pytest

from atma_overlay.hosts import open_host
from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract
from atma_vectorstore import VectorStoreHost, dialect_of, offline_embeddings, offline_store

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "`langchain-community` is being sunset", DeprecationWarning)
    from langchain_community.docstore.in_memory import InMemoryDocstore
    from langchain_community.vectorstores import FAISS

DIMENSION = 1024


def faiss_host(store: FAISS, folder: Path) -> VectorStoreHost:
    return VectorStoreHost(store, save=lambda: store.save_local(str(folder)))


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


class TestFaissInAFolder(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Host:
        store = FAISS(offline_embeddings(), faiss.IndexFlatL2(DIMENSION), InMemoryDocstore(), {})
        return faiss_host(store, tmp_path)

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Callable[[], Host]:
        def opened() -> Host:
            kept = FAISS.load_local(str(tmp_path), offline_embeddings(), allow_dangerous_deserialization=True)
            return faiss_host(kept, tmp_path)

        return opened


class TestStoreThatNeitherFiltersNorLists(HostContract):
    """The host alone keeps scopes apart: every search asks for more until it has enough."""

    @pytest.fixture
    def host(self) -> Host:
        store = offline_store()
        return VectorStoreHost(store, dialect=replace(dialect_of(store), filters=None, listing=None, nearness=None))
