"""Requests to write, roles, fiction, practice, tests, songs, dreams, tasks and jokes: nothing told there is a fact.

`told_in_frames.jsonl` was written before the rules were looked at, by one hand: utterances as people type them to an
assistant, with one to three facts told years before. Those with `change` null leave each fact as it is; in the others
such a frame stands as well, and the change is real. It was split at random in two halves (seed 4711): the misses of
*dev* were read and mended, *held* has only been scored. Before the rules 10 of 80 rows of *dev* and 13 of 80 of *held*
retired something, and 19 and 22 of 30 changes were heard. When *dev* was mended, *held* was scored for the first time:
11 and 22. Then the frames of *dev* were varied, each with eleven changes, and mended once more: 9 and 21.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from atma_overlay.views import TransitionRecord

ME = Scope(tenant="acme", user="ana")
TOLD = datetime(2024, 1, 1, tzinfo=UTC)
LATER = datetime(2026, 7, 15, tzinfo=UTC)
ROWS = {
    row["id"]: row
    for row in map(
        json.loads,
        (Path(__file__).parent / "data" / "language" / "told_in_frames.jsonl").read_text("utf-8").splitlines(),
    )
}
RETIRED = {"dev": 2, "held": 9}
"""Of 80 rows each that leave all as it is, those that retire something, at most."""
HEARD = {"dev": 25, "held": 21}
"""Of 30 changes each, those that are heard, at least."""
STILL_RETIRED = {
    "frame-028": "what stands behind a request for a cover letter is as often the speaker's own",
    "frame-149": "that it is said in mockery shows in what the speaker can pay",
}
UNHEARD = {
    "frame-166": "who joins one employer is not told to have left another",
    "frame-175": "the old town is named again beside the new one",
    "frame-177": "what was stopped two weeks ago may have been stopped for once",
    "frame-206": "where *there* is stands in what is to be written into test data",
    "frame-219": "two places are told as new, a state and a town in it",
}


def transitions(said: list[str], then: str) -> list[TransitionRecord]:
    """What an utterance does to facts told before it."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for number, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=TOLD + timedelta(days=9 * number))
        done = overlay.remember(then, scope=ME, observed_at=LATER).transitions
    return [t for t in done if t.state == DecisionState.APPLIED]


def retires(row: dict[str, Any]) -> bool:
    return bool(transitions(row["said"], row["then"]))


def hears(row: dict[str, Any]) -> bool:
    old, new = (x and x.lower() for x in row["change"])
    done = [((t.from_value or "").lower(), (t.to_value or "").lower()) for t in transitions(row["said"], row["then"])]
    return any(old in was and (new is None or new in becomes) for was, becomes in done)


def test_no_more_is_retired_in_a_frame_and_no_less_is_heard_beside_one_than_was_measured() -> None:
    wrong = Counter(row["half"] for row in ROWS.values() if row["change"] is None and retires(row))
    heard = Counter(row["half"] for row in ROWS.values() if row["change"] is not None and hears(row))
    assert {half: wrong[half] for half in RETIRED} == {half: min(RETIRED[half], wrong[half]) for half in RETIRED}
    assert {half: heard[half] for half in HEARD} == {half: max(HEARD[half], heard[half]) for half in HEARD}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xfail(reason=reason)) for name, reason in STILL_RETIRED.items()]
)
def test_what_is_only_framed_retires_nothing(name: str) -> None:
    assert not retires(ROWS[name])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xfail(reason=reason)) for name, reason in UNHEARD.items()]
)
def test_what_is_told_beside_a_frame_is_heard(name: str) -> None:
    assert hears(ROWS[name])


FACTS = [
    "I live in Chicago.", "I work at Initech.", "I drive a Golf.", "My manager is Dana.", "I'm vegetarian.",
    "My dog is called Biscuit.", "I play tennis.", "My rent is $1,400.", "Our database is MySQL.",
]  # fmt: skip


