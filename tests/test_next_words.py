"""What is said right behind a change that named no value is its value where it is one; no comment or address is.

`data/language/next_words.jsonl` is by a writer who had seen neither rules nor lists: 70 messages whose second sentence
is no value, of which 13 were taken for one before the rule and 4 when it met them first, and 50 whose second one is.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2025, 6, 5, tzinfo=UTC)
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "language" / "next_words.jsonl").read_text("utf-8").splitlines()
]
TAKEN, HEARD = 2, 2
"""Messages that were taken for a value, at most, and values that were heard, of the writer's."""


def told(known: str, said: str) -> tuple[list[str], set[str]]:
    """What replaced something, and the values of the user that hold in what was known."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        heard = overlay.remember(known, scope=ME, observed_at=START).records
        if not heard:
            return [], set()
        first = heard[0]
        done = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=45))
        records = overlay.timeline(scope=ME, attribute=first.attribute).records
    held = {r.value or "" for r in records if r.status == "active" and r.valid_to is None}
    return [t.to_value for t in done.transitions if t.to_value and t.attribute == first.attribute], held - {first.value}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I drive a Golf.", "I got a new car. OK, bye."),
        ("I drive a Golf.", "I got a new car. Finally!"),
        ("I drive a Golf.", "I got a new car. Long story."),
        ("I drive a Golf.", "I got a new car. Yaaay!"),
        ("I live in Leeds.", "I moved! Great, right?"),
        ("I live in Leeds.", "I've moved. Hallelujah!"),
        ("I live in Leeds.", "I've moved. Boxes everywhere, send help."),
        ("I live in Leeds.", "I moved. Tom, can you send me the list?"),
        ("I live in Leeds.", "I moved. Priya, I need the list."),
        ("I work at Shell.", "I changed jobs. Money, mostly."),
        ("I work at Shell.", "I changed jobs. Peace at last."),
        ("I work at Shell.", "I changed jobs. Priya, send me the list."),
        ("My bank is Barclays.", "I switched banks. Question: how do I move my standing orders?"),
        ("My bank is Barclays.", "I've changed my bank. Regards, Ana"),
        ("My email is a@b.com.", "I changed my email. Best, Lena"),
        ("My boss is Dana.", "I got a new boss. Ugh."),
        ("My gym is PureGym.", "I changed my gym. Cool, right?"),
    ],
)
def test_what_comments_or_calls_somebody_is_no_value(known: str, said: str) -> None:
    assert told(known, said) == ([], set())


@pytest.mark.parametrize(
    ("known", "said", "new"),
    [
        ("I drive a Golf.", "I got a new car. Skoda, since Monday.", "Skoda"),
        ("I drive a Golf.", "I got a new car. Skoda Octavia.", "Skoda Octavia"),
        ("I live in Leeds.", "I moved! Bath, since the 9th.", "Bath"),
        ("I live in Leeds.", "I moved! Malmö!", "Malmö"),
        ("I live in Leeds.", "We've moved. New York City, since May.", "New York City"),
        ("I work at Shell.", "I changed jobs. BP, in the end.", "BP"),
        ("My bank is Barclays.", "I switched banks. Monzo.", "Monzo"),
        ("My bank is Barclays.", "I switched banks. Nationwide, since March.", "Nationwide"),
        ("My boss is Dana.", "I got a new boss. Ana.", "Ana"),
        ("My boss is Dana.", "I got a new boss. Priya, from sales.", "Priya"),
        ("My dentist is Dr Roe.", "I changed my dentist. Dr Lee.", "Dr Lee"),
    ],
)
def test_a_value_behind_its_announcement_is_heard(known: str, said: str, new: str) -> None:
    assert told(known, said) == ([new], {new})


@pytest.mark.parametrize(
    ("known", "said", "new"),
    [
        ("My phone number is 012345.", "I changed my phone number, it's 0123456789 now. OK, thanks.", "0123456789"),
        (
            "My email is a@b.com.",
            "I changed my email, it's e.new@proton.me now. Malmö, since you ask.",
            "e.new@proton.me",
        ),
    ],
)
def test_an_announcement_that_has_its_value_takes_no_other(known: str, said: str, new: str) -> None:
    assert told(known, said) == ([new], {new})


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My vet is Dr Lund.", "We have a new vet for Pepper."),
        ("Our database is Postgres.", "We have a new database for Atlas."),
        ("My camera is a Nikon D3500.", "I swapped my camera for something newer."),
        ("My gym is PureGym.", "I changed my gym to another one."),
    ],
)
def test_whom_it_is_for_and_that_it_is_another_one_are_no_values(known: str, said: str) -> None:
    assert told(known, said) == ([], set())


def test_of_a_strangers_messages_no_more_are_taken_for_a_value_than_was_measured() -> None:
    taken, heard = [], []
    for row in ROWS:
        replacing, current = told(row["known"], row["said"])
        if not row["new"] and (replacing or current):
            taken.append(row["id"])
        if row["new"] and any(row["new"].lower() in value.lower() for value in current):
            heard.append(row["id"])
    assert len(taken) <= TAKEN, taken
    assert len(heard) >= HEARD, heard
