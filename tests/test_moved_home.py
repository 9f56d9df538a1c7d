"""Who has moved lives elsewhere, wherever that is: the address is safe no longer, the town is in doubt."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import left

HOME, TOWN, MUM = "My address is 5 Elm Street.", "I live in Ohio.", "My mum lives in Ohio."


@pytest.mark.parametrize(
    ("known", "said", "status"),
    [
        (HOME, "We moved house.", "invalidated"),
        (HOME, "We finally moved house, what a week.", "invalidated"),
        (HOME, "I just moved flats again.", "invalidated"),
        (HOME, "I moved in with my sister.", "invalidated"),
        (TOWN, "I moved away.", "invalidated"),
        (TOWN, "I've moved out of state.", "invalidated"),
        (MUM, "Mum moved abroad yesterday.", "invalidated"),
    ],
)
def test_a_move_that_is_told_alone_makes_the_old_place_unsafe(known: str, said: str, status: str) -> None:
    assert left(known, said) == (status, 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (TOWN, "I moved last week."),
        (TOWN, "We moved house."),
        (HOME, "I've moved."),
        (MUM, "My mum moved in with us."),
        (MUM, "My mum just moved."),
    ],
)
def test_where_it_may_be_the_same_town_the_doubt_is_proposed(known: str, said: str) -> None:
    assert left(known, said) == ("active", 1)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (TOWN, "I moved teams last week."),
        (TOWN, "I moved on last week."),
        (TOWN, "I moved the sofa last week."),
        (TOWN, "I moved my savings last week."),
        (TOWN, "I moved rooms."),
        (TOWN, "I moved up to the front."),
        (TOWN, "I moved closer to the screen."),
        (TOWN, "When I moved, I lost my keys."),
        (TOWN, "Since I moved, I sleep better."),
        (TOWN, "I moved here last week."),
        (TOWN, "I moved in 2009."),
        (TOWN, "I almost moved last week."),
        (TOWN, "I haven't moved."),
        (TOWN, "Should I have moved last week?"),
        (TOWN, "My boss moved last week."),
        (TOWN, "The meeting moved last week."),
        (TOWN, "My mum moved in with us."),
        (MUM, "I moved away."),
        (MUM, "My mum moved in for the weekend."),
    ],
)
def test_another_move_and_another_s_move_leave_it_alone(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)