@pytest.mark.parametrize(
    "then",
    [
        "Practising my Italian. I live in Rome. I work at a bakery.",
        "let me practice: i live in Madrid and i work at a bank",
        "English practice! I live in London. I drive a Ford.",
        "Past tense drill: I moved to Lyon. I sold my Golf.",
        "Strange dream last night: Dana left and I lived in Paris.",
        "Math problem: My rent is $900 and I pay half. How much do I pay in a year?",
        "Problem 3. I drive a Ford and my rent is $800. How much is left?",
        "which band sings I moved to LA and I quit my job",
        "what's the name of the song that goes I live in Reno now, I sold my car",
        "changelog for v2: migrated from MySQL to Postgres",
        "caption idea for insta: living in Bali now, I quit Initech",
        "prompt for the bot, as a customer: I live in Tulsa and my dog is called Rex",
        "Write a note which explains that I moved from Chicago to Reno.",
        "Draft a message that tells Dana I quit Initech, which says I work at Google now",
        "You are an expert editor. Your user is Tom. I live in Leeds. I quit Initech.",
        "You're a career coach and I'm a client. I quit Initech.",
        "Act as a travel agent, let's play: I live in Rome now.",
        "I moved to Mars last night. In my dream it was cold.",
        "In my book I live in Prague. I sold my Golf there.",
        "I moved to Lyon. How do I say this in French?",
        "Write an email to my landlord: Biscuit died.",
        "Write an email to Tom. Tell him that I moved to Reno.",
        "Email to my parents: I quit Initech. Keep it short.",
        "letter to the insurance stating that I sold the Golf, formal please",
        "I need an email to my boss saying I quit Initech",
        "paraphrase I quit Initech",
        "translate into Dutch I moved to Reno",
        "what is I gave up tennis in German",
        "The test sentence is I moved to Reno",
        "first line of my novel: I moved to Reno",
        "Story: I quit Initech. The end.",
        "I gave up tennis - is that a good title for a song?",
        "My answer would be: I quit Initech",
        "let us assume I moved to Reno",
        "Say it's 2030 and I quit Initech.",
        "sure, and I moved to Reno",
        "I gave up tennis said no one ever",
        "dream journal\nI quit Initech. Then I woke up.",
    ],
)
def test_what_is_practised_dreamt_sung_set_or_to_be_written_retires_nothing(then: str) -> None:
    assert transitions(FACTS, then) == []


@pytest.mark.xfail(reason="only who knows what is meant knows that it is data or a character")
@pytest.mark.parametrize(
    "then",
    [
        "echo I moved to Reno | ./parse",
        "my test says I quit Initech but the parser fails",
        "My OC is called Mia. I moved to Reno.",
    ],
)
def test_what_only_its_setting_shows_to_be_told_of_nobody_retires_nothing(then: str) -> None:
    assert transitions(FACTS, then) == []


@pytest.mark.parametrize(
    ("then", "old"),
    [
        ("My dream job: I work at Google now", "Initech"),
        ("Funny story: I moved to Berlin last week", "Chicago"),
        ("Big day, and not a joke: I moved to Berlin this morning.", "Chicago"),
        ("Long day and no riddle: I quit Initech.", "Initech"),
        ("Homework is done. I moved to Berlin last week.", "Chicago"),
        ("I practise the piano daily. I live in Boston now.", "Chicago"),
        ("I practised my French all day. I moved to Lyon in May.", "Chicago"),
        ("Who sings Wagon Wheel? I moved to Nashville last month.", "Chicago"),
        ("I wrote the eulogy yesterday. Biscuit died last week.", "Biscuit"),
        ("You're a lifesaver! I moved to Berlin last week and your tips helped.", "Chicago"),
        ("Act as a tax advisor. I moved to Berlin in May.", "Chicago"),
        ("I live in Denver now. In my story it always snows, why?", "Chicago"),
        ("ok enough of the game. I quit Initech today.", "Initech"),
        ("haha good one. In real life I sold my Golf yesterday.", "Golf"),
        ("I gave up tennis. Write a poem about it.", "tennis"),
        ("I sold the Golf, so please write an email to the insurance.", "Golf"),
        ("Write an email to my landlord. By the way, I moved to Reno.", "Chicago"),
        ("Thanks for the letter. I quit Initech.", "Initech"),
        ("Can you rewrite my bio? I quit Initech.", "Initech"),
        ("Context: I moved to Reno. Now write the letter.", "Chicago"),
        ("The caption was great. I gave up tennis.", "tennis"),
        ("Sure. I moved to Reno.", "Chicago"),
        ("I just moved to Lyon, how do I say that in French?", "Chicago"),
    ],
)
def test_what_is_told_in_earnest_beside_such_words_is_heard(then: str, old: str) -> None:
    assert old in [t.from_value for t in transitions(FACTS, then)]
