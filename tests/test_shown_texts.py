"""A text of any length and a question asked any number of times leave room for what answers it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atma_overlay import Label, Overlay, Scope, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.reading.passages import LONGEST_SHOWN, shortened
from atma_overlay.reading.rows import Evidence

ME = Scope(tenant="acme", user="u-1")
HIDDEN = "The wifi password of the cabin is on the fridge, behind the owl magnet."
ASKED = "What is the wifi password of the cabin?"
GYM = "The gym by the river is closed on Mondays."


@pytest.fixture
def overlay() -> Iterator[Overlay]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as made:
        yield made


def test_a_question_that_is_asked_again_and_again_leaves_room_for_its_answer(overlay: Overlay) -> None:
    overlay.remember(HIDDEN, scope=ME)
    for _ in range(12):
        overlay.remember(ASKED, scope=ME)
        packet = overlay.recall(ASKED, scope=ME)
    assert [r.text for r in packet.rows] == [HIDDEN]
    assert packet.suppressed.repeated == 12
    assert "Left out: 12 repeated." in packet.render()


def test_what_is_told_twice_in_the_same_words_is_shown_each_time(overlay: Overlay) -> None:
    for day in (1, 2, 3):
        overlay.remember("Took the blue pill.", scope=ME, observed_at=datetime(2026, 1, day, tzinfo=UTC))
    packet = overlay.recall("When did I last take the blue pill?", scope=ME)
    assert {r.observed_at.day for r in packet.rows if r.observed_at is not None} == {1, 2, 3}


@pytest.mark.parametrize("said", ["May 5 is the deadline", "How to open the safe: turn it left, then right"])
def test_a_note_that_is_looked_for_by_its_own_words_is_shown(overlay: Overlay, said: str) -> None:
    overlay.remember(said, scope=ME)
    assert said in [r.text for r in overlay.recall(said, scope=ME).rows]


def test_the_neutral_view_keeps_every_row_of_the_host(overlay: Overlay) -> None:
    for _ in range(2):
        overlay.remember(ASKED, scope=ME)
    packet = overlay.recall(ASKED, scope=ME, view=View.NEUTRAL)
    assert len(packet.rows) == 2


def test_what_is_told_and_not_asked_is_shown_to_who_says_it_again(overlay: Overlay) -> None:
    overlay.remember(HIDDEN, scope=ME)
    assert [r.text for r in overlay.recall(HIDDEN, scope=ME).rows] == [HIDDEN]


def test_of_a_long_text_the_part_is_shown_that_the_query_asks_for(overlay: Overlay) -> None:
    overlay.remember(f"{'lorem ipsum dolor sit amet ' * 9000}{GYM} {'sed do eiusmod tempor ' * 5000}", scope=ME)
    overlay.remember("I like tea.", scope=ME)
    packet = overlay.recall("When is the gym by the river closed?", scope=ME)
    row = next(r for r in packet.rows if r.label is Label.UNTRACKED)
    assert GYM in row.text
    assert row.value == row.text
    assert "of 353" in row.note
    assert len(packet.render()) < 2 * LONGEST_SHOWN


@pytest.mark.parametrize("asked", ["When is the gym by the river closed?", "gym close"])
def test_the_part_is_found_by_its_rare_words_whatever_the_letters_around_it(overlay: Overlay, asked: str) -> None:
    around = "When it is closed, the straße by the mill is the way to go. " * 400
    overlay.remember(f"{around}The gym by the river closes at nine. {around}", scope=ME)
    rows = [r.text for r in overlay.recall(asked, scope=ME).rows]
    assert any("closes at nine" in text and len(text) <= LONGEST_SHOWN for text in rows)


def test_a_text_of_some_length_is_shown_whole(overlay: Overlay) -> None:
    said = "note " * (LONGEST_SHOWN // 5 - 2)
    overlay.remember(said, scope=ME)
    (row,) = overlay.recall("note", scope=ME).rows
    assert (row.text.strip(), row.note) == (said.strip(), "")


@given(st.text(max_size=60), st.integers(0, 3 * LONGEST_SHOWN), st.sets(st.sampled_from(["gym", "key", "é", "a"])))
def test_a_part_is_a_part_of_no_more_than_so_many_characters(middle: str, before: int, words: set[str]) -> None:
    text = "x " * before + middle + " key" + " y" * LONGEST_SHOWN
    shown = shortened(Evidence(Label.UNTRACKED, text, text), words)
    assert 0 < len(shown.text) <= LONGEST_SHOWN
    assert shown.text in text
