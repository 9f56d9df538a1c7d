"""How often a question that only names a former value is blocked for it: *I own Acme shares*, after a job at Acme."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "language" / "old_values_named.jsonl").read_text("utf-8").splitlines()
]


@cache
def told(said: tuple[str, ...]) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for place, text in enumerate(said):
        overlay.remember(text, scope=ME, observed_at=START + timedelta(days=60 * place))
    return overlay


def test_what_only_names_a_former_value_is_blocked_no_more_than_was_measured() -> None:
    blocked = [r["query"] for r in ROWS if told(tuple(r["said"])).recall(r["query"], scope=ME).blocked]
    assert len(ROWS) == 72
    assert len(blocked) <= 35
