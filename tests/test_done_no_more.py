"""What is done to something no more, given up, finished or left; and what only sounds like it."""

from __future__ import annotations

import pytest

from tests.test_two_things import applied, states

ENDS = [
    ("I drink coffee every morning.", "I gave up coffee.", "coffee"),
    ("I drink coffee every morning.", "I gave up coffee.", "every morning"),
    ("I drink coffee every morning.", "I don't drink coffee any more.", "coffee"),
    ("I drink tea with milk.", "I don't drink tea any more.", "milk"),
    ("I eat eggs for breakfast.", "I no longer eat eggs.", "eggs"),
    ("I eat meat twice a week.", "I no longer eat meat.", "twice a week"),
    ("I drink a glass of wine every night.", "I've cut out wine.", "glass"),
    ("I drink two cups of coffee a day.", "I quit coffee last month.", "two cups"),
    ("I wear contact lenses.", "I stopped wearing contact lenses.", "contact lenses"),
    ("I go to the gym three times a week.", "I stopped going to the gym.", "three times a week"),
    ("I use Instagram every day.", "I deleted my Instagram account.", "Instagram"),
    ("I use Instagram every day.", "I deleted Instagram.", "every day"),
    ("I rent a garage.", "I gave up the garage.", "garage"),
    ("I drink two beers a night.", "I gave up alcohol.", "two beers"),
    ("I smoke a pipe.", "I gave up tobacco.", "pipe"),
    ("I'm reading Dune.", "I finished Dune last night.", "Dune"),
    ("I'm writing my dissertation.", "I handed in the dissertation.", "dissertation"),
    ("I study law at Utrecht.", "I dropped out of law school.", "Utrecht"),
    ("I study law at Utrecht.", "I graduated in July.", "law"),
    ("Our library supports Python 3.8.", "We dropped support for Python 3.8.", "Python 3.8"),
    ("The app supports IE11.", "The app has dropped support for IE11.", "IE11"),
    ("I'm engaged to Sara.", "We called off the engagement.", "Sara"),
    ("I'm engaged to Sara.", "The engagement is off.", "Sara"),
    ("I'm the treasurer of our rowing club.", "I stepped down as treasurer.", "treasurer of our rowing club"),
    ("I'm the captain of the team.", "I'm no longer captain.", "captain of the team"),
    ("I'm in a book club.", "I quit the book club.", "book club"),
    ("I play in a band.", "I left the band.", "band"),
    ("I have eczema.", "My eczema cleared up.", "eczema"),
    ("I'm on antibiotics.", "I'm off antibiotics now.", "antibiotics"),
]
"""What is known, what is told, and what of the former is over."""


@pytest.mark.parametrize(("told", "said", "gone"), ENDS)
def test_what_is_done_no_more_is_over_with_what_was_told_of_doing_it(told: str, said: str, gone: str) -> None:
    assert (gone, None) in applied(told, said)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I drink coffee.", "I haven't given up coffee."),
        ("I drink coffee.", "My wife gave up coffee."),
        ("I drink coffee.", "I tried to give up coffee."),
        ("I drink coffee.", "I almost gave up coffee."),
        ("I drink coffee.", "I'm thinking of giving up coffee."),
        ("I drink coffee.", "If I gave up coffee, I'd be ill."),
        ("I drink coffee.", "I stopped drinking coffee after 3pm."),
        ("I drink coffee.", "I stopped drinking coffee at work."),
        ("I drink coffee.", "I stopped drinking coffee when I was ill."),
        ("I drink coffee.", "I gave up coffee for Lent."),
        ("I drink coffee.", "I gave up coffee once, for a month."),
        ("I drink coffee.", "I gave up coffee but started again."),
        ("I drink coffee.", "I gave up coffee ten years ago, but I drink it again."),
        ("I drink coffee.", "I don't drink instant coffee any more."),
        ("I drink coffee.", "I finished my coffee."),
        ("I drink coffee liqueur.", "I gave up coffee."),
        ("I sell coffee.", "I gave up coffee."),
        ("I smoke.", "I no longer smoke in the house."),
        ("I play football.", "I kicked the ball."),
        ("I take the bus to work.", "I quit the bus company."),
        ("I'm reading Dune.", "I finished the first chapter of Dune."),
        ("I'm writing a novel.", "I finished the form."),
        ("I study law at Utrecht.", "My brother graduated in July."),
        ("I study law at Utrecht.", "I dropped out of the race."),
        ("I study law at Utrecht.", "I graduated from high school in May."),
        ("The library supports Python 3.8.", "We dropped support for Python 3.7."),
        ("The library supports Python 3.8.", "Django dropped support for Python 3.8."),
        ("I use Windows.", "We dropped support for Windows."),
        ("I'm engaged to Sara.", "My sister called off her engagement."),
        ("I'm engaged to Sara.", "We called off the engagement party."),
        ("I'm engaged to Sara.", "We nearly called off the engagement."),
        ("I'm the president of the club.", "My brother stepped down as president."),
        ("I'm the chair of the parents' council.", "I sat down on the chair."),
        ("I'm in the football team.", "I left the team at the hotel."),
        ("I'm in the football team.", "I left my shirt with the team."),
        ("I have shingles.", "My brother's shingles cleared up."),
        ("I'm on antibiotics.", "I'm off to the chemist."),
        ("I take piano lessons.", "My piano lesson on Thursday is cancelled."),
        ("I'm vegetarian.", "I nearly gave up being vegetarian."),
        ("I do my budget in YNAB.", "Loads of people are ditching YNAB."),
    ],
)
def test_what_others_do_what_is_tried_or_what_is_another_thing_ends_nothing(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I use Netflix.", "I gave up Netflix for Lent."),
        ("I'm engaged to Sara.", "Tom called off the engagement."),
    ],
)
def test_what_is_given_up_for_a_while_or_broken_off_by_another_is_proposed(told: str, said: str) -> None:
    assert {state for _, _, state in states(told, said)} == {"proposed"}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I own a house in Keswick.", "I live in Leeds."),
        ("I live in Leeds.", "I own a house in Keswick."),
        ("I live in Leeds.", "We have a cottage in Keswick now."),
        ("I live in Leeds.", "My cottage in Keswick needs a new roof."),
        ("I live in Leeds.", "My house in York has a new tenant."),
        ("I live in Leeds.", "I inherited a flat in York."),
    ],
)
def test_a_house_that_is_owned_is_no_home(told: str, said: str) -> None:
    assert applied(told, said) == []


@pytest.mark.parametrize(
    ("told", "said", "old", "new"),
    [
        ("I'm a data analyst.", "I was promoted to senior data analyst.", "data analyst", "senior data analyst"),
        ("My job title is engineer.", "My job title is lead engineer now.", "engineer", "lead engineer"),
        ("The meeting is on Monday.", "The meeting moved to Tuesday.", "Monday", "Tuesday"),
        ("The backend is written in Ruby.", "We rewrote the backend in Rust.", "Ruby", "Rust"),
    ],
)
def test_a_grade_or_another_day_takes_the_place_of_what_was(told: str, said: str, old: str, new: str) -> None:
    assert (old, new) in applied(told, said)


def test_one_more_group_comes_beside_the_others() -> None:
    assert applied("I'm in the church choir.", "I'm in the orchestra now.") == []
