"""Mem0 keeps the contract, with and without a model, blocking and awaited."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from atma_mem0 import Mem0Host, offline_memory
from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract
from atma_overlay.testing.rewriting import Rewriting, ScriptedExtractor
from tests.mem0_stores import Awaited, release


class TestMem0(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Iterator[Host]:
        memory = offline_memory(tmp_path)
        yield Mem0Host(memory, infer=False)
        release(memory)

    @pytest.fixture
    def reopen(self, host: Any, tmp_path: Path) -> Iterator[Callable[[], Host]]:
        opened: list[Any] = []

        def again() -> Host:
            release(host._memory)
            opened.append(offline_memory(tmp_path))
            return Mem0Host(opened[0], infer=False)

        yield again
        for memory in opened:
            release(memory)


class TestMem0Awaited(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Iterator[Host]:
        memory = offline_memory(tmp_path, asynchronous=True)
        host: Any = Awaited(Mem0Host(memory, infer=False))
        yield host
        host.close()
        release(memory)

    @pytest.fixture
    def reopen(self, host: Any, tmp_path: Path) -> Iterator[Callable[[], Host]]:
        opened: list[Any] = []

        def again() -> Host:
            release(host.host._memory)
            opened.append(offline_memory(tmp_path, asynchronous=True))
            host.host = Mem0Host(opened[0], infer=False)
            return host  # type: ignore[no-any-return]  # the same face over the new instance

        yield again
        for memory in opened:
            release(memory)


class TestMem0WithAModelThatRewrites(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Iterator[Host]:
        memory = offline_memory(tmp_path, rewrite=ScriptedExtractor([Rewriting.PARAPHRASE, Rewriting.SPLIT]))
        yield Mem0Host(memory)
        release(memory)
