"""How a packet tells what changed: with the date and the words of the change, of the time that is asked about."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.views import Packet, Row

ME = Scope(tenant="acme", user="u-42")
Said = tuple[str, str]
MOVES = (
    ("2021-02-10", "I live in Leeds."), ("2022-03-11", "I moved to York."), ("2023-04-12", "I moved to Hull."),
)  # fmt: skip


def told(*said: Said, timezone: str | None = None) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise", timezone=timezone)
    for day, text in said:
        overlay.remember(text, scope=ME, observed_at=datetime.fromisoformat(f"{day}T10:00+00:00"))
    return overlay


def changes(packet: Packet) -> list[Row]:
    return [row for row in packet.rows if row.label == "transition"]


def test_a_chain_is_dated_by_the_change_that_it_quotes() -> None:
    (row,) = changes(told(*MOVES).recall("How has my home changed?", scope=ME))
    assert row.value == "Leeds → York → Hull"
    assert (row.text, row.valid_from) == ("I moved to Hull.", datetime(2023, 4, 12, 10, tzinfo=UTC))


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        ("I work at Acme.", "I switched jobs.", "Acme → unknown"),
        ("My gym is PureGym.", "I switched gyms.", "PureGym → unknown"),
        ("I work at Acme.", "I left Acme.", "Acme → nothing"),
        ("I drive a Golf.", "I sold the Golf.", "Golf → nothing"),
    ],
)
def test_a_change_that_is_told_without_what_it_is_to_is_quoted_and_leaves_what_is_known(
    known: str, said: str, value: str
) -> None:
    overlay = told(("2024-01-05", known), ("2024-06-05", said))
    (row,) = changes(overlay.recall("What changed about my job, my gym and my car?", scope=ME))
    assert (row.value, row.text) == (value, said)
    assert row.valid_from == row.observed_at == datetime(2024, 6, 5, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("What changed in March 2022?", ["Leeds → York"]),
        ("What changed in May 2022?", ["£900 → £950"]),
        ("What has changed since April 2022?", ["York → Hull", "£900 → £950"]),
        ("How did my home change in 2022?", ["Leeds → York"]),
    ],
)
def test_of_a_time_that_is_asked_about_its_changes_alone_are_told(question: str, values: list[str]) -> None:
    overlay = told(*MOVES, ("2022-01-03", "My rent is £900."), ("2022-05-04", "My rent went up to £950."))
    assert sorted(row.value for row in changes(overlay.recall(question, scope=ME))) == values


@pytest.mark.parametrize("question", ["How has my home changed?", "When did I move in 2019?"])
def test_where_nothing_changed_in_a_time_or_none_is_asked_about_the_whole_chain_is_told(question: str) -> None:
    assert [row.value for row in changes(told(*MOVES).recall(question, scope=ME))] == ["Leeds → York → Hull"]


def test_a_host_memory_of_which_the_ledger_knows_is_labelled_in_views_of_the_past_too() -> None:
    overlay = told(*MOVES, ("2022-01-03", "My GP is Dr Patel."), ("2022-05-04", "My GP is Dr Okafor now."))
    for question in ("How has my home changed?", "Where did I live before?"):
        rows = overlay.recall(question, scope=ME).rows
        assert not [row.text for row in rows if row.label == "untracked" and row.text == "My GP is Dr Patel."]


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Asia/Kolkata", "Australia/Sydney", "America/New_York", None])
def test_days_are_those_of_the_zone_in_which_they_were_told(zone: str | None) -> None:
    overlay = told(
        ("2024-06-01", "I live in Leeds."), ("2024-06-20", "I moved to York on 10 June 2024."), timezone=zone
    )
    now = overlay.recall("Where do I live?", scope=ME).render()
    assert 'current 2024-06-10.. "user / home city" = "York"' in now
    then = overlay.recall("Where did I live on 9 June 2024?", scope=ME).render()
    assert "as of 2024-06-09" in then
    assert 'historical 2024-06-01..2024-06-10 "user / home city" = "Leeds"' in then


def test_a_budget_that_leaves_no_row_does_not_say_that_nothing_is_known() -> None:
    overlay = told(("2024-01-05", "I'm allergic to peanuts."))
    without_room = overlay.recall("What am I allergic to?", scope=ME, max_tokens=1).render()
    assert "No rows to show: that does not mean that nothing is known about this." in without_room
    nobody = overlay.recall("Who is my dentist?", scope=Scope(tenant="acme", user="nobody")).render()
    assert "No rows: nothing is known about this." in nobody


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Tokyo", None])
def test_what_is_told_for_a_day_begins_with_that_day_of_the_zone(zone: str | None) -> None:
    plans = ("I'm leaving Acme on 31 August.", "From 1 September my gym is Pulse.")
    overlay = told(("2024-06-01", "I work at Acme."), *(("2024-06-20", plan) for plan in plans), timezone=zone)
    now = datetime(2024, 9, 25, 18, tzinfo=UTC)
    block = overlay.recall("Where do I work, and what is my gym?", scope=ME, now=now).render()
    assert 'current 2024-09-01.. "user / gym" = "Pulse"' in block
    assert "was to be over from 2024-08-31" in block
