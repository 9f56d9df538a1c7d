"""Where a thing is, and what it is compared with, is not what it is: *my gym is opposite Lidl*."""

from __future__ import annotations

import pytest

from tests.overlay_worlds import changes


@pytest.mark.parametrize(
    "beside",
    [
        "next to",
        "opposite",
        "behind",
        "above",
        "inside",
        "beyond",
        "against",
        "part of",
        "unlike",
        "no",
        "like",
        "near",
    ],
)
@pytest.mark.parametrize(
    ("thing", "value", "other"),
    [("My gym", "Pulse", "Lidl"), ("My bank", "HSBC", "Monzo"), ("Our database", "MySQL", "Postgres")],
)
def test_what_a_thing_is_told_beside_takes_no_place(thing: str, value: str, other: str, beside: str) -> None:
    assert "applied" not in {state for *_, state in changes(f"{thing} is {value}.", f"{thing} is {beside} {other}.")}


@pytest.mark.parametrize(
    ("holds", "said", "change"),
    [
        ("Our CI is on Jenkins.", "Our CI is on Buildkite now.", ("Jenkins", "Buildkite", "applied")),
        ("My gym is Pulse.", "My gym is Opposite Fitness now.", ("Pulse", "Opposite Fitness", "applied")),
        ("My insurance is with Aviva.", "My insurance is with Axa now.", ("Aviva", "Axa", "applied")),
    ],
)
def test_what_it_is_with_or_on_is_what_it_is(holds: str, said: str, change: tuple[str, str, str]) -> None:
    assert changes(holds, said) == [change]


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        ("I work at Globex.", "I work for a competitor of Acme."),
        ("I live in Leeds.", "I live in hope of seeing York."),
        ("I live in Leeds.", "I practically live in York."),
        ("I bank with HSBC.", "I bought Monzo shares."),
        ("I work at Globex.", "I work near Acme."),
        ("I work at Globex.", "I work with Acme."),
        ("I live in Leeds.", "I live an hour from York."),
    ],
)
def test_what_is_only_described_or_near_is_not_where_one_is(holds: str, said: str) -> None:
    assert "applied" not in {state for *_, state in changes(holds, said)}


def test_what_is_named_with_of_is_named() -> None:
    assert changes("I live in Leeds.", "I live in the city of York now.") == [("Leeds", "city of York", "applied")]


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        ("My phone is a Pixel.", "I switched my phone to silent."),
        ("My laptop is a ThinkPad.", "I changed my laptop to dark mode."),
        ("My editor is Vim.", "I switched my editor to dark mode."),
        ("My car is a Volvo.", "I switched my car to winter tyres."),
    ],
)
def test_how_a_thing_is_set_is_not_what_it_is(holds: str, said: str) -> None:
    assert changes(holds, said) == []


@pytest.mark.parametrize(
    ("holds", "said", "change"),
    [
        ("My phone is a Pixel.", "I switched my phone to an iPhone.", ("Pixel", "iPhone", "applied")),
        ("My editor is Vim.", "I switched my editor to helix.", ("Vim", "helix", "applied")),
        ("My diet is vegetarian.", "I changed my diet to vegan.", ("vegetarian", "vegan", "applied")),
        ("My gym is FitWorks.", "I switched my gym to pulse.", ("FitWorks", "pulse", "applied")),
    ],
)
def test_what_a_thing_is_switched_to_is_what_it_is(holds: str, said: str, change: tuple[str, str, str]) -> None:
    assert changes(holds, said) == [change]
