"""The same conversation over any host gives the same labelled states."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_graphiti import Facts, GraphitiHost, embedded
from atma_llamaindex import LlamaIndexHost, offline_index
from atma_mem0 import Mem0Host
from atma_overlay import Label, Overlay, Scope, View
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host import Host
from atma_qdrant import QdrantHost
from atma_vectorstore import VectorStoreHost, offline_store
from tests import paraphrasing_hosts

ME = Scope(tenant="acme", user="me")
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
CONVERSATION = (
    "I live in Porto.",
    "My sister lives in Ghent.",
    "I work at the harbour.",
    "I moved to Leeds.",
    "I am allergic to hazelnuts.",
    "I don't work at the harbour any more.",
    "I moved to York.",
)
ASKED = (
    ("Where do I live?", None),
    ("Where did I live before?", View.HISTORICAL),
    ("Where does my sister live?", None),
    ("Where do I work?", None),
    ("What am I allergic to?", None),
    ("Since I live in Porto, which beach is near me?", None),
)
HOSTS: dict[str, Callable[[Path], Host]] = {
    "qdrant": lambda folder: QdrantHost(path=folder / "qdrant"),
    "mem0": lambda folder: Mem0Host.from_spec(str(folder / "mem0")),
    "mem0, paraphrasing": lambda _: paraphrasing_hosts.mem0(),
    "graphiti": lambda _: GraphitiHost(embedded(), writes=Facts()),
    "graphiti, paraphrasing": lambda _: paraphrasing_hosts.graphiti(),
    "langchain": lambda _: VectorStoreHost(offline_store()),
    "llamaindex": lambda _: LlamaIndexHost(offline_index()),
}
States = list[tuple[str, str, str, str]]
Answers = list[tuple[tuple[str, str], dict[str, str], list[tuple[str, str]]]]


def told(host: Host) -> tuple[States, Answers]:
    """The states of the ledger, and for each question its first row, the labels by value, and its premises."""
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(CONVERSATION):
            overlay.remember(text, scope=ME, observed_at=NOON + timedelta(days=day))
        records = overlay.timeline(scope=ME).records
        packets = [overlay.recall(query, scope=ME, view=view, limit=10) for query, view in ASKED]
    host.close()
    states = sorted((r.subject, r.attribute, r.value, str(r.status)) for r in records)
    answers = []
    for packet in packets:
        rows = [(row.value, str(row.label)) for row in packet.rows if row.label is not Label.UNTRACKED]
        premises = [(premise.text, str(premise.verdict)) for premise in packet.premises]
        answers.append((rows[0], dict(rows), premises))
    return states, answers


@pytest.mark.parametrize("name", HOSTS)
def test_the_labelled_states_are_those_of_the_host_in_memory(name: str, tmp_path: Path) -> None:
    states, answers = told(HOSTS[name](tmp_path))
    expected = told(MemoryHost())
    assert ("user", "home_city", "York", "active") in expected[0]
    assert states == expected[0]
    for (query, _), here, there in zip(ASKED, answers, expected[1], strict=True):
        (first, labels, premises), (first_there, labels_there, premises_there) = here, there
        assert first == first_there, query
        assert premises == premises_there, query
        # What stands beside the answer depends on how much of its own the host brings; a label never does.
        assert {v: labels[v] for v in labels_there if v in labels} == {
            v: labels_there[v] for v in labels if v in labels_there
        }
