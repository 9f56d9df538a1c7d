"""Notes by label about one of many (an account, a patient) retire nothing of another, and nothing of the user's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 1, tzinfo=UTC)


def retired(*texts: str) -> list[str | None]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for day, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        return [t.from_value for t in overlay.timeline(scope=ME).transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Account: Halbrook. Champion: Ana Silva. Stage: negotiation.", "Account: Nordlund. Champion: Piet Maas."),
        ("Candidate: Jonas Ek, role: designer, salary: 80k", "Candidate: Mia Roth, role: engineer, salary: 70k"),
        ("Notes.\n- Patient: Mr Bell\n- Doctor: Dr Shah", "Notes.\n- Patient: Mrs Cole\n- Doctor: Dr Lund"),
        ("Ticket no: 4411. Owner: Dana.", "Ticket no: 4412. Owner: Priya."),
    ],
)
def test_the_notes_of_the_next_one_stand_beside_those_of_the_one_before(first: str, second: str) -> None:
    assert retired(first, second) == []


def test_they_leave_what_is_the_users_own() -> None:
    assert retired("My doctor is Dr Shah.", "Patient: Mrs Cole. Doctor: Dr Lund.") == []


def test_a_card_of_ones_own_and_what_is_told_beside_a_card_are_heard() -> None:
    assert retired("Address: 5 Main St, Leeds", "Address: 9 Oak Rd, York") != []
    assert retired("My doctor is Dr Shah.", "Patient: Mrs Cole. By the way, my doctor is Dr Bell now.") == ["Dr Shah"]
