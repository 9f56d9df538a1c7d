"""A supposition, a joke, a role and an exercise frame what goes on with them, and nothing that is told in earnest.

Crossed: facts that are known, a turn or a conversation in which other values are said, and what that changes.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Turn
from atma_overlay.hosts import MemoryHost
from atma_overlay.records import DecisionState
from tests.dated_worlds import ME

KNOWN = ("I live in Leeds.", "I work at Arup.", "I drive a Skoda.", "My doctor is Dr. Patel.", "My budget is $2000.")
BEFORE = datetime(2025, 1, 6, 9, tzinfo=UTC)
AT = datetime(2025, 6, 2, 9, tzinfo=UTC)


def outcome(*turns: str | tuple[str, str], pause: timedelta = timedelta(minutes=1)) -> tuple[set[str], set[str]]:
    """Which of the values known before are retired, and which contested, by turns handed over in one batch."""
    batch = [
        Turn(text=said, observed_at=AT + pause * n) if isinstance(said, str)
        else Turn(text=said[1], role=said[0], observed_at=AT + pause * n)
        for n, said in enumerate(turns)
    ]  # fmt: skip
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        held = {}
        for day, fact in enumerate(KNOWN):
            receipt = overlay.remember(fact, scope=ME, observed_at=BEFORE + timedelta(days=day))
            assert len(receipt.records) == 1, fact
            held[receipt.records[0].id] = receipt.records[0].value
        overlay.remember(batch, scope=ME)
        after = overlay.timeline(scope=ME)
    stands = {x.id for x in after.records if x.status.value == "active" and x.valid_to is None}
    proposed = {x.from_id for x in after.transitions if x.state is DecisionState.PROPOSED}
    retired = {value for key, value in held.items() if key not in stands}
    return retired, {value for key, value in held.items() if key in proposed} - retired


@pytest.mark.parametrize(
    "said",
    [
        "thinking out loud here. say I quit Arup in January. I'd live off savings. I sell the Skoda, we use Tom's van.",
        "Thinking out loud: I quit Arup, sell the Skoda and move to Whitby.",
        "If we sold the house we'd get 600k. Then I live in Denver and my doctor is Dr. Kim.",
        "Say we move to York next year. I work at WSP, my doctor is Dr. Kim.",
        "Plan B: I sell the Skoda, I live in Whitby.",
        "Worst case I lose my job. I sell the Skoda and live in Whitby.",
        "Crazy idea: I quit Arup. I sell the Skoda, I live in York.",
        "Fast forward to 2031. I live in York, I work at WSP.",
        "Five years from now: I live in Lisbon, I drive a Tesla.",
        "Hear me out: I sell the Skoda, I live in York and work at WSP.",
        "Let me play it through. I quit Arup. I sell the Skoda. I live in York.",
        "Just brainstorming. I leave Arup, I work at WSP, my doctor is Dr. Kim.",
        "In an ideal world I work at WSP. I live in York.",
        "Let's game this out. I quit Arup in May, I live in York, my doctor is Dr. Kim.",
    ],
)
def test_a_supposition_goes_on_in_the_present_tense(said: str) -> None:
    assert outcome(said) == (set(), set())


@pytest.mark.parametrize(
    "said",
    [
        "If I got the job I'd earn more. I work at WSP, I drive a Honda, and I live in York.",
        "Supposing I took it, I'd be richer. I live in York.",
        "If I won the lottery, I'd quit. So I live in Monaco. What's the tax?",
        "Assuming I take the offer. I work at WSP, I live in York.",
    ],
)
def test_what_stands_behind_an_if_retires_nothing(said: str) -> None:
    retired, contested = outcome(said)
    assert retired == set()
    assert "Leeds" in contested


@pytest.mark.parametrize(
    "said",
    [
        "If it helps, I moved to York.",
        "If I recall, you asked for my city. I live in York now.",
        "If we sold the house we'd get 600k. Anyway, I moved to York last month.",
        "If I had known, I would have said so. I live in York now.",
        "It would be great if you could help. I live in York now.",
        "If I got a raise I'd buy a house. I moved to York last month.",
        "If I moved I'd miss it. But I live in York now.",
        "If we sold the house we'd get 600k.\n\nI live in York.",
        "Thinking out loud here. Should I sell? I moved to York in April.",
        "Say we emigrate. What then? I live in York now.",
        "What if I quit? Anyway, I live in York now.",
        "Suppose I quit one day. In reality I live in York now.",
        "They say I look tired. I live in York now.",
        "My plan changed. I live in York now.",
        "Crazy news: I live in York now.",
        "Hear me out: I moved to York last month and like it.",
        "In 2020 I moved. I live in York now.",
    ],
)
def test_what_is_told_in_earnest_beside_a_supposition_is_heard(said: str) -> None:
    assert outcome(said) == ({"Leeds"}, set())


@pytest.mark.parametrize(
    "said",
    [
        "yeah sure, I'm a millionaire, my budget is 2 million, I live in Monaco. no but seriously, where can I save?",
        "I live in Monaco and my budget is 2 million. But seriously, where can I save?",
        "I live in Monaco. All kidding aside, help me save.",
        "I live in Monaco. Okay serious question now: how do I save?",
        "haha yes I live in Monaco. ok but seriously how do I save",
        "yeah totally, my budget is 2 million. no, but for real, where do I save?",
        "oh sure, I live in Monaco and my budget is 2 million.",
        "oh yeah, because I live in Monaco.",
    ],
)
def test_a_joke_that_says_so_at_its_head_or_behind_it_is_no_fact(said: str) -> None:
    assert outcome(said) == (set(), set())


@pytest.mark.parametrize(
    ("said", "contested"),
    [
        ("yeah sure, I live in Monaco.", {"Leeds"}),
        ("I moved to York last week. But seriously, what's with the trams?", {"Leeds"}),
    ],
)
def test_what_may_as_well_be_meant_is_in_doubt(said: str, contested: set[str]) -> None:
    assert outcome(said) == (set(), contested)


@pytest.mark.parametrize(
    "said",
    [
        "Sure, I live in York now.",
        "Yeah, totally, I live in York now.",
        "Seriously, I moved to York.",
        "Kidding aside, I live in York now.",
        "The move was tough. But seriously, I live in York now and love it.",
        "I live in York now, and that's no joke.",
        "I moved to York.\n\nMy cat is a millionaire. But seriously, where can I save?",
    ],
)
def test_what_is_told_seriously_is_heard(said: str) -> None:
    assert outcome(said) == ({"Leeds"}, set())


ASKS = ("assistant", "Where do you live, and where do you work?")


@pytest.mark.parametrize(
    "opening",
    [
        "practice spanish with me. you're the waiter.",
        "Let's role-play: I'm a job candidate and you interview me",
        "let's play D&D. i'm Thalia, an elf ranger",
        "Can we practise a job interview? You're the interviewer.",
        "You're the landlord and I'm the tenant.",
        "You're the doctor and I'm the patient.",
        "Let's do a dialogue in French, you're the shop assistant",
        "Quiz me for my citizenship interview. You be the officer.",
        "text adventure! you be the narrator",
        "Please act as a border officer.",
    ],
)
def test_a_role_is_played_until_the_user_steps_out_of_it(opening: str) -> None:
    assert outcome(f"{opening} I live in Madrid now.") == (set(), set())
    assert outcome(opening, ASKS, "I live in Madrid now.", ASKS, "I work at Acciona") == (set(), set())
    for ends in ("ok let's stop.", "ok thanks, back to my trip.", "New topic:", "Real question now."):
        assert outcome(opening, ASKS, "A latte", ASKS, f"{ends} I live in York now.") == ({"Leeds"}, set()), ends


def test_a_role_ends_with_a_long_pause_and_is_played_with_an_agent() -> None:
    opening = "let's role-play, you're a barista"
    assert outcome(opening, ASKS, "I live in York now.", pause=timedelta(hours=3)) == ({"Leeds"}, set())
    assert outcome(opening, "I live in York now.") == ({"Leeds"}, set())


@pytest.mark.parametrize(
    "opening",
    [
        "Mock interview please, I'm applying at Acciona",
        "Help me practice my English small talk.",
        "Interview me for a job as if I were a nurse.",
    ],
)
def test_what_is_said_in_practice_is_in_doubt(opening: str) -> None:
    assert outcome(opening, ("assistant", "Where do you live?"), "I live in Madrid") == (set(), {"Leeds"})


@pytest.mark.parametrize(
    "opening",
    [
        "Act as a career coach.",
        "Act as my travel agent.",
        "You're the best!",
        "You're my hero!",
        "You be careful.",
        "I practice law in Bath.",
        "I had a role-play at the training course.",
        "The mock interview went fine.",
        "Mock interview went fine!",
        "How do I practise Spanish?",
        "My son plays D&D on Fridays.",
        "You're the doctor, you tell me.",
    ],
)
def test_what_opens_no_game_frames_nothing(opening: str) -> None:
    assert outcome(opening, ("assistant", "Nice."), "I live in York now.") == ({"Leeds"}, set())


@pytest.mark.parametrize(
    "said",
    [
        "and 'Dejé mi trabajo en Arup y trabajo en Acciona'? I think it's: I left my job at Arup and I work at Acciona",
        "what does 'Vivo en Madrid' mean? I think it means I live in Madrid",
        "my spanish homework: write 5 sentences about an invented person in first person. mine: My name is Carmen. "
        "I live in Valencia. My doctor is Dr. Kim. Correct if needed",
        "German class: write about a made-up character. My text: I live in Bonn and I work at Bosch.",
        "Is this right? 'Trabajo en Acciona' = I work at Acciona.",
        "My attempt at the translation: I live in Madrid and work at Acciona.",
        "'Vivo en Madrid' -> I live in Madrid. 'Trabajo en Acciona' -> I work at Acciona. Correct?",
        "I'd translate it as: I live in Madrid and I work at Acciona.",
        "For 'J'habite à Paris' I got: I live in Paris.",
        "Duolingo asked me for: I live in Madrid and work at Acciona.",
        "exercise 3: change into present. I live in Madrid. I work at Acciona.",
        "Write a paragraph in the first person about an imaginary student. I tried: I live in Madrid.",
    ],
)
def test_the_sentences_of_an_exercise_are_no_facts(said: str) -> None:
    assert outcome(said) == (set(), set())


@pytest.mark.parametrize(
    "said",
    [
        "I think it's important: I live in York now.",
        "It means I live in York now.",
        "I'm learning Spanish since I live in York now.",
        "I moved to York and my Spanish homework is hard.",
        "I moved to York. How do I say thanks in Spanish?",
        "My answer: I live in York now.",
        "I wrote a story about an invented person last year. I live in York now.",
        "Translation work is slow. I live in York now.",
    ],
)
def test_what_is_told_beside_an_exercise_is_heard(said: str) -> None:
    assert outcome(said) == ({"Leeds"}, set())
