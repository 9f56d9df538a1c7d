"""What a later sentence alone says a thing is for, with or to tells of another thing: the one that stands is kept."""

from __future__ import annotations

import pytest

from tests.test_partly import gone


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("The meeting is on Tuesday.", "The meeting with the vendor is on Thursday."),
        ("Our meeting is at 3 pm.", "Our meeting with legal is at 5 pm."),
        ("My flight is on Monday.", "My flight to Rome is on Friday."),
        ("My appointment is at 9.", "My appointment with the dentist is at 11."),
        ("The exam is on May 3.", "The exam in biology is on May 9."),
        ("The train is at 8.", "The train back is at 5."),
        ("My training is at 9.", "My train is at 8."),
        ("Training is at 9.", "The train leaves at 8."),
        ("My class is on Monday.", "My train is on Friday."),
        ("My lesson is on Tuesday.", "My lesson with the new teacher is on Friday."),
        ("The deadline is Friday.", "The deadline for the report is Monday."),
    ],
)
def test_one_occasion_replaces_no_other(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("The meeting with the vendor is on Tuesday.", "The meeting with the vendor is on Thursday now.", "Tuesday"),
        ("Our meeting with legal is at 3 pm.", "Our meeting with legal is at 5 pm now.", "3 pm"),
        ("The train to Leeds is at 8.", "The train to Leeds is at 9 now.", "8"),
        ("My exam in biology is on May 3.", "My exam in biology is on May 9 now.", "May 3"),
        ("Standup is at 9.", "Standup in the morning is at 10 now.", "9"),
        ("Stand-up is at 9:15.", "With half the team in Halifax we begin stand-up at 10:30 from this week.", "9:15"),
        ("My train is at 8.", "My train is at 9 now.", "8"),
        ("My training is on Monday.", "My training is on Friday now.", "Monday"),
        ("My flight is at 3:20 pm.", "My flight was delayed to 5:45 pm.", "3:20 pm"),
        ("The meeting is at 3 pm.", "The meeting was moved to 4 pm.", "3 pm"),
    ],
)
def test_the_same_occasion_told_anew_does(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("Our house has 5 rooms.", "The flat above has 4 rooms."),
        ("Our house has 5 rooms.", "the house across the road has 8 rooms"),
        ("The hotel is 120 a night.", "the hotel round the corner is 90 a night"),
        ("The pharmacy closes at 18:00.", "The pharmacy at the station closes at 22:00."),
        ("The pool opens at 8.", "the pool in the next village opens at 10"),
        ("The ticket costs 50.", "The ticket for Sunday costs 35."),
    ],
)
def test_one_that_is_told_by_its_place_is_another(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("The hotel is 120 a night.", "The hotel is 130 a night now.", "120"),
        ("The pharmacy at the station closes at 18:00.", "The pharmacy at the station closes at 22:00.", "18:00"),
        ("Our house has 5 rooms.", "Our house has 6 rooms now.", "5 rooms"),
    ],
)
def test_the_one_that_is_known_changes_as_ever(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My dentist is Dr Lee.", "My dentist back home is Dr Ruiz."),
        ("My gym is FitWorks.", "My gym over there is Pulse."),
        ("My doctor is Dr Lee.", "Our doctor overseas is Dr Ruiz."),
    ],
)
def test_one_of_another_place_is_not_the_known_one(known: str, said: str) -> None:
    assert gone(known, said) == []


def test_the_one_of_another_place_that_is_known_changes() -> None:
    assert gone("My dentist back home is Dr Lee.", "My dentist back home is Dr Ruiz.") == ["Dr Lee"]
