"""What was told to be over from a day on is disputed from that day, and holds before it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.views import Packet

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-42")
BEFORE, AFTER = datetime(2024, 7, 25, 9, tzinfo=UTC), datetime(2024, 9, 25, 9, tzinfo=UTC)
ENDS = (
    ("I work at Acme.", "I'm leaving Acme on 31 August.", "Since I work at Acme, what should I wear?", "Acme"),
    ("I live in Leeds.", "I'm leaving Leeds on 31 August.", "Since I live in Leeds, which gym?", "Leeds"),
    ("I drive a Golf.", "I'm selling my Golf on 31 August.", "Since I drive a Golf, which tyres?", "Golf"),
    ("Our database is MySQL.", "We're dropping MySQL on 31 August.", "Since our database is MySQL, why?", "MySQL"),
    ("I work at Acme.", "My last day at Acme is 31 August.", "Since I work at Acme, what should I wear?", "Acme"),
    ("I take amoxicillin.", "I stop taking amoxicillin on 31 August.", "Since I take amoxicillin, can I drink?",
     "amoxicillin"),
)  # fmt: skip


def told(*texts: str) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for month, text in enumerate(texts, start=6):
        overlay.remember(text, scope=ME, observed_at=datetime(2024, month, 5, 9, tzinfo=UTC))
    return overlay


def labels(packet: Packet, value: str) -> set[str]:
    return {row.label.value for row in packet.rows if row.value == value and row.record_ids}


@pytest.mark.parametrize(("known", "end", "query", "value"), ENDS)
def test_what_is_to_end_on_a_day_holds_until_then_and_is_disputed_after(
    known: str, end: str, query: str, value: str
) -> None:
    overlay = told(known, end)
    before, after = (overlay.recall(query, scope=ME, now=at) for at in (BEFORE, AFTER))
    assert (labels(before, value), [p.verdict.value for p in before.premises]) == ({"current"}, ["supported"])
    assert (labels(after, value), [p.verdict.value for p in after.premises]) == ({"contested"}, ["unresolved"])
    assert "was to be over from 2024-08-31" in after.render()


@pytest.mark.parametrize("decided", ["accept", "decline"])
def test_what_was_decided_is_disputed_no_more(decided: str) -> None:
    overlay = told("I work at Acme.", "I'm leaving Acme on 31 August.")
    (proposal,) = overlay.review(scope=ME)
    getattr(overlay, decided)(proposal.transition.id, scope=ME)
    packet = overlay.recall("Since I work at Acme, what should I wear?", scope=ME, now=AFTER)
    expected = ["outdated"] if decided == "accept" else ["supported"]
    assert [p.verdict.value for p in packet.premises] == expected
    assert "contested" not in labels(packet, "Acme")


def test_what_is_told_anew_after_the_day_is_disputed_no_more() -> None:
    overlay = told("I work at Acme.", "I'm leaving Acme on 31 August.", "Hello.", "Hm.", "I work at Acme.")
    packet = overlay.recall(
        "Since I work at Acme, what should I wear?", scope=ME, now=datetime(2024, 12, 1, tzinfo=UTC)
    )
    assert [p.verdict.value for p in packet.premises] == ["supported"]
