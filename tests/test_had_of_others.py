"""What one has of somebody else, or exchanges with them, is nothing of one's own that has changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Turn
from atma_overlay.hosts.memory import MemoryHost
from tests.dated_worlds import ME

FIRST = datetime(2026, 3, 3, 12, tzinfo=UTC)
KNOWN = (
    "My email is ana@acme.com.", "My phone number is 555-0142.", "My address is 12 Oak Street.", "My bike is a Trek.",
    "My phone is a Pixel 8.", "My password is hunter22.", "My car is a Volvo.", "My desk is number 12.",
    "My gym is FitWorks.",
)  # fmt: skip


def moves(*texts: str) -> list[tuple[str, str | None, str]]:
    """What gave way to what, and in which state, after what is known."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate((*KNOWN, *texts)):
            overlay.remember([Turn(text=text, observed_at=FIRST + timedelta(days=n))], scope=ME)
        return [(t.from_value, t.to_value, str(t.state)) for t in overlay.timeline(scope=ME).transitions]


@pytest.mark.parametrize(
    "text",
    [
        "I have a new email from Karen.",
        "There's a new email from Tom in my inbox.",
        "I have a new phone number for the plumber.",
        "I have a new address for Aunt Ruth.",
        "I have a new address for Aunt Ruth, 4 Elm Road.",
        "I have a new password from IT for the guest network.",
        "Karen sent me her new address: 4 Elm Road.",
        "Here is Karen's new address: 4 Elm Road.",
    ],
)
def test_what_one_is_sent_or_keeps_for_somebody_is_none_of_ones_own(text: str) -> None:
    assert moves(text) == []


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("I have a new email: ana@globex.com.", "ana@acme.com"),
        ("I have a new address: 3 Hill Road.", "12 Oak Street"),
        ("My new address: 3 Hill Road.", "12 Oak Street"),
    ],
)
def test_what_one_has_of_ones_own_is_changed(text: str, old: str) -> None:
    assert [(before, state) for before, _, state in moves(text)] == [(old, "applied")]


def test_whose_a_thing_is_that_somebody_sent_is_theirs() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("My sister sent me her new address: 4 Elm Road.", scope=ME)
        (found,) = overlay.timeline(scope=ME).records
    assert (found.slot, found.value) == ("user's sister / home address", "4 Elm Road")


@pytest.mark.parametrize(
    "text",
    [
        "I swapped phones with Tom for the day.",
        "I swapped bikes with my dad for the ride.",
        "We traded cars with the neighbours for a week.",
        "I swapped cars with my sister until Sunday.",
        "I exchanged numbers with a guy at the gym.",
        "I swapped emails with the speaker.",
    ],
)
def test_what_is_exchanged_for_a_time_or_only_told_each_other_stays(text: str) -> None:
    assert moves(text) == []


@pytest.mark.parametrize(
    ("text", "old"), [("I switched cars with Lena.", "Volvo"), ("I swapped desks with Priya.", "number 12")]
)
def test_what_is_exchanged_with_somebody_is_in_doubt_and_no_more(text: str, old: str) -> None:
    assert [(before, state) for before, _, state in moves(text)] == [(old, "proposed")]


@pytest.mark.parametrize(
    ("text", "old"),
    [("I swapped my Volvo for an Audi.", "Volvo"), ("I switched gyms with a friend to Pulse.", "FitWorks")],
)
def test_what_is_taken_instead_changes_it(text: str, old: str) -> None:
    assert [(before, state) for before, _, state in moves(text)] == [(old, "applied")]
