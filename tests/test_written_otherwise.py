"""A value that is written in another way is the same value: nothing has changed; and what is dialled is read whole."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.language.extract import default_extractor
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import found_by, refines, same_value
from tests.dated_worlds import ME

AT = datetime(2026, 3, 1, tzinfo=UTC)
SAME = [
    ("9:30", "09:30", "9.30 am", "half past nine", "9:30 a.m.", "half nine"),
    ("8:45", "quarter to nine", "08:45"),
    ("14:15", "2:15 pm", "2.15pm"),
    ("9am to 5pm", "9:00-17:00", "9:00 to 17:00"),
    ("$1,200", "1200.00 dollars", "USD 1200", "$1200.00"),
    ("v2.0", "2.0", "version 2.0"),
    ("12 May 2026", "2026-05-12", "May 12 2026"),
    ("07700 900123", "07700-900-123", "07700900123"),
    ("555-123-4567", "(555) 123-4567", "555 123 4567"),
]
APART = [
    ("9:30", "9:30 pm"), ("half past nine", "quarter past nine"), ("9am to 5pm", "9am to 6pm"), ("$1,200", "$1,201"),
    ("$12.50", "$12.05"), ("v2.0", "v2.1"), ("2026-05-12", "2026-05-13"), ("555-123-4567", "555-123-4568"),
    ("3.10", "3.1"), ("9:30", "930"),
]  # fmt: skip


@pytest.mark.parametrize("values", SAME, ids=lambda v: v[0])
def test_what_is_written_otherwise_is_the_same_and_is_found_by_something_that_both_have(
    values: tuple[str, ...],
) -> None:
    for first, second in permutations(map(normalise, values), 2):
        assert same_value(first, second), (first, second)
        assert first == second or found_by(first) & found_by(second)


@pytest.mark.parametrize("pair", APART)
def test_what_differs_is_another_value(pair: tuple[str, str]) -> None:
    first, second = map(normalise, pair)
    assert not same_value(first, second)


def test_a_date_with_its_year_says_more_of_the_same() -> None:
    assert refines(normalise("4 May"), normalise("4 May 1990"))
    assert not refines(normalise("4 May 1990"), normalise("4 May 1991"))
    assert not refines(normalise("4 May"), normalise("5 May 1990"))


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My phone number is 555-123-4567.", ("phone_number", "555-123-4567")),
        ("My phone number is (555) 123-4567.", ("phone_number", "(555) 123-4567")),
        ("My number is +1 555 123 4567.", ("phone_number", "+1 555 123 4567")),
        ("My order number is 112-3344556-7788.", ("order_number", "112-3344556-7788")),
        ("My flight is on 2026-05-12.", ("departure_date", "2026-05-12")),
        ("My height is 5'11\".", ("height", "5'11\"")),
        ("My shift is from 9 to 5.", ("work_hours", "9 to 5")),
        ("I moved last week to York.", ("home_city", "York")),
        ("I moved with my wife to York.", ("home_city", "York")),
        ("I live with my wife in York.", ("home_city", "York")),
    ],
)
def test_it_is_read_whole_and_where_it_belongs(said: str, fact: tuple[str, str]) -> None:
    found = {(c.attribute, c.value) for c in default_extractor().extract(said, speaker="user", at=AT).candidates}
    assert fact in found
    assert [value for attribute, value in found if attribute == fact[0]] == [fact[1]]


@pytest.mark.parametrize(
    ("told", "then"),
    [
        ("Standup is at 9:30.", "Standup is at 09:30."),
        ("My rent is $1,200.", "My rent is $1200.00."),
        ("My flight is on 12 May 2026.", "My flight is on 2026-05-12."),
        ("My phone number is 555-123-4567.", "My phone number is (555) 123-4567."),
        ("I'm dating Sam.", "I'm going with Tom to York."),
    ],
)
def test_nothing_is_retired_by_it(told: str, then: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(told, scope=ME, observed_at=AT)
        done = overlay.remember(then, scope=ME, observed_at=AT + timedelta(days=9))
    assert [t.from_value for t in done.transitions if t.kind == "replaced"] == []
