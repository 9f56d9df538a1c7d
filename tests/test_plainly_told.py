"""Changes told plainly, in the words that people have for each kind of them; beside them what only sounds like one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
START = datetime(2026, 1, 5, tzinfo=UTC)


def applied(first: str, second: str) -> list[tuple[str, str | None]]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember(first, scope=ME, observed_at=START)
        receipt = overlay.remember(second, scope=ME, observed_at=START + timedelta(days=9))
    return [(t.from_value, t.to_value) for t in receipt.transitions if t.state == "applied"]


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Priya owns the billing service.", "The billing service belongs to Tom now.", "Priya", "Tom"),
        ("Marta owns the auth module.", "auth belongs to Jonas from today", "Marta", "Jonas"),
        ("Sam owns the payments repo.", "The payments repo has been handed to Ines.", "Sam", "Ines"),
        ("Marta owns the auth module.", "Marta handed auth to Jonas.", "Marta", "Jonas"),
        ("Lena is in charge of onboarding.", "Onboarding's with Omar now.", "Lena", "Omar"),
        ("Nadia organises the book club.", "Nadia's handed the book club to Felix.", "Nadia", "Felix"),
    ],
)
def test_what_belongs_to_somebody_else_now_is_whose_it_was_no_more(first: str, second: str, old: str, new: str) -> None:
    assert (old, new) in applied(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Marta owns the auth module.", "Jonas owns a boat now."),
        ("Marta owns the auth module.", "Marta handed notes to Jonas."),
        ("Marta owns the auth module.", "The tests of the auth module belong to Jonas."),
        ("Priya owns the billing service.", "The billing service belongs to Stripe now."),
        ("Priya owns the billing service.", "Does the billing service belong to Tom now?"),
        ("Nadia organises the book club.", "Nadia handed cookies to Felix."),
        ("Nadia organises the book club.", "Nadia handed the book to Felix."),
    ],
)
def test_what_else_is_handed_on_leaves_a_duty_where_it_is(first: str, second: str) -> None:
    assert applied(first, second) == []
