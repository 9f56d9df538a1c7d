"""What a thing was and what it is now, in one sentence; and tellings that say they are to be remembered."""

from __future__ import annotations

import pytest

from tests.told_texts import heard, retired


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Our ci is Travis.", "Our ci was Travis but now it is CircleCI.", "Travis", "CircleCI"),
        (
            "Our stand-up host is Joe Parker.",
            "Our stand-up host was Joe Parker, now it's Ann Lee.",
            "Joe Parker",
            "Ann Lee",
        ),
        ("Our weight is 41.", "Our weight used to be 41, now it's 56.", "41", "56"),
        ("The recycling day is 3 May.", "The recycling day used to be 3 May and now it is 9 June.", "3 May", "9 June"),
        ("Our landlord is Joe Parker.", "Remember that our landlord is Ann Lee now.", "Joe Parker", "Ann Lee"),
        ("Our team size is 41.", "Don't forget that our team size is 56 now.", "41", "56"),
        ("Our deadline is 3 May.", "Our deadline has been updated to 9 June.", "3 May", "9 June"),
        ("Our port is 8080.", "Our port was adjusted to 9090.", "8080", "9090"),
    ],
)
def test_what_it_is_now_takes_the_place_of_what_it_was(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in retired(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Our gym is Norvane.", "His gym was Norvane but now it's Corepoint."),
        ("Our gym is Norvane.", "Anna's gym was Norvane but now it's Corepoint."),
        ("Our gym is Norvane.", "Our gym was fun but now it is dull."),
        ("Our gym is Norvane.", "If our gym was closed, now it is Corepoint."),
        ("Our gym is Norvane.", "Was our gym Corepoint and is it Norvane now?"),
        ("Our car is a Golf.", "The weather was bad but now it is fine."),
        ("Our landlord is Joe Parker.", "I remember that our landlord was Ann Lee."),
        ("Our landlord is Joe Parker.", "Do you remember that our landlord is Ann Lee?"),
        ("Our port is 8080.", "They adjusted their port to 9090."),
    ],
)
def test_what_somebody_else_s_was_and_how_a_thing_was_retire_nothing(first: str, second: str) -> None:
    assert [t for t in heard(first, second).transitions if t.state == "applied"] == []
