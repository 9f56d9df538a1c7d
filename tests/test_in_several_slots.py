"""A value that stands in several slots is changed in the one that the words are about, or nowhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 6, 9, tzinfo=UTC)


def told(*texts: str) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for place, text in enumerate(texts):
        overlay.remember(text, scope=ME, observed_at=START + timedelta(days=place))
    return overlay


def active(overlay: Overlay) -> set[tuple[str | None, str]]:
    return {(r.attribute, r.value) for r in overlay.timeline(scope=ME).records if r.status == "active"}


def proposed(overlay: Overlay) -> list[tuple[str, str | None]]:
    return [(t.from_value, t.to_value) for t in overlay.timeline(scope=ME).transitions if t.state == "proposed"]


@pytest.mark.parametrize("turned", [False, True], ids=["told first", "told last"])
@pytest.mark.parametrize(
    ("known", "beside", "change", "left"),
    [
        ("I live in Leeds.", "I was born in Leeds.", "I moved from Leeds to York.", {("home_city", "York")}),
        ("I live in Leeds.", "My office is in Leeds.", "I've moved house from Leeds to York.", {("home_city", "York")}),
        ("I live in Leeds.", "I own a shop in Leeds.", "We left Leeds and live in York now.", {("home_city", "York")}),
        ("I work at Acme.", "My pension is with Acme.", "I left Acme, I work at Globex now.", {("employer", "Globex")}),
        ("I work at Acme.", "I bank with Acme.", "I left Acme and joined Globex.", {("employer", "Globex")}),
        ("I work at Acme.", "I have shares in Acme.", "I quit Acme, I'm at Globex now.", {("employer", "Globex")}),
        ("I work at Acme.", "My pension is with Acme.", "I quit Acme.", set()),
        ("My bank is HSBC.", "My mortgage is with HSBC.", "I switched banks from HSBC to Monzo.", {("bank", "Monzo")}),
        ("My bank is HSBC.", "My pension is with HSBC.", "I left HSBC, my bank is Monzo now.", {("bank", "Monzo")}),
        ("My GP is Dr Patel.", "My dentist is Dr Patel.", "I left Dr Patel, my GP is Dr Okafor now.",
         {("doctor", "Dr Okafor")}),
        ("Our database is MySQL.", "Our cache is MySQL.", "We left MySQL, our database is Postgres now.",
         {("database", "Postgres")}),
    ],
)  # fmt: skip
def test_a_change_is_of_the_slot_that_its_words_are_about(
    known: str, beside: str, change: str, left: set[tuple[str, str]], *, turned: bool
) -> None:
    others = active(told(beside))
    overlay = told(*((beside, known) if turned else (known, beside)), change)
    assert others <= active(overlay)
    assert left <= active(overlay)
    assert not active(told(known)) & active(overlay)


@pytest.mark.parametrize("change", ["I left Barclays for Monzo.", "I swapped Barclays for Monzo."])
def test_where_the_words_are_about_none_of_them_a_change_is_proposed(change: str) -> None:
    overlay = told("My mortgage is with Barclays.", "My pension is with Barclays.", change)
    assert active(told("My mortgage is with Barclays.", "My pension is with Barclays.")) <= active(overlay)
    assert len(proposed(overlay)) == 1


def test_what_one_sentence_told_under_two_names_is_one_thing() -> None:
    overlay = told("I'm a member of the Labour party.", "I cancelled my Labour membership after the conference.")
    assert {t.state for t in overlay.timeline(scope=ME).transitions} == {"applied"}
