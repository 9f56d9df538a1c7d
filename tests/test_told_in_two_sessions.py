"""What was told in another session too is shown, forgotten, decided and undone in this one as if it had not been."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import Label, NotFoundError, Origin, Overlay, Scope, View
from atma_overlay.hosts.memory import MemoryHost
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, Said, World, opened, said
from tests.lawful_worlds import law

ONE, OTHER = (Scope(tenant="acme", user="u-1", session=name) for name in ("one", "other"))
AT = datetime(2025, 1, 1, tzinfo=UTC)
TOO = pytest.mark.parametrize("too", [False, True])
QUERIES = ("Where do I live?", "What is my rent?", "Where does my sister Lotte live?", "What did I say?")


def told(*texts: str, too: bool) -> Overlay:
    """Told in one session a day apart, and the first before in another one, too."""
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise", clock=lambda: AT + timedelta(days=300))
    if too:
        overlay.remember(texts[0], scope=OTHER, observed_at=AT - timedelta(days=30))
    for n, text in enumerate(texts):
        overlay.remember(text, scope=ONE, observed_at=AT + timedelta(days=n))
    return overlay


def rows(overlay: Overlay, query: str, scope: Scope = ONE, limit: int = 5) -> list[tuple[Label, str | None]]:
    return [(row.label, row.value) for row in overlay.recall(query, scope=scope, limit=limit).rows]


@TOO
@pytest.mark.parametrize("limit", [1, 5])
def test_it_is_found_by_its_words_and_shown_as_what_it_is(too: bool, limit: int) -> None:
    overlay = told("My accountant is Zelda Quux.", "My gym is Pulse.", "My vet is Dr Halo.", too=too)
    assert rows(overlay, "Zelda Quux?", limit=limit)[0] == (Label.CURRENT, "Zelda Quux")
    assert (Label.UNTRACKED, "My accountant is Zelda Quux.") not in rows(overlay, "Zelda Quux?")


@TOO
def test_it_is_forgotten_by_its_words_here_alone(too: bool) -> None:
    overlay = told("My gym is Pulse.", too=too)
    overlay.forget("my gym", scope=ONE)
    assert rows(overlay, "What is my gym?") == []
    assert [r.status.value for r in overlay.timeline(scope=ONE).records] == ["retracted"]
    assert rows(overlay, "What is my gym?", OTHER) == ([(Label.CURRENT, "Pulse")] if too else [])


def test_what_was_told_elsewhere_alone_is_not_forgotten_here() -> None:
    overlay = told("My gym is Pulse.", too=True)
    overlay.remember("My vet is Dr Halo.", scope=OTHER)
    with pytest.raises(NotFoundError):
        overlay.forget("my vet", scope=ONE)


@TOO
def test_what_is_proposed_of_it_is_decided_here(too: bool) -> None:
    overlay = told("My gym is Pulse.", "For now my gym is Halo.", too=too)
    [proposal] = overlay.review(scope=ONE)
    change = proposal.transition
    assert (change.from_value, change.to_value, change.from_evidence) == ("Pulse", "Halo", "My gym is Pulse.")
    assert change.from_id in {r.id for r in overlay.timeline(scope=ONE).records}
    overlay.accept(change.id, scope=ONE)
    assert rows(overlay, "What is my gym?") == [(Label.CURRENT, "Halo")]


@TOO
def test_what_took_its_place_is_undone_here(too: bool) -> None:
    overlay = told("My gym is Pulse.", "My gym is Halo now.", too=too)
    [change] = overlay.timeline(scope=ONE).transitions
    assert overlay.why(change.from_id, scope=ONE).transitions == (change,)
    overlay.undo(change.id, scope=ONE)
    assert sorted(rows(overlay, "What is my gym?")) == [(Label.CURRENT, "Halo"), (Label.CURRENT, "Pulse")]
    assert overlay.timeline(scope=OTHER).transitions == ()


def test_the_words_of_another_session_are_in_no_transition_of_this_one() -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise", clock=lambda: AT + timedelta(days=300))
    overlay.remember("My gym is Pulse, and a secret.", scope=OTHER, observed_at=AT)
    overlay.remember("My gym is Pulse.", scope=ONE, observed_at=AT + timedelta(days=1))
    overlay.remember("My gym is Halo now.", scope=ONE, observed_at=AT + timedelta(days=2))
    [change] = overlay.timeline(scope=ONE).transitions
    assert "secret" not in change.model_dump_json()


def shown(world: World, scope: Scope) -> list[object]:
    """What a scope sees of a world."""
    records = [(r.value, r.status, r.valid_from, r.valid_to) for r in world.overlay.timeline(scope=scope).records]
    now = FIRST + timedelta(days=60)
    asked = [world.overlay.recall(q, scope=scope, view=View.CURRENT, now=now, limit=20) for q in QUERIES]
    return [records, *(sorted((str(row.label), row.text) for row in packet.rows) for packet in asked)]


PLAIN = (
    "I live in Porto.", "I live in Leeds.", "I moved to York.", "My rent is 800 euros.", "My rent is 900 euros now.",
    "I'm allergic to peanuts.", "My sister Lotte lives in Ghent.", "I use Notion.", "My gym is Pulse.",
)  # fmt: skip
"""What means the same whatever was said elsewhere; *she* harks back to all that the user said."""


SAID = said(PLAIN, origins=(Origin.USER,), scopes=(AT_HOME, AT_WORK))


def in_order(utterances: Sequence[Said]) -> list[Said]:
    return sorted(utterances, key=lambda one: (one.hours, one.position))


def test_nothing_that_is_said_elsewhere_changes_what_a_session_sees() -> None:
    @law(60)
    @given(utterances=st.lists(SAID, max_size=9, unique=True))
    def holds(utterances: list[Said]) -> None:
        with opened("memory://") as both, opened("memory://") as alone:
            for one in in_order(utterances):
                both.hand([one])
                if one.scope == AT_WORK:
                    alone.hand([one])
            assert shown(both, AT_WORK) == shown(alone, AT_WORK)

    holds()
