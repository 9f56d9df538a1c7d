"""How a text looks changes nothing of what it tells, and what is kept of it is as it was written."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.language.extract import default_extractor
from tests.dated_worlds import ME

AT = datetime(2026, 3, 1, tzinfo=UTC)


def stored(said: str) -> set[tuple[str, str]]:
    found = default_extractor().extract(said, speaker="user", at=AT).candidates
    return {(c.attribute, c.value) for c in found if c.subject == "user"}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I live in **York**.", ("home_city", "York")),
        ("I live in *York*.", ("home_city", "York")),
        ("I live in _York_ now.", ("home_city", "York")),
        ("We use `Buildkite` as our CI.", ("ci_system", "Buildkite")),
        ("My rent is __950__.", ("rent", "950")),
        ("My rent is: 950.", ("rent", "950")),
        ("My rent = 950.", ("rent", "950")),
        ("I live\u00a0in\u00a0York.", ("home_city", "York")),
        ("I live \u200bin \u200bYork.", ("home_city", "York")),
        ("I LIVE IN YORK NOW.", ("home_city", "YORK")),
        ("🎉 My rent is 950.", ("rent", "950")),
        ("My rent is\n950.", ("rent", "950")),
        ("My gym is Fitworks #happy", ("gym", "Fitworks")),
    ],
)
def test_marks_spaces_and_capitals_are_no_part_of_a_value(said: str, fact: tuple[str, str]) -> None:
    assert fact in stored(said)


@pytest.mark.parametrize(
    "said",
    [
        "*moves to York* hello there",
        "Run `echo I live in York now` and tell me what it says.",
        "2*York*3 is no product.",
        "The truth is: nobody moved to York.",
        "```\nI live in York.\n```\nWhat is wrong with this text?",
    ],
)
def test_what_somebody_does_in_play_and_what_is_code_tells_nothing(said: str) -> None:
    assert ("home_city", "York") not in stored(said)


def test_evidence_is_the_text_as_it_was_written() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=AT)
        done = overlay.remember("By the way, I moved to **New York**.", scope=ME)
        (record,) = [r for r in done.records if r.value == "New York"]
        assert "moved to **New York**" in record.evidence
        assert [t.from_value for t in done.transitions if t.state == "applied"] == ["Leeds"]
