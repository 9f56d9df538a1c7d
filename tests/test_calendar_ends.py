"""At the ends of the calendar nothing overflows: what is told there is stored, answered and ruled on as anywhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from atma_overlay import Overlay
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger.instants import instant_of, moment_of
from atma_overlay.records import DecisionState
from atma_overlay.steady import Steady
from tests.dated_worlds import ME

FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)
ENDS = (FIRST, FIRST + timedelta(days=3), LAST - timedelta(days=100), LAST - timedelta(days=3), LAST)
TOLD = (
    "I live in Turin.", "I moved to Oslo.", "My boss is Ann. She likes tea.", "This week I'm working from Lyon.",
    "I moved to Rome last year.", "Until next year I work at Acme.", "In 2015 I moved to York.", "He quit yesterday.",
    "Ten years ago I lived in Pisa.", "Tomorrow I start at Beta.", "If I change jobs I'll cycle.",
    "Soon I move to York.", "For the next two weeks I work from Bern.", "From Monday my rent is 900.",
)  # fmt: skip
ASKED = ("Where do I live?", "Where did I live last year?", "What changed since last week?", "Where was I in 2015?")


@pytest.mark.parametrize("zone", ["UTC", "Australia/Sydney", "America/New_York"])
@pytest.mark.parametrize("end", ENDS, ids=str)
def test_a_clock_at_an_end_of_the_calendar_is_a_clock(end: datetime, zone: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: end, timezone=zone, on_error="raise") as overlay:
        for text in TOLD:
            overlay.remember(text, scope=ME)
            overlay.remember(text, scope=ME, observed_at=end)
        for query in ASKED:
            overlay.recall(query, scope=ME)
        overlay.review(scope=ME)
        records = overlay.timeline(scope=ME).records
        assert "Oslo" in [record.value for record in records]
        for record in records:
            overlay.why(record.id, scope=ME)
        overlay.forget("boss", scope=ME)
        overlay.erase(everything=True, scope=ME)


def test_a_move_is_told_after_a_record_of_the_calendars_end() -> None:
    now = LAST - timedelta(hours=30)
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: now) as overlay:
        overlay.remember("I live in Turin.", scope=ME)
        (moved,) = overlay.remember("I moved to Oslo.", scope=ME).transitions
        assert (moved.from_value, moved.to_value, moved.state) == ("Turin", "Oslo", DecisionState.APPLIED)


def test_a_steady_clock_stays_within_the_calendar() -> None:
    for end in (FIRST, LAST):
        clock = Steady(iter([end, end]).__next__)
        assert (clock(), clock()) == (end, end)
    told = iter([LAST, LAST - timedelta(seconds=1)])
    clock = Steady(lambda: next(told))
    assert (clock(), clock()) == (LAST, LAST)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_a_clock_in_a_zone_goes_on_in_the_hour_that_autumn_repeats(zone: str) -> None:
    instants = [datetime(2025, 10, 26, 0, 30, tzinfo=UTC) + timedelta(minutes=20 * n) for n in range(60)]
    instants += [at + timedelta(days=7, hours=4) for at in instants]
    shown = iter([at.astimezone(ZoneInfo(zone)) for at in instants])
    steady = Steady(lambda: next(shown))
    given = [steady() for _ in instants]
    assert given == instants
    assert all(at.tzinfo is UTC for at in given)


@pytest.mark.parametrize("instant", [instant_of(FIRST) - 1, instant_of(LAST) + 1, 2**63 - 1, -(2**63)])
def test_a_stored_instant_outside_of_the_calendar_is_no_datetime(instant: int) -> None:
    with pytest.raises(ValueError, match="outside of the calendar"):
        moment_of(instant)


def test_the_ends_themselves_are_stored_and_read() -> None:
    assert [moment_of(instant_of(end)) for end in ENDS] == list(ENDS)


@pytest.mark.parametrize(("hours", "end", "other"), [(14, FIRST, "a later"), (-12, LAST, "an earlier")])
def test_an_instant_beyond_an_end_is_refused_with_the_way_to_go(hours: int, end: datetime, other: str) -> None:
    beyond = end.replace(tzinfo=timezone(timedelta(hours=hours)))
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    with overlay, pytest.raises(InvalidInputError, match=f"pass {other} instant"):
        overlay.recall("Where do I live?", scope=ME, valid_at=beyond)
