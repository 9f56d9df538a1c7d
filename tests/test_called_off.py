"""A plan that is called off before its day never was, whatever words call it off; what is so stays so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Packet
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from atma_overlay.testing.ledger_samples import ManualClock
from tests.dated_worlds import ME

pytestmark = pytest.mark.usefixtures("read_once")

SAID = datetime(2026, 3, 3, 12, tzinfo=UTC)
HOME, PLAN = "I live in Leeds.", "I'm moving to York next month."
OFF = (
    "I'm not moving to York after all.", "I won't be moving to York.", "I won't move to York after all.",
    "We're not going to move to York.", "I've decided not to move to York.", "I decided against moving to York.",
    "I backed out of moving to York.", "I'm no longer moving to York.",
)  # fmt: skip
OFF_POSTGRES = "We decided against switching to Postgres."
STILL_ON = (
    "I won't be moving to York before May.", "I won't move to York until the flat is ready.",
    "If it rains I won't move to York.", "I won't be moving to York alone.", "Anna won't be moving to York.",
    "I haven't decided against moving to York.", "I didn't decide to move to York overnight.",
    "I decided against moving to Hull.", "I'm not moving to York yet.", "I won't be moving to York on Monday.",
    "I won't be moving to York with Anna.", "I won't be moving to York for a few weeks.",
    "I won't not be moving to York.",
    "Maybe I won't be moving to York.", "I almost decided against moving to York.",
    "I never decided against moving to York.",
    "Last year I decided against moving to York.", "I'm not just moving to York.", "I won't be moving to York, will I?",
    "I decided against moving to York at first, but I'm going.",
)  # fmt: skip


@contextmanager
def told(*texts: str, days: int = 60) -> Iterator[Overlay]:
    """A memory in which texts were said a day apart, some days later."""
    clock = ManualClock(SAID)
    with Overlay(MemoryHost(), ledger="memory://", clock=clock) as overlay:
        for text in texts:
            overlay.remember(text, scope=ME, observed_at=clock.now)
            clock.now += timedelta(days=1)
        clock.now += timedelta(days=days)
        yield overlay


def shown(packet: Packet) -> list[tuple[str, str]]:
    return [(row.label.value, row.value) for row in packet.rows if row.attribute == "home_city"]


def known(overlay: Overlay) -> list[tuple[str, str]]:
    """What is shown of where somebody lives, but for what is denied."""
    return [row for row in shown(overlay.recall("Where do I live?", scope=ME)) if not row[1].startswith("not ")]


@pytest.mark.parametrize("days", [1, 60])
@pytest.mark.parametrize("off", OFF)
def test_what_is_called_off_leaves_what_holds_undisputed(off: str, days: int) -> None:
    with told(HOME, PLAN, off, days=days) as overlay:
        assert known(overlay) == [("current", "Leeds")]
        assert PLAN not in overlay.recall("Where do I live?", scope=ME).render()


@pytest.mark.parametrize("off", OFF)
def test_what_was_only_planned_is_no_past_and_no_premise(off: str) -> None:
    with told(HOME, PLAN, off) as overlay:
        before = overlay.recall("Where did I live before?", scope=ME)
        assert ("historical", "York") not in shown(before)
        asked = overlay.recall("Since I'm moving to York, which gym is near me?", scope=ME)
        assert [(p.verdict.value, p.text) for p in asked.premises] == [("outdated", "York")]


def test_before_it_was_called_off_it_was_a_plan() -> None:
    with told(HOME, PLAN, OFF[0]) as overlay:
        query, then = "Since I'm moving to York, which gym is near me?", SAID + timedelta(hours=36)
        assert [p.verdict.value for p in overlay.recall(query, scope=ME, now=then).premises] == []
        assert [p.verdict.value for p in overlay.recall(query, scope=ME).premises] == ["outdated"]


@pytest.mark.parametrize("said", STILL_ON)
def test_what_may_still_come_or_is_of_somebody_else_is_still_planned(said: str) -> None:
    with told(HOME, PLAN, said) as overlay:
        assert set(known(overlay)) >= {("contested", "Leeds"), ("contested", "York")}


def test_a_plan_that_came_true_is_not_called_off_by_what_was_said_before() -> None:
    with told(HOME, PLAN, OFF[0], "I moved to York.") as overlay:
        assert known(overlay) == [("current", "York")]


@pytest.mark.parametrize(
    ("fact", "plan", "off", "value"),
    [
        ("Our database is Postgres.", "We're switching to Postgres in May.", OFF_POSTGRES, "Postgres"),
        ("The standup is at 10.", "The standup moves to 10 next week.", "The standup isn't moving to 10.", "10"),
        ("My rent is £950.", "My rent goes up to £950 in May.", "My rent won't be going up to £950.", "£950"),
        ("I live in York.", PLAN, OFF[0], "York"),
        ("I live in York.", PLAN, OFF[1], "York"),
    ],
)
def test_what_was_so_before_the_plan_stays_so(fact: str, plan: str, off: str, value: str) -> None:
    with told(fact, plan, off) as overlay:
        kept = [r for r in overlay.timeline(scope=ME).records if r.evidence == fact]
        assert [(r.value, r.status, r.valid_to) for r in kept] == [(value, "active", None)]
        assert value in [row.value for row in overlay.recall(f"{fact.rstrip('.')}?", scope=ME).rows]


@pytest.mark.parametrize("later", ["I moved to York.", "I live in York now."])
@pytest.mark.parametrize("off", OFF[:-1])
def test_what_comes_true_after_all_is_current(off: str, later: str) -> None:
    with told(HOME, PLAN, off, later) as overlay:
        assert known(overlay) == [("current", "York")]


def test_what_was_left_for_another_place_was_a_home_whether_or_not_its_day_was_named() -> None:
    with told(HOME, "I'm moving to York.", "I moved from York to Hull.") as overlay:
        before = overlay.recall("Where did I live before?", scope=ME)
        assert ("historical", "York") in shown(before)


@pytest.mark.parametrize(
    ("first", "second", "days", "expected"),
    [
        ("We're moving to York this year.", "We're moving to York in May.", 120, {("contested", "York")}),
        ("I'm moving to York.", "I'm moving to York tomorrow.", 5, {("contested", "York")}),
        (PLAN, "I'm moving to York in August instead.", 60, {("current", "Leeds")}),
    ],
)
def test_a_plan_told_again_has_its_last_day(first: str, second: str, days: int, expected: set[tuple[str, str]]) -> None:
    with told(HOME, first, second, days=days) as overlay:
        assert set(known(overlay)) >= expected
        assert (("current", "Leeds") in known(overlay)) is (expected == {("current", "Leeds")})


def test_a_plan_told_again_after_it_was_called_off_is_a_plan_again() -> None:
    with told(HOME, PLAN, OFF[0], "I'm moving to York in April after all.") as overlay:
        assert ("contested", "York") in known(overlay)


def test_haste_makes_no_difference() -> None:
    with told(HOME, "im moving to york", days=2) as overlay:
        assert known(overlay) == [("current", "Leeds")]


def test_a_denial_after_the_day_retires_as_any_other() -> None:
    clock = ManualClock(SAID)
    with Overlay(MemoryHost(), ledger="memory://", clock=clock) as overlay:
        overlay.remember(PLAN, scope=ME, observed_at=clock.now)
        clock.now += timedelta(days=60)
        receipt = overlay.remember("I'm not moving to York after all.", scope=ME, observed_at=clock.now)
        assert [t.state for t in receipt.transitions] == [DecisionState.PROPOSED]


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Our database is Postgres.", "We won't switch to Postgres for the archive."),
        ("I live in York.", "I decided against moving to York in 2019."),
        ("My dentist is Dr. Lee.", "I won't be changing my dentist to Dr. Lee."),
    ],
)
def test_what_is_so_already_is_not_retired_by_it(fact: str, said: str) -> None:
    with told(fact, said) as overlay:
        assert [t for t in overlay.timeline(scope=ME).transitions if t.state == "applied"] == []


@pytest.mark.parametrize(
    ("fact", "plan", "off"),
    [
        ("Our database is MySQL.", "We're switching to Postgres in May.", "We decided against switching to Postgres."),
        ("My rent is 800.", "My rent goes up to 950 in May.", "My rent won't be going up to 950."),
        ("The standup is at 9.", "The standup moves to 10 next week.", "The standup isn't moving to 10 after all."),
    ],
)  # fmt: skip
def test_so_it_is_with_whatever_was_to_change(fact: str, plan: str, off: str) -> None:
    with told(fact, plan, off) as overlay:
        packet = overlay.recall(f"{fact.rstrip('.')}?", scope=ME)
        assert plan not in packet.render()
        assert [row.label.value for row in packet.rows if row.text == fact] == ["current"]


FELL_THROUGH = (
    "The move to York fell through.", "Sadly, the move to York has fallen through.", "My move to York is off.",
    "The move to York was cancelled.", "We called off the move to York.", "I gave up on moving to York.",
    "The plan to move to York came to nothing.", "I changed my mind about moving to York.",
    "I didn't move to York after all.", "I ended up not moving to York.",
    "The move to York won't happen, so I'm staying.",
)  # fmt: skip
GOES_ON = (
    "The move to York is going well.", "The move to York was postponed.", "The party fell through.",
    "Is the move to York off?", "I hope the move to York won't fall through.", "I cancelled the dinner.",
    "If the move to York fell through, I'd cry.", "My sister's move to York fell through.",
    "The move to Hull fell through.", "The move to York is not off.", "I'm nervous about moving to York.",
    "The move to York almost fell through.", "I haven't changed my mind about moving to York.",
)  # fmt: skip


@pytest.mark.parametrize("off", [*OFF, *FELL_THROUGH])
def test_a_plan_that_was_called_off_waits_for_nobody(off: str) -> None:
    with told(HOME, PLAN, off, days=1) as overlay:
        assert overlay.review(scope=ME) == ()
        assert known(overlay) == [("current", "Leeds")]
        line = overlay.timeline(scope=ME)
        assert ("Leeds", "York", "withdrawn") in {(t.from_value, t.to_value, t.state.value) for t in line.transitions}
        assert [r.status.value for r in line.records if r.evidence == PLAN] in (["corrected"], ["ended"])
        assert [t.state.value for t in line.transitions if t.from_value == "York"] == ["applied"]


@pytest.mark.parametrize("said", GOES_ON)
def test_what_is_no_end_of_the_plan_leaves_it_to_be_reviewed(said: str) -> None:
    with told(HOME, PLAN, said, days=1) as overlay:
        assert ("Leeds", "York") in {(p.transition.from_value, p.transition.to_value) for p in overlay.review(scope=ME)}


@pytest.mark.parametrize("off", ["I won't be moving to York after all.", "The move to York fell through."])
def test_a_plan_that_was_told_as_so_since_is_not_taken_away(off: str) -> None:
    with told(PLAN, "I live in York.", off, days=1) as overlay:
        assert ("active", True) in {(r.status.value, r.affirmed) for r in overlay.timeline(scope=ME).records}


@pytest.mark.parametrize("first", [0, 1])
def test_a_plan_is_called_off_in_either_order_of_arrival(first: int) -> None:
    with Overlay(MemoryHost(), ledger="memory://", clock=ManualClock(SAID + timedelta(days=9))) as overlay:
        overlay.remember(HOME, scope=ME, observed_at=SAID)
        turns = [(PLAN, SAID + timedelta(days=1)), ("I won't be moving to York.", SAID + timedelta(days=2))]
        for text, at in (turns[first], turns[1 - first]):
            overlay.remember(text, scope=ME, observed_at=at)
        assert overlay.review(scope=ME) == ()
