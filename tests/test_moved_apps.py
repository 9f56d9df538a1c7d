"""Parts of a project that move by name, and what a place of others has in front of its clause."""

from __future__ import annotations

import pytest

from atma_overlay.language.extract import default_extractor
from tests.test_two_things import FIRST, applied, states


def stated(text: str) -> list[tuple[str, str, str | None]]:
    found = default_extractor().extract(text, speaker="user", at=FIRST)
    return [(c.subject, c.attribute, c.value) for c in found.candidates if c.attribute != "mention"]


@pytest.mark.parametrize(
    ("told", "said", "change"),
    [
        ("The booking app runs on Heroku.", "We migrated the booking app from Heroku to Fly.io.", ("Heroku", "Fly.io")),
        (
            "The booking app is hosted on Heroku.",
            "We moved the booking app from Heroku to Fly.io.",
            ("Heroku", "Fly.io"),
        ),
        ("The payments service runs on AWS.", "We moved the payments service from AWS to GCP.", ("AWS", "GCP")),
        ("The booking app is written in Ruby.", "We migrated the booking app from Ruby to Go.", ("Ruby", "Go")),
        (
            "The booking service runs on Heroku.",
            "We moved the booking service off Heroku to Fly.io.",
            ("Heroku", "Fly.io"),
        ),
        (
            "The booking app runs on Heroku. The billing app runs on Heroku.",
            "We migrated the billing app from Heroku to Fly.io.",
            ("Heroku", "Fly.io"),
        ),
    ],
)
def test_an_app_that_is_named_moves(told: str, said: str, change: tuple[str, str]) -> None:
    assert applied(told, said) == [change]


@pytest.mark.parametrize(
    "said",
    [
        "We migrated the billing app from Heroku to Fly.io.",
        "We migrated the booking form from Heroku to Fly.io.",
        "We migrated the booking service from Heroku to Fly.io.",
        "We migrated the booking app's database from Heroku to Fly.io.",
        "We migrated their booking app from Heroku to Fly.io.",
        "We almost migrated the booking app from Heroku to Fly.io.",
        "We'll migrate the booking app from Heroku to Fly.io.",
        "We migrated half of the booking app from Heroku to Fly.io.",
        "In staging we migrated the booking app from Heroku to Fly.io.",
    ],
)
def test_another_app_or_a_part_of_one_leaves_it_where_it_is(said: str) -> None:
    assert applied("The booking app runs on Heroku.", said) == []


def test_what_something_was_moved_off_is_nothing_that_is_used() -> None:
    assert stated("We moved the booking service off Heroku to Fly.io.") == [("user", "by_subject", "Fly.io")]


@pytest.mark.parametrize(
    "said",
    [
        "At my wife's company Slack was replaced.",
        "At my wife's company Slack was replaced by Teams.",
        "At my wife's company Slack is gone.",
        "At my brother's office Slack has been banned.",
        "In my sister's team Slack never caught on.",
        "At my sister's firm Slack just got cancelled.",
        "At work Slack was replaced by Teams.",
        "Nothing new, but at my wife's company Slack was dropped.",
        "Slack was bought by Norvane.",
    ],
)
def test_a_name_that_acts_at_a_place_is_not_what_the_place_is_called(said: str) -> None:
    assert applied("We use Slack.", said) == []
    assert stated(said) == []


def test_what_is_told_of_a_place_of_others_by_a_clause_of_its_own_is_proposed() -> None:
    said = "At my wife's company, Slack was replaced by Teams."
    assert states("We use Slack.", said) == [("Slack", "Teams", "proposed")]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I work at my wife's company Norvane.", ("user's wife", "employer", "Norvane")),
        ("My wife's company Norvane moved to Leeds.", ("user's wife", "employer", "Norvane")),
        ("At my wife's company Norvane they use Teams.", ("user's wife", "employer", "Norvane")),
        ("My bank was bought by Monzo.", ("user", "bank", "Monzo")),
        ("My sister Mina moved to Leeds.", ("user", "sister", "Mina")),
    ],
)
def test_what_a_place_or_somebody_is_called_is_read(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in stated(said)
