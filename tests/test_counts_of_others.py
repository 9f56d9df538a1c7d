"""How many somebody or something else has is no count of one's own."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our house has 5 rooms.", "The castle has 40 rooms."),
        ("We have 12 employees.", "the bakery has 20 employees"),
        ("We have 12 employees.", "The law applies from 15 employees."),
        ("I have 3 cats.", "The shelter has 40 cats now."),
        ("I drink two coffees a day.", "the intern drinks five coffees a day"),
        ("I read 20 pages a day.", "The pros read 80 pages a day."),
        ("My rent is 900.", "the new tenants pay 1050 rent"),
        ("I own 2 bikes.", "The old bike club owns 14 bikes."),
    ],
)
def test_a_count_of_anothers_replaces_none(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("Our house has 5 rooms.", "The house has 6 rooms now.", "5 rooms"),
        ("We have 12 employees.", "The company has 15 employees now.", "12 employees"),
        ("We have 300 users.", "The app has 450 users now.", "300 users"),
        ("The bakery has 12 employees.", "The bakery has 20 employees now.", "12 employees"),
        ("I drink two coffees a day.", "I drink five coffees a day now.", "two coffees"),
        ("I swim at Riverside Baths.", "The pool I go to is Elm Street Pool now.", "Riverside Baths"),
    ],
)
def test_a_count_of_ones_own_does(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)
