"""What a packet leaves out and counts, what its budgets admit, and what of a host's row it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from atma_overlay import Row
from tests.dated_worlds import FIRST, ME, World
from tests.reading_worlds import GAP, VIEWS, ask, contested, shown, told

# What is left out, and how many


@pytest.mark.parametrize(("view", "superseded"), [("current", 1), ("historical", 0), ("change", 0), ("neutral", 0)])
def test_a_superseded_record_and_its_host_row_are_one_row_that_is_left_out(view: str, superseded: int) -> None:
    packet = ask(told("I live in Leeds.", "I moved to York."), "Where do I live?", view=view)
    assert packet.suppressed.superseded == superseded


@pytest.mark.parametrize("view", ["current", "historical", "neutral"])
def test_what_is_retracted_is_counted(view: str) -> None:
    world = told("My rent is 800 euros.", "Please forget what I told you about my rent.")
    assert ask(world, "What is my rent?", view=view).suppressed.retracted == 1


def left(world: World, query: str, **asked: Any) -> dict[str, int]:
    """What was left out, by why it was."""
    return {why: count for why, count in ask(world, query, **asked).suppressed.model_dump().items() if count}


@pytest.mark.parametrize("view", ["current", "neutral"])
def test_what_was_only_ever_forgotten_counts_as_retracted_alone_each_memory_once(view: str) -> None:
    world = told("I live in Leeds.", "I live in Leeds.")
    world.overlay.forget("where I live", scope=ME)
    assert left(world, "Where do I live?", view=view) == {"retracted": 2}


def test_a_change_beside_something_forgotten_counts_as_superseded() -> None:
    world = told("I live in Leeds.", "I moved to York.", "My rent is 800 euros.")
    world.overlay.forget("my rent", scope=ME)
    assert left(world, "Where do I live, and what is my rent?") == {"superseded": 1, "retracted": 1}


@pytest.mark.parametrize("said", ["This week I live in Reno.", "In 2019 I lived in Miami."])
def test_what_is_over_by_its_own_time_counts_as_expired(said: str) -> None:
    assert left(told(said), "Where do I live?") == {"expired": 1}


def test_what_was_told_to_have_stopped_is_not_superseded() -> None:
    assert "superseded" not in left(told("I work at Acme.", "I no longer work at Acme."), "Where do I work?")


def test_what_has_not_begun_at_the_instant_that_is_asked_about_is_not_counted() -> None:
    world = told("My gym is Vita.", "I live in Leeds.")
    assert left(world, "Where do I live?", valid_at=FIRST + GAP / 2, view="current") == {}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("by", ["words", "call"])
def test_retracted_content_is_in_no_view(view: str, by: str) -> None:
    world = told("My rent is 800 euros.", "I live in Leeds.")
    if by == "words":
        world.overlay.remember("Please forget what I told you about my rent.", scope=ME, observed_at=FIRST + 2 * GAP)
    else:
        world.overlay.forget("my rent", scope=ME)
    for query in ("What is my rent?", "Do I pay 800 euros?", "rent"):
        packet = ask(world, query, view=view)
        assert not [r for r in packet.rows if "800" in r.text or "800" in r.value]
        assert "My rent is 800" not in packet.render()


# Budgets


def costs(rows: Sequence[Row]) -> int:
    """What the rows cost, by the rule that the packet was admitted by: a token for 4 bytes, 12 for the frame."""
    return sum(-(-len(r.text.encode()) // 4) + -(-len(r.value.encode()) // 4) + 12 for r in rows)


def test_a_limit_counts_packets_and_not_rows() -> None:
    world = told("I live in Leeds.", "I moved to York.", "My rent is 800 euros.", "My rent went up to 900 euros.")
    packet = ask(world, "How have my home city and my rent changed?", limit=1)
    assert [r.label.value for r in packet.rows] == ["transition", "historical", "current"]
    assert (packet.suppressed.budget, packet.suppressed.limit) == (0, 1)
    assert "Left out: 1 beyond the limit." in packet.render()
    both = ask(world, "How have my home city and my rent changed?", limit=2)
    assert [r.packet for r in both.rows] == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("query", ["How has my home city changed?", "Where do I live?"])
def test_a_packet_is_admitted_whole_or_not_at_all(query: str) -> None:
    world = contested() if query.startswith("Where") else told("I live in Leeds.", "I moved to York.")
    whole = ask(world, query)
    cost = costs([r for r in whole.rows if r.packet == 0])
    assert len([r for r in whole.rows if r.packet == 0]) > 1
    assert ask(world, query, max_tokens=cost).rows == whole.rows
    short = ask(world, query, max_tokens=cost - 1)
    assert short.rows == ()
    assert short.suppressed.budget == 1


@pytest.mark.parametrize("tokens", [1, 20, 40, 60, 100, 1000])
@pytest.mark.parametrize("view", VIEWS)
def test_rows_never_cost_more_than_the_budget(view: str, tokens: int) -> None:
    world = told("I live in Leeds.", "I moved to York.", "I own a kayak.", "My rent is 800 euros.")
    assert costs(ask(world, "Where do I live?", view=view, max_tokens=tokens).rows) <= tokens


def test_a_small_packet_is_admitted_where_a_larger_one_before_it_did_not_fit() -> None:
    world = told(
        "I moved to York, where the rivers meet and the trains from everywhere stop at noon.", "My rent is 800 euros."
    )
    packet = ask(world, "Where do I live and what is my rent?", max_tokens=25)
    assert shown(packet) == [("current", "800 euros")]
    assert packet.suppressed.budget >= 1


# Host rows


def test_a_host_row_that_mixes_a_retired_and_a_live_sentence_is_shown_as_its_live_part() -> None:
    world = told("I live in Leeds. Brunhilde recommends the curry house.", "I moved to York.")
    packet = ask(world, "Where do I live?")
    assert shown(packet) == [("current", "York"), ("untracked", "Brunhilde recommends the curry house.")]
    assert world.host.page(scope=ME).memories[0].text == "I live in Leeds. Brunhilde recommends the curry house."


def test_a_sentence_about_a_value_that_holds_again_is_shown() -> None:
    world = told("I live in Leeds.", "I moved to York.", "I moved to Leeds.")
    world.overlay.remember(
        "Curry houses of Leeds: Bundobust, Prashad.", scope=ME, role="assistant", observed_at=FIRST + 3 * GAP
    )
    packet = ask(world, "Which curry houses are there in Leeds?")
    assert "Curry houses of Leeds: Bundobust, Prashad." in [r.text for r in packet.rows]


def test_what_the_ledger_does_not_know_is_shown_untracked() -> None:
    world = told("I live in Leeds.")
    world.overlay.remember("The recipe takes two cups of rye.", scope=ME, role="assistant", observed_at=FIRST)
    packet = ask(world, "How much rye does the recipe take?")
    assert shown(packet)[0] == ("untracked", "The recipe takes two cups of rye.")
