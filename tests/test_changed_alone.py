"""What is told to have changed, and not to what, is safe no longer; what is only thought of leaves it as it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.testing.ledger_samples import ManualClock
from tests.dated_worlds import ME

SAID = datetime(2026, 3, 3, 12, tzinfo=UTC)
KNOWN = (
    "My gym is Corepoint.", "I work at Norvane.", "My phone number is 0161 496 0123.", "My boss is Karen.",
    "My doctor is Dr. Sorel.", "Our database is Postgres.", "My landlord is Mr. Osei.", "My car is a Honda Civic.",
    "My sister goes to Hillcrest School.", "My bank is Barclays.", "My rent is $900.", "My email is ann@example.com.",
)  # fmt: skip


def told(*texts: str, days: int = 1) -> Overlay:
    """A memory in which texts were said some days apart."""
    clock = ManualClock(SAID)
    overlay = Overlay(MemoryHost(), ledger="memory://", clock=clock)
    for text in texts:
        overlay.remember(text, scope=ME, observed_at=clock.now)
        clock.now += timedelta(days=days)
    return overlay


def states(overlay: Overlay) -> dict[str, str]:
    """The status of each known value, or that its end is proposed."""
    line = overlay.timeline(scope=ME)
    found = {r.value: r.status.value for r in line.records if r.evidence in KNOWN}
    return found | {t.from_value: "proposed" for t in line.transitions if t.state.value == "proposed"}


def changed(overlay: Overlay) -> dict[str, str]:
    """What does not stand as it was."""
    return {value: state for value, state in states(overlay).items() if state != "active"}


def shown(overlay: Overlay) -> list[tuple[str, str]]:
    """What is shown of the gym, by its labels."""
    rows = overlay.recall("What gym do I go to?", scope=ME).rows
    return [(r.label.value, r.value) for r in rows if r.label.value != "untracked"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I switched gyms.", "Corepoint"),
        ("I've changed jobs.", "Norvane"),
        ("Switched banks today.", "Barclays"),
        ("I moved to a different gym.", "Corepoint"),
        ("I'm with another bank now.", "Barclays"),
        ("I've got a new phone number.", "0161 496 0123"),
        ("I have a new boss.", "Karen"),
        ("New landlord now.", "Mr. Osei"),
        ("My phone number has changed.", "0161 496 0123"),
        ("My rent has changed.", "$900"),
        ("My boss was replaced.", "Karen"),
        ("We replaced our database.", "Postgres"),
        ("My sister changed schools.", "Hillcrest School"),
        ("I'm between jobs.", "Norvane"),
    ],
)
def test_a_change_that_names_no_new_value_leaves_the_slot_unknown(text: str, value: str) -> None:
    assert changed(told(*KNOWN, text)) == {value: "invalidated"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I've got a new car.", "Honda Civic"),
        ("I found a new doctor.", "Dr. Sorel"),
        ("My doctor has changed.", "Dr. Sorel"),
        ("I'll start: I have a new boss.", "Karen"),
        ("I changed banks when I moved house.", "Barclays"),
    ],
)
def test_a_change_that_may_leave_the_old_one_is_proposed(text: str, value: str) -> None:
    assert changed(told(*KNOWN, text)) == {value: "proposed"}


@pytest.mark.parametrize(
    "text",
    [
        "I'm thinking about switching gyms.", "I might get a new phone number.", "I should change banks.",
        "I tried to switch banks.", "I almost changed jobs.", "I couldn't switch gyms.", "I haven't changed banks.",
        "If I switched gyms, I'd save money.", "My friend switched gyms.", "How do I switch banks?",
        "I'm looking for a new job.", "I need a new doctor.", "I switched gyms for a week.",
        "I've changed jobs three times.", "I have a new job interview.", "I got a new phone case.",
        "I changed the oil in my car.", "My boss has changed her mind.", "My boss has a new phone number.",
        "I'm with another doctor today.", "I'm between meetings.", "We have a new database migration.",
        "I got a new email.", "Everyone is switching banks.", "I changed banks in 2019.",
        "I switched gyms, and Corepoint is closer.",
    ],
)  # fmt: skip
def test_what_is_no_change_of_ones_own_leaves_it_as_it_is(text: str) -> None:
    assert changed(told(*KNOWN, text)) == {}


def test_the_slot_is_shown_as_unresolved_with_what_it_last_was() -> None:
    assert shown(told("My gym is Corepoint.", "I switched gyms.")) == [("unresolved", ""), ("historical", "Corepoint")]


@pytest.mark.parametrize("text", ["I switched gyms. I go to Pulse now.", "I switched gyms, Pulse now."])
def test_a_new_value_in_the_same_breath_takes_the_place(text: str) -> None:
    assert shown(told("My gym is Corepoint.", text)) == [("current", "Pulse")]


@pytest.mark.parametrize("beside", ["I'm in Berlin now.", "I play chess now.", "I live in York now."])
def test_what_is_told_of_something_else_takes_no_place(beside: str) -> None:
    line = told("My gym is Corepoint.", f"I switched gyms. {beside}").timeline(scope=ME)
    assert [(t.from_value, t.to_value) for t in line.transitions] == [("Corepoint", None)]


@pytest.mark.parametrize(("days", "state"), [(2, "proposed"), (60, "invalidated")])
def test_a_change_spoken_of_soon_after_the_new_value_was_told_may_be_that_one(days: int, state: str) -> None:
    overlay = told("My gym is Pulse.", "My gym is Corepoint now.", "I switched gyms.", days=days)
    line = overlay.timeline(scope=ME)
    assert {t.from_value: t.state.value for t in line.transitions}["Pulse"] == "applied"
    last = [r.status.value for r in line.records if r.value == "Corepoint"]
    assert last == (["active"] if state == "proposed" else ["invalidated"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Corepoint used to be my gym.", "Corepoint"),
        ("My boss used to be Karen.", "Karen"),
        ("My rent used to be $900.", "$900"),
        ("I gave up my job.", "Norvane"),
        ("I don't have a gym any more.", "Corepoint"),
        ("I no longer have a landlord.", "Mr. Osei"),
    ],
)
def test_what_used_to_be_so_is_over(text: str, value: str) -> None:
    assert changed(told(*KNOWN, text)) == {value: "ended"}


@pytest.mark.parametrize(
    "text",
    [
        "I don't have a gym near me any more.", "My sister doesn't have a gym any more.",
        "I don't have a boss fight any more.",
        "Don't I have a landlord any more?", "I have no more time for a gym.", "I no longer have a car key.",
    ],
)  # fmt: skip
def test_what_is_not_had_there_or_by_another_is_had_as_before(text: str) -> None:
    assert changed(told(*KNOWN, text)) == {}


@pytest.mark.parametrize("text", ["Did Karen use to be my boss?", "Corepoint used to be my gym and it is again."])
def test_what_is_so_again_is_not_over(text: str) -> None:
    assert changed(told(*KNOWN, text)) == {}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("My phone number is different now.", "0161 496 0123"),
        ("My email isn't the same any more.", "ann@example.com"),
        ("My email is no longer the same.", "ann@example.com"),
    ],
)
def test_what_is_not_the_same_any_more_is_unknown(text: str, value: str) -> None:
    assert changed(told(*KNOWN, text)) == {value: "invalidated"}


@pytest.mark.parametrize("text", ["My number is different from Tom's.", "My number isn't the same as Tom's any more."])
def test_what_is_not_the_same_as_anothers_is_as_it_was(text: str) -> None:
    assert changed(told(*KNOWN, text)) == {}


@pytest.mark.parametrize(
    ("text", "value"),
    [("I'm done with Corepoint.", "Corepoint"), ("We're finished with Postgres.", "Postgres")],
)
def test_what_one_is_done_with_is_over(text: str, value: str) -> None:
    assert changed(told(*KNOWN, text)) == {value: "ended"}


@pytest.mark.parametrize(
    ("text", "left"),
    [("I'm done with Corepoint for today.", {"Corepoint": "proposed"}), ("We're done with the Postgres tickets.", {})],
)
def test_what_one_is_done_with_for_now_or_got_through_is_not_over(text: str, left: dict[str, str]) -> None:
    assert changed(told(*KNOWN, text)) == left


def test_where_somebody_of_mine_quit_they_work_no_more() -> None:
    line = told("My brother works at Norvane.", "My brother quit Norvane.").timeline(scope=ME)
    assert [(r.slot, r.status.value) for r in line.records] == [("user's brother / employer", "ended")]


@pytest.mark.parametrize(
    "text",
    ["I rejoined Corepoint.", "I reverted to Corepoint.", "I rolled back to Corepoint."],
)
def test_what_one_goes_back_to_holds_again(text: str) -> None:
    line = told("My gym is Corepoint.", "My gym is Fitworks now.", text).timeline(scope=ME)
    assert [r.value for r in line.records if r.status.value == "active"] == ["Corepoint"]
