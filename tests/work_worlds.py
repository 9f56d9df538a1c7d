"""Two messages to a work assistant, and what is decided of the first one's facts: what the tests of work talk share."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from atma_overlay.views import TransitionRecord

Row = dict[str, Any]
ME = Scope(tenant="acme", user="ana")
START = datetime(2026, 1, 5, 9, tzinfo=UTC)


def rows_of(name: str) -> list[Row]:
    """The rows of a file in `data/language`."""
    text = Path(__file__).with_name("data").joinpath("language", name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def told(*texts: str) -> Sequence[TransitionRecord]:
    """What is decided of the first text's facts when the others are told."""
    return [t for t in decided(*texts) if t.from_value.lower() in texts[0].lower()]


def decided(*texts: str) -> Sequence[TransitionRecord]:
    """What is decided when texts are told, nine days apart."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for number, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=9 * number))
        return overlay.timeline(scope=ME).transitions


def changes(*texts: str) -> list[tuple[str, str | None]]:
    """What is retired of the first text's facts, with what took its place."""
    return [(t.from_value, t.to_value) for t in told(*texts) if t.state is DecisionState.APPLIED]


def counted(rows: Sequence[Row]) -> Counter[tuple[str, str]]:
    """By half, how many changes are heard, and in how many rows something is retired wrongly or somebody is asked."""
    return Counter((row["half"], x) for row in rows for x in found(row))


def found(row: Row) -> set[str]:
    """Whether a row's change is heard, whether anything is retired wrongly, and whether anybody is asked."""
    decisions = told(row["said"], row["then"])
    applied = [(t.from_value, t.to_value) for t in decisions if t.state is DecisionState.APPLIED]
    heard = {"heard"} if any(_is_right(row, *x) for x in applied) else set()
    wrong = [x for x in applied if not _is_right(row, *x) and not (row["over"] and x[1] is None)]
    asked = not row["over"] and any(t.state is DecisionState.PROPOSED for t in decisions)
    return heard | ({"wrong"} if wrong else set()) | ({"asked"} if asked else set())


def _says_one(first: str, second: str) -> bool:
    return first.lower() in second.lower() or second.lower() in first.lower()


def _is_right(row: Row, old: str, new: str | None) -> bool:
    if not row["over"] or not _says_one(row["old"], old):
        return False
    return row["new"] is None or (new is not None and _says_one(row["new"], new))
