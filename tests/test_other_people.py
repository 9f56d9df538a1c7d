"""What somebody else gave up, took up or moved to changes nothing that is the speaker's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost

pytestmark = pytest.mark.usefixtures("read_once")
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


BODIES = (
    "The team", "My company", "My laptop", "Our gym", "The company next door", "My last employer", "The new hire",
    "Alex from accounting", "The previous tenant", "One of my colleagues", "Whoever sits next to me", "My predecessor",
    "The woman who cuts my hair", "Ravi, who runs the shop,", "A guy I met at the party", "That singer I like",
    "My sister, whose husband is Dutch,", "The man whose car I bought", "The tenant before us", "A friend of Nia's",
    "Our new hire joined last week. She", "Nobody in the group",
)  # fmt: skip


@pytest.mark.parametrize(
    ("who", "told"),
    [
        *product(BODIES, TOLD),
        ("The agency wrote to me. It", "has stopped using Vim"),
        ("The agency wrote to me. It", "just switched from Vim to Emacs"),
        ("The agency wrote to me. It", "recently moved from Porto to Leeds"),
        ("The agency wrote to me. It", "has moved from Chase to Monzo"),
    ],
)
def test_what_things_and_bodies_do_retires_nothing_of_the_speakers(who: str, told: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        said = [Turn(text=text, observed_at=FIRST + timedelta(hours=n)) for n, text in enumerate(MINE)]
        overlay.remember(said, scope=ME)
        news = overlay.remember([Turn(text=f"{who} {told}.", observed_at=FIRST + timedelta(days=30))], scope=ME)
        assert [t for t in news.transitions if t.subject == "user"] == []


@pytest.mark.parametrize(
    ("before", "now", "gone"),
    [
        ("Our database is Postgres.", "Our database moved from Postgres to MariaDB.", "Postgres"),
        ("Our team uses Slack.", "The team switched from Slack to Zulip.", "Slack"),
        ("Our database is Postgres.", "The vendor moved the database from Postgres to MariaDB.", "Postgres"),
        ("I work at Acme.", "Acme let me go.", "Acme"),
        ("I take sertraline.", "My doctor switched me from sertraline to citalopram.", "sertraline"),
        ("I drive a Volvo.", "Someone stole my Volvo.", "Volvo"),
        ("I use Vim.", "The new hire uses Emacs, so I switched from Vim to Emacs.", "Vim"),
        ("I live in Porto.", "The flat I rented was sold, so I moved from Porto to Leeds.", "Porto"),
        ("I use Vim.", "All of us switched from Vim to Emacs.", "Vim"),
        ("We use Postgres.", "Everything runs on MariaDB now instead of Postgres.", "Postgres"),
    ],
)
def test_what_is_told_of_the_thing_itself_or_done_to_the_speaker_does(before: str, now: str, gone: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember([Turn(text=before, observed_at=FIRST)], scope=ME)
        news = overlay.remember([Turn(text=now, observed_at=FIRST + timedelta(days=30))], scope=ME)
        assert [t.from_value for t in news.transitions] == [gone]


def test_who_plays_an_instrument_is_no_record_of_the_speakers() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        found = overlay.remember("Agnes plays the cello.", scope=ME)
        assert [(r.subject, r.attribute, r.value) for r in found.records] == [("agnes", "instrument", "cello")]


def test_that_somebody_no_longer_does_a_thing_ends_nobody() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember([Turn(text="My manager is Dana.", observed_at=FIRST)], scope=ME)
        told = [Turn(text="Dana no longer runs the rota.", observed_at=FIRST + timedelta(days=30))]
        assert overlay.remember(told, scope=ME).transitions == ()


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
