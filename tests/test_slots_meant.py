"""A premise is judged by the slot that its words are about, and nothing bears out what may be over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)
MOVED = ("I live in Leeds.", "I moved to York.")


def judged(said: tuple[str, ...], query: str) -> list[tuple[str, str, str]]:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for place, text in enumerate(said):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=place))
        found = overlay.recall(query, scope=ME).premises
    return [(p.text, p.verdict.value, p.slot) for p in found]


@pytest.mark.parametrize(
    ("said", "query", "expected"),
    [
        ((*MOVED, "My office is in Leeds."), "Since I live in Leeds, which gym is near me?", "user / home city"),
        ((*MOVED, "I was born in Leeds."), "Do I still live in Leeds?", "user / home city"),
        ((*MOVED, "My gym is in Leeds."), "Since I live in Leeds, which gym is near me?", "user / home city"),
        (("My manager is Priya.", "My manager is Tom now.", "My mentor is Priya."), "Is Priya still my manager?",
         "user / manager"),
        (("My GP is Dr Patel.", "My GP is Dr Okafor now.", "My dentist is Dr Patel."), "Is Dr Patel still my GP?",
         "user / doctor"),
        (("I drive a Golf.", "I sold the Golf and bought a Volvo.", "My favourite car is the Golf."),
         "Since I drive a Golf, which tyres?", "user / car"),
    ],
)  # fmt: skip
def test_what_holds_in_another_slot_bears_no_premise_out(said: tuple[str, ...], query: str, expected: str) -> None:
    ((_, verdict, slot),) = judged(said, query)
    assert (verdict, slot) == ("outdated", expected)


@pytest.mark.parametrize(
    ("query", "slot"),
    [
        ("Since my office is in Leeds, where do I eat?", "user / office"),
        ("Is my office still in Leeds?", "user / office"),
    ],
)
def test_what_holds_in_the_slot_that_the_words_are_about_is_borne_out(query: str, slot: str) -> None:
    assert judged((*MOVED, "My office is in Leeds."), query) == [("Leeds", "supported", slot)]


@pytest.mark.parametrize(
    ("said", "query"),
    [
        (("I'm learning Spanish.", "I've stopped Spanish lessons."), "Am I still learning Spanish?"),
        (("We have an office in Turin.", "We shut the Turin office."), "Do we still have an office in Turin?"),
    ],
)
def test_what_was_told_to_be_over_in_words_of_its_own_is_not_borne_out(said: tuple[str, ...], query: str) -> None:
    assert "supported" not in {verdict for _, verdict, _ in judged(said, query)}
    assert "supported" in {verdict for _, verdict, _ in judged(said[:1], query)}


def test_the_line_of_a_premise_that_holds_names_its_slot() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember("My office is in Leeds.", scope=ME, observed_at=START)
        block = overlay.recall("Since my office is in Leeds, where do I eat?", scope=ME).render()
    assert 'SUPPORTED premise "Leeds": still holds as "user / office".' in block
