"""Whose fact it is: who is told apart by a word, who goes by a post, whom *she* may be, and who only goes out once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.views import StateRecord, TransitionRecord

ME = Scope(tenant="acme", user="ana")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def told(*texts: str) -> tuple[list[TransitionRecord], list[StateRecord]]:
    """The transitions of all texts, and the records of the last one."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        moves: list[TransitionRecord] = []
        records: list[StateRecord] = []
        for n, text in enumerate(texts):
            news = overlay.remember([Turn(text=text, observed_at=FIRST + timedelta(days=n))], scope=ME)
            moves += news.transitions
            records = list(news.records)
        return moves, records


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My boss lives in Porto.", "My old boss lives in Leeds now."),
        ("My former manager works at Acme.", "My manager works for Norvane now."),
        ("My sister is vegetarian.", "My other sister is vegan now."),
        ("My first wife lives in Porto.", "My wife moved to Leeds."),
        ("My old landlord's wife drives a Volvo.", "My landlord's wife drives a Fiat now."),
        ("My boss's phone number is 555-0101.", "My old boss's new phone number is 555-0199."),
    ],
)
def test_who_is_told_apart_by_a_word_has_facts_of_their_own(first: str, second: str) -> None:
    assert told(first, second)[0] == []


@pytest.mark.parametrize("who", ["My old boss", "My other sister", "My old friend", "The client", "The Acme client"])
def test_who_is_called_alike_again_is_the_same_one(who: str) -> None:
    moves, _ = told(f"{who} lives in Porto.", f"{who} lives in Leeds now.")
    assert [(m.from_value, m.state) for m in moves] == [("Porto", "applied")]


def test_an_old_friend_is_a_friend() -> None:
    moves, _ = told("My old friend lives in Porto.", "My friend moved to Leeds.")
    assert [m.from_value for m in moves] == ["Porto"]


@pytest.mark.parametrize(
    "said",
    ["started a new job at Norvane", "is working on the Hermes project", "has a cat named Milo", "is dating Lee now"],
)
@pytest.mark.parametrize("who", ["The client", "The new intern"])
def test_what_somebody_by_their_post_does_is_nothing_of_the_speakers(who: str, said: str) -> None:
    known = "I work at Acme.", "I am working on the Apollo project.", "I'm dating Sam."
    moves, records = told(*known, f"{who} {said}.")
    assert moves == []
    assert {r.subject for r in records} == {who.rsplit(maxsplit=1)[-1].lower()}


@pytest.mark.parametrize(
    ("known", "news"),
    [
        ("One of my sisters drives a Volvo.", "I drive a Fiat now."),
        ("I drive a Volvo.", "One of my sisters drives a Fiat now."),
        ("I drive a Volvo.", "You drive a Fiat now."),
    ],
)
def test_one_of_several_and_who_reads_it_are_not_the_speaker(known: str, news: str) -> None:
    assert told(known, news)[0] == []


def test_who_was_met_is_whom_the_next_sentence_tells_of() -> None:
    moves, records = told("Anna's phone number is 555-0101.", "I ran into Maria. Her new phone number is 555-0199.")
    assert moves == []
    assert ("maria", "555-0199") in {(r.subject, r.value) for r in records}


def test_the_acme_client_is_not_the_norvane_client() -> None:
    assert told("The Acme client drives a Volvo.", "The Norvane client drives a Fiat now.")[0] == []


@pytest.mark.parametrize(
    ("theirs", "mine"),
    [
        ("My sister is allergic to peanuts.", "I am no longer allergic to peanuts."),
        ("My mum takes apixaban.", "I stopped taking apixaban."),
        ("My brother works at Acme.", "I left Acme and joined Norvane."),
        ("My boss has a cat named Milo.", "My cat Milo died."),
        ("The neighbours have a cat named Milo.", "Our cat Milo died."),
    ],
)
def test_what_the_speaker_gives_up_is_nothing_of_a_relations(theirs: str, mine: str) -> None:
    assert told(theirs, mine)[0] == []


def test_what_is_taken_from_a_relation_by_name_is_heard() -> None:
    moves, _ = told("My mum takes apixaban.", "They took mum off apixaban.")
    assert [(m.from_value, m.state) for m in moves] == [("apixaban", "applied")]


