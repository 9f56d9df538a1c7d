"""The rules on labelled sentences: what they find, what they must not believe, and what a second sentence does.

The tables in `data/language` are the specification. What the rules cannot do today stands in `known_misses.toml`
with its reason and is expected to fail: a row that starts to work must be taken off the list. Errors that do
harm (a trap that stands as a fact, a kept value that is retired) have a heading of their own there.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope, Timeline
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.candidates import Candidate
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import Act, DecisionState
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value

pytestmark = pytest.mark.usefixtures("read_once")

FOLDER = Path(__file__).parent / "data" / "language"
ME = Scope(tenant="acme", user="u-1")
TOLD_AT = datetime(2025, 5, 14, 9, tzinfo=UTC)
STANDS = timedelta(days=60)
"""What ends sooner is an episode: it can hardly mislead anybody."""
BELIEVED = 0.6
"""A record below this is a bare mention: it states nothing and retires nothing."""
LOOSE_WORDS = 2
"""Words that a value may hold beside the expected ones (*old ThinkPad X220*)."""

FOUND, CLEAN = 156 / 214, 135 / 159
"""Shares of the rows that pass, as measured when the lists were last made; two points less is a fall."""
SLACK = 0.02
LISTED = {"harmful": 9, "positives": 54, "traps": 4, "pairs": 75}
"""How many rows each heading of the list holds: whoever adds one has to say so here too."""

RETIRING = {
    "replaced": {"superseded"},
    "ended": {"ended"},
    "corrected": {"corrected", "superseded"},
    "retracted": {"retracted"},
}
"""The outcomes that retire the old value, and the status that it gets; the others leave it in place."""

Row = dict[str, Any]


def table(name: str) -> dict[str, Row]:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


POSITIVES, TRAPS, PAIRS = table("positives"), table("traps"), table("pairs")
MISSES: dict[str, dict[str, list[str]]] = tomllib.loads((FOLDER / "known_misses.toml").read_text(encoding="utf-8"))


def listed(heading: str) -> dict[str, str]:
    """Row id to reason."""
    return {row: reason for reason, rows in MISSES[heading].items() for row in rows}


def cases(rows: Iterable[Row], heading: str) -> list[Any]:
    """One parameter a row; a listed one must fail, and by an assertion."""
    known = listed(heading)
    return [
        pytest.param(
            row["id"],
            id=row["id"],
            marks=[pytest.mark.xfail(strict=True, reason=known[row["id"]], raises=AssertionError)]
            if row["id"] in known
            else [],
        )
        for row in rows
    ]


# What counts as the same


def says(value: str, expected: str) -> bool:
    """Whether a value is the expected one, or holds its words in a row with two words more at most."""
    held, wanted = normalise(value), normalise(expected)
    if same_value(held, wanted):
        return True
    extra = len(held.split()) - len(wanted.split())
    return f" {wanted} " in f" {held} " and extra <= LOOSE_WORDS


def names(value: str, expected: str) -> bool:
    """Whether what is ended or withdrawn names the expected thing, or is named by it."""
    held, wanted = normalise(value), normalise(expected)
    return wanted in held or held in wanted


def told(*said: tuple[str, datetime, str]) -> Timeline:
    """The state after some utterances."""
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for text, at, role in said:
            overlay.remember(text, scope=ME, observed_at=at, role=role)
        return overlay.timeline(scope=ME)


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


# Positives


def gives(candidate: Candidate, expected: dict[str, str]) -> bool:
    wanted = Act(expected["act"])
    if wanted in (Act.END, Act.RETRACT):
        return candidate.act is wanted and names(candidate.value, expected["value"])
    mended = candidate.act is Act.CORRECT
    return (mended or candidate.act is wanted) and says(candidate.value, expected["value"])


@cache
def unfound(row_id: str) -> tuple[str, ...]:
    """The expected values of a positive that no candidate gives."""
    row = POSITIVES[row_id]
    found = default_extractor().extract(row["text"], speaker="user", at=instant(row["at"])).candidates
    return tuple(e["value"] for e in row["expect"] if not any(gives(c, e) for c in found))


@pytest.mark.parametrize("row_id", cases(POSITIVES.values(), "positives"))
def test_a_sentence_gives_what_it_states(row_id: str) -> None:
    assert unfound(row_id) == (), POSITIVES[row_id]["text"]


# Traps


@cache
def after_trap(row_id: str) -> Timeline:
    row = TRAPS[row_id]
    return told((row["text"], TOLD_AT, row["role"]))


def standing(row_id: str) -> tuple[str, ...]:
    """The values that a trap left standing as facts about the user."""
    facts = [
        r.value
        for r in after_trap(row_id).records
        if r.subject == "user"
        and r.status == "active"
        and r.affirmed
        and r.confidence >= BELIEVED
        and (r.valid_to is None or r.valid_to > TOLD_AT + STANDS)
    ]
    return tuple(never for never in TRAPS[row_id]["never"] if any(says(value, never) for value in facts))


@pytest.mark.parametrize("row_id", cases(TRAPS.values(), "harmful"))
def test_what_only_looks_like_a_statement_does_not_stand_as_a_fact(row_id: str) -> None:
    assert standing(row_id) == (), TRAPS[row_id]["text"]


@pytest.mark.parametrize("row_id", cases((r for r in TRAPS.values() if "expect" in r), "traps"))
def test_what_is_stated_beside_a_trap_is_found(row_id: str) -> None:
    values = [r.value for r in after_trap(row_id).records]
    missing = [e["value"] for e in TRAPS[row_id]["expect"] if not any(says(value, e["value"]) for value in values)]
    assert missing == [], TRAPS[row_id]["text"]


# Pairs


@cache
def after_pair(row_id: str) -> Timeline:
    row = PAIRS[row_id]
    return told(
        (row["first"], instant(row["first_at"]), "user"),
        (row["second"], instant(row["second_at"]), "user"),
    )


def retired(row_id: str) -> list[str]:
    """The transitions in force out of the old value."""
    return [
        f"{t.from_value} -> {t.to_value} ({t.kind})"
        for t in after_pair(row_id).transitions
        if t.state is DecisionState.APPLIED and says(t.from_value, PAIRS[row_id]["old"])
    ]


@pytest.mark.parametrize("row_id", cases((r for r in PAIRS.values() if r["outcome"] in RETIRING), "pairs"))
def test_a_second_sentence_that_changes_the_state_retires_the_old_value(row_id: str) -> None:
    row = PAIRS[row_id]
    statuses = {r.status.value for r in after_pair(row_id).records if says(r.value, row["old"])}
    assert statuses & RETIRING[row["outcome"]], (statuses, row["outcome"], row["first"], row["second"])


@pytest.mark.parametrize("row_id", cases((r for r in PAIRS.values() if r["outcome"] not in RETIRING), "harmful"))
def test_a_second_sentence_that_changes_nothing_retires_nothing(row_id: str) -> None:
    assert retired(row_id) == [], (PAIRS[row_id]["first"], PAIRS[row_id]["second"])


# The lists themselves


def share(rows: dict[str, Row], passes: Callable[[str], bool]) -> float:
    return sum(map(passes, rows)) / len(rows)


def test_the_share_of_sentences_that_are_found_does_not_fall() -> None:
    assert share(POSITIVES, lambda row_id: not unfound(row_id)) >= FOUND - SLACK


def test_the_share_of_traps_that_leave_nothing_behind_does_not_fall() -> None:
    assert share(TRAPS, lambda row_id: not standing(row_id)) >= CLEAN - SLACK


def test_the_lists_of_misses_are_as_long_as_they_were() -> None:
    assert {heading: len(listed(heading)) for heading in MISSES} == LISTED


def test_every_listed_miss_is_a_row_and_stands_once_under_its_own_heading() -> None:
    kinds = {
        "positives": set(POSITIVES),
        "traps": {r["id"] for r in TRAPS.values() if "expect" in r},
        "pairs": {r["id"] for r in PAIRS.values() if r["outcome"] in RETIRING},
        "harmful": set(TRAPS) | {r["id"] for r in PAIRS.values() if r["outcome"] not in RETIRING},
    }
    for heading, reasons in MISSES.items():
        rows = Counter(chain.from_iterable(reasons.values()))
        assert set(rows) <= kinds[heading]
        assert set(rows.values()) <= {1}
        assert all(len(reason) > len("why") for reason in reasons)
