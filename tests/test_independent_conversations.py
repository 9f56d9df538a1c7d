"""Conversations by writers who had seen neither the rules nor the development data, end to end and without a model.

`data/language/conversations_held.jsonl`: stated rules and what they give (*cascade*) or leave unknown (*absence*),
changes told in passing, and traps after which the old value stays. They are harder than what the rules were developed
on; the counts are as measured, so that they do not fall, and no claim that they are enough (docs/measured.md).
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.views import Packet

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "language" / "conversations_held.jsonl")
    .read_text("utf-8")
    .splitlines()
]
RIGHT = {"cascade": 4, "absence": 2, "change": 18}
"""Of 40, 20 and 60."""


@cache
def packets() -> dict[str, Packet]:
    """What answers each conversation's query."""
    found: dict[str, Packet] = {}
    for row in ROWS:
        with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
            for n, text in enumerate(row["turns"]):
                overlay.remember(text, scope=ME, observed_at=START + timedelta(days=10 * n))
            found[row["id"]] = overlay.recall(row["query"], scope=ME)
    return found


def current(packet: Packet, value: str | None) -> bool:
    return value is not None and any(
        value.lower() in (r.value or r.text).lower() for r in packet.rows if r.label == "current"
    )


def test_as_many_are_right_as_were_measured() -> None:
    right = Counter(
        row["kind"]
        for row in ROWS
        if row["kind"] in RIGHT
        and not current(packets()[row["id"]], row["gone"])
        and (row["kind"] == "absence" or current(packets()[row["id"]], row["expect"]))
    )
    assert all(right[kind] >= least for kind, least in RIGHT.items()), right


def test_the_value_that_a_trap_plants_never_stands_alone() -> None:
    traps = [row for row in ROWS if row["kind"] == "trap" and row["expect"] is not None]
    replaced = [
        row["id"]
        for row in traps
        if current(packets()[row["id"]], row["gone"]) and not current(packets()[row["id"]], row["expect"])
    ]
    assert not replaced
