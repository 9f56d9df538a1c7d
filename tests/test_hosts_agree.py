"""The same episodes over any host give the same labelled states: every task of the evaluation, over every host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from langchain_qdrant import QdrantVectorStore
from qdrant_client import QdrantClient, models

from atma_graphiti import Facts, GraphitiHost, embedded
from atma_llamaindex import LlamaIndexHost, offline_index
from atma_mem0 import Mem0Host
from atma_overlay import Label, Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host import Host
from atma_overlay.views import Packet
from atma_qdrant import QdrantHost
from atma_vectorstore import VectorStoreHost, offline_embeddings, offline_store
from tests import paraphrasing_hosts
from tests.host_episodes import EPISODES, Told
from tests.qdrant_over_http import QdrantOverHttp

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


class AtAServer(QdrantHost):
    """Qdrant behind the stand-in for its server."""

    def __init__(self) -> None:
        self._served = QdrantOverHttp()
        super().__init__(url=self._served.url)

    def close(self) -> None:
        super().close()
        self._served.stop()


def over_qdrant() -> Host:
    client = QdrantClient(":memory:", force_disable_check_same_thread=True)
    client.create_collection("memories", models.VectorParams(size=1024, distance=models.Distance.COSINE))
    return VectorStoreHost(QdrantVectorStore(client, "memories", offline_embeddings()))


HOSTS: dict[str, Callable[[Path], Host]] = {
    "qdrant": lambda folder: QdrantHost(path=folder / "qdrant"),
    "qdrant, a server": lambda _: AtAServer(),
    "mem0": lambda folder: Mem0Host.from_spec(str(folder / "mem0")),
    "mem0, paraphrasing": lambda _: paraphrasing_hosts.mem0(),
    "graphiti, facts": lambda _: GraphitiHost(embedded(), writes=Facts()),
    "graphiti, paraphrasing": lambda _: paraphrasing_hosts.graphiti(),
    "langchain": lambda _: VectorStoreHost(offline_store()),
    "langchain, over qdrant": lambda _: over_qdrant(),
    "llamaindex": lambda _: LlamaIndexHost(offline_index()),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an overlay made of an episode: the states, and a packet a question."""

    states: list[tuple[str, str, str, str, datetime, datetime | None]]
    packets: list[Packet]


def outcome(host: Host, name: str, told: Told) -> Outcome:
    """Every episode is another user's, so that one host holds them all and none may show in another."""
    me = Scope(tenant="acme", user=name)
    overlay = Overlay(host, ledger="memory://", on_error="raise")  # left open, and with it the host
    for day, text in enumerate(told.said):
        overlay.remember(text, scope=me, observed_at=NOON + timedelta(days=day))
    now = NOON + timedelta(days=len(told.said))
    packets = [overlay.recall(query, scope=me, view=view, limit=10, now=now) for query, view in told.asked]
    records = overlay.timeline(scope=me).records
    states = [(r.subject, r.attribute, r.value, str(r.status), r.valid_from, r.valid_to) for r in records]
    return Outcome(sorted(states, key=str), packets)


@pytest.fixture(scope="module")
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    opened = HOSTS[request.param](tmp_path_factory.mktemp("store"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def expected() -> dict[str, Outcome]:
    """What the host in memory makes of the episodes."""
    oracle = MemoryHost()
    return {name: outcome(oracle, name, told) for name, told in EPISODES.items()}


@pytest.mark.parametrize("host", HOSTS, indirect=True, scope="module")
@pytest.mark.parametrize("name", EPISODES)
def test_the_labelled_states_are_those_of_the_host_in_memory(
    host: Host, name: str, expected: dict[str, Outcome]
) -> None:
    here, there = outcome(host, name, EPISODES[name]), expected[name]
    assert here.states == there.states
    for mine, theirs in zip(here.packets, there.packets, strict=True):
        assert mine.view is theirs.view
        assert [(p.text, p.verdict) for p in mine.premises] == [(p.text, p.verdict) for p in theirs.premises]
        assert first(mine) == first(theirs), mine.query
        # What stands beside the answer depends on how much of its own the host brings; a label never does.
        labels, expected_labels = labelled(mine), labelled(theirs)
        both = labels.keys() & expected_labels.keys()
        assert {i: labels[i] for i in both} == {i: expected_labels[i] for i in both}, mine.query


def first(packet: Packet) -> tuple[frozenset[str], Label] | None:
    """The slot of the first row that the ledger knows: its values with that row's label, whose order is the host's."""
    known = [r for r in packet.rows if r.label is not Label.UNTRACKED]
    if not known:
        return None
    slot = (known[0].subject, known[0].attribute, known[0].label)
    return frozenset(r.value for r in known if (r.subject, r.attribute, r.label) == slot), known[0].label


def labelled(packet: Packet) -> dict[tuple[str | None, str], Label]:
    """The labels of what the ledger knows, by slot and value."""
    return {(r.attribute, r.value): r.label for r in packet.rows if r.label is not Label.UNTRACKED}


def test_what_is_compared_is_of_every_kind(expected: dict[str, Outcome]) -> None:
    labels = {row.label for o in expected.values() for packet in o.packets for row in packet.rows}
    statuses = {state[3] for o in expected.values() for state in o.states}
    verdicts = {p.verdict for o in expected.values() for packet in o.packets for p in packet.premises}
    assert labels >= {Label.CURRENT, Label.HISTORICAL, Label.TRANSITION, Label.UNRESOLVED, Label.UNTRACKED}
    assert statuses >= {"active", "superseded", "ended", "invalidated", "retracted"}
    assert {str(v) for v in verdicts} >= {"outdated", "supported"}
    assert [name for name, o in expected.items() if all(first(packet) is None for packet in o.packets)] == []
