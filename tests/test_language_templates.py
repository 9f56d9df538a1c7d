"""Template alignment on labelled pairs: two sentences of one speaker alike but for one value, said ten weeks apart.

`data/language/templates.jsonl` is the specification: pairs that are one template where the later sentence marks the
present, and traps that only look so, whose first value must stay in place.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope, Timeline
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.grammar.discourse import opening_length
from atma_overlay.records import DecisionState
from atma_overlay.values.normal import normalise

FILE = Path(__file__).parent / "data" / "language" / "templates.jsonl"
ME = Scope(tenant="acme", user="u-1")
FIRST = datetime(2025, 3, 3, 9, tzinfo=UTC)
LATER = FIRST + timedelta(weeks=10)

Row = dict[str, Any]
ROWS: dict[str, Row] = {row["id"]: row for row in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())}
ALIGNED = [i for i, row in ROWS.items() if row["outcome"] == "replaced"]
KEPT = [i for i, row in ROWS.items() if row["outcome"] == "kept"]
PRESENT = (" these days", " nowadays", " at the moment", " at present", " now", "These days ")


def told(*said: tuple[str, datetime]) -> Timeline:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for text, at in said:
            overlay.remember(text, scope=ME, observed_at=at)
        return overlay.timeline(scope=ME)


@cache
def after(row_id: str) -> Timeline:
    row = ROWS[row_id]
    return told((row["first"], FIRST), (row["second"], LATER))


def statuses(timeline: Timeline, value: str) -> set[str]:
    """What became of the records whose value holds the words of another."""
    wanted = f" {normalise(value)} "
    return {r.status.value for r in timeline.records if wanted in f" {normalise(r.value)} " and r.subject == "user"}


@pytest.mark.parametrize("row_id", ALIGNED)
def test_a_sentence_alike_but_for_one_value_takes_the_place_of_the_earlier_one(row_id: str) -> None:
    row = ROWS[row_id]
    assert statuses(after(row_id), row["old"]) == {"superseded"}, (row["first"], row["second"])
    assert "active" in statuses(after(row_id), row["new"])


@pytest.mark.parametrize("row_id", ALIGNED)
def test_said_in_the_other_order_the_state_is_the_same(row_id: str) -> None:
    row = ROWS[row_id]
    turned = told((row["second"], LATER), (row["first"], FIRST))

    def state(timeline: Timeline) -> set[tuple[str, str, str]]:
        return {(r.attribute, r.value, r.status.value) for r in timeline.records}

    assert state(turned) == state(after(row_id))


@pytest.mark.parametrize("row_id", KEPT)
def test_what_only_looks_like_one_template_retires_nothing(row_id: str) -> None:
    row = ROWS[row_id]
    gone = [t for t in after(row_id).transitions if t.state is DecisionState.APPLIED]
    assert gone == [], (row["first"], row["second"])


def without_present(text: str) -> str:
    for words in PRESENT:
        text = text.replace(words, "")
    return text


OPEN_ENDED = [i for i in ALIGNED if ROWS[i]["first"].startswith(("I take", "I drink", "I keep", "I use", "I go"))]


@pytest.mark.parametrize("row_id", OPEN_ENDED)
def test_without_a_word_of_the_present_both_hold(row_id: str) -> None:
    row = ROWS[row_id]
    timeline = told((row["first"], FIRST), (without_present(row["second"]), LATER))
    assert "superseded" not in statuses(timeline, row["old"])


@pytest.mark.parametrize(
    ("sentence", "told_from"),
    [
        ("Oh, and my desk is by the door.", "my desk"),
        ("By the way, I sing on Fridays.", "I sing"),
        ("Speaking of lunch, I pack soup.", "I pack"),
        ("Random, but the tram I take is the 9.", "the tram"),
        ("Fun fact: our cat is deaf.", "our cat"),
        ("My desk is by the door.", "My desk"),
        ("Well water is hard here.", "Well water"),
    ],
)
def test_words_that_only_open_a_sentence_are_no_part_of_it(sentence: str, told_from: str) -> None:
    assert sentence[opening_length(sentence) :].startswith(told_from)


def test_what_a_frame_is_about_names_its_slot() -> None:
    timeline = told(("Random, but the teashop I go to is Samovar.", FIRST))
    assert [(r.attribute, r.value) for r in timeline.records] == [("teashop", "Samovar")]


def test_a_value_that_comes_back_is_current_again() -> None:
    said = (
        "I get my eggs from Hollow Farm.",
        "I get my eggs from Beet Street now.",
        "I get my eggs from Hollow Farm now.",
    )
    timeline = told(*((text, FIRST + timedelta(weeks=8 * n)) for n, text in enumerate(said)))
    current = [r.value for r in timeline.records if r.status.value == "active"]
    assert current == ["Hollow Farm"]
