"""From a small conversation to the packet: what each view shows, and how it is labelled."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Label, View
from atma_overlay.reading.cues import asks_verbatim
from tests.dated_worlds import FIRST, ME
from tests.reading_worlds import GAP, ask, contested, shown, told, tracked

# The current view


@pytest.mark.parametrize(
    "query",
    [
        "Where do I live?",
        "Is Leeds my home city?",
        "Which bakery is near me in Leeds?",
        "Do I live in York or in Leeds?",
        "Leeds",
        "Plan a quiet evening at home for me.",
    ],
)
def test_the_current_view_never_shows_a_superseded_value_as_current(query: str) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Hull."), query)
    assert packet.view is View.CURRENT
    assert tracked(packet) == [("current", "Hull")]
    assert not [r for r in packet.rows if "Leeds" in r.text or "York" in r.text]


@pytest.mark.parametrize(
    ("said", "query", "rows"),
    [
        (("I use Notion.", "I no longer use Notion."), "Which app do I use?", []),
        (("I live in Leeds.", "Correction: I live in York."), "Where do I live?", [("current", "York")]),
        (("I use Notion.", "I switched from Notion to Obsidian."), "Which app do I use?", [("current", "Obsidian")]),
        (("I live in Leeds.", "This week I'm staying in Lyon."), "Where is my home city?", [("current", "Leeds")]),
    ],
)
def test_the_current_view_shows_what_holds_after_each_kind_of_change(
    said: tuple[str, ...], query: str, rows: list[tuple[str, str]]
) -> None:
    packet = ask(told(*said), query)
    assert [pair for pair in tracked(packet) if pair[0] == "current"][:1] == rows
    assert "Notion" not in " ".join(
        r.text for r in packet.rows if r.label is Label.CURRENT and "Obsidian" not in r.text
    )


def test_a_row_carries_its_evidence_its_dates_and_the_host_s_memory() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    (row,) = ask(world, "Where do I live?").rows
    assert (row.text, row.subject, row.attribute) == ("I moved to York.", "user", "home_city")
    assert (row.valid_from, row.valid_to, row.observed_at) == (FIRST + GAP, None, FIRST + GAP)
    assert [m.text for m in world.host.get(row.host_ids, scope=ME)] == ["I moved to York."]
    assert row.record_ids == tuple(r.id for r in world.timeline().records if r.value == "York")


# The historical view


@pytest.mark.parametrize(
    ("days", "city"), [(0, "Leeds"), (29, "Leeds"), (30, "York"), (59, "York"), (60, "Hull"), (300, "Hull")]
)
def test_a_reading_as_of_an_instant_opens_with_the_spell_that_it_lies_in(days: int, city: str) -> None:
    world = told("I live in Leeds.", "I moved to York.", "I moved to Hull.")
    packet = ask(world, "Where did I live?", valid_at=FIRST + timedelta(days=days))
    assert (packet.view, packet.as_of) == (View.HISTORICAL, FIRST + timedelta(days=days))
    assert shown(packet)[0] == ("current" if city == "Hull" else "historical", city)


def test_a_date_in_the_words_of_the_query_reads_as_of_it() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where did I live on 20 March 2024?")
    assert packet.as_of == datetime(2024, 3, 20, 12, tzinfo=UTC)
    assert shown(packet)[0] == ("historical", "Leeds")


def test_a_query_for_the_past_opens_with_what_is_over() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where did I live before?")
    assert packet.view is View.HISTORICAL
    assert tracked(packet) == [("historical", "Leeds"), ("current", "York")]


@pytest.mark.parametrize(
    ("query", "cities"),
    [
        ("What was my previous home?", ["York", "Leeds"]),
        ("What was my first home?", ["Leeds", "York"]),
        ("Where did I live just before Hull?", ["York"]),
        ("Where did I live after Leeds?", ["York"]),
        ("My home city before York?", ["Leeds"]),
    ],
)
def test_what_is_over_stands_in_the_turn_that_is_asked_for(query: str, cities: list[str]) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Hull."), query)
    assert [row for row in tracked(packet) if row[0] == "historical"][: len(cities)] == [
        ("historical", city) for city in cities
    ]


@pytest.mark.parametrize(
    ("said", "query"),
    [
        (("My rent is £800.", "My rent went up to £950."), "What did I have before £950?"),
        (("I'm on the Basic plan.", "I switched to the Pro plan."), "What did I have before Pro?"),
    ],
)
def test_a_figure_or_a_part_of_a_name_is_an_event(said: tuple[str, ...], query: str) -> None:
    assert tracked(ask(told(*said), query))[0][0] == "historical"


def test_what_was_known_then_is_read_as_it_was_known_then() -> None:
    world = told("I live in Leeds.")
    then = world.clock()
    world.overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + GAP)
    assert shown(ask(world, "Where do I live?", known_at=then)) == [("current", "Leeds")]
    assert shown(ask(world, "Where do I live?", known_at=world.clock())) == [("current", "York")]


def test_a_historical_packet_holds_no_host_row_of_a_record_that_it_shows() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where did I live before?")
    assert [r.text for r in packet.rows if r.label is Label.UNTRACKED] == []


def test_the_past_does_not_hold_what_was_never_true() -> None:
    packet = ask(told("I live in Leeds.", "Correction: I live in York."), "Where did I live before?")
    assert [r.text for r in packet.rows if "Leeds" in r.text] == []


# The change view


def test_the_change_view_shows_the_ordered_chain_as_one_packet() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Hull."), "How has my home city changed?")
    assert packet.view is View.CHANGE
    assert shown(packet) == [
        ("transition", "Leeds → York → Hull"),
        ("historical", "Leeds"),
        ("historical", "York"),
        ("current", "Hull"),
    ]
    assert {r.packet for r in packet.rows} == {0}
    assert len(packet.rows[0].transition_ids) == 2


def test_a_return_is_a_chain_of_three() -> None:
    packet = ask(told("I live in Leeds.", "I moved to York.", "I moved to Leeds."), "How has my home city changed?")
    assert shown(packet)[0] == ("transition", "Leeds → York → Leeds")
    assert [label for label, _ in shown(packet)[1:]] == ["historical", "historical", "current"]


def test_what_never_changed_is_shown_as_it_stands() -> None:
    assert shown(ask(told("I live in Leeds."), "How has my home city changed?")) == [("current", "Leeds")]


@pytest.mark.parametrize(
    ("query", "exact"),
    [
        ("What did I want printed on the shirts?", True),
        ("What is to be engraved on the cup?", True),
        ("What should our sign say?", True),
        ("Which parts do I print on Fridays?", False),
        ("What does my doctor say?", False),
    ],
)
def test_words_that_are_to_go_on_something_are_asked_for_as_they_were_said(query: str, exact: bool) -> None:
    assert asks_verbatim(query) is exact


def test_a_correction_is_no_change() -> None:
    packet = ask(told("I live in Leeds.", "Correction: I live in York."), "How has my home city changed?")
    assert shown(packet) == [("current", "York")]


# The neutral view


def test_the_neutral_view_keeps_the_host_s_rows_and_their_order() -> None:
    world = told(
        "I live in Leeds.", "What a lovely morning.", "I moved to York.", "My rent is 800 euros.", "I own a kayak."
    )
    query = "Quote everything about Leeds, York, the rent, the morning and the kayak."
    packet = ask(world, query, view="neutral")
    found = world.host.search(query, scope=ME, limit=5).memories
    assert [r.text for r in packet.rows] == [m.text for m in found]
    assert [r.host_ids for r in packet.rows] == [(m.id,) for m in found]
    labels = {r.text: r.label.value for r in packet.rows}
    assert labels == {
        "I live in Leeds.": "historical",
        "What a lovely morning.": "untracked",
        "I moved to York.": "current",
        "My rent is 800 euros.": "current",
        "I own a kayak.": "current",
    }


def test_a_host_row_with_a_retired_sentence_is_not_labelled_current_as_a_whole() -> None:
    world = told("I live in Leeds. My sister Lotte bakes bread in an old mill.", "I moved to York.")
    packet = ask(world, "Lotte mill bread", view="neutral")
    assert not [r for r in packet.rows if r.label is Label.CURRENT and "I live in Leeds" in r.text]


# Contests


def test_several_that_are_proposed_stand_behind_what_they_contest_the_latest_first() -> None:
    for _ in range(6):  # an id is drawn at random
        world = told("I live in Leeds.", *(f"I'm moving to {city} next month." for city in ("York", "Hull", "Ghent")))
        packet = ask(world, "Where do I live?")
        assert [v for label, v in shown(packet) if label == "contested"] == ["Leeds", "Ghent", "Hull", "York"]


@pytest.mark.parametrize("query", ["Where do I live?", "Is Leeds my home city?"])
def test_a_contested_pair_is_labelled_so_and_stands_together(query: str) -> None:
    packet = ask(contested(), query, limit=1)
    assert sorted(shown(packet)) == [("contested", "Leeds"), ("contested", "York")]
    assert {r.packet for r in packet.rows} == {0}
    assert {r.note for r in packet.rows} == {"a change is proposed and not decided"}


@pytest.mark.parametrize("others", ["before", "after"])
@pytest.mark.parametrize(
    ("own", "theirs", "query", "value"),
    [
        (("I live in Leeds.", "I moved to York."), "{} lives in Hull.", "Where do I live?", "York"),
        (("I drive a Golf.", "I sold the Golf and bought a Kia."), "{} drives a Skoda.", "What car do I drive?", "Kia"),
        (("My boss is Bob.", "My boss is Dan now."), "{}'s boss is Carol.", "Who's my boss?", "Dan"),
    ],
)  # fmt: skip
def test_what_is_of_the_asker_comes_before_the_same_of_others(
    own: tuple[str, ...], theirs: str, query: str, value: str, others: str
) -> None:
    known = [theirs.format(name) for name in ("Ruth", "Max", "Emma", "Nina")]
    world = told(*(known if others == "before" else ()), *own, *(known if others == "after" else ()))
    (row,) = world.overlay.recall(query, scope=ME, limit=1).rows
    assert (row.subject, row.value) == ("user", value)
