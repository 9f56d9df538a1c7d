"""From when to when something is on a day: one value, and no two of them."""

from __future__ import annotations

import pytest

from tests.dated_worlds import ME
from tests.overlay_worlds import changes, left, told


def _values(text: str) -> set[tuple[str, str]]:
    world = told(text)
    return {(r.slot.rpartition(" / ")[2].replace(" ", "_"), r.value) for r in world.overlay.timeline(scope=ME).records}


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("Our weekly veg box arrives Tuesday 2-4 pm.", {("veg_box", "Tuesday 2-4 pm")}),
        ("The sofa is being delivered Saturday 6–8 pm.", {("sofa_deliver", "Saturday 6–8 pm")}),
        ("My delivery slot is Thursday 9-11 am.", {("delivery_slot_day", "Thursday 9-11 am")}),
        ("My delivery slot is Thursday 9-11.", {("delivery_slot_day", "Thursday 9-11")}),
        ("The sofa comes Tuesday 9am to 11am.", {("sofa_come", "Tuesday 9am to 11am")}),
        ("The meeting is Monday 10:00-11:30.", {("meeting_day", "Monday 10:00-11:30")}),
        (
            "My delivery slot is between 9 and 11 on Thursday.",
            {("delivery_slot_day", "Thursday"), ("delivery_slot_time", "between 9 and 11")},
        ),
    ],
)
def test_a_stretch_of_hours_is_one_value(said: str, values: set[tuple[str, str]]) -> None:
    assert _values(said) == values


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            "Our weekly veg box arrives Tuesday 2-4 pm.",
            "Our weekly veg box has been rescheduled, it arrives Thursday 9-11 am.",
        ),
        ("Our veg box arrives Tuesday 2-4 pm.", "Our veg box arrives Tuesday 9-11 am now."),
        ("My delivery slot is Thursday 9-11 am.", "My delivery slot is Saturday 6–8 pm now."),
    ],
)
def test_another_stretch_takes_the_place_of_the_one_before(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    ("known", "said", "change"),
    [
        ("Standup is at 9:30.", "We moved standup from 9:30 to 10:00.", ("9:30", "10:00")),
        ("My shift is 9am to 5pm.", "My shift is 10am to 6pm now.", ("9am to 5pm", "10am to 6pm")),
    ],
)
def test_from_one_hour_to_another_is_no_stretch(known: str, said: str, change: tuple[str, str]) -> None:
    assert (*change, "applied") in changes(known, said)


def test_what_is_dropped_off_is_no_end() -> None:
    known = "Our office fruit gets dropped off Tuesday 2-4 pm."
    said = "The office fruit is dropped off Thursday 9-11 am since they changed drivers."
    assert left(known, said)[0] == "active"
