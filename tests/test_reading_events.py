"""Queries that date themselves by an event which the ledger knows: *before I joined Acme*, *when I lived in Leeds*.

`events.jsonl` is by a writer who had seen no rules: histories, each with such a query and the values that were in force
then. Half of them was read when the rules were written; of the other half only the counts were.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Label, Overlay, Packet, Scope, View
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host import HostItem
from tests.dated_worlds import ME

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in Path(__file__).with_name("data").joinpath("language/events.jsonl").read_text("utf-8").splitlines()
]
NOW = datetime(2025, 12, 31, 12, tzinfo=UTC)


def asked(history: list[tuple[str, str]], query: str, *, scope: Scope = ME, **options: Any) -> Packet:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for day, text in history:
            overlay.remember(text, scope=scope, observed_at=datetime.fromisoformat(day).replace(hour=9, tzinfo=UTC))
        return overlay.recall(query, scope=scope, now=NOW, **options)


def leads(case: dict[str, Any]) -> str | None:
    """Which of the values that the case names stands first in its packet."""
    packet = asked([tuple(told) for told in case["history"]], case["query"])
    named = [*case["expect"], *case["not_first"]]
    shown = [f"{row.text} {row.value}".lower() for row in packet.rows if row.label is not Label.UNTRACKED]
    return next((value for text in shown for value in named if value.lower() in text), None)


def of(half: str, *, answered: bool) -> list[dict[str, Any]]:
    return [case for case in CASES if case["half"] == half and bool(case["expect"]) == answered]


WRONG = {
    "e007": "whose home is asked for (*my sister Maria*) names the asker, too",
    "e015": "the first school is told with *goes to* and no change, and stays beside the second",
    "e043": "a flat *in Hackney* is known by no one value",
    "e065": "as e015",
}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            c, id=c["id"], marks=[pytest.mark.xfail(strict=True, reason=WRONG[c["id"]])] if c["id"] in WRONG else []
        )
        for c in of("dev", answered=True)
    ],
)
def test_what_was_in_force_at_the_event_leads(case: dict[str, Any]) -> None:
    assert leads(case) in case["expect"]


def test_of_histories_that_were_not_read_six_in_seven_lead_with_what_was_in_force() -> None:
    cases = of("held", answered=True)
    right = [case["id"] for case in cases if leads(case) in case["expect"]]
    assert (len(right), len(cases)) == (32, 36), "more are a reason to raise the number; undated, 14 are"


@pytest.mark.parametrize(("half", "wrongly"), [("dev", 0), ("held", 1)])
def test_an_event_that_the_history_dates_twice_or_never_dates_nothing(half: str, wrongly: int) -> None:
    dated = [c["id"] for c in of(half, answered=False) if asked(c["history"], c["query"]).as_of is not None]
    assert len(dated) == wrongly


GYMS = [
    ("2023-01-01", "My gym is Pulse."),
    ("2023-01-02", "I work at Hooli."),
    ("2023-06-01", "My gym is Norvo now."),
    ("2024-01-01", "I work at Acme now."),
    ("2024-03-01", "I moved to Berlin."),
    ("2024-06-01", "My gym is Zenith now."),
]


def test_before_a_beginning_is_the_last_moment_before_it_and_the_packet_says_so() -> None:
    packet = asked(GYMS, "Which gym did I go to before I joined Acme?")
    assert packet.as_of == datetime(2024, 1, 1, 9, tzinfo=UTC) - timedelta(microseconds=1)
    assert packet.rows[0].value == "Norvo"
    assert "as of 2024-01-01" in packet.render()


def test_what_held_before_and_after_stays_in_the_packet_under_its_own_label_and_dates() -> None:
    packet = asked(GYMS, "Which gym did I go to before I joined Acme?")
    told = [(row.label, row.value) for row in packet.rows if row.attribute == "gym"]
    assert told[0] == (Label.HISTORICAL, "Norvo")
    assert sorted(told[1:]) == [(Label.CURRENT, "Zenith"), (Label.HISTORICAL, "Pulse")]


def test_while_a_state_lasted_is_its_whole_spell() -> None:
    packet = asked(GYMS, "Which gym was I at when I worked at Hooli?")
    assert [row.value for row in packet.rows if row.attribute == "gym"][:2] == ["Pulse", "Norvo"]


@pytest.mark.parametrize(
    ("query", "gym"),
    [
        ("What was my gym before I left Hooli?", "Norvo"),
        ("Which gym did I have when I switched from Hooli to Acme?", "Norvo"),
        ("What gym did I use before Zenith?", "Norvo"),
        ("Which gym did I go to before I changed jobs?", "Norvo"),
        ("Which gym did I go to before the move?", "Norvo"),
        ("Which gym did I go to during my time at Acme?", "Zenith"),
    ],
)
def test_an_event_is_known_by_its_value_its_end_or_its_slot(query: str, gym: str) -> None:
    packet = asked(GYMS, query)
    assert packet.view is View.HISTORICAL
    in_force = [row.value for row in packet.rows if row.attribute == "gym"][:2]
    assert gym in (in_force if gym == "Zenith" else in_force[:1])


@pytest.mark.parametrize(
    "query",
    [
        "Which gym did I go to before I moved to Rome?",
        "Which gym did I go to before she joined Acme?",
    ],
)
def test_what_the_ledger_cannot_date_is_read_as_before(query: str) -> None:
    packet = asked(GYMS, query)
    assert (packet.view, packet.as_of) == (View.HISTORICAL, None)


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("What came before Zenith?", "Norvo"),
        ("What did I have before Norvo?", "Pulse"),
        ("Who was I with before Acme?", "Hooli"),
    ],
)
def test_asked_for_nothing_by_name_what_held_in_the_place_of_what_is_named_leads(query: str, value: str) -> None:
    row = asked(GYMS, query).rows[0]
    assert (row.label, row.value) == (Label.HISTORICAL, value)


@pytest.mark.parametrize(
    ("query", "view", "value"),
    [
        ("What was my gym at Hooli?", View.HISTORICAL, "Norvo"),
        ("The gym I had at Hooli", View.HISTORICAL, "Norvo"),
        ("What was my gym at Acme?", View.CURRENT, "Zenith"),
        ("What was my gym in Rome?", View.CURRENT, "Zenith"),
    ],
)
def test_a_place_that_was_left_dates_what_is_asked_of_it_in_the_past(query: str, view: View, value: str) -> None:
    packet = asked(GYMS, query)
    assert packet.view is view
    assert value in [row.value for row in packet.rows if row.attribute == "gym"][:2]


def test_where_nothing_that_is_asked_for_held_at_the_event_it_is_read_as_before() -> None:
    early = [("2022-01-01", "I live in Leeds."), ("2022-05-01", "I moved to York."), *GYMS]
    packet = asked(early, "Which gym did I go to before I moved to York?")
    assert (packet.view, packet.as_of) == (View.HISTORICAL, None)


@pytest.mark.parametrize(
    "query", ["How many days before I joined Acme did I join Norvo?", "What was my gym before I changed it?"]
)
def test_what_is_between_two_events_or_behind_a_word_that_may_be_anything_dates_nothing(query: str) -> None:
    assert asked(GYMS, query).as_of is None


def test_a_time_that_the_caller_names_goes_before_the_event() -> None:
    at = datetime(2023, 2, 1, tzinfo=UTC)
    packet = asked(GYMS, "Which gym did I go to before I joined Acme?", valid_at=at)
    assert (packet.as_of, packet.rows[0].value) == (at, "Pulse")


def test_an_event_is_read_of_what_was_known_then() -> None:
    packet = asked(GYMS, "Which gym did I go to before I joined Acme?", known_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert packet.as_of is None


@pytest.mark.parametrize("microsecond", [0, 1])
def test_before_the_first_instant_of_the_calendar_is_that_instant(microsecond: int) -> None:
    """A host that knows no date may say so."""
    host, at = MemoryHost(), datetime(1, 1, 1, microsecond=microsecond, tzinfo=UTC)
    host.add([HostItem("k1", "I joined Acme.", "user", at)], scope=ME)
    host.add([HostItem("k2", "I live in Leeds.", "user", datetime(2022, 1, 1, tzinfo=UTC))], scope=ME)
    overlay = Overlay(host, ledger="memory://", on_error="raise")
    assert overlay.backfill(scope=ME).taken == 2
    packet = overlay.recall("Where did I live before I joined Acme?", scope=ME)
    assert (packet.view, "Leeds" in [row.value for row in packet.rows]) == (View.HISTORICAL, True)