@pytest.mark.parametrize(
    ("known", "news"),
    [
        ("Anna lives in Porto.", "Anna met Maria. She moved to Leeds."),
        ("Anna's phone number is 555-0101.", "Anna called Maria. Her phone number is 555-0199 now."),
        ("My boss lives in Porto.", "My sister met my boss. She moved to Leeds."),
    ],
)
def test_a_pronoun_that_may_stand_for_either_retires_nothing(known: str, news: str) -> None:
    assert [m.state for m in told(known, news)[0]] == ["proposed"]


def test_a_pronoun_stands_for_nobody_of_the_other_gender() -> None:
    moves, _ = told("Anna lives in Porto.", "My brother called about Anna. She moved to Leeds.")
    assert [m.from_value for m in moves] == ["Porto"]


@pytest.mark.parametrize(
    "once",
    [
        "I'm going out with Tom for dinner.", "I'm going out with Tom to the cinema.",
        "I'm going out with Tom and Priya.", "We're going out with Tom.",
    ],
)  # fmt: skip
def test_whom_one_goes_out_with_once_is_no_partner(once: str) -> None:
    assert told("I'm dating Sam.", once)[0] == []


@pytest.mark.parametrize("news", ["I'm going out with Tom now.", "I've been going out with Tom since May."])
def test_whom_one_goes_out_with_now_is_one(news: str) -> None:
    assert [m.from_value for m in told("I'm dating Sam.", news)[0]] == ["Sam"]


def test_what_is_over_of_one_of_several_is_proposed() -> None:
    moves, _ = told("One of my sisters is allergic to nuts.", "One of my sisters is no longer allergic to nuts.")
    assert [(m.from_value, str(m.state)) for m in moves] == [("nuts", "proposed")]


@pytest.mark.parametrize(
    ("known", "query"),
    [
        ("My old boss lives in Leeds.", "Since my boss lives in Leeds, what time is it there?"),
        ("My other sister is vegan.", "As my sister is vegan, what can I cook?"),
        ("My sister is vegan.", "As my other sister is vegan, what can I cook?"),
    ],
)
def test_what_is_granted_of_one_is_not_supported_by_another_of_that_name(known: str, query: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        overlay.remember([Turn(text=known, observed_at=FIRST)], scope=ME)
        assert overlay.recall(query, scope=ME).premises == ()


def test_who_is_named_and_called_what_they_are_is_one() -> None:
    moves, _ = told("Nettle, our collie, is thirteen.", "Nettle, our collie, eats slower now. She's fourteen.")
    assert [(m.from_value, str(m.state)) for m in moves] == [("thirteen", "applied")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My sister in Leeds works at Acme.", "My sister in York works at Globex."),
        ("My sister in Leeds drives a Volvo.", "My sister in York drives an Audi now."),
        ("My friend from school works at Acme.", "My friend from work works at Globex."),
        ("My cousin in Leeds lives on Oak Street.", "My cousin in York lives on Elm Road."),
    ],
)
def test_who_is_told_apart_by_a_place_is_another_one(first: str, second: str) -> None:
    assert told(first, second)[0] == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My sister in Leeds works at Acme.", "My sister in Leeds works at Globex now."),
        ("My sister in Leeds works at Acme.", "My sister works at Globex now."),
        ("My mother in Leeds drives a Volvo.", "My mother in York drives an Audi now."),
    ],
)
def test_who_is_told_of_by_one_place_or_of_whom_there_is_one_is_the_same(first: str, second: str) -> None:
    assert [m.state for m in told(first, second)[0]] == ["applied"]


@pytest.mark.parametrize(
    "meeting",
    ["My parents met the neighbours. They moved to Bath.", "My parents visited the cousins. They moved to Bath."],
)
def test_they_of_two_that_were_named_retire_nothing(meeting: str) -> None:
    assert [str(m.state) for m in told("My parents live in Leeds.", meeting)[0]] == ["proposed"]


@pytest.mark.parametrize("news", ["The dentist left.", "The dentist has retired."])
def test_somebody_by_what_they_do_need_not_be_the_one_that_is_known(news: str) -> None:
    moves, _ = told("My dentist is Dr Cole.", news)
    assert [(m.from_value, str(m.state)) for m in moves] == [("Dr Cole", "proposed")]


def test_ones_own_who_left_is_gone() -> None:
    moves, _ = told("My dentist is Dr Cole.", "My dentist left.")
    assert [(m.from_value, str(m.state)) for m in moves] == [("Dr Cole", "applied")]
