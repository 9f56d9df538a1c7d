"""A memory that a shown record says whole does not stand there again as unverified; what says more stays."""

from __future__ import annotations

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts.memory import MemoryHost
from tests.dated_worlds import ME
from tests.reading_worlds import ask, told
from tests.stored_worlds import everything, item

VITA, FIREFOX = "My gym is Vita.", "My browser is Firefox."


def rows(overlay: Overlay, query: str, **asked: object) -> list[tuple[str, str]]:
    packet = overlay.recall(query, scope=ME, **asked)  # type: ignore[arg-type]  # whatever a test asks
    return [(r.label.value, r.text) for r in packet.rows]


def test_the_memory_of_a_record_that_nothing_asks_for_is_shown_as_that_record_alone() -> None:
    world = told(FIREFOX)
    assert rows(world.overlay, "What is my gym?") == [("current", FIREFOX)]


@pytest.mark.parametrize("again", [VITA, "my gym is Vita", "My gym is Vita!"])
@pytest.mark.parametrize("view", ["current", "historical"])
def test_what_is_said_again_in_the_same_words_is_shown_once_and_names_every_memory(again: str, view: str) -> None:
    world = told(VITA, again)
    packet = ask(world, "What is my gym?", view=view)
    assert [(r.label.value, r.text) for r in packet.rows] == [("current", VITA)]
    assert sorted(packet.rows[0].host_ids) == sorted(m.id for m in everything(world.host))


def test_a_memory_of_several_records_is_not_shown_beside_all_of_them() -> None:
    both = "My gym is Vita and my browser is Firefox."
    world = told(both, both)
    assert rows(world.overlay, "What is my gym?") == [("current", both), ("current", both)]


def test_a_sentence_beside_a_record_goes_where_its_own_record_is_shown() -> None:
    world = told(f"{VITA} {FIREFOX}")
    shown = rows(world.overlay, "What are my gym and my browser?")
    assert sorted(shown) == [("current", FIREFOX), ("current", VITA)]


@pytest.mark.parametrize("more", ["My gym is Vita. The sauna is closed on Mondays.", "My gym is Vita, by the canal."])
def test_a_memory_that_says_more_than_the_record_stays(more: str) -> None:
    world = told(VITA, more)
    told_so = " ".join(text for _, text in rows(world.overlay, "What is my gym?"))
    assert "Mondays" in told_so or "canal" in told_so


def test_a_question_in_the_words_of_a_record_is_another_sentence() -> None:
    world = told(VITA)
    world.host.add([item("My gym is Vita?")], scope=ME)
    assert ("untracked", "My gym is Vita?") in rows(world.overlay, "What is my gym?")


def test_what_the_ledger_does_not_know_stays_whatever_it_says() -> None:
    host = MemoryHost()
    world = told(VITA, host=host)
    host.add([item(VITA)], scope=ME)
    assert sorted(rows(world.overlay, "What is my gym?")) == [("current", VITA), ("untracked", VITA)]


def test_the_record_takes_the_place_of_its_memory_and_makes_room_for_another() -> None:
    world = told(FIREFOX, "The kettle whistles in C sharp.", "The fern needs repotting.")
    shown = [text for _, text in rows(world.overlay, "What is my gym?", limit=3)]
    assert sorted(shown) == [FIREFOX, "The fern needs repotting.", "The kettle whistles in C sharp."]


def test_the_neutral_view_keeps_each_row_of_the_host() -> None:
    world = told(VITA, VITA)
    assert rows(world.overlay, "What is my gym?", view="neutral") == [("current", VITA), ("current", VITA)]
