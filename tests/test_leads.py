"""A request or a question about a text makes it doubtful whose words stand beside it: noted, they retire nothing."""

from datetime import UTC, datetime

import pytest

from atma_overlay.language.candidates import DOUBTED
from atma_overlay.language.extract import default_extractor
from atma_overlay.language.texts.leads import led_to

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)


def sureness(text: str) -> float:
    """How surely a turn tells that the speaker's place is Osaka."""
    found = default_extractor().extract(text, speaker="user", at=AT).candidates
    return max((c.confidence for c in found if c.value == "Osaka"), default=0.0)


@pytest.mark.parametrize(
    "text",
    [
        "Is this phishing?\n\nI moved to Osaka. Please call me back.",
        "what's the sentiment of each line\nI moved to Osaka\nI love the food",
        "patient note, what does it mean here\n\nI moved to Osaka last year.",
        "simplify for a ten year old\n\nFollowing the merger I moved to Osaka.",
        "Make it sound less angry.\n\nI've had enough. I moved to Osaka.",
        "Give me three bullet points\n\nI moved to Osaka and it rains.",
        "Can you tell from the way she writes whether she's happy?\n\nI moved to Osaka. It rains.",
        "How many mistakes?\nI moved to Osaka since May.",
    ],
)
def test_a_request_whose_object_is_not_in_it_is_about_what_follows(text: str) -> None:
    assert sureness(text) <= DOUBTED


@pytest.mark.parametrize(
    "text",
    [
        "It says the following. I was lost. I moved to Osaka.",
        "I asked about the rent and got: I moved to Osaka.",
        "I found this on a forum, good advice?\n\nI moved to Osaka.",
        "I pasted the intro below.\n\nI moved to Osaka last month.",
        "Here is the voicemail transcript. I moved to Osaka. Bye bye.",
    ],
)
def test_what_is_told_to_have_come_to_the_speaker_is_doubted(text: str) -> None:
    assert sureness(text) <= DOUBTED


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Osaka. My new life begins.\n\nImprove this system prompt so it's shorter.",
        "I moved to Osaka.\n\n^ too silly for children?",
        "I moved to Osaka, I have a dog.\n\nshorten it please",
    ],
)
def test_a_text_may_stand_before_the_request_about_it(text: str) -> None:
    assert sureness(text) <= DOUBTED


@pytest.mark.parametrize(
    "text",
    [
        "Could you give me three quick dinners?\n\nI moved to Osaka and miss home.",
        "Is this a good time to buy a flat?\n\nI moved to Osaka last month.",
        "What do you think of this plan? I moved to Osaka. I want to swim.",
        "I have a question about this week.\n\nI moved to Osaka.",
        "I found this great flat.\n\nI moved to Osaka on Friday.",
        "I moved to Osaka.\n\nDoes this mean that I pay less tax?",
        "I moved to Osaka.\n\nCan you write a post about it?",
    ],
)
def test_a_request_with_an_object_of_its_own_leaves_what_is_told_as_sure_as_it_was(text: str) -> None:
    assert sureness(text) == sureness("I moved to Osaka.") > DOUBTED


@pytest.mark.parametrize("asked", ["Remember this:", "Save this please.", "Can you update my profile?", "Note this."])
def test_what_a_memory_is_asked_to_keep_is_the_speakers(asked: str) -> None:
    assert sureness(f"{asked}\n\nI moved to Osaka.") > DOUBTED


def test_what_stands_before_a_lead_on_is_as_sure_as_it_was() -> None:
    text = "I moved to Osaka and need a flat. Is this letter too formal?\n\nI moved to Kyoto."
    assert sureness(text) > DOUBTED
    assert [text[slice(*span)].strip() for span in led_to(text)] == ["I moved to Kyoto."]


def test_a_long_turn_is_read_in_time() -> None:
    text = "Is it, this and that, " * 20_000 + "\n\n" + "I moved.\n" * 5_000
    started = datetime.now(UTC)
    list(led_to(text))
    assert (datetime.now(UTC) - started).total_seconds() < 10


@pytest.mark.parametrize("marks", ['""', "“”"])
def test_what_is_told_behind_a_text_that_closes_is_the_speaker_s(marks: str) -> None:
    letter = f"{marks[0]}Dear tenant, I moved to Ghent. My gym is Crown Gym.{marks[1]}"
    assert sureness(f"Here's the email I got:\n\n{letter}\n\nAnyway I've moved to Osaka.") > DOUBTED
    assert sureness(f"Here's the email I got:\n\n{marks[0]}Dear tenant,\n\nI moved to Osaka.{marks[1]}") <= DOUBTED
    assert sureness(f"Here's the email I got:\n\n{marks[0]}Dear{marks[1]} tenant,\n\nI moved to Osaka.") <= DOUBTED


@pytest.mark.parametrize(
    "text",
    [
        "Which one is better, bus or tram? I moved to Osaka.",
        "Which one would be cheaper: renting or buying? I moved to Osaka.",
        "How do I cancel this subscription?\nI moved to Osaka.",
        "How do I reset this router?\nI moved to Osaka.",
        "I got this job offer and took it: I moved to Osaka.",
        "I received this job offer and I accepted: I moved to Osaka.",
    ],
)
def test_a_question_about_what_it_names_or_what_one_has_leads_to_no_text(text: str) -> None:
    assert sureness(text) > DOUBTED


@pytest.mark.parametrize(
    "text",
    [
        "Which one is better, formal or casual? I moved to Osaka.",
        "Which one of these is better?\nI moved to Osaka.\nI have moved to Osaka.",
        "How do I answer this?\nI moved to Osaka.",
        "I got this job offer: I moved to Osaka.",
        "I got this letter and took a photo: I moved to Osaka.",
    ],
)
def test_a_question_about_wording_or_what_came_unopened_leads_to_one(text: str) -> None:
    assert sureness(text) <= DOUBTED
