"""What the listener is asked to change is proposed: it retires nothing, and is nothing that only speaks of a change."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.dated_worlds import FIRST, ME, World
from tests.overlay_worlds import changes, told

DATA = Path(__file__).parent / "data" / "language"
SEAT = "My seat is 12A."
PRICE = "Our price is £80."
ROWS = [json.loads(line) for line in (DATA / "requests.jsonl").read_text("utf-8").splitlines()]
ASKED, NOT_ASKED = [r for r in ROWS if "new" in r], [r for r in ROWS if "new" not in r]
HEARD = 36
"""Of 39 requests, half of them unread while the rule was made; the others have slots that go by another name."""


def values(world: World) -> set[str]:
    return {r.value for r in world.overlay.timeline(scope=ME).records}


def test_nearly_every_request_is_heard_and_none_retires_anything() -> None:
    done = [changes(row["known"], row["said"]) for row in ASKED]
    assert all(state == "proposed" for found in done for _, _, state in found)
    heard = [
        any(row["old"] in (old or "") and row["new"] in (new or "") for old, new, _ in found)
        for row, found in zip(ASKED, done, strict=True)
    ]
    assert sum(heard) >= HEARD


@pytest.mark.parametrize("row", NOT_ASKED, ids=lambda row: row["id"])
def test_what_only_speaks_of_a_change_proposes_none(row: dict[str, str]) -> None:
    assert changes(row["known"], row["said"]) == []


@pytest.mark.parametrize(
    "said",
    [
        "Change my seat to 14C.",
        "Please change my seat to 14C, thanks.",
        "Could you change my seat to 14C",
        "Would you mind changing my seat to 14C?",
        "I'd like you to change my seat to 14C.",
        "I'm tall, so please change my seat to 14C.",
        "Make 14C my seat.",
        "Set 14C as my seat from now on.",
        "Update my seat to 14C in my profile.",
        "Put my seat down as 14C.",
    ],
)
def test_a_request_is_heard_in_whatever_form(said: str) -> None:
    assert changes(SEAT, said) == [("12A", "14C", "proposed")]


def test_what_is_to_be_moved_raised_or_made_another_is_a_request_too() -> None:
    assert changes(PRICE, "Please raise our price to £95.") == [("£80", "£95", "proposed")]
    assert changes("My alarm is at 7.", "Move my alarm to 6:30.") == [("7", "6:30", "proposed")]
    assert changes("My plan is Pro.", "Downgrade me to the Free plan.") == [("Pro", "Free plan", "proposed")]
    moved = changes("My meeting with Ann is on Monday.", "Move my meeting with Ann to Tuesday.")
    assert moved == [("Monday", "Tuesday", "proposed")]


def test_a_request_holds_from_when_it_was_made_whatever_date_it_names() -> None:
    world = told("My birthday is May 3rd.")
    world.overlay.remember("Update my birthday to May 4th.", scope=ME, observed_at=FIRST + timedelta(days=9))
    asked = next(r for r in world.overlay.timeline(scope=ME).records if r.value == "May 4th")
    assert asked.valid_from == FIRST + timedelta(days=9)


def test_until_it_is_decided_both_values_are_shown_as_contested() -> None:
    world = told(SEAT)
    proposed = world.overlay.remember("Change my seat to 14C.", scope=ME, observed_at=FIRST + timedelta(days=9))
    rows = world.overlay.recall("What is my seat?", scope=ME).rows
    assert {(str(r.label), r.value) for r in rows if r.record_ids} == {("contested", "12A"), ("contested", "14C")}
    world.overlay.accept(proposed.transitions[0].id, scope=ME)
    rows = world.overlay.recall("What is my seat?", scope=ME).rows
    assert {(str(r.label), r.value) for r in rows if r.record_ids and str(r.label) == "current"} == {("current", "14C")}


def test_of_open_vocabulary_a_request_counts_only_where_something_is_known() -> None:
    world = told("I live in York.")
    for said in ("Set my margin to 2 cm.", "Change my function name to parse.", "Set my alarm to 6:30."):
        world.overlay.remember(said, scope=ME, observed_at=FIRST + timedelta(days=9))
    assert values(world) == {"York", "6:30"}


@pytest.mark.parametrize(
    "said",
    [
        "Help me raise our price to £95.",
        "Help us raise the price to £95.",
        "How could we raise our price to £95.",
        "Could I raise our price to £95",
        "Should we raise our price to £95",
        "Assume we raise our price to £95; what then?",
        "Let them raise our price to £95.",
    ],
)
def test_asking_for_help_or_advice_changes_nothing_with_a_question_mark_or_without(said: str) -> None:
    assert changes(PRICE, said) == []
