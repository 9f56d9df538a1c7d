"""What is said to hold for a while retires nothing; what is said plainly afterwards decides."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope, Timeline
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import DecisionState
from atma_overlay.views import Label

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def told(*texts: str) -> Timeline:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        return overlay.timeline(scope=ME)


def standing(*texts: str) -> dict[str, str]:
    return {r.value: r.status.value for r in told(*texts).records}


@pytest.mark.parametrize(
    "passing",
    [
        "For now my gym is Pulse.",
        "My gym is Pulse on a temporary basis.",
        "While Corepoint is being renovated my gym is Pulse.",
        "I switched from Corepoint to Pulse for the time being.",
    ],
)
def test_what_holds_for_a_while_is_proposed_beside_what_was_before(passing: str) -> None:
    timeline = told("My gym is Corepoint.", passing)
    gyms = [(r.value, r.status.value, r.temporary) for r in timeline.records if r.attribute == "gym"]
    assert gyms == [("Corepoint", "active", False), ("Pulse", "active", True)]
    assert [(t.to_value, t.state) for t in timeline.transitions] == [("Pulse", DecisionState.PROPOSED)]


def test_both_are_shown_as_contested() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(("My gym is Corepoint.", "For now my gym is Pulse.")):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        rows = overlay.recall("What is my gym?", scope=ME).rows
    assert {r.value: r.label for r in rows} == {"Corepoint": Label.CONTESTED, "Pulse": Label.CONTESTED}


@pytest.mark.parametrize(
    ("later", "left"),
    [("My gym is Pulse.", "Pulse"), ("My gym is Corepoint again.", "Corepoint"), ("My gym is Vault now.", "Vault")],
)
def test_what_is_said_plainly_afterwards_retires_the_others(later: str, left: str) -> None:
    status = standing("My gym is Corepoint.", "For now my gym is Pulse.", later)
    assert [value for value, stands in status.items() if stands == "active"] == [left]


def test_where_nothing_was_known_it_is_a_record_like_any_other_and_the_next_replaces_it() -> None:
    assert standing("Logs drain to Sift for now.", "Logs drain to Hollowlog now.") == {
        "Sift": "superseded", "Hollowlog": "active"
    }  # fmt: skip


def test_what_is_away_for_a_while_has_not_ended() -> None:
    assert standing("My gym is Corepoint.", "My gym is Pulse until Corepoint reopens.")["Corepoint"] == "active"
    assert standing("My manager is Priya.", "While Priya is on leave I report to nobody.")["Priya"] == "active"
