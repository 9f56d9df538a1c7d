"""A turn that only mends the one before it corrects the one fact of that turn which its words fit, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import Status
from atma_overlay.views import StateRecord

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 1, 1, 10, tzinfo=UTC)
SOON = timedelta(minutes=1)


def _told(*said: str, after: timedelta = SOON) -> list[StateRecord]:
    """The records after some turns, the last of them `after` the one before."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        at = FIRST
        for n, text in enumerate(said):
            at += after if n == len(said) - 1 else SOON
            overlay.remember(text, scope=ME, observed_at=at)
        return list(overlay.timeline(scope=ME).records)


def _held(records: list[StateRecord]) -> set[str]:
    """What surely holds, without what only came up."""
    sure = [r for r in records if r.status is Status.ACTIVE and r.valid_to is None and not r.contested_with]
    return {r.value for r in sure if r.attribute != "mention"}


def _of(records: list[StateRecord], status: Status) -> set[str]:
    return {r.value for r in records if r.status is status}


@pytest.mark.parametrize(
    ("told", "mended", "old", "new"),
    [
        ("I live in Bath.", "actually no, scrap that, it's Leeds", "Bath", "Leeds"),
        ("I live in Bath.", "Correction: Leeds", "Bath", "Leeds"),
        ("I live in Bath.", "no wait, York", "Bath", "York"),
        ("I live in Bath.", "Er, I mean York.", "Bath", "York"),
        ("I live in Leeds.", "Not Leeds, Bath.", "Leeds", "Bath"),
        ("My locker number is 24.", "I misspoke, it's 42.", "24", "42"),
        ("My sister's name is Anna.", "I got that wrong — her name is Ann.", "Anna", "Ann"),
        ("My dentist appointment is on Monday.", "my bad, Tuesday", "Monday", "Tuesday"),
        ("My budget is £500.", "Sorry, £600.", "£500", "£600"),
        ("I have three cats.", "Make that two.", "three cats", "two"),
        ("My dog's name is Rex.", "Sorry, that's wrong. His name is Max.", "Rex", "Max"),
        ("My car is a Honda.", "wait, no, it's a Hyundai", "Honda", "Hyundai"),
        ("My wifi password is hunter2.", "I mistyped, it's hunter3.", "hunter2", "hunter3"),
        ("My PIN is 4417.", "oops, 4471 not 4417", "4417", "4471"),
        ("My sister lives in Bath.", "Sorry, Leeds.", "Bath", "Leeds"),
        ("My meeting is on Tuesday at 3pm.", "Sorry, 4pm.", "3pm", "4pm"),
    ],
)
def test_a_short_correction_corrects_the_fact_that_was_just_told(told: str, mended: str, old: str, new: str) -> None:
    records = _told(told, mended)
    assert _of(records, Status.CORRECTED) == {old}
    assert new in _held(records)


@pytest.mark.parametrize(
    ("told", "mended", "old", "new"),
    [
        ("I live in Leads.", "*Leeds", "Leads", "Leeds"),
        ("My brother lives in Mancester.", "Manchester*", "Mancester", "Manchester"),
        ("My email is ann@exmaple.com.", "*ann@example.com", "ann@exmaple.com", "ann@example.com"),
    ],
)
def test_a_star_puts_right_what_is_written_much_like_it(told: str, mended: str, old: str, new: str) -> None:
    records = _told(told, mended)
    assert (_of(records, Status.CORRECTED), _held(records)) == ({old}, {new})


@pytest.mark.parametrize("said", ["*sigh*", "* milk", "*their", "*York"])
def test_a_star_at_anything_else_corrects_nothing(said: str) -> None:
    assert _held(_told("I live in Bath.", said)) == {"Bath"}


@pytest.mark.parametrize(
    "said",
    [
        ("My sister lives in Bath and my brother lives in York.", "Sorry, Leeds."),
        ("My budget is £500 and my rent is £600.", "No wait, £700."),
        ("I speak French and Spanish.", "Sorry, Italian."),
    ],
)
def test_where_two_facts_fit_neither_is_corrected(said: tuple[str, str]) -> None:
    assert len(_held(_told(*said))) == 2


@pytest.mark.parametrize(
    "between",
    ["What is the capital of France?", "Book me a table at Luigi's.", "My favourite colour is blue."],
)
def test_what_was_said_between_is_what_is_corrected(between: str) -> None:
    assert "Bath" in _held(_told("I live in Bath.", between, "No, I meant Leeds."))


def test_where_the_turn_has_another_value_of_the_kind_it_may_be_that() -> None:
    records = _told("I work at Acme and met Brill today.", "No wait, Apex.")
    assert not _of(records, Status.CORRECTED)


@pytest.mark.parametrize(
    ("told", "mended", "old", "new"),
    [
        ("I'm allergic to nuts. I'm also allergic to eggs.", "Sorry, not eggs, milk.", "eggs", "milk"),
        ("I have three cats.", "Sorry, not three, two.", "three cats", "two"),
    ],
)
def test_the_old_value_may_be_named(told: str, mended: str, old: str, new: str) -> None:
    records = _told(told, mended)
    assert _of(records, Status.CORRECTED) == {old}
    assert new in _held(records)


