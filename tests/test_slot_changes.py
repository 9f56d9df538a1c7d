"""A slot that is told to have changed, by its noun, by *instead of* or by a wedding; and ages told in full."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)


def applied(before: str, said: str) -> list[tuple[str | None, str | None]]:
    """What a sentence does to what is known; that it is known is looked at."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        assert overlay.remember(before, scope=ME, observed_at=START).records
        receipt = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=30))
    return [(t.from_value, t.to_value) for t in receipt.transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("before", "said", "old", "new"),
    [
        ("My dentist is Dr Haas.", "My dentist has changed to Dr Lind.", "Dr Haas", "Dr Lind"),
        ("My gym is Fitworks.", "My gym changed to Basement.", "Fitworks", "Basement"),
        ("My bank is Monzo.", "My bank has changed to Chase.", "Monzo", "Chase"),
        ("Our database is MySQL.", "Our database has changed to Postgres.", "MySQL", "Postgres"),
        ("My surname is Baker.", "My surname has changed to Novak.", "Baker", "Novak"),
        ("My email is jo@a.example.", "My email has changed to jo@b.example.", "jo@a.example", "jo@b.example"),
        ("I start work at eight.", "I start work at nine now instead of eight.", "eight", "nine"),
        ("My rent is £800.", "My rent is £900 instead of £800.", "£800", "£900"),
        ("I go to Fitworks gym.", "I left Fitworks and joined Basement.", "Fitworks gym", "Basement"),
        ("My last name is Baker.", "I changed my last name to Novak.", "Baker", "Novak"),
        ("The backend is written in Ruby.", "The backend was rewritten in Go.", "Ruby", "Go"),
        ("The backend is written in Ruby.", "We rewrote the backend in Rust.", "Ruby", "Rust"),
        ("Our backend is in Django.", "We rewrote the backend in FastAPI.", "Django", "FastAPI"),
        ("I'm single.", "I got married on Saturday.", "single", "married"),
        ("I'm married.", "We got divorced.", "married", "divorced"),
        ("I take metformin every morning.", "I take metformin every evening now.", "every morning", "every evening"),
    ],
)  # fmt: skip
def test_a_slot_that_is_told_to_have_changed_holds_the_new_value(before: str, said: str, old: str, new: str) -> None:
    assert (old, new) in applied(before, said)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("My landlord is Ana.", "My landlord changed to E.ON."),
        ("My wife is Ana.", "My wife changed to Dr Lind."),
        ("My dentist is Dr Haas.", "My dentist hasn't changed to Dr Lind."),
        ("My dentist is Dr Haas.", "My dentist might have changed to Dr Lind."),
        ("My dentist is Dr Haas.", "Mum's dentist has changed to Dr Lind."),
        ("My dentist is Dr Haas.", "My dentist changed the crown to gold."),
        ("My gym is Fitworks.", "My gym changed to winter hours."),
        ("My manager is Ana.", "My manager changed to Mondays."),
        ("My rent is £800.", "My rent is £900 instead of £800 this month."),
        ("The CLI is in Python.", "I rewrote the docs in Markdown."),
        ("The CLI is in Python.", "I rewrote one test in Rust."),
        ("The backend is written in Ruby.", "We want to rewrite the backend in Go."),
        ("I start work at eight.", "I start work at nine instead of eight today."),
        ("I'm single.", "We were married in 2010."),
        ("I'm divorced.", "We got married in 2010."),
        ("I'm single.", "I almost got married on Saturday."),
        ("I'm single.", "I got engaged in a debate."),
        ("I'm married.", "My parents got divorced."),
        ("I take metformin every morning.", "I take a vitamin D tablet every evening."),
        ("I've been saving $12 every week with the loyalty card.", "I've already saved $5 on my total bill last time."),
    ],
)
def test_what_somebody_changed_to_or_did_not_change_is_no_value_of_the_slot(before: str, said: str) -> None:
    assert applied(before, said) == []


@pytest.mark.parametrize(
    ("before", "said", "old", "new"),
    [
        ("I'm 34 years old.", "I turned 35 yesterday.", "34 years old", "35"),
        ("I'm 34.", "I'm 35 years old now.", "34", "35 years old"),
        ("My daughter is six years old.", "My daughter is seven.", "six years old", "seven"),
        ("My son is six months old.", "My son is eight months old now.", "six months old", "eight months old"),
    ],
)
def test_an_age_that_is_told_in_full_is_the_age(before: str, said: str, old: str, new: str) -> None:
    assert applied(before, said) == [(old, new)]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I'm 34 years old.", "I'm 34."),
        ("My car is a Golf.", "My car is six years old."),
        ("My laptop is a ThinkPad.", "My laptop is three years old now."),
    ],
)
def test_an_age_said_again_and_the_age_of_a_thing_change_nothing(before: str, said: str) -> None:
    assert applied(before, said) == []
