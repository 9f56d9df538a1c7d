"""What was booked for one day and is booked for another by now."""

from __future__ import annotations

import pytest

from tests.dated_worlds import ME
from tests.overlay_worlds import changes, left, told

_TEST = "My driving test is on Monday 23 June."
_INTERVIEW = "My job interview is on Thursday 12 June."


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (_TEST, "I had to rebook my driving test for Thursday 12 June."),
        (_TEST, "My driving test was rescheduled for Thursday 12 June."),
        ("My eye test is down for Friday 4 July.", "The optician rebooked my eye test for Thursday 12 June."),
        ("My finals are in November.", "The uni rescheduled my finals, they're in March."),
        ("The removal van is coming on Tuesday.", "We rebooked the removal van for Thursday."),
        ("My dentist appointment is at 9:30.", "I rebooked my dentist appointment for 11:00."),
        (_INTERVIEW, "They've asked me to come for my job interview on Monday 23 June instead."),
    ],
)
def test_what_is_booked_anew_takes_the_place_of_the_day_before(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My dentist appointment is on Thursday 12 June.", "The dentist rang to reschedule me for Monday 23 June."),
        ("My thesis deadline is Thursday 12 June.", "I've been granted a new deadline for my thesis: Friday 4 July."),
        ("My yoga class is on Mondays.", "I rescheduled my yoga class for Thursday."),
        ("My yoga class is every Monday.", "I rescheduled my yoga class for Thursday."),
    ],
)
def test_where_it_may_be_so_once_or_not_yet_it_is_proposed(known: str, said: str) -> None:
    assert [state for before, _, state in changes(known, said) if before] == ["proposed"]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (_TEST, "My sister rebooked her driving test for Thursday 12 June."),
        (_TEST, "I rebooked my theory test for Thursday 12 June."),
        (_TEST, "I tried to rebook my driving test for Thursday 12 June."),
        (_TEST, "I might rebook my driving test for Thursday 12 June."),
        (_TEST, "Could you rebook my driving test for Thursday 12 June?"),
        (_TEST, "I didn't rebook my driving test for Thursday 12 June."),
        (_TEST, "I rebooked my driving test for my brother."),
        ("My dentist appointment is on Thursday 12 June.", "My optician rang to reschedule me for Monday 23 June."),
        (_INTERVIEW, "I'm wearing my suit for my job interview on Monday 23 June instead."),
        ("My yoga class is on Mondays.", "I rescheduled my yoga class for Thursday just this once."),
    ],
)
def test_what_is_of_another_thing_or_not_done_changes_nothing(known: str, said: str) -> None:
    assert left(known, said)[0] == "active"
    assert not [state for before, _, state in changes(known, said) if before and state == "applied"]


def test_the_day_is_told_once() -> None:
    world = told("I had to rebook my driving test for Thursday 12 June.")
    assert [r.slot for r in world.overlay.timeline(scope=ME).records] == ["user / exam date"]
