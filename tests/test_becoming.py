"""Who somebody has become to the speaker, and what the speaker is called."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("My manager is Laura.", "Yesterday Victor became my manager.", "Laura"),
        ("Our landlord is Mr Lee.", "Omar has become our landlord.", "Mr Lee"),
        ("My name is Jess Ide.", "I changed my name to Jess Moor.", "Jess Ide"),
    ],
)
def test_who_became_it_takes_the_place(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My manager is Laura.", "Victor became my manager's boss."),
        ("My manager is Laura.", "Victor didn't become my manager."),
        ("My manager is Laura.", "In 2015 Victor became my manager."),
        ("I'm a nurse.", "Victor became my manager."),
        ("My manager is Tom.", "Victor almost became my manager."),
        ("My manager is Tom.", "Victor briefly became my manager."),
        ("My manager is Tom.", "Victor became my manager for two weeks."),
        ("My manager is Tom.", "Victor became my former manager."),
        ("My manager is Tom.", "Ages ago Victor became my manager."),
        ("My name is Jonathan.", "My name is Jon for friends."),
        ("My name is Jonathan.", "My name is hard to spell."),
        ("My name is Jonathan.", "My name is Polish."),
        ("My name is Jonathan.", "My sister's name is Ida."),
    ],
)
def test_what_only_sounds_so_takes_none(known: str, said: str) -> None:
    assert gone(known, said) == []
