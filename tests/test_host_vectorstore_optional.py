"""Stores that are not among the test requirements keep the contract too, where they are installed."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract
from atma_vectorstore import VectorStoreHost, offline_embeddings

DIMENSION = 1024


class TestFaissInAFolder(HostContract):
    """`pip install faiss-cpu langchain-community`."""

    @pytest.fixture
    def faiss(self) -> Any:
        pytest.importorskip("faiss")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "`langchain-community` is being sunset", DeprecationWarning)
            return pytest.importorskip("langchain_community.vectorstores.faiss").FAISS

    @pytest.fixture
    def host(self, faiss: Any, tmp_path: Path) -> Host:
        index = pytest.importorskip("faiss").IndexFlatL2(DIMENSION)
        documents = pytest.importorskip("langchain_community.docstore.in_memory").InMemoryDocstore()
        store = faiss(offline_embeddings(), index, documents, {})
        return VectorStoreHost(store, save=lambda: store.save_local(str(tmp_path)))

    @pytest.fixture
    def reopen(self, faiss: Any, tmp_path: Path) -> Callable[[], Host]:
        def opened() -> Host:
            kept = faiss.load_local(str(tmp_path), offline_embeddings(), allow_dangerous_deserialization=True)
            return VectorStoreHost(kept, save=lambda: kept.save_local(str(tmp_path)))

        return opened


class TestChromaInAFolder(HostContract):
    """`pip install langchain-chroma`."""

    @pytest.fixture
    def opened(self, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Host]:
        chroma = pytest.importorskip("langchain_chroma").Chroma
        folder, name = tmp_path_factory.getbasetemp() / "chroma", f"memories-{uuid4()}"
        return lambda: VectorStoreHost(chroma(name, offline_embeddings(), persist_directory=str(folder)))

    @pytest.fixture
    def host(self, opened: Callable[[], Host]) -> Host:
        return opened()

    @pytest.fixture
    def reopen(self, opened: Callable[[], Host]) -> Callable[[], Host]:
        return opened
