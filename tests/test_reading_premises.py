"""What a query takes for granted, against what holds."""

from __future__ import annotations

import pytest

from atma_overlay import Label
from tests.reading_worlds import ask, contested, disputed, told, verdicts


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Since I live in Leeds, which market is best?", [("Leeds", "outdated")]),
        ("Since I live in York, which market is best?", [("York", "supported")]),
        ("Since I live in Oslo, which market is best?", []),
        ("When I still lived in Leeds, which market was best?", []),
    ],
)
def test_a_premise_is_judged_by_what_holds_and_the_unknown_is_not_judged(
    query: str, expected: list[tuple[str, str]]
) -> None:
    assert verdicts(ask(told("I live in Leeds.", "I moved to York."), query)) == expected


@pytest.mark.parametrize(
    ("said", "query", "expected"),
    [
        (("I'm allergic to peanuts.", "I'm not allergic to peanuts."), "Since I'm allergic to peanuts, ", "outdated"),
        (
            ("I'm allergic to peanuts.", "I'm not allergic to peanuts."),
            "Since I'm not allergic to peanuts, ",
            "supported",
        ),
        (("I eat pork.", "I don't eat pork."), "Given that I don't eat pork, ", "supported"),
        (("I eat pork.", "I don't eat pork."), "Since I eat pork, ", "outdated"),
        (("I'm not allergic to peanuts.",), "Since I'm allergic to peanuts, ", None),
        (("I'm allergic to peanuts.",), "Since I'm not allergic to peanuts, ", None),
        (("I'm allergic to peanuts.",), "Since I'm allergic to peanuts, ", "supported"),
    ],
)
def test_a_value_that_is_denied_supports_nobody_who_takes_it_for_granted(
    said: tuple[str, ...], query: str, expected: str | None
) -> None:
    found = verdicts(ask(told(*said), f"{query}what should I cook?"))
    assert [verdict for _, verdict in found] == ([] if expected is None else [expected])


def test_an_outdated_premise_tells_that_its_value_is_denied_now() -> None:
    packet = ask(told("I eat pork.", "I don't eat pork."), "Since I eat pork, what should I cook?")
    assert [p.current for p in packet.blocked] == [("not pork",)]


def test_an_outdated_premise_names_what_holds_instead() -> None:
    world = told("I live in Leeds.", "I moved to York.")
    packet = ask(world, "Since I live in Leeds, which market is best?")
    (premise,) = packet.blocked
    assert premise.current == ("York",)
    assert premise.reason == "user / home city: superseded, now York"
    assert set(premise.record_ids) == {r.id for r in world.timeline().records if r.attribute == "home_city"}


def test_a_premise_that_ended_without_a_successor_is_outdated_and_names_nothing() -> None:
    packet = ask(told("I use Notion.", "I no longer use Notion."), "Since I use Notion, which plug-ins are there?")
    (premise,) = packet.blocked
    assert (premise.text, premise.current) == ("Notion", ())


@pytest.mark.parametrize("city", ["Leeds", "York"])
def test_a_contested_premise_is_unresolved_and_not_blocked(city: str) -> None:
    packet = ask(contested(), f"Since I live in {city}, which market is best?")
    assert verdicts(packet) == [(city, "unresolved")]
    assert packet.blocked == ()


def test_a_less_trusted_source_contests_its_own_word_and_leaves_the_users_current() -> None:
    packet = ask(disputed(), "Where do I live?")
    assert [(r.label, r.value) for r in packet.rows][:2] == [
        (Label.CURRENT, "Leeds"),
        (Label.CONTESTED, "York"),
    ]
    assert packet.rows[1].note == "said by a less trusted source"


def test_a_less_trusted_source_takes_no_premise_of_the_users_away() -> None:
    assert verdicts(ask(disputed(), "Since I live in Leeds, which market is best?")) == [("Leeds", "supported")]
    assert verdicts(ask(disputed(), "Since I live in York, which market is best?")) == [("York", "unresolved")]


@pytest.mark.parametrize(
    "said",
    [
        ("I live in Leeds.", "I moved to York.", "I moved to Leeds."),
        ("I live in Leeds.", "I moved to York.", "I moved to Hull.", "I moved to Leeds."),
        ("I live in Leeds.", "I moved to York.", "I moved to Leeds.", "I moved to York.", "I moved to Leeds."),
        ("I work in Leeds.", "I live in Leeds.", "I moved to York.", "I moved to Leeds."),
    ],
)
def test_a_premise_that_holds_again_is_never_blocked(said: tuple[str, ...]) -> None:
    packet = ask(told(*said), "Since I live in Leeds, which market is best?")
    assert set(verdicts(packet)) == {("Leeds", "supported")}


def test_a_value_that_still_holds_elsewhere_is_not_blocked_for_what_it_was_there() -> None:
    world = told("I work in Leeds.", "I live in Leeds.", "I moved to York.")
    assert ask(world, "Since I work in Leeds, which train do I take?").blocked == ()


# What only names a value, and what goes back to one


@pytest.mark.parametrize(
    ("query", "blocked"),
    [
        ("Which train goes to Leeds?", False),
        ("Is there a bakery in Leeds?", False),
        ("Who lives in Leeds?", False),
        ("How do I get to Leeds by noon?", False),
        ("What's a good present for my friend in Leeds?", False),
        ("Which hotel in Leeds should I book for my trip?", False),
        ("Is York bigger than Leeds?", False),
        ("Since I live in Leeds, which gym is near?", True),
        ("Do I still live in Leeds?", True),
        ("Which gym is close to my Leeds flat?", True),
        ("Living in Leeds, can I walk to the market?", True),
        ("Which bakery near me in Leeds opens first?", True),
    ],
)
def test_a_value_is_a_premise_where_the_query_takes_it_for_granted(query: str, blocked: bool) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), query)
    assert bool(packet.blocked) is blocked
