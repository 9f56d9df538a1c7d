"""What lasts and is told in the bare past was so until then: it is no fact of now, and no premise stands on it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Label, Overlay, PremiseVerdict
from atma_overlay.hosts import MemoryHost
from tests.dated_worlds import ME

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "query", "value"),
    [
        ("I lived in Leeds.", "Since I live in Leeds, which gym is near?", "Leeds"),
        ("I worked at Acme.", "As I work at Acme, what is my discount?", "Acme"),
        ("We used Jenkins.", "Since we use Jenkins, which plugin do we need?", "Jenkins"),
        ("I banked with Monzo.", "As I bank with Monzo, can I pay in dollars?", "Monzo"),
    ],
)
def test_what_was_so_is_not_current_and_supports_nothing(said: str, query: str, value: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(said, scope=ME, observed_at=AT)
        packet = overlay.recall(query, scope=ME)
        assert not [row for row in packet.rows if row.label is Label.CURRENT and row.value == value]
        assert PremiseVerdict.SUPPORTED not in {premise.verdict for premise in packet.premises}
        asked = overlay.recall(f"Did I ever have to do with {value} in the past?", scope=ME, view="historical")
        assert [row.label for row in asked.rows if row.value == value] == [Label.HISTORICAL]


def test_what_was_so_leaves_what_is() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I work at Initech.", scope=ME, observed_at=AT)
        done = overlay.remember("I worked at Acme.", scope=ME, observed_at=AT + timedelta(days=9))
        assert done.transitions == ()
        first = overlay.recall("Where do I work?", scope=ME).rows[0]
        assert (first.label, first.value) == (Label.CURRENT, "Initech")


def test_what_began_lately_is_so() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I started at Acme last week.", scope=ME, observed_at=AT)
        assert overlay.recall("Where did I start?", scope=ME).rows[0].label is Label.CURRENT
