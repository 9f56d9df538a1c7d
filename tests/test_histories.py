"""Histories of a user's turns over weeks: what changed is over at their end, and what only looks so stands.

120 by one writer who had seen neither the rules nor their tests, each with what it should leave behind, written before
anything was run. The first sixty were read when the rules were mended; of the others only the counts were. The hundred
called `second-…` are by another such writer, asked for what is told by the way: 1 of 136 values was retired wrongly and
10 of 52 were over when first scored; the fifty of `second-read` were read then.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState, Status
from atma_overlay.views import StateRecord, Timeline

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="ana")
HISTORIES = [
    json.loads(line)
    for line in Path(__file__).with_name("data").joinpath("language/histories.jsonl").read_text("utf-8").splitlines()
]
OVER = {"read": 41, "apart": 43, "second-read": 3, "second-apart": 6}
"""Of 64, 73, 26 and 26 values that a history tells to be over, those that are; more are a reason to raise these."""


def told(history: dict[str, Any]) -> Timeline:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for turn in history["turns"]:
            at = datetime.fromisoformat(turn["at"]).replace(hour=10, tzinfo=UTC)
            overlay.remember(turn["text"], scope=ME, observed_at=at)
        return overlay.timeline(scope=ME)


def holds(value: str, text: str | None) -> bool:
    return re.search(rf"(?<![\w.,]){re.escape(value)}(?!\w|[.,]\d)", text or "", re.IGNORECASE) is not None


def stands(record: StateRecord) -> bool:
    return record.affirmed and record.status is Status.ACTIVE and record.valid_to is None


def is_over(value: str, history: dict[str, Any], timeline: Timeline) -> bool:
    """Known once, and nothing that stands has it but a mention, another's, or the words that tell its end."""
    applied = [t for t in timeline.transitions if t.state is DecisionState.APPLIED]
    telling = {t.cause for t in applied if holds(value, t.from_value)}
    known = [r for r in timeline.records if holds(value, r.value)]
    left = [
        r
        for r in known
        if stands(r)
        and r.attribute != "mention"
        and r.observation_id not in telling
        and not any(x in r.subject for x in history.get("of_others", ()))
    ]
    return bool(known) and not left


@pytest.mark.parametrize("history", [pytest.param(h, id=h["id"]) for h in HISTORIES])
def test_what_only_looks_like_a_change_leaves_what_was_told(history: dict[str, Any]) -> None:
    timeline = told(history)
    for value in history["stays"]:
        retired = [
            t
            for t in timeline.transitions
            if t.state is DecisionState.APPLIED and holds(value, t.from_value) and not holds(value, t.to_value)
        ]
        standing = any(stands(r) for r in timeline.records if holds(value, r.value))
        assert not retired or standing, [(t.from_value, t.to_value, t.to_evidence) for t in retired]


@pytest.mark.parametrize("half", list(OVER))
def test_as_many_changes_are_heard_as_before(half: str) -> None:
    some = [h for h in HISTORIES if h["set"] == half]
    over = sum(is_over(value, h, timeline) for h in some for timeline in [told(h)] for value in h["over"])
    assert over >= OVER[half]
