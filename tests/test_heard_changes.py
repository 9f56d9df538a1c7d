"""Changes told in words that need reading, class by class, and beside them what sounds alike and changes nothing.

`data/language/heard.jsonl`: a row with `known` and `gone` is a change, after which `gone` is retired and `now` (none
where nothing took its place) stands there; a row without is said to somebody of whom `KNOWN` is known, and leaves every
fact as it is. The near misses were written after the rules and before their misses were mended: at first 36 of the 280
retired something, and 15 before there were any of these rules.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.views import TransitionRecord

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)
KNOWN = (
    "I live in Leeds.", "I work at Norvane.", "My gym is Corepoint.", "My bank is Halden.", "I drive a Corolla.",
    "My doctor is Dr. Pohl.", "My code editor is Vim.", "My phone is a Pixel 7.", "My flatmate is Jonas.",
    "I play the cello.", "I'm vegetarian.", "My dog is called Biscuit.", "My manager is Dana.",
    "My emergency contact is Felix.", "I'm married to Elena.", "I cycle to work.", "My rent is 950 euros a month.",
    "Our database is Postgres.", "We use Slack for chat.", "I keep three hens.", "My daughter Noor goes to Oakfield.",
    "My squat max is 100 kilos.", "Our office is on Kestrel Lane.",
)  # fmt: skip
ROWS: dict[str, dict[str, Any]] = {
    row["id"]: row
    for line in (Path(__file__).parent / "data" / "language" / "heard.jsonl").read_text("utf-8").splitlines()
    for row in [json.loads(line)]
}
CHANGES = [i for i, row in ROWS.items() if row["gone"] is not None]
NEAR = [i for i, row in ROWS.items() if row["gone"] is None]
WRONG = {
    "contrast-n35": "a favourite of its kind, read as the one of its kind",
    "contrast-n45": "told of a picture",
    "contrast-n59": "a name that is only thought about",
    "relative-n32": "a journey for the move itself, in a restrictive clause",
    "weighed-n16": "a name behind 'at', read as which phone it is",
}
"""Near misses that retire something today, with the reason."""


def applied(known: tuple[str, ...], said: str) -> list[TransitionRecord]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        turns = [Turn(text=x, observed_at=START + timedelta(hours=n)) for n, x in enumerate(known)]
        overlay.remember(turns, scope=ME)
        receipt = overlay.remember(said, scope=ME, observed_at=START + timedelta(days=60))
    return [t for t in receipt.transitions if t.state == "applied"]


@pytest.mark.parametrize("row_id", CHANGES)
def test_a_change_is_heard(row_id: str) -> None:
    row = ROWS[row_id]
    found = [(t.from_value.lower(), (t.to_value or "").lower()) for t in applied((row["known"],), row["said"])]
    assert any(row["gone"].lower() in old for old, _ in found), row["said"]
    assert row["now"] is None or any(row["now"].lower() in new for _, new in found), found


@pytest.mark.parametrize(
    "row_id",
    [pytest.param(i, marks=[pytest.mark.xfail(strict=True, reason=WRONG[i])] if i in WRONG else []) for i in NEAR],
)
def test_what_sounds_alike_retires_nothing(row_id: str) -> None:
    known = " ".join(KNOWN).lower()
    found = applied(KNOWN, ROWS[row_id]["said"])
    assert not [(t.from_value, t.to_value) for t in found if t.from_value.lower() in known], ROWS[row_id]["said"]


def test_each_class_has_changes_and_near_misses() -> None:
    assert {i.partition("-")[0] for i in CHANGES} == {i.partition("-")[0] for i in NEAR}
