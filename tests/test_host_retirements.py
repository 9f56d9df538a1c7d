"""What a host holds for over is evidence: it makes proposals, it retires nothing, and what is disputed it leaves alone.

On Graphiti's own retirements, on a real embedded Kuzu, and on a host that retires at random.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from graphiti_core import Graphiti
from graphiti_core.nodes import EpisodeType
from hypothesis import given, settings
from hypothesis import strategies as st

from atma_graphiti import GraphitiHost
from atma_overlay import Label, Overlay, Scope
from atma_overlay.adoption import Hearing
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host_powers import HostFact, HostRetirement
from tests.graphiti_homes import ME, scripted
from tests.graphiti_misled import HALF_WRONG, filled_by_its_owner, half_wrong
from tests.graphiti_model import Script, Triple

FIRST = datetime(2024, 5, 1, 12, tzinfo=UTC)
TUBA, CELLO, BEES = "I play the tuba.", "I play the cello.", "I keep bees."
READ = {
    TUBA: [Triple("user", "PLAYS", "tuba", "The user plays the tuba.")],
    CELLO: [Triple("user", "PLAYS", "cello", "The user plays the cello.")],
    BEES: [Triple("user", "KEEPS", "bees", "The user keeps bees.")],
}
VOICES = pytest.mark.parametrize("voice", [{}, {"role": "user"}, {"origin": "document"}], ids=str)


@pytest.fixture
def host(graphiti: Graphiti) -> Iterator[GraphitiHost]:
    host = GraphitiHost(graphiti, group_id=lambda scope: scope.user)
    yield host
    host.close()


def retiring(*pairs: tuple[str, str]) -> Script:
    """A model by whose word the second fact of each pair retires the first."""
    retired = {(READ[old][0].fact, READ[new][0].fact) for old, new in pairs}
    return Script(facts=lambda text: READ[text], contradicts=lambda new, old: (old, new) in retired)


def filled(graphiti: Graphiti, *said: str) -> None:
    async def fill() -> None:
        for day, text in enumerate(said):
            at = FIRST + timedelta(days=day)
            await graphiti.add_episode(f"{day}", f"user: {text}", "chat", at, EpisodeType.message, group_id="me")

    asyncio.run(fill())


def labels(overlay: Overlay, query: str) -> dict[str | None, Label]:
    rows = overlay.recall(query, scope=ME, limit=10).rows
    return {row.value: row.label for row in rows if row.label is not Label.UNTRACKED}


# Plausible: proposed.


@VOICES
def test_what_only_the_host_holds_for_over_waits_for_review(
    graphiti: Graphiti, host: GraphitiHost, voice: dict[str, Any]
) -> None:
    scripted(graphiti, retiring((TUBA, CELLO)))
    filled(graphiti, TUBA, CELLO)
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        report = overlay.backfill(scope=ME, **voice)
        assert (report.host_retired, report.heard, report.applied) == (1, {Hearing.PROPOSED: 1}, 0)
        proposed = [p.transition for p in overlay.review(scope=ME)]
        assert {(t.from_value, t.to_value, t.decider) for t in proposed} == {("tuba", "cello", "host:graphiti")}
        assert len(proposed) == len({(t.subject, t.attribute) for t in proposed})
        assert labels(overlay, "Which instrument do I play?") == {"tuba": Label.CONTESTED, "cello": Label.CONTESTED}
        assert {r.status for r in overlay.timeline(scope=ME).records} == {"active"}


def test_a_write_through_the_overlay_is_heard_of_by_the_next_reconciliation(
    graphiti: Graphiti, host: GraphitiHost
) -> None:
    scripted(graphiti, retiring((TUBA, CELLO)))
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate((TUBA, CELLO)):
            overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
        assert overlay.review(scope=ME) == ()
        before = overlay.timeline(scope=ME)
        assert overlay.reconcile(scope=ME, dry_run=True).heard == {Hearing.PROPOSED: 1}
        assert overlay.timeline(scope=ME) == before
        report = overlay.reconcile(scope=ME)
        assert (report.agrees, report.proposed, report.heard) == (True, 1, {Hearing.PROPOSED: 1})
        assert overlay.reconcile(scope=ME).heard == {Hearing.RULED: 1}


@pytest.mark.parametrize("accepted", [True, False])
def test_a_persons_word_on_it_stands(graphiti: Graphiti, host: GraphitiHost, accepted: bool) -> None:
    scripted(graphiti, retiring((TUBA, CELLO)))
    filled(graphiti, TUBA, CELLO)
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        overlay.backfill(scope=ME)
        [proposal] = overlay.review(scope=ME)
        say = overlay.accept if accepted else overlay.decline
        say(proposal.transition.id, scope=ME)
        heard = overlay.reconcile(scope=ME).heard
        assert heard == {Hearing.AGREED if accepted else Hearing.RULED: 1}
        assert overlay.review(scope=ME) == ()
        found = {r.value: str(r.status) for r in overlay.timeline(scope=ME).records}
        assert found == {"tuba": "superseded" if accepted else "active", "cello": "active"}


def test_what_was_said_again_is_no_longer_in_doubt(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, retiring((TUBA, CELLO)))
    filled(graphiti, TUBA, CELLO, TUBA)
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        assert overlay.backfill(scope=ME).heard == {Hearing.UNREAD: 1}
        assert overlay.review(scope=ME) == ()


# Disputed, agreed: nothing.


@VOICES
def test_a_disputed_retirement_proposes_nothing(graphiti: Graphiti, host: GraphitiHost, voice: dict[str, Any]) -> None:
    scripted(graphiti, retiring((TUBA, BEES)))
    filled(graphiti, TUBA, BEES)
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        assert overlay.backfill(scope=ME, **voice).heard == {Hearing.DISPUTED: 1}
        assert overlay.review(scope=ME) == ()
        assert labels(overlay, "Which instrument do I play?")["tuba"] is Label.CURRENT


@VOICES
def test_of_a_half_wrong_store_only_what_was_said_is_retired(
    graphiti: Graphiti, host: GraphitiHost, voice: dict[str, Any]
) -> None:
    scripted(graphiti, half_wrong())
    asyncio.run(filled_by_its_owner(graphiti, group="me"))
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        report = overlay.backfill(scope=ME, **voice)
        assert (report.host_retired, report.heard[Hearing.DISPUTED]) == (6, 3)
        in_doubt = {p.transition.from_value for p in overlay.review(scope=ME)}
        open_now = {r.value for r in overlay.timeline(scope=ME).records if r.status == "active"}
        for wrong in ("bees", "hazelnuts", "mill"):
            assert not any(wrong in (value or "") for value in in_doubt)
        assert any("hazelnut" in value for value in open_now)
    assert len(HALF_WRONG["over"]) == 3


def test_a_dry_run_tells_how_many_facts_the_host_holds_for_over(graphiti: Graphiti, host: GraphitiHost) -> None:
    scripted(graphiti, retiring((TUBA, CELLO)))
    filled(graphiti, TUBA, CELLO)
    with Overlay(host, ledger="memory://", on_error="raise") as overlay:
        report = overlay.backfill(scope=ME, dry_run=True)
        assert (report.host_retired, report.heard) == (1, {})
        assert overlay.timeline(scope=ME).records == ()


# A host that retires at random.

SAID = (
    "I play the tuba.", "I play the cello.", "I speak French.", "I live in Porto.", "I moved to Leeds.",
    "I speak German.", "I am allergic to hazelnuts.", "My sister lives in Ghent.", "I use Vim.", "I use Emacs.",
)  # fmt: skip


SIDE_BY_SIDE = {
    ("I play the tuba.", "I play the cello."): ("tuba", "cello"),
    ("I speak French.", "I speak German."): ("French", "German"),
    ("I use Vim.", "I use Emacs."): ("Vim", "Emacs"),
}
"""What can both be true, by what was said earlier and later; of all other pairs the ledger knows better."""


class Judging(MemoryHost):
    """The host in memory, with facts that it holds for over."""

    def __init__(self, over: Sequence[tuple[int, int, bool]]) -> None:
        super().__init__()
        self._over = over

    def retired(self, *, scope: Scope) -> tuple[HostRetirement, ...]:
        memories = {m.text: HostFact(m.text, (m.id,)) for m in self.page(scope=scope).memories}
        facts = [memories[text] for text in SAID]
        return tuple(HostRetirement(facts[a], (facts[b],), p, FIRST + timedelta(days=b)) for a, b, p in self._over)


def states(over: Sequence[tuple[int, int, bool]]) -> tuple[dict[str, str], list[tuple[str | None, str | None]]]:
    with Overlay(Judging(over), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(SAID):
            overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
        overlay.reconcile(scope=ME)
        found = {f"{r.subject} {r.attribute} {r.value}": str(r.status) for r in overlay.timeline(scope=ME).records}
        return found, [(p.transition.from_value, p.transition.to_value) for p in overlay.review(scope=ME)]


UNHEARD = states([])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(SAID) - 1), st.integers(0, len(SAID) - 1), st.booleans()), max_size=12))
def test_whatever_a_host_retires_no_record_changes_and_only_facts_of_one_slot_are_proposed(
    over: list[tuple[int, int, bool]],
) -> None:
    found, proposed = states(over)
    assert found == UNHEARD[0]
    plausible = {(SAID[a], SAID[b]) for a, b, is_plausible in over if is_plausible}
    assert set(proposed) == {values for pair, values in SIDE_BY_SIDE.items() if pair in plausible}


def test_of_several_values_in_one_utterance_only_the_one_that_the_fact_says_is_meant() -> None:
    class Merging(MemoryHost):
        def retired(self, *, scope: Scope) -> tuple[HostRetirement, ...]:
            old, new = sorted(self.page(scope=scope).memories, key=lambda m: m.created_at or FIRST)
            fact = HostFact("The user plays the harp.", (old.id,))
            return (HostRetirement(fact, (HostFact("The user plays the cello.", (new.id,)),), True, FIRST),)

    with Overlay(Merging(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I play the tuba. I play the harp.", scope=ME, observed_at=FIRST)
        overlay.remember(CELLO, scope=ME, observed_at=FIRST + timedelta(days=1))
        overlay.reconcile(scope=ME)
        assert [(p.transition.from_value, p.transition.to_value) for p in overlay.review(scope=ME)] == [
            ("harp", "cello")
        ]
