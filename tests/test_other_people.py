"""What somebody else gave up, took up or moved to changes nothing that is the speaker's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
MINE = (
    "I work at Acme.", "I live in Porto.", "I use Vim.", "I drive a Volvo.", "I bank with Chase.",
    "My gym is Iron Hall.", "I play the cello.", "My phone is a Pixel 7.", "I'm vegetarian.",
)  # fmt: skip
OTHERS = (
    "My brother", "Alex", "James", "My sister Ines", "Our neighbour Omar", "My friend Thomas", "My old boss",
    "Her husband", "Agnes", "A colleague of mine", "The guy next door", "Someone at work", "Somebody", "He",
    "My parents", "The neighbours", "My ex",
)  # fmt: skip
TOLD = (
    "no longer works at Acme", "doesn't work at Acme any more", "left Acme last week", "has stopped using Vim",
    "no longer uses Vim", "just switched from Vim to Emacs", "replaced Vim with Emacs",
    "recently moved from Porto to Leeds",
    "no longer lives in Porto", "sold the Volvo", "swapped the Volvo for a Fiat", "now works at Norvane",
    "just moved to Leeds", "now drives a Fiat", "has moved from Chase to Monzo", "cancelled Iron Hall",
    "gave up the cello",
    "is no longer vegetarian", "upgraded from a Pixel 7 to a Pixel 9", "also works at Norvane now",
)  # fmt: skip


@pytest.mark.parametrize(("who", "told"), list(product(OTHERS, TOLD)))
def test_what_others_do_retires_nothing_of_the_speakers(who: str, told: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        said = [Turn(text=text, observed_at=FIRST + timedelta(hours=n)) for n, text in enumerate(MINE)]
        overlay.remember(said, scope=ME)
        news = overlay.remember([Turn(text=f"{who} {told}.", observed_at=FIRST + timedelta(days=30))], scope=ME)
        assert [t for t in news.transitions if t.subject == "user"] == []


@pytest.mark.parametrize("what", ["The office", "My company", "The band", "My laptop"])
@pytest.mark.parametrize(
    "told", ["moved from Porto to Leeds", "no longer works at Acme", "doesn't live in Porto any more"]
)
def test_what_things_and_bodies_do_changes_nothing_that_only_a_person_has(what: str, told: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        said = [Turn(text=text, observed_at=FIRST + timedelta(hours=n)) for n, text in enumerate(MINE)]
        overlay.remember(said, scope=ME)
        news = overlay.remember([Turn(text=f"{what} {told}.", observed_at=FIRST + timedelta(days=30))], scope=ME)
        assert [t for t in news.transitions if t.subject == "user"] == []


@pytest.mark.parametrize("told", [t for t in TOLD if t not in {"also works at Norvane now", "now drives a Fiat"}])
def test_the_same_told_of_the_speaker_does(told: str) -> None:
    mine = (
        told.replace("doesn't", "don't").replace("has ", "have ").replace("is no", "am no").replace("works", "work")
        .replace("uses", "use").replace("lives", "live")
    )  # fmt: skip
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        said = [Turn(text=text, observed_at=FIRST + timedelta(hours=n)) for n, text in enumerate(MINE)]
        overlay.remember(said, scope=ME)
        news = overlay.remember([Turn(text=f"I {mine}.", observed_at=FIRST + timedelta(days=30))], scope=ME)
        assert [t.subject for t in news.transitions] == ["user"]


@pytest.mark.parametrize("name", ["James", "Ines", "Thomas", "Agnes", "Drolis", "Alex"])
@pytest.mark.parametrize("adverb", ["", "now ", "no longer ", "just ", "always ", "recently "])
def test_a_name_that_opens_a_sentence_is_whom_it_tells_of(name: str, adverb: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        found = overlay.remember(f"{name} {adverb}works at Acme.", scope=ME)
        assert {r.subject for r in found.records} <= {name.lower()}
