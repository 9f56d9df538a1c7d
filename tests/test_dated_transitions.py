"""When a change was, does not depend on what was told first: what arrives late may date it anew (law 1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import TransitionRecord
from atma_overlay.kept import forget_texts
from atma_overlay.records import DecisionState
from tests.dated_worlds import FIRST, ME, Said, World, applied, in_order, opened, state
from tests.lawful_worlds import arrivals, law

LATE = Said("I live in Leeds.", hours=6 * 24)
TOLD = (Said("I moved to Porto last week.", hours=7 * 24), Said("Correction: I live in Hull.", hours=13 * 24))
LAST_WEEK, SAID = FIRST.replace(hour=0), TOLD[0].at
"""Whoever lived in Leeds yesterday did not move to Porto before that."""
DATED = [
    f.format(city)
    for city in ("Leeds", "Hull", "Porto")
    for f in (
        "I live in {}.", "Correction: I live in {}.", "I moved to {} last week.", "I've been living in {} for a year.",
        "I moved to {} on 2 March.", "I no longer live in {}.",
    )
]  # fmt: skip


@pytest.fixture(params=["memory://", "sqlite:"])
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    with opened(request.param) as made:
        made.hand_all(TOLD)
        yield made


def corrected(world: World, **asked: Any) -> TransitionRecord:
    """The change from Porto to Hull."""
    (found,) = [t for t in world.timeline(**asked).transitions if t.from_value == "Porto" and t.state == "applied"]
    return found


def decisions(world: World) -> list[DecisionState]:
    (judged,) = [j for j in world.ledger.read(ME, lambda r: r.transitions()) if j.transition.id == corrected(world).id]
    return [d.state for d in judged.decisions]


def test_a_late_arrival_dates_a_change_anew(world: World) -> None:
    before, known = corrected(world), world.clock()
    world.hand([LATE])
    after = corrected(world)
    assert (after.id, before.valid_at, after.valid_at) == (before.id, LAST_WEEK, SAID)
    assert corrected(world, known_at=known) == before


def test_the_receipt_of_the_late_arrival_tells_the_instant(world: World) -> None:
    receipt = world.overlay.remember(LATE.text, scope=ME, observed_at=LATE.at)
    assert [t.valid_at for t in receipt.transitions if t.from_value == "Porto"] == [SAID]


@pytest.mark.parametrize("forgets", [False, True])
def test_what_is_dated_anew_is_decided_once(world: World, forgets: bool) -> None:
    world.hand([LATE])
    once = decisions(world)
    for hours in (400, 500):
        if forgets:
            forget_texts()
        world.hand([Said(f"I moved to Bonn{hours}.", hours=hours)])
    assert decisions(world) == once == [DecisionState.APPLIED] * 2
    assert corrected(world).valid_at == SAID


def test_an_erasure_closes_as_of_the_instant_by_then(world: World) -> None:
    world.hand([LATE])
    with opened("memory://") as ordered:
        ordered.hand_all([LATE, *TOLD])
        for each in (world, ordered):
            (hull,) = [r for r in each.timeline().records if r.value == "Hull"]
            each.overlay.erase(record_id=hull.id, scope=ME)
        assert state(world) == state(ordered)
        assert [t.valid_at for t in applied(world.timeline()) if t.from_value == "Porto"] == [SAID]


def test_corrections_and_dates_in_any_order_give_the_same_changes() -> None:
    told = st.builds(Said, text=st.sampled_from(DATED), hours=st.integers(1, 400))
    mended = st.builds(Said, text=st.sampled_from([d for d in DATED if "Correction" in d]), hours=st.integers(401, 500))
    worlds = st.builds(
        lambda earlier, last: [*earlier, last],
        st.lists(told, min_size=2, max_size=4, unique_by=lambda u: u.hours),
        mended,
    )

    @law(120)
    @given(data=st.data(), utterances=worlds)
    def holds(data: st.DataObject, utterances: list[Said]) -> None:
        with opened("memory://") as ordered, opened("memory://") as arriving:
            ordered.hand_all(in_order(utterances))
            for batch in data.draw(arrivals(utterances)):
                arriving.hand(batch)
            assert state(arriving) == state(ordered)

    holds()
