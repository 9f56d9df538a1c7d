"""The reference host keeps the contract, with either kind of embedder, and hosts are found by name."""

import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts import MemoryHost, host_names, memory_id, open_host
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from atma_overlay.testing.host_contract import HostContract

ME = Scope(tenant="acme", user="me")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


class DenseEmbedder:
    """An embedder that has nothing but the port's methods."""

    name = "dense/1"
    dimension = 256

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return LexicalEmbedder(self.dimension).embed(texts)


def said(*texts: str) -> list[HostItem]:
    return [HostItem(key=f"k{n}", text=t, role="user", observed_at=NOON) for n, t in enumerate(texts)]


class TestMemoryHost(HostContract):
    @pytest.fixture
    def host(self) -> Host:
        return MemoryHost()


class TestMemoryHostWithADenseEmbedder(HostContract):
    @pytest.fixture
    def host(self) -> Host:
        return MemoryHost(DenseEmbedder())


def test_both_kinds_of_embedder_search_alike() -> None:
    texts = ["I keep bees.", "I play the tuba.", "Bees sting.", "My cat is called Ink.", "The tuba is brass."]
    sparse, dense = MemoryHost(LexicalEmbedder(256)), MemoryHost(DenseEmbedder())
    for host in (sparse, dense):
        host.add(said(*texts), scope=ME)
    one, other = (h.search("Who keeps bees?", scope=ME, limit=5).memories for h in (sparse, dense))
    assert [m.text for m in one] == [m.text for m in other]
    assert [m.score for m in one] == pytest.approx([m.score for m in other])


def test_ties_come_in_order_of_insertion() -> None:
    host = MemoryHost()
    ids = [i for (i,) in host.add(said(*["I keep bees."] * 9), scope=ME)]
    assert [m.id for m in host.search("bees", scope=ME, limit=4).memories] == ids[:4]
    assert [m.id for m in host.page(scope=ME).memories] == ids


def test_a_rewritten_memory_keeps_its_place() -> None:
    host = MemoryHost()
    host.add(said("one", "two", "three"), scope=ME)
    host.add(said("uno"), scope=ME)
    assert [m.text for m in host.page(scope=ME).memories] == ["uno", "two", "three"]


def test_a_page_goes_on_where_the_last_one_ended_although_rows_were_deleted_between() -> None:
    host = MemoryHost()
    ids = [i for (i,) in host.add(said("one", "two", "three", "four"), scope=ME)]
    first = host.page(scope=ME, limit=2)
    host.delete(ids[:2], scope=ME)
    assert [m.text for m in host.page(scope=ME, cursor=first.cursor, limit=2).memories] == ["three", "four"]


def test_the_native_answer_is_the_memories_themselves() -> None:
    host = MemoryHost()
    host.add(said("I keep bees."), scope=ME)
    found = host.search("bees", scope=ME, limit=1)
    assert found.native is found.memories


@pytest.mark.parametrize(
    ("cursor", "limit", "field"), [("elsewhere", 5, "cursor"), ("-1", 5, "cursor"), (None, 0, "limit")]
)
def test_a_page_that_cannot_be_is_refused(cursor: str | None, limit: int, field: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^{field}: "):
        MemoryHost().page(scope=ME, cursor=cursor, limit=limit)


def test_a_naive_instant_is_refused_by_the_item() -> None:
    with pytest.raises(InvalidInputError, match="observed_at: is naive"):
        HostItem(key="k", text="t", role="user", observed_at=datetime(2024, 5, 1))  # noqa: DTZ001 the subject


def test_ids_are_stable_across_processes_and_versions() -> None:
    assert memory_id(ME, "k0") == "5a26c249-dde1-55c5-b8e1-1bd895716983"
    assert memory_id(ME.model_copy(update={"session": "s"}), "k0") != memory_id(ME, "k0")


def test_five_thousand_memories_are_searched_in_milliseconds() -> None:
    host = MemoryHost()
    items = said(*[f"On day {n} locker {n * 7919 % 5000} held {n % 97} red umbrellas" for n in range(5000)])
    host.add(items, scope=ME)

    def milliseconds() -> float:
        start = time.process_time()
        host.search("What was in locker 4711?", scope=ME, limit=20)
        return (time.process_time() - start) * 1000

    assert min(milliseconds() for _ in range(5)) < 60  # some 6 on a quiet machine


def test_hosts_open_by_name() -> None:
    assert open_host("memory").name == "memory"
    assert open_host("memory:scratch").name == "scratch"
    assert {"memory", "qdrant"} <= set(host_names())


@pytest.mark.parametrize("spec", ["memroy", "", ":x", "sqlite:x"])
def test_an_unknown_host_is_refused_with_the_known_ones(spec: str) -> None:
    with pytest.raises(InvalidInputError, match=r"is not the name of an installed host: use one of .*memory.*qdrant"):
        open_host(spec)


@pytest.fixture
def third_party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution of someone else's on the path."""
    (tmp_path / "their_memory.py").write_text(
        "from atma_overlay.hosts import MemoryHost\n"
        "class TheirHost:\n"
        "    @classmethod\n"
        "    def from_spec(cls, rest):\n"
        "        return MemoryHost(name=f'theirs at {rest}')\n"
        "unfit = object()\n"
    )
    metadata = tmp_path / "their_memory-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: their-memory\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[atma_overlay.hosts]\ntheirs = their_memory:TheirHost\nunfit = their_memory:unfit\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "their_memory", raising=False)


@pytest.mark.usefixtures("third_party")
def test_a_third_party_ships_a_host_by_an_entry_point() -> None:
    assert open_host("theirs:tcp://box:1").name == "theirs at tcp://box:1"
    assert "theirs" in host_names()


@pytest.mark.usefixtures("third_party")
def test_an_entry_point_that_opens_nothing_is_told_what_it_lacks() -> None:
    with pytest.raises(InvalidInputError, match="has no `from_spec`"):
        open_host("unfit")
