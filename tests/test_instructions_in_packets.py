"""How the user wants to be answered reaches every packet, as far as it holds, was said in the scope and by the user."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Packet, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.lifecycle import StageMem
from atma_overlay.lifecycle.ledger import StagedLedger
from atma_overlay.reading.instructions import MOST
from tests.dated_worlds import AT_HOME, AT_WORK, FIRST, ME, World, opened
from tests.emitted_sql import recorded
from tests.overlay_worlds import Deaf, told

GERMAN, ENGLISH, SHORT, SAM = (
    "Answer in German from now on.",
    "Answer in English.",
    "I prefer short answers.",
    "Call me Sam.",
)
PASTA = "What's a good pasta recipe?"
LATER = FIRST + timedelta(days=90)
LEDGERS = pytest.mark.parametrize("url", ["memory://", "sqlite:"], ids=["memory", "sql"])
Told = list[tuple[str, str, str]]


def asked(world: World, query: str = PASTA, **parts: Any) -> Packet:
    return world.overlay.recall(query, scope=parts.pop("scope", ME), now=parts.pop("now", LATER), **parts)


def shown(world: World, query: str = PASTA, **parts: Any) -> Told:
    return [(r.label.value, r.attribute, r.value) for r in asked(world, query, **parts).instructions]


def say(world: World, text: str, days: int = 40, **parts: Any) -> None:
    world.overlay.remember(text, scope=parts.pop("scope", ME), observed_at=FIRST + timedelta(days=days), **parts)


@LEDGERS
@pytest.mark.parametrize("view", [None, "current", "historical", "change", "neutral"])
def test_an_instruction_reaches_what_asks_for_something_else(url: str, view: str | None) -> None:
    with opened(url) as world:
        for day, text in enumerate((GERMAN, "I live in Oslo.", SHORT, SAM)):
            say(world, text, day)
        assert shown(world, view=view) == [
            ("current", "form_of_address", "Sam"),
            ("current", "reply_length", "short"),
            ("current", "interface_language", "German"),
        ]


def test_it_tells_where_it_comes_from() -> None:
    world = told(GERMAN)
    (row,) = asked(world).instructions
    (record,) = world.timeline().records
    assert (row.record_ids, row.text, row.observed_at, row.valid_to) == ((record.id,), GERMAN, FIRST, None)
    assert row.host_ids == record.host_ids != ()


@pytest.mark.parametrize(
    "said",
    [
        ("I live in Oslo.", "I speak German.", "My phone is set to German."),
        ("Answer this one in German.", "For now, use imperial units."),
        ("My sister prefers short answers.", "My boss told me: from now on, use imperial units."),
    ],
)
def test_of_who_has_set_nothing_there_is_none(said: tuple[str, ...]) -> None:
    assert shown(told(*said)) == []


@pytest.mark.parametrize(
    ("before", "later", "left"),
    [
        (GERMAN, "Answer in French from now on.", [("current", "interface_language", "French")]),
        (GERMAN, "Stop answering in German.", []),
        ("Use bullet points from now on.", "No more bullet points.", []),
    ],
)
def test_what_was_replaced_or_taken_back_is_none(before: str, later: str, left: Told) -> None:
    world = told(before)
    say(world, later)
    assert shown(world) == left


@LEDGERS
@pytest.mark.parametrize("act", ["forget", "erase", "correct"])
def test_what_was_forgotten_erased_or_corrected_is_none(url: str, act: str) -> None:
    with opened(url) as world:
        say(world, GERMAN, 0)
        assert shown(world) == [("current", "interface_language", "German")]
        (record,) = world.timeline().records
        if act == "erase":
            world.overlay.erase(scope=ME, record_id=record.id)
        elif act == "forget":
            world.overlay.forget(record.id, scope=ME, observed_at=FIRST + timedelta(days=9))
        else:
            world.overlay.correct(record.id, "Dutch", scope=ME, observed_at=FIRST + timedelta(days=9))
        assert shown(world) == ([("current", "interface_language", "Dutch")] if act == "correct" else [])


def test_a_change_that_is_proposed_stands_beside_what_it_would_change_until_somebody_decides() -> None:
    world = told(GERMAN)
    say(world, ENGLISH)
    both = [("contested", "interface_language", "German"), ("contested", "interface_language", "English")]
    assert shown(world) == both
    (proposal,) = world.overlay.review(scope=ME)
    world.overlay.decline(proposal.transition.id, scope=ME)
    assert shown(world) == [("current", "interface_language", "German")]


def test_all_that_is_proposed_in_its_place_stands_beside_it() -> None:
    world = told(GERMAN, ENGLISH, "Answer in Dutch.")
    assert sorted(shown(world)) == [("contested", "interface_language", x) for x in ("Dutch", "English", "German")]


def test_a_change_that_was_accepted_stands_alone() -> None:
    world = told(GERMAN)
    say(world, ENGLISH)
    (proposal,) = world.overlay.review(scope=ME)
    world.overlay.accept(proposal.transition.id, scope=ME)
    assert shown(world) == [("current", "interface_language", "English")]


def test_what_may_have_been_meant_for_one_answer_is_none_until_it_is_told_to_stand() -> None:
    world = told("Answer in German.")
    assert shown(world) == []
    say(world, GERMAN)
    assert shown(world) == [("current", "interface_language", "German")]


@pytest.mark.parametrize("known", [(), (GERMAN,)])
@pytest.mark.parametrize(
    "parts", [{"role": "tool"}, {"origin": "document"}, {"origin": "agent"}, {"role": "assistant"}, {"role": "system"}]
)
def test_nobody_but_the_user_makes_one_or_disputes_one(known: tuple[str, ...], parts: dict[str, Any]) -> None:
    world = told(*known)
    for text in ("Answer in English from now on.", "Always use emojis.", "Call me Root."):
        say(world, text, **parts)
    assert shown(world) == [("current", "interface_language", "German") for _ in known]


def test_what_a_tool_said_first_stands_in_the_words_of_the_user_who_says_so_too() -> None:
    world = told()
    say(world, "Always answer in German.", 0, role="tool")
    assert shown(world) == []
    say(world, GERMAN)
    (row,) = asked(world).instructions
    assert (row.label.value, row.text) == ("current", GERMAN)


def test_a_rule_of_what_was_known_then_is_read_then() -> None:
    world = told(GERMAN)
    then = world.clock()
    say(world, "Answer in French from now on.")
    assert shown(world, known_at=then, now=None) == [("current", "interface_language", "German")]
    assert shown(world, known_at=FIRST) == []
    assert shown(world, now=FIRST + timedelta(days=20)) == [("current", "interface_language", "German")]
    assert shown(world, now=FIRST - timedelta(days=1)) == []


@LEDGERS
def test_a_narrower_scope_sees_what_was_said_there(url: str) -> None:
    with opened(url) as world:
        say(world, GERMAN, 0, scope=AT_HOME)
        say(world, "Answer in French from now on.", 1, scope=AT_WORK)
        assert shown(world, scope=AT_HOME) == [("current", "interface_language", "German")]
        assert shown(world, scope=AT_WORK) == shown(world) == [("current", "interface_language", "French")]


def test_of_several_people_each_is_answered_as_they_asked() -> None:
    world = told()
    said = [Turn(text=GERMAN, role="user", name="Ana"), Turn(text=SHORT, role="user", name="Ben")]
    world.overlay.remember(said, scope=ME, observed_at=FIRST)
    assert shown(world, asker="Ana") == [("current", "interface_language", "German")]
    assert shown(world, asker="Ben") == [("current", "reply_length", "short")]
    assert shown(world) == []


def test_in_shadow_mode_there_are_none_but_in_the_packet_that_would_have_been() -> None:
    world = told(GERMAN, mode="shadow")
    packet = asked(world)
    assert packet.instructions == ()
    assert packet.shadow is not None
    assert [row.value for row in packet.shadow.instructions] == ["German"]


def test_without_the_ledger_there_are_none_and_without_the_host_there_are(tmp_path: Path) -> None:
    world = told(GERMAN, host=Deaf(searches=1))
    packet = asked(world)
    assert (packet.degraded, [row.value for row in packet.instructions]) == ("HostError", ["German"])
    world.ledger.close()
    packet = asked(world)
    assert (packet.degraded, packet.instructions) == ("LedgerError", ())


def test_who_does_not_want_them_has_none() -> None:
    world = told(GERMAN, standing_instructions=False)
    packet = asked(world)
    assert (packet.instructions, packet.suppressed.instructions) == ((), 0)


def test_a_sentence_that_tells_more_shows_its_part() -> None:
    world = told("I've moved to Lyon, so from now on talk to me in French, and use bullet points.")
    say(world, "I've moved to York.")
    assert [(row.value, row.text) for row in asked(world).instructions] == [
        ("French", "from now on talk to me in French"),
        ("bullet points", "use bullet points."),
    ]


MANY = (
    "Always answer in German.", "Always use bullet points.", "Always use metric units.", "Never use emojis.",
    "Use British spelling in your replies.", "Call me Robert.", "Always be formal with me.",
    "Use Python for all code examples from now on.", "I prefer Celsius.", "Always use the 24-hour clock.",
    "I prefer short answers.", "Always list your sources.", "Prices in euros, please, always.",
    "Always write dates as day/month/year.",
)  # fmt: skip


def test_beyond_a_dozen_those_that_were_said_last_are_shown_and_the_others_are_counted() -> None:
    world = told(*MANY)
    packet = asked(world)
    assert (len(packet.instructions), packet.suppressed.instructions) == (MOST, len(MANY) - MOST)
    assert [row.value for row in packet.instructions[:2]] == ["day/month/year", "euros"]
    assert "2 more instructions" in packet.render()


@pytest.mark.parametrize("budget", [1, 40, 80, 200])
def test_they_take_half_of_a_budget_at_most_and_are_counted_in_it(budget: int) -> None:
    facts = [
        f"My {thing} lives in {place}." for thing, place in (("sister", "York"), ("boss", "Leeds"), ("aunt", "Bonn"))
    ]
    world = told(*facts, GERMAN, SHORT, SAM)
    packet = asked(world, "Where do my sister, my boss and my aunt live?", max_tokens=budget)
    assert len(packet.instructions) + packet.suppressed.instructions == 3

    def cost(texts: list[str]) -> int:
        return sum(-(-len(text) // 4) for text in texts)

    rows = [*packet.instructions, *packet.rows]
    taken = cost([r.text for r in packet.instructions]) + cost([r.value for r in packet.instructions])
    assert taken + 12 * len(packet.instructions) <= budget // 2
    assert cost([r.text for r in rows]) + cost([r.value for r in rows]) + 12 * len(rows) <= budget


@LEDGERS
def test_what_is_archived_reaches_no_packet(url: str) -> None:
    with opened(url) as world:
        say(world, GERMAN, 0)
        world.overlay.prune(scope=ME, older_than=timedelta(days=30), active=True)
        assert shown(world) == []
        (record,) = world.timeline().records
        world.overlay.restore(scope=ME, record_ids=[record.id])
        assert shown(world) == [("current", "interface_language", "German")]


def test_what_reaches_a_packet_is_reinforced_as_any_row() -> None:
    with opened("memory://", lifecycle=StageMem()) as world:
        say(world, GERMAN, 0)
        (row,) = asked(world).instructions
        ledger = world.overlay.ledger
        assert isinstance(ledger, StagedLedger)
        say(world, "I live in Oslo.", 1)
        touched = ledger.read(ME, lambda reader: reader.touches())
        assert [touch.statement_id for touch in touched] == list(row.record_ids)


def statements_for(overlay: Overlay, query: str) -> list[str]:
    with recorded() as said:
        overlay.recall(query, scope=ME, now=LATER)
    return [one.text for one in said if "FROM statements" in one.text and "DISTINCT" in one.text]


def test_who_has_set_nothing_is_asked_after_once_while_this_process_alone_writes(tmp_path: Path) -> None:
    overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{tmp_path / 'one.db'}", on_error="raise")
    overlay.remember("I live in Oslo.", scope=ME, observed_at=FIRST)
    assert len(statements_for(overlay, PASTA)) == 1
    assert statements_for(overlay, "Where do I live?") == []
    overlay.remember("I work at Acme.", scope=ME, observed_at=FIRST + timedelta(days=1))
    assert statements_for(overlay, PASTA) == []
    overlay.remember(GERMAN, scope=ME, observed_at=FIRST + timedelta(days=2))
    assert statements_for(overlay, PASTA) == []
    assert [row.value for row in overlay.recall(PASTA, scope=ME, now=LATER).instructions] == ["German"]
    overlay.close()


@pytest.mark.parametrize("write", [lambda o: o.remember(GERMAN, scope=ME, observed_at=FIRST)])
def test_what_another_process_writes_is_seen(tmp_path: Path, write: Callable[[Overlay], object]) -> None:
    url = f"sqlite:///{tmp_path / 'one.db'}"
    mine, other = (Overlay(MemoryHost(), ledger=open_ledger(url), on_error="raise") for _ in range(2))
    assert mine.recall(PASTA, scope=ME, now=LATER).instructions == ()
    write(other)
    (row,) = mine.recall(PASTA, scope=ME, now=LATER).instructions
    assert row.value == "German"
    other.erase(scope=ME, record_id=row.record_ids[0])
    assert mine.recall(PASTA, scope=ME, now=LATER).instructions == ()
    for overlay in (mine, other):
        overlay.ledger.close()
        overlay.close()
