"""Whether what a second text tells is the end of what a first one told.

`data/language/ends.jsonl`: a row that is `over` is an end in ordinary words, after which something of `known` is
retired; after any other row (somebody else's act, another thing, a while, a place, a wish, an episode, a figure of
speech) nothing of it is.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "language" / "ends.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_what_is_told_to_be_over_is_and_what_only_sounds_so_is_not(row: dict[str, Any]) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        known = {r.id for r in overlay.remember(row["known"], scope=ME, observed_at=START).records}
        receipt = overlay.remember(row["said"], scope=ME, observed_at=START + timedelta(days=31))
    assert known
    retired = [t for t in receipt.transitions if t.state == "applied" and t.from_id in known]
    assert bool(retired) is row["over"]
