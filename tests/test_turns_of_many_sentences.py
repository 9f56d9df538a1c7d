"""In a turn of many sentences each fact is of the one whom it is told of, and of the time that the story is at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.records import Status
from atma_overlay.views import StateRecord

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 1, 1, 10, tzinfo=UTC)


def _told(*said: str) -> list[StateRecord]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=60 * n))
        return list(overlay.timeline(scope=ME).records)


def _held(records: list[StateRecord], subject: str, attribute: str) -> set[str]:
    """What surely holds of a slot."""
    return {
        r.value
        for r in records
        if (r.subject, r.attribute) == (subject, attribute)
        and (r.status, r.valid_to, r.contested_with) == (Status.ACTIVE, None, ())
    }


@pytest.mark.parametrize(
    ("told", "whose"),
    [
        ("Josh stayed behind. My flatmate is now Sanna, she lives in Hull.", "sanna"),
        ("Josh stayed behind. The project is led by us and Amara is the manager now, she lives in Hull.", "amara"),
        ("Josh stayed behind. My friend Ines dropped out, she lives in Hull.", "ines"),
        ("Josh stayed behind. Ines moved out of Bath in April, so she lives in Hull now.", "ines"),
        ("Josh rang. Josh's sister is fine. She lives in Hull.", "josh's sister"),
        ("I met Josh's parents. They live in Hull.", "josh's parent"),
        ("Josh came with his parents. They live in Hull.", "josh's parent"),
        ("Josh wrote to my in-laws. They live in Hull.", "user's in-law"),
        ("Josh rang. My boss's husband is ill, he lives in Hull.", "user's boss's husband"),
        ("Josh rang. Dad had a fall but he lives in Hull now.", "user's dad"),
        ("Josh rang. Ines texted yesterday that she lives in Hull.", "ines"),
    ],
)
def test_a_pronoun_is_whoever_acts_before_it_in_its_sentence_or_was_told_of_last(told: str, whose: str) -> None:
    records = _told("Josh lives in York.", told)
    assert _held(records, "josh", "home_city") == {"York"}
    assert [r.subject for r in records if r.value == "Hull"] == [whose]


@pytest.mark.parametrize(
    "told",
    ["Josh told Ben that he lives in Hull now.", "Josh saw Ben yesterday and he lives in Hull now."],
)
def test_where_somebody_else_stands_between_it_may_be_theirs(told: str) -> None:
    records = _told("Josh lives in York.", told)
    assert [r.value for r in records if r.subject == "josh" and r.status is Status.ACTIVE and r.contested_with]
    assert not any(r.status is Status.SUPERSEDED for r in records)


def test_several_people_are_no_he() -> None:
    assert _held(_told("Josh's parents came. He lives in Hull now."), "josh", "home_city") == {"Hull"}


STORY = (
    "In 1999 my family moved to Dubai. I moved to Bath for university. We moved to Hull and I learned Dutch. "
    "In 2015 we moved to York, and in 2017 I joined Acme."
)


def test_what_a_story_tells_between_two_dates_is_no_news() -> None:
    assert _held(_told("I live in York.", STORY), "user", "home_city") == {"York"}
    retired = [r.value for r in _told("I live in Leeds.", STORY) if r.status is Status.SUPERSEDED]
    assert "Leeds" not in retired


@pytest.mark.parametrize(
    "told",
    [
        "In 2010 I lived in Bath. I have moved to Hull. In 2015 I was in York.",
        "In 2010 I lived in Bath. I just moved to Hull. In 2015 I was in York.",
        "In 2010 I lived in Bath. I moved to Hull.",
    ],
)
def test_what_is_told_as_news_beside_a_story_is(told: str) -> None:
    assert _held(_told("I live in Leeds.", told), "user", "home_city") == {"Hull"}


@pytest.mark.parametrize("known", [(), ("I live in Leeds.",)])
def test_of_two_changes_in_one_turn_the_later_holds(known: tuple[str, ...]) -> None:
    records = _told(*known, "I moved to York in December. In January I moved to Hull.")
    assert _held(records, "user", "home_city") == {"Hull"}
    assert [r.status for r in records if r.value == "York"] == [Status.SUPERSEDED]


@pytest.mark.parametrize(
    ("known", "told", "attribute", "value"),
    [
        ("Our orchestrator is Airflow.", "We moved to Redshift and Airflow.", "orchestrator", "Airflow"),
        ("My gym is Pulse.", "We switched to Basement and Pulse.", "gym", "Pulse"),
        ("My editor is Vim.", "I moved to Zellij and Vim.", "code_editor", "Vim"),
    ],
)
def test_what_one_moves_to_beside_another_is_not_left(known: str, told: str, attribute: str, value: str) -> None:
    assert _held(_told(known, told), "user", attribute) == {value}


@pytest.mark.parametrize(
    "told",
    [
        "Marco and I split up. I've started at Acme.",
        "Marco and I split up. I've moved back in with my parents in Reading.",
        "Marco and I split up. I've moved back in with my parents, and my room is now a 'studio'.",
    ],
)
def test_no_place_takes_the_place_of_a_person(told: str) -> None:
    records = _told("I'm dating Marco.", told)
    assert [(r.value, r.status) for r in records if r.attribute == "dating_partner"] == [("Marco", Status.ENDED)]


def test_somebody_does() -> None:
    assert _held(_told("I'm dating Marco.", "Marco and I broke up. I'm seeing Tom now."), "user", "dating_partner") == {
        "Tom"
    }


@pytest.mark.parametrize(
    ("known", "told", "attribute", "value"),
    [
        ("My rent is £900.", "The rent is £1,250, no sorry, £1,275.", "rent", "£1,275"),
        ("My rent is £900.", "The rent is £950. No wait, it's £970.", "rent", "£970"),
        ("My manager is Helen.", "My manager is Priya, no wait, it's Tom.", "manager", "Tom"),
        ("My manager is Helen.", "My manager is Priya, no wait, my manager is Tom.", "manager", "Tom"),
        ("My manager is Helen.", "My manager is Ana, no wait, Ana is the lead, my manager is Tom.", "manager", "Tom"),
        ("My gym is Pulse.", "My gym is Basement, no wait, it's Saturday today, it's closed.", "gym", "Basement"),
    ],
)
def test_what_is_taken_back_and_said_anew_was_never_told(known: str, told: str, attribute: str, value: str) -> None:
    records = _told(known, told)
    assert _held(records, "user", attribute) == {value}
    assert [r.value for r in records if r.attribute == attribute and r.value not in known] == [value]


@pytest.mark.parametrize(
    "told",
    [
        "Our partner team is on BigQuery now.",
        "The partner team's database is BigQuery now.",
        "Our partner team switched to BigQuery last month.",
        "Our sister company moved to BigQuery.",
        "My old team uses BigQuery.",
    ],
)
def test_another_team_is_not_ours(told: str) -> None:
    records = _told("Our database is Redshift.", told)
    assert _held(records, "user", "database") == {"Redshift"}
    assert {r.subject for r in records if r.value == "BigQuery"} <= {"partner team", "sister company", "old team"}


@pytest.mark.parametrize(
    "told",
    [
        "In Olwen's time the fee went up from £10 to £30.",
        "In Olwen's time, the fee went up to £30.",
        "At my last job the fee went up to £30.",
        "Back in my old flat the fee went up to £30 and nobody paid.",
    ],
)
def test_what_is_told_of_a_time_that_is_over_retires_nothing(told: str) -> None:
    records = _told("My membership fee is £20.", told)
    assert [r.status for r in records if r.value == "£20"] == [Status.ACTIVE]


@pytest.mark.parametrize(
    "told",
    ["At our last meeting we put the fee up to £30.", "In the last few days the fee went up to £30."],
)
def test_what_is_told_of_the_last_days_does(told: str) -> None:
    assert _held(_told("My membership fee is £20.", told), "user", "membership_fee") == {"£30"}


def test_what_somebody_was_at_is_not_where_they_are() -> None:
    assert _held(_told("My ward is 7B.", "I was on ward 2 with a nice manager."), "user", "ward") == {"7B"}


@pytest.mark.parametrize(
    "told",
    ["My dad is in Hull since Monday.", "My dad had a fall, he's back at Hillview since this morning."],
)
def test_where_somebody_has_been_for_some_days_is_no_home(told: str) -> None:
    assert _held(_told("My dad lives in Derby.", told), "user's dad", "home_city") == {"Derby"}


def test_where_somebody_has_been_for_weeks_is() -> None:
    assert _held(
        _told("My son lives in Derby.", "My son has been in York since January."), "user's son", "home_city"
    ) == {"York"}


def test_in_speech_without_stops_a_noun_far_away_names_no_slot() -> None:
    told = (
        "so that was Dr Brandt in Mainz he was my dentist for twelve years and I still get a birthday card from them "
        "every year which is sweet and um the eyes are fine and I've gone back to Specsavers since"
    )
    assert _held(_told("My dentist is Dr Kowalski.", told), "user", "dentist") == {"Dr Kowalski"}


def test_of_more_than_a_turn_can_state_the_surest_is_kept() -> None:
    seen = " ".join(f"I saw Mount {name} and Lake {name}." for name in MOUNTS)
    assert _held(_told("I live in Leeds.", f"{seen} I moved to York."), "user", "home_city") == {"York"}


MOUNTS = (
    "Ardun", "Belko", "Cadro", "Dunvar", "Erlun", "Fondo", "Galder", "Harro", "Indra", "Jovar", "Kelmo", "Lorren",
    "Mardu", "Norvik", "Orlen", "Pello", "Quarn", "Rondel", "Silvo", "Tarmo",
)  # fmt: skip
