"""A host whose model paraphrases, splits, merges, drops and delays, all five at once, written and read by an overlay.

The labelled states are those of a host that keeps every word; what a memory mixes is shown as its live spans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_llamaindex import LlamaIndexHost, offline_index
from atma_overlay import Label, Overlay, Scope, View
from atma_overlay.adoption import DifferenceKind
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host import Host
from atma_overlay.testing.rewriting import EVERYTHING, RewritingHost, ScriptedExtractor
from atma_overlay.views import Packet
from atma_qdrant import QdrantHost
from atma_vectorstore import VectorStoreHost, offline_store
from tests import paraphrasing_hosts

ME = Scope(tenant="acme", user="me")
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
CONVERSATION = (
    "I live in Porto.",
    "My sister lives in Ghent. I play the tuba.",
    "I work at Bosch.",
    "Nice weather today.",
    "I am allergic to hazelnuts.",
    "I drive a green van.",
    "My rent is 800 euros. My dog is called Ink.",
    "I moved to Leeds.",
    "Well, well.",
    "My rent went up to 900 euros.",
    "I don't work at Bosch any more.",
    "I moved to York. My sister moved to Bruges.",
    "I had a long day.",
)
"""Under a plan of all five: one turn is paraphrased, one split, one merged with the next but one, one dropped, ..."""
MIXED = "The user said that they moved to Leeds; their rent went up to 900 euros."
ASKED = (
    ("Where do I live?", None),
    ("Where did I live before?", View.HISTORICAL),
    ("Where does my sister live?", None),
    ("What am I allergic to?", None),
    ("What is my rent?", None),
    ("Since I live in Porto, which beach is near me?", None),
)


def rewritten(host: Host) -> Host:
    made: Host = RewritingHost(host, ScriptedExtractor(EVERYTHING))
    return made


HOSTS: dict[str, Callable[[Path], Host]] = {
    "memory": lambda _: rewritten(MemoryHost()),
    "qdrant": lambda folder: rewritten(QdrantHost(path=folder / "qdrant")),
    "langchain": lambda _: rewritten(VectorStoreHost(offline_store())),
    "llamaindex": lambda _: rewritten(LlamaIndexHost(offline_index())),
    "mem0": lambda _: paraphrasing_hosts.mem0(EVERYTHING),
    "graphiti": lambda _: paraphrasing_hosts.graphiti(EVERYTHING),
}


@dataclass
class World:
    """A conversation over a host."""

    host: Host
    overlay: Overlay

    def asked(self) -> list[Packet]:
        return [self.overlay.recall(query, scope=ME, view=view, limit=10) for query, view in ASKED]

    def states(self) -> list[tuple[str, str, str, str]]:
        records = self.overlay.timeline(scope=ME).records
        return sorted((r.subject, r.attribute, r.value, str(r.status)) for r in records)

    def held(self) -> dict[str, str]:
        return {m.text: m.id for m in self.host.page(scope=ME).memories}


def told(host: Host) -> World:
    overlay = Overlay(host, ledger="memory://", on_error="raise")
    for day, text in enumerate(CONVERSATION):
        overlay.remember(text, scope=ME, observed_at=NOON + timedelta(days=day))
    return World(host, overlay)


@pytest.fixture(scope="module")
def plain() -> Iterator[World]:
    world = told(MemoryHost())
    yield world
    world.overlay.close()


@pytest.fixture(scope="module")
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = told(HOSTS[request.param](tmp_path_factory.mktemp("store")))
    yield world
    world.overlay.close()
    world.host.close()


PER_HOST = pytest.mark.parametrize("world", HOSTS, indirect=True, scope="module")


@PER_HOST
def test_the_host_did_all_five(world: World) -> None:
    made = world.held().keys() - set(CONVERSATION)  # Graphiti keeps what was said beside what was made of it
    assert {MIXED, "The user said that they play the tuba.", "The user said that their sister lives in Ghent."} <= made
    assert not [text for text in made if "weather" in text or "Well" in text]
    assert all(text.startswith("The user said that ") for text in made)


@PER_HOST
def test_states_answers_and_premises_are_those_of_a_host_that_keeps_every_word(world: World, plain: World) -> None:
    assert world.states() == plain.states()
    for (query, _), here, there in zip(ASKED, world.asked(), plain.asked(), strict=True):
        assert (here.rows[0].value, here.rows[0].label) == (there.rows[0].value, there.rows[0].label), query
        assert [(p.text, p.verdict) for p in here.premises] == [(p.text, p.verdict) for p in there.premises], query
        known = {r.value: r.label for r in there.rows if r.label is not Label.UNTRACKED}
        for row in here.rows:
            assert row.label in (Label.UNTRACKED, known.get(row.value, row.label)), query


@PER_HOST
def test_of_what_a_memory_mixes_only_what_holds_is_shown(world: World) -> None:
    for packet in (world.overlay.recall(query, scope=ME, limit=20) for query, view in ASKED if view is None):
        for row in packet.rows:
            assert "Leeds" not in row.text, packet.query
            assert "Porto" not in row.text, packet.query
            assert "800 euros" not in row.text, packet.query
    rent = world.overlay.recall("What is my rent?", scope=ME, limit=20)
    assert (rent.rows[0].value, rent.rows[0].label) == ("900 euros", Label.CURRENT)


@PER_HOST
def test_host_and_ledger_agree_on_what_was_rewritten(world: World) -> None:
    report = world.overlay.reconcile(scope=ME)
    assert set(report.counts) <= {DifferenceKind.ADDED}
    assert report.pending == 0
    before = world.states()
    assert world.overlay.reconcile(scope=ME).agrees
    assert world.states() == before


CHATTER = ("I live in Porto.", "My parking badge hangs behind the door.", "I moved to York.")


class Merging(RewritingHost):
    """Its model merges the first two turns into one memory."""

    def __init__(self, merged: str) -> None:
        texts = iter([[], [merged], ["The user said that they moved to York."]])
        super().__init__(MemoryHost(), lambda _: next(texts))


@pytest.mark.parametrize(
    ("merged", "left"),
    [
        ("The user said that they live in Porto; their parking badge hangs behind the door.",
         "their parking badge hangs behind the door."),
        ("The user said that they live in Porto. Their parking badge hangs behind the door.",
         "Their parking badge hangs behind the door."),
    ],
)  # fmt: skip
def test_what_no_record_tells_stays_when_what_it_was_merged_with_is_gone(merged: str, left: str) -> None:
    with Overlay(Merging(merged), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(CHATTER):
            overlay.remember(text, scope=ME, observed_at=NOON + timedelta(days=day))
        rows = overlay.recall("Where does my parking badge hang?", scope=ME, limit=10).rows
        assert left in [row.text for row in rows]
        assert not [row for row in rows if "Porto" in row.text]


def test_where_no_clause_is_known_for_what_is_gone_none_is_shown() -> None:
    own_words = "Each month 800 euros leave the account for the landlord; the badge hangs behind the door."
    texts = iter([[own_words], ["The user said that their rent went up to 900 euros."]])
    with Overlay(RewritingHost(MemoryHost(), lambda _: next(texts)), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(("My rent is 800 euros.", "My rent went up to 900 euros.")):
            overlay.remember(text, scope=ME, observed_at=NOON + timedelta(days=day))
        rows = overlay.recall("What is my rent?", scope=ME, limit=10).rows
        assert (rows[0].value, rows[0].label) == ("900 euros", Label.CURRENT)
        assert not [row for row in rows if "800 euros" in row.text]


def test_what_was_said_in_one_sentence_with_what_is_gone_goes_with_it() -> None:
    host = RewritingHost(MemoryHost(), ScriptedExtractor())
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I work at Bosch; my desk there stands beside the window.", scope=ME, observed_at=NOON)
        overlay.remember("I work at Siemens now.", scope=ME, observed_at=NOON + timedelta(days=1))
        rows = overlay.recall("Where does my desk stand?", scope=ME, limit=10).rows
        assert not [row for row in rows if "Bosch" in row.text or "desk" in row.text]