@pytest.mark.parametrize("said", ["Sorry, Bath, not Leeds.", "Not Leeds, Bath."])
def test_what_is_named_may_be_of_the_request_before_and_else_is_in_doubt(said: str) -> None:
    assert _held(_told("I live in Leeds.", "Book me a train to Leeds.", said)) == {"Leeds"}
    late = _told("I live in Leeds.", said, after=timedelta(days=30))
    assert {r.value for r in late if r.contested_with} == {"Bath", "Leeds"}


def test_a_word_of_thanks_may_stand_between() -> None:
    assert _held(_told("I live in Bath.", "Thanks!", "Sorry, I meant Leeds.")) == {"Leeds"}


def test_a_correction_that_comes_late_is_in_doubt_and_hours_later_is_none() -> None:
    late = _told("I live in Bath.", "Correction: Leeds", after=timedelta(hours=3))
    assert {r.value for r in late if r.contested_with} == {"Bath", "Leeds"}
    assert _held(_told("I live in Bath.", "Correction: Leeds", after=timedelta(days=3))) == {"Bath"}


def test_what_another_session_said_is_not_corrected() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, (session, said) in enumerate([("a", "I live in Bath."), ("b", "No wait, Leeds.")]):
            scope = Scope(tenant="acme", user="ana", session=session)
            overlay.remember(said, scope=scope, observed_at=FIRST + n * SOON)
        assert not any(r.status is Status.CORRECTED for r in overlay.timeline(scope=ME).records)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I work at Acme.", "Sorry, Claude!"),
        ("My name is Dan.", "Sorry, Claude."),
        ("I live in Hull.", "Actually, Google Maps."),
        ("My boss is Dan.", "No wait, York."),
    ],
)
def test_a_name_that_may_be_no_value_is_only_proposed(told: str, said: str) -> None:
    assert not _of(_told(told, said), Status.CORRECTED)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I live in Hull.", "sorry, later"),
        ("I live in Hull.", "Oops, wrong window"),
        ("I live in Hull.", "Sorry, it's raining here"),
        ("I'm 34.", "wait, 5 minutes"),
        ("My PIN is 4417.", "Oops, 42."),
        ("My flight is at 6pm.", "sorry, 1 sec"),
        ("My boss is Dan.", "Sorry, York."),
        ("I live in Hull.", "Scratch that itch."),
        ("My flight is at 6pm.", "Wait until 7pm."),
        ("My boss is Dan.", "No wait, what's the weather?"),
    ],
)
def test_what_fits_no_slot_of_the_turn_before_leaves_it_alone(told: str, said: str) -> None:
    records = _told(told, said)
    assert not any(r.status is not Status.ACTIVE or r.contested_with for r in records)


@pytest.mark.parametrize("said", ["Forget I said that.", "I take that back.", "Ignore my last message.", "Scrap that."])
def test_the_turn_before_is_taken_back(said: str) -> None:
    assert _of(_told("My manager is Priya.", said), Status.RETRACTED) == {"Priya"}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I live in Bath.", "Forget it."),
        ("I live in Bath. Can you find me a plumber?", "Scratch that."),
    ],
)
def test_what_may_be_said_of_a_request_takes_no_fact_back(told: str, said: str) -> None:
    assert _held(_told(told, said)) == {"Bath"}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My address is 12 Mill Lane.", "The address I gave you was wrong."),
        ("My email is a@b.com.", "I gave you the wrong email earlier, sorry."),
        ("My phone number is 0116 496 0333.", "oops, 0161 not 0116"),
    ],
)
def test_what_is_said_to_be_wrong_is_safe_no_more(told: str, said: str) -> None:
    [record] = _told(told, said)
    assert record.status is Status.INVALIDATED


def test_of_two_that_may_be_meant_none_is_in_doubt() -> None:
    told = "My address is 12 Mill Lane.", "My sister's address is 3 Oak Road.", "The address I gave you was wrong."
    assert _held(_told(*told)) == {"12 Mill Lane", "3 Oak Road"}


def test_in_any_order_of_arrival_it_comes_to_the_same() -> None:
    said = [("I live in York.", 0), ("I live in Bath now.", 60), ("Sorry, Leeds.", 61), ("No wait, Hull.", 62)]
    states = set()
    for order in permutations(said):
        with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
            for text, minutes in order:
                overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(minutes=minutes))
            records = overlay.timeline(scope=ME).records
            states.add(tuple(sorted((r.value, r.status.value, r.valid_from) for r in records)))
    [state] = states
    assert [(value, status) for value, status, _ in state] == [
        ("Bath", "corrected"), ("Hull", "active"), ("Leeds", "corrected"), ("York", "superseded"),
    ]  # fmt: skip


def test_what_was_corrected_once_is_not_taken_for_another_where_a_turn_between_is_erased() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("I live in Bath.", scope=ME, observed_at=FIRST)
        told = overlay.remember("My sister lives in York.", scope=ME, observed_at=FIRST + SOON)
        overlay.remember("Sorry, Leeds.", scope=ME, observed_at=FIRST + 2 * SOON)
        overlay.erase(observation_id=told.observation_ids[0], scope=ME)
        assert not any(r.status is Status.CORRECTED for r in overlay.timeline(scope=ME).records)
