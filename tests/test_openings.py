"""What is so in the circumstance that a sentence opens with leaves what is so as a rule: the user is asked at most."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My commute is 30 minutes.", "at rush hour my commute is 50 minutes"),
        ("My commute is 30 minutes.", "By bike my commute is 45 minutes."),
        ("My commute takes 55 minutes.", "On a good day with green lights, my commute takes 38 minutes."),
        ("The battery lasts 10 hours.", "With the screen on full the battery lasts 5 hours."),
        ("My heating bill is 120.", "in a hard winter my heating bill is 200"),
        ("I sleep 7 hours.", "Before a race I sleep 5 hours."),
        ("I run 5 km every morning.", "on holiday I run 10 km every morning"),
        ("Our ping is 20 ms.", "Over VPN our ping is 90 ms."),
        ("The course costs 300.", "With lunch the course costs 360."),
        ("The tickets cost 80 each.", "for kids the tickets cost 40"),
        ("The parking is 5 euros.", "Overnight the parking is 15 euros."),
        ("I drink two coffees a day.", "exam week: six coffees a day"),
    ],
)
def test_a_measure_in_one_circumstance_replaces_none(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I live in Leeds.", "When the lease is up I live in York."),
        ("I work at Acme.", "when I grow up I work at NASA"),
        ("I sleep 8 hours a night.", "When I'm travelling I sleep 6 hours a night."),
        ("I get up at 7.", "when I have early shift I get up at 5"),
    ],
)
def test_what_is_so_when_something_is_so_ends_nothing_now(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("My commute takes 40 minutes.", "In the new job my commute takes 15 minutes.", "40 minutes"),
        ("My commute takes 40 minutes.", "With the new bike my commute takes 25 minutes now.", "40 minutes"),
        ("My commute takes 40 minutes.", "At the moment my commute takes 55 minutes.", "40 minutes"),
        ("My salary is 52k.", "With the raise my salary is 58k.", "52k"),
        ("The deadline is Friday.", "In the end the deadline is Monday.", "Friday"),
        ("I get up at 7.", "In the morning I get up at 6.", "7"),
        ("At rush hour my commute is 50 minutes.", "At rush hour my commute is 60 minutes.", "50 minutes"),
        ("I do 16 lengths when I go swimming.", "I do 22 lengths when I go swimming nowadays.", "16 lengths"),
        ("Our thermostat is at 18 degrees.", "With a newborn it's 21 degrees round the clock.", "18 degrees"),
        ("I live in Leeds.", "When my lease was up I moved to York.", "Leeds"),
        ("I live in Leeds.", "Now that the lease is up I live in York.", "Leeds"),
    ],
)
def test_since_when_and_the_same_circumstance_told_anew_change_as_ever(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)
