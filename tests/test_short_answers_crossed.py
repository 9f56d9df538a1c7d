"""Questions as agents put them, crossed with answers as people type them: what changes, and above all what does not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations
from time import perf_counter

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judged, SaidRejection
from atma_overlay.language.answers.asked import asked_in
from atma_overlay.language.answers.replies import reply_in
from atma_overlay.records import DecisionState
from atma_overlay.views import Turn
from tests.judge_worlds import ME as JUDGED
from tests.judge_worlds import World, day, told

pytestmark = pytest.mark.usefixtures("read_once")

ME = Scope(tenant="acme", user="ana")
TOLD = datetime(2026, 3, 3, 12, tzinfo=UTC)
ASKED = TOLD + timedelta(days=60)


def answered(known: str, question: str, said: str, *, at: datetime = ASKED) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    overlay.remember(known, scope=ME, observed_at=TOLD)
    overlay.remember(said, answering=question, scope=ME, observed_at=at)
    return overlay


def changes(overlay: Overlay, state: DecisionState = DecisionState.APPLIED) -> list[tuple[str, str | None]]:
    return [(t.from_value, t.to_value) for t in overlay.timeline(scope=ME).transitions if t.state is state]


def held(overlay: Overlay) -> list[tuple[str, str]]:
    records = overlay.timeline(scope=ME).records
    return [(r.attribute, r.value) for r in records if r.status == "active" and r.valid_to is None]


BANK = "My bank is HSBC."
CITY = "I live in Leeds."


@pytest.mark.parametrize(
    "question",
    [
        "Your bank?",
        "Your bank, please?",
        "Can you confirm your bank?",
        "Please tell me your bank.",
        "Please enter your bank.",
        "What should I put down as your bank?",
        "Would you mind sharing your bank?",
        "I don't have your bank yet. What is it?",
        "I have HSBC on file as your bank. What is it now?",
        "Please could you let me know who you bank with?",
        "Is your bank HSBC or Monzo?",
        "Who do you bank with, HSBC or Monzo?",
        "Is your bank still HSBC, or is it Monzo now?",
        "**Who do you bank with?**",
        "2. Who do you bank with?",
    ],
)
def test_however_a_value_is_asked_for_its_name_is_heard(question: str) -> None:
    assert changes(answered(BANK, question, "Monzo")) == [("HSBC", "Monzo")]


@pytest.mark.parametrize(
    "question",
    [
        "I believe you live in York now — is that correct?",
        "It sounds like you live in York now. Is that right?",
        "My notes say you live in York. Is that still the case?",
        "Did I get that right: you live in York now?",
        "Do you mean that you live in York now?",
        "Is your home city York now?",
        "I have York down as your home city. Is that right?",
    ],
)
def test_however_a_statement_is_asked_about_a_yes_is_heard(question: str) -> None:
    assert changes(answered(CITY, question, "Yes, that's correct.")) == [("Leeds", "York")]


def test_a_statement_about_a_project_is_confirmed_and_one_about_the_world_is_noted_nowhere() -> None:
    known = "The booking service runs on MySQL."
    assert changes(answered(known, "The booking service runs on Postgres, right?", "yes")) == [("MySQL", "Postgres")]
    assert held(answered(CITY, "Rome is the capital of Italy, right?", "yes")) == [("home_city", "Leeds")]


@pytest.mark.parametrize(
    "said",
    [
        "York, thanks",
        "York, you?",
        "York. And you?",
        "**York**",
        '"York"',
        "York!!",
        "Definitely York",
        "York because it is cheaper",
        "York and I play chess now",
        "just switched to York",
        "that's York now",
        "Hull. Sorry, York.",
        "Hull, no wait, York",
        "Hull - I mean York",
        "Hull... scratch that, York",
    ],
)
def test_what_surrounds_an_answer_and_what_it_takes_back_are_left_out(said: str) -> None:
    overlay = answered(CITY, "Where do you live now?", said)
    assert changes(overlay) == [("Leeds", "York")]
    assert "Hull" not in [value for _, value in held(overlay)]


@pytest.mark.parametrize("said", ["No. Hull.", "Nope! Hull!", "Not any more. It's Hull."])
def test_what_the_next_sentence_puts_in_the_place_of_a_no_is_heard(said: str) -> None:
    assert changes(answered(CITY, "Do you still live in Leeds?", said)) == [("Leeds", "Hull")]


def test_a_number_with_a_dash_is_one_answer() -> None:
    known = "My phone number is 555-0100."
    assert changes(answered(known, "What's your phone number?", "555-0199")) == [("555-0100", "555-0199")]


@pytest.mark.parametrize("said", ["sure", "yes thanks", "york city pics", "York, fingers crossed", "York haha"])
def test_what_may_only_go_along_or_jest_is_proposed_at_most(said: str) -> None:
    question = "You live in York now, right?" if said in {"sure", "yes thanks"} else "Where do you live now?"
    assert changes(answered(CITY, question, said)) == []


@pytest.mark.parametrize(
    "said",
    [
        "no thanks", "no worries", "no idea", "no comment", "no change", "TBD", "N/A", "secret", "brb", "wow", "cats",
        "Amazing!", "meow", "zzz", "Merci", "oui", "nein", "claro que sí", "the second one", "option A", "the former",
        "your mom", "Reset password", "pizza", "Pizza tonight", "affirmative", "mhm", "the usual",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "question", ["Who do you bank with?", "Is your bank still HSBC?", "Your bank is Monzo, right?"]
)
def test_words_that_name_nothing_retire_nothing(question: str, said: str) -> None:
    overlay = answered(BANK, question, said)
    yes = said in {"affirmative", "mhm"} and "Monzo" in question
    assert changes(overlay) == ([("HSBC", "Monzo")] if yes else [])


@pytest.mark.parametrize(
    ("known", "question"),
    [
        ("My phone number is 555-0100.", "What's your phone number?"),
        ("My salary is $50,000.", "What's your salary?"),
        ("I weigh 80 kg.", "How much do you weigh?"),
    ],
)
@pytest.mark.parametrize("said", ["Mars", "private", "lower"])
def test_a_figure_is_asked_for_and_a_word_is_none(known: str, question: str, said: str) -> None:
    before = answered(known, "", "Hm.")
    assert held(answered(known, question, said)) == held(before)


@pytest.mark.parametrize(
    "said",
    [
        "York until last year", "York in 2019", "York back then", "York, but that was years ago", "York before",
        "last year York", "York, but not any more", "York soon", "no longer York", "ex-York", "York in my twenties",
        "York as a student",
    ],
)  # fmt: skip
def test_what_was_or_may_come_is_not_what_is(said: str) -> None:
    overlay = answered(CITY, "Where do you live now?", said)
    assert changes(overlay) == []
    assert ("home_city", "Leeds") in held(overlay)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Where did you work before?", "Acme"),
        ("What was your salary at your last job?", "$62,000"),
        ("Have you heard of Acme?", "Acme"),
        ("Which company are you considering?", "Acme"),
        ("What's the capital of Italy?", "Rome"),
        ("What do most people pick as your employer?", "Acme"),
    ],
)
def test_what_is_asked_of_the_past_of_thoughts_or_of_the_world_leaves_no_state(question: str, said: str) -> None:
    before = held(answered("I work at Initech.", "", "Hm."))
    told = held(answered("I work at Initech.", question, said))
    assert [(slot, value) for slot, value in told if slot != "mention"] == before


@pytest.mark.parametrize("question", ["Shall I search for Acme?", "Would you like me to look up Acme?"])
def test_what_an_answer_takes_back_itself_corrects_nothing_that_was_known(question: str) -> None:
    assert changes(answered("I work at Initech.", question, "Globex, sorry, I meant Acme")) == []


def test_a_correction_of_what_the_agent_noted_is_one() -> None:
    noted = "Noted: you live in Hull. Anything else?"
    overlay = answered("I live in Hull.", noted, "sorry, I meant York", at=TOLD + timedelta(minutes=1))
    assert changes(overlay) == [("Hull", "York")]


@pytest.mark.parametrize("said", ["No wait, York", "Actually no, scrap that, York", "Sorry, York."])
def test_a_correction_behind_a_question_may_be_of_what_that_asks(said: str) -> None:
    asked = "Shall I look for trains to Leeds?"
    assert changes(answered("I live in Hull.", asked, said, at=TOLD + timedelta(minutes=1))) == []


@pytest.mark.parametrize("said", ["Correction: York.", "Sorry, I misspoke, York.", "No, I meant York."])
def test_a_correction_of_one_s_own_words_is_one_behind_any_question(said: str) -> None:
    overlay = answered("I live in Hull.", "How do you like that?", said, at=TOLD + timedelta(minutes=1))
    assert changes(overlay) == [("Hull", "York")]


def test_a_name_behind_a_question_that_no_rule_understands_is_only_proposed() -> None:
    overlay = answered("My phone is a Pixel 7.", "Which one did you find too expensive?", "iPhone 15 now")
    assert changes(overlay) == []


def test_answers_in_any_order_of_arrival_come_to_the_same() -> None:
    said = [
        (CITY, None, 0), ("York.", "Where do you live now?", 30), ("No. Hull.", "Do you still live in York?", 60),
        ("Hull. Sorry, Bath.", "Where do you live?", 90),
    ]  # fmt: skip
    states = set()
    for order in permutations(said):
        overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
        for text, question, days in order:
            overlay.remember(text, answering=question, scope=ME, observed_at=TOLD + timedelta(days=days))
        states.add(tuple(sorted((r.value, r.status, r.valid_from) for r in overlay.timeline(scope=ME).records)))
    [state] = states
    assert [value for value, status, _ in state if status == "active"] == ["Bath"]


def test_what_was_read_by_a_question_on_file_goes_with_it() -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    turns = [
        Turn(role="assistant", text="I have Leeds on file as your home city. Is that still right?"),
        Turn(role="user", text="yes"),
    ]
    receipt = overlay.remember(turns, scope=ME, observed_at=ASKED)
    assert held(overlay) == [("home_city", "Leeds")]
    overlay.erase(observation_id=receipt.observation_ids[0], scope=ME)
    assert overlay.timeline(scope=ME).records == ()


@pytest.mark.parametrize(
    "piece", ["do you ", "? ", "is your ", "no wait ", "is it still true that ", "I have x as ", "\n", "(", "\u200b"]
)
def test_a_huge_question_or_answer_costs_no_more_than_its_end_or_its_start(piece: str) -> None:
    huge = piece * (200_000 // len(piece))
    asked_in("Where do you live?")
    start = perf_counter()
    asked_in(f"{huge}?")
    reply_in(huge)
    assert perf_counter() - start < 1


REJECTED = SaidRejection(note="n1", reason="the turn names no town as a home", confidence=0.95)


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (Judged(wrong=(REJECTED,)), {"answers a question": 1}),
        (Judged(statements=(told("York", evidence="York", slot="home city"),)), {}),
    ],
)
def test_a_judge_who_does_not_see_the_question_neither_rejects_nor_doubles_the_answer(
    answer: Judged, refused: dict[str, int]
) -> None:
    world = World([Judged(), answer])
    world.overlay.remember(CITY, scope=JUDGED, observed_at=day(1))
    receipt = world.overlay.remember("York.", answering="Where do you live now?", scope=JUDGED, observed_at=day(3))
    assert receipt.judging is not None
    assert receipt.judging.refused == refused
    assert world.standing() == {"Leeds": "superseded", "York": "active"}


def test_a_judge_who_is_asked_later_does_not_reject_it_either() -> None:
    world = World([Judged(), Judged(wrong=(REJECTED,))])
    world.overlay.remember(CITY, scope=JUDGED, observed_at=day(1))
    world.overlay.remember("York.", answering="Where do you live now?", scope=JUDGED, observed_at=day(3), wait=False)
    world.overlay.flush(scope=JUDGED)
    assert world.standing() == {"Leeds": "superseded", "York": "active"}
