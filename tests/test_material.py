"""What is pasted, quoted or given to be worked on is not told: it states nothing of the speaker."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import re2

from atma_overlay import Overlay, Scope
from atma_overlay.hosts import MemoryHost
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import DecisionState
from atma_overlay.word_lists import read_wordings

pytestmark = pytest.mark.usefixtures("read_once")

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)


def values(text: str) -> set[str]:
    return {c.value for c in default_extractor().extract(text, speaker="user", at=AT).candidates}


@pytest.mark.parametrize(
    "text",
    [
        "Translate: I moved to Osaka.",
        "Please translate into French: I moved to Osaka last week.",
        "Could you summarise this for me: I moved to Osaka. I work at Kitsune now.",
        "Proofread the following paragraph:\n\nI moved to Osaka.",
        "Fix the grammar of this: I moved to Osaka.",
        "> I moved to Osaka.\n\nWhat should I answer?",
        "Nadia wrote back.\n> I moved to Osaka last week.\n> I work at Kitsune now.",
        "```\nI moved to Osaka.\n```",
        "What does this print?\n```python\n# I moved to Osaka\nprint(1)",
        "From: bob@example.org\nSubject: news\n\nI moved to Osaka. Bob",
        "Here's the email I got: I moved to Osaka. Please update your records.",
        "I got this message from an old colleague:\nI moved to Osaka.",
        "-----Original Message-----\nI moved to Osaka.",
        "On Mon, 2 June 2025 at 10:12, Bob <bob@example.org> wrote:\nI moved to Osaka.",
        "Classify the sentiment of this review: I moved to Osaka because of the food.",
    ],
)
def test_what_is_handed_over_states_nothing(text: str) -> None:
    assert "Osaka" not in values(text)


@pytest.mark.parametrize(
    "text",
    [
        "Big news: I moved to Osaka.",
        "I moved to Osaka. Can you translate this menu?",
        "I moved to Osaka.\n> Where are you living these days?",
        "Note: I moved to Osaka.",
        "I moved to Osaka. Please summarise this: the lease is long.",
        "To sum up: I moved to Osaka.",
        "```\nx = 1\n```\nI moved to Osaka.",
        "Update: I moved to Osaka.",
        "Quick note: I moved to Osaka.",
        "PS: I moved to Osaka.",
        "News: I moved to Osaka!",
        "Home: I moved to Osaka\nDiet: still no meat",
        "Long story short: I moved to Osaka.",
        "The thing is: I moved to Osaka.",
        "Summarise the article I sent. Also, I moved to Osaka, so use yen.",
        "I moved to Osaka. Can you draft a mail to my bank?",
        "Translate the menu for me. I moved to Osaka last month.",
        "Hi!\n\nI moved to Osaka.\n\nThanks,\nJo",
        'He said "great" when I told him that I moved to Osaka.',
        "1. I moved to Osaka\n2. I need a bike",
        "My news: I moved to Osaka.",
        "Three things changed:\n- I moved to Osaka\n- my sleep is better",
        "What's new with me: I moved to Osaka.",
        "I moved to Osaka. Write me a poem about it.",
        "Remember this: I moved to Osaka.",
        "To recap: I moved to Osaka.",
        "For the record: I moved to Osaka.",
        "> Where do you live?\nI moved to Osaka.",
        "I'm asking because I moved to Osaka: which ward is quiet?",
    ],
)
def test_what_is_told_beside_it_is_told(text: str) -> None:
    assert "Osaka" in values(text)


ME = Scope(tenant="acme", user="u-42")
KNOWN = (
    "I live in Turin.", "I work at Hooli as a designer.", "My dog is called Rex.", "I'm vegetarian.",
    "My gym is Ironhouse.", "Our booking app runs on Heroku.", "My rent is £840.",
)  # fmt: skip
HANDED_OVER = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/language/handed_over.jsonl").read_text("utf-8").splitlines()
]


def retired_by(text: str) -> list[tuple[str, str | None, DecisionState]]:
    with Overlay(MemoryHost(), ledger="memory://", clock=lambda: AT) as overlay:
        for days, known in enumerate(KNOWN, start=1):
            overlay.remember(known, scope=ME, observed_at=AT - timedelta(days=90 - days))
        receipt = overlay.remember(text, scope=ME, observed_at=AT - timedelta(days=1))
        return [(t.from_value, t.to_value, t.state) for t in receipt.transitions]


@pytest.mark.parametrize("row", HANDED_OVER, ids=lambda row: str(row["id"]))
def test_what_is_pasted_quoted_drafted_or_given_to_be_worked_on_retires_nothing(row: dict[str, str]) -> None:
    assert all(state is not DecisionState.APPLIED for *_, state in retired_by(row["text"]))


@pytest.mark.parametrize(
    "text",
    [
        "Draft a mail to my landlord saying that I moved to Osaka.",
        "Apparently I quit Hooli and joined Kitsune.",
        "Line 3: I moved to Osaka.",
        "Note from Anna: I moved to Osaka.",
        "My sister: I moved to Osaka.",
        "Fake news: I moved to Osaka.",
        "Case study: I moved to Osaka.",
        "Write an email telling HR I no longer work at Hooli and now work at Kitsune.",
    ],
)
def test_what_may_be_so_is_proposed_whatever_its_wording(text: str) -> None:
    assert {state for *_, state in retired_by(text)} == {DecisionState.PROPOSED}


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for yesterday! Hey, I moved to Osaka by the way.",
        "Back again :)\nHey there, I moved to Osaka.",
        "Goodbye Turin, hello Osaka! I moved last week. I live in Osaka now.",
        "Quick reply - I moved to Osaka.",
        "My wife left this morning.\nI moved to Osaka.",
        "That said, I moved to Osaka.",
        "Everything ended as I moved to Osaka.",
        "2019 I came to Turin.\n2024 I moved to Osaka.",
        "Thanks for their reply. I moved to Osaka.",
        "My landlord wrote me a letter. I moved to Osaka anyway.",
        "From the first of May I live in Osaka.",
        "What a day.\n\nI moved to Osaka.\n\nWhat should I cook?",
        "visitor: hi i use safari\nvisitor: page is blank\n\nI moved to Osaka, so I cannot test it.",
    ],
)
def test_what_only_looks_like_the_opening_of_another_s_text_opens_none(text: str) -> None:
    assert ("Turin", "Osaka", DecisionState.APPLIED) in retired_by(text)


def test_a_word_of_mistakes_puts_nothing_right_that_is_itself_in_doubt() -> None:
    letter = "My uncle's letter, any typos?\n\nDear cousins,\nIn May I moved to Osaka. Hugs, Emil"
    assert retired_by(letter) == [("Turin", "Osaka", DecisionState.PROPOSED)]


def test_a_request_to_forget_that_others_wrote_forgets_nothing() -> None:
    assert not retired_by("The caretaker's note says: Hello, please do not use my dog's bowl.")


@pytest.mark.parametrize(("group", "wordings"), read_wordings("handed_over.toml").items())
def test_a_wording_is_a_pattern_of_its_own_and_stands_in_its_group_once(group: str, wordings: str) -> None:
    apart = re.split(r"\|(?![^(]*\))", wordings)  # but for the bars in brackets
    assert len(apart) == len(set(apart))
    for wording in apart:
        assert wording.strip() == wording
        assert wording
        re2.compile(wording)
