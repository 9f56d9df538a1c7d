"""When something takes place on one day is over once that is called off, and stays where it is put off or may be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 6, 2, 9, tzinfo=UTC)


def active_after(*texts: str) -> set[tuple[str | None, str]]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for place, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=place))
        return {(r.attribute, r.value) for r in overlay.timeline(scope=ME).records if r.status == "active"}


@pytest.mark.parametrize(
    ("known", "off", "slot"),
    [
        (
            "My dentist appointment is on 4 July.",
            "My dentist appointment has been cancelled.",
            "dentist_appointment_date",
        ),
        ("My book launch is on 9 July.", "My book launch was cancelled.", "book_launch_date"),
    ],
)
def test_the_day_of_what_is_called_off_is_over(known: str, off: str, slot: str) -> None:
    assert slot in {attribute for attribute, _ in active_after(known)}
    assert slot not in {attribute for attribute, _ in active_after(known, off)}


@pytest.mark.parametrize(
    "said",
    [
        "My dentist appointment might be cancelled.", "My hair appointment has been cancelled.",
        "My dentist appointment wasn't cancelled.", "My sister's dentist appointment has been cancelled.",
        "If my dentist appointment is cancelled, I'll come.", "My dentist appointment was nearly cancelled.",
        "My dentist appointment was cancelled and rebooked.",
    ],
)  # fmt: skip
def test_what_may_be_or_is_of_something_else_leaves_a_day_as_it_is(said: str) -> None:
    known = "My dentist appointment is on 4 July."
    assert active_after(known) <= active_after(known, said)
