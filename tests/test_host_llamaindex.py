"""A LlamaIndex vector index keeps the contract: in memory, in a folder, and over a store that keeps the texts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from atma_llamaindex import LlamaIndexHost, offline_index
from atma_overlay.hosts import open_host
from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract


class TestSimpleIndex(HostContract):
    @pytest.fixture
    def host(self) -> Host:
        return LlamaIndexHost(offline_index())


class TestSimpleIndexInAFolder(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Host:
        return LlamaIndexHost.from_spec(str(tmp_path / "index"))

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Callable[[], Host]:
        return lambda: open_host(f"llamaindex:{tmp_path / 'index'}", existing=True)
