"""Every host that opens by name and persists makes nothing for who wants only what exists."""

from __future__ import annotations

from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import pytest

from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts import ExistingHostFactory, host_names, open_host
from atma_overlay.hosts.registry import HOSTS_GROUP
from atma_overlay.testing.named_host_contract import NamedHostContract

PLACES = {
    "graphiti": ("kuzu", "graph.kuzu"),
    "llamaindex": ("llama_index", "index"),
    "mem0": ("mem0", "store"),
    "qdrant": ("qdrant_client", "store"),
    "vectorstore": ("langchain_core", "memories.json"),
}


@pytest.mark.parametrize("name", PLACES)
class TestHostsByName(NamedHostContract):
    @pytest.fixture
    def spec(self, name: str, tmp_path: Path) -> str:
        module, place = PLACES[name]
        if find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
        return f"{name}:{tmp_path / place}"


def test_every_installed_host_is_held_to_the_contract_but_the_one_that_forgets() -> None:
    assert set(host_names()) == {"memory", *PLACES}


def test_a_host_without_places_opens_as_ever_for_who_wants_what_exists() -> None:
    assert open_host("memory:scratch", existing=True).name == "scratch"


@pytest.mark.parametrize("name", PLACES)
def test_a_host_that_persists_says_that_it_knows_the_difference(name: str) -> None:
    [announced] = entry_points(group=HOSTS_GROUP, name=name)
    assert isinstance(announced.load(), ExistingHostFactory)


def test_a_folder_is_no_kuzu_database(tmp_path: Path) -> None:
    pytest.importorskip("kuzu")
    with pytest.raises(InvalidInputError, match="is a folder: name the file of a Kuzu database"):
        open_host(f"graphiti:{tmp_path}")
    assert list(tmp_path.iterdir()) == []
