"""Of values that one utterance tells one after another the last one holds, and those before it are over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2025, 6, 5, tzinfo=UTC)


def told(known: str, said: str) -> tuple[list[tuple[str, str | None, str]], set[tuple[str, str]]]:
    """The transitions, and what is current, by slot."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(known, scope=ME, observed_at=START)
        done = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=45))
        records = overlay.timeline(scope=ME).records
    current = {(r.attribute, r.value or "") for r in records if r.status == "active" and r.valid_to is None}
    return [(t.from_value, t.to_value, t.state.value) for t in done.transitions], current


@pytest.mark.parametrize(
    "said",
    [
        "I moved to York. Then I moved to Hull.",
        "I moved to York. After that I moved to Hull.",
        "I moved to York. I live in Hull now.",
        "First I moved to York, then I moved to Hull.",
        "I moved to York and then moved to Hull.",
        "I moved to York, then to Hull.",
        "I moved to York, and from there to Hull.",
        "We moved to York and then Hull.",
    ],
)
def test_the_last_of_several_homes_is_the_one_that_holds(said: str) -> None:
    moves, current = told("I live in Leeds.", said)
    assert moves == [("Leeds", "York", "applied"), ("York", "Hull", "applied")]
    assert {value for slot, value in current if slot == "home_city"} == {"Hull"}


@pytest.mark.parametrize(
    ("known", "said", "slot", "both"),
    [
        ("I have a dog.", "My dog is called Rex. Then there is my cat Milo.", "pet_dog", {"Rex"}),
        ("I live in Leeds.", "I moved to York and now my mum lives in Hull.", "home_city", {"York", "Hull"}),
        ("I live in Leeds.", "I moved to York. I also moved my office to Hull.", "home_city", {"York"}),
        ("I speak French.", "I learned German and then Dutch.", "languages_spoken", {"French"}),
    ],
)
def test_what_is_told_of_another_thing_ends_none(known: str, said: str, slot: str, both: set[str]) -> None:
    assert both <= {value for attribute, value in told(known, said)[1] if attribute == slot}


@pytest.mark.parametrize(
    "said",
    [
        "I moved to York but I came back.",
        "I moved to York, hated it and came back after a month.",
        "I moved to York, but I'm moving back.",
        "I moved to York as a kid.",
        "I moved to York in my twenties.",
        "I moved to York straight after school.",
    ],
)
def test_what_was_undone_or_is_of_another_time_of_life_retires_nothing(said: str) -> None:
    moves, current = told("I live in Leeds.", said)
    assert {state for _, _, state in moves} <= {"proposed"}
    assert ("home_city", "Leeds") in current
