"""Where something was done once, or what one has with another of a sort, takes no institution's place."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import left

EMPLOYER, UNIVERSITY, GYM, BANK = (
    "I work at Oakdale College.", "I study at Oakdale College.", "My gym is Oakdale Gym.", "I bank with Oakdale Bank.",
)  # fmt: skip


@pytest.mark.parametrize("known", [EMPLOYER, UNIVERSITY, "I go to Oakdale College every week."])
@pytest.mark.parametrize(
    "said",
    [
        "I took a class at Fernhill College on Saturday.",
        "I took an exam at Fernhill College in June.",
        "I took a tour of Fernhill College last spring.",
        "I took the kids to Fernhill College last Sunday.",
        "I picked a dress at Fernhill College on Saturday.",
        "I began a painting at Fernhill College last month.",
        "I joined a guided tour at Fernhill College on Sunday.",
        "I signed a petition at Fernhill College last week.",
        "I registered for a race at Fernhill College.",
        "I launched my book at Fernhill College in May.",
        "I appointed a caterer at Fernhill College.",
        "I took a trip to Chicago with Fernhill College in March.",
        "I got married at Fernhill College in May.",
        "I signed up for a trial class at Fernhill College.",
        "I signed my nephew up at Fernhill College.",
    ],
)
def test_where_something_was_done_once_takes_no_place(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (EMPLOYER, "I started a degree at Fernhill College."),
        (EMPLOYER, "I registered with Fernhill College."),
        (EMPLOYER, "I enrolled at Fernhill College."),
        ("I work at Oakdale Bank.", "I opened an account with Fernhill Bank."),
        ("I work at Oakdale Gym.", "I've joined Fernhill Gym."),
        ("I work at Oakdale Gym.", "I train at Fernhill Gym now."),
        (UNIVERSITY, "I took a job at Fernhill College."),
        (GYM, "I took a job at Fernhill Gym."),
        ("I shop at Oakdale Foods.", "I registered with Fernhill Foods."),
        ("I volunteer at Oakdale Hospice.", "I've joined Fernhill Hospice."),
    ],
)
def test_who_works_somewhere_may_be_a_member_elsewhere(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (EMPLOYER, "I took a job at Fernhill College."),
        (EMPLOYER, "I've joined Fernhill College."),
        (EMPLOYER, "I moved to Fernhill College last month."),
        (UNIVERSITY, "I started a degree at Fernhill College."),
        (UNIVERSITY, "I enrolled at Fernhill College."),
        (GYM, "I joined Fernhill Gym last month."),
        (GYM, "I took a membership at Fernhill Gym."),
        (GYM, "I signed a contract with Fernhill Gym."),
        (GYM, "Signed the papers at Fernhill Gym on Saturday."),
        (EMPLOYER, "I joined the staff at Fernhill College."),
        ("My vet is Oakdale Vets.", "I registered the dog with Fernhill Vets."),
        (BANK, "I've switched to Fernhill Bank."),
        ("I volunteer at Oakdale Hospice.", "I've switched to Fernhill Hospice."),
        ("I shop at Oakdale Foods.", "I've switched to Fernhill Foods."),
        ("My dentist is Oakdale Dental.", "I've registered with Fernhill Dental."),
    ],
)
def test_a_tie_of_the_same_sort_takes_its_place(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My budget for the trip is $2,000.", "Our budget is around $800 per person."),
        ("My budget is $2,000.", "My budget is $200 a night."),
        ("My rent is $900.", "My rent is $450 each."),
        ("The ticket costs $50 per adult.", "The ticket costs $30 per child."),
    ],
)
def test_an_amount_for_each_is_proposed_where_the_whole_is_known(known: str, said: str) -> None:
    assert left(known, said) == ("active", 1)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My rent is $900 per person.", "My rent is $950 per person."),
        ("My rent is $900.", "My rent is $950."),
        ("The budget is $80 per guest.", "We raised the budget from $80 to $90 per guest."),
    ],
)
def test_amounts_for_the_same_replace_each_other(known: str, said: str) -> None:
    assert left(known, said) == ("superseded", 0)


@pytest.mark.parametrize("regime", ["keto", "Mediterranean", "high-protein"])
def test_a_regime_stands_beside_what_is_eaten_of_animals(regime: str) -> None:
    assert left("I'm vegetarian.", f"I follow a {regime} diet.") == ("active", 0)
    assert left(f"I follow a {regime} diet.", "I'm vegan.") == ("active", 0)


def test_one_regime_takes_the_place_of_another() -> None:
    assert left("I follow a keto diet.", "I follow a Mediterranean diet.") == ("superseded", 0)
    assert left("I'm vegetarian.", "I'm vegan now.") == ("superseded", 0)


def test_a_laptop_with_a_word_of_airlines_is_none() -> None:
    assert left("I use a MacBook Air.", "I switched to United Airlines.") == ("active", 0)
