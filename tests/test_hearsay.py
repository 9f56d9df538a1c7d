"""What others say of the speaker changes and states nothing; what somebody known tells of others is news of them."""

from __future__ import annotations

import pytest

from atma_overlay.language.extract import default_extractor
from tests.test_partly import gone
from tests.test_two_things import FIRST, applied, states

HELD = (
    "I live in Leeds.", "I work at Norvane.", "We use Slack.", "My boss is Priya.", "My rent is £700.",
    "Nadia lives in Hull.", "I have a car.",
)  # fmt: skip


def stated(text: str) -> list[tuple[str, str, str | None]]:
    found = default_extractor().extract(text, speaker="user", at=FIRST)
    return [(c.subject, c.attribute, c.value) for c in found.candidates if c.attribute not in {"", "mention"}]


@pytest.mark.parametrize(
    "said",
    [
        "They say I moved to York.",
        "They say that I work at Hooli now.",
        "People say that I work at Hooli now.",
        "People are saying I moved to York.",
        "I heard that I moved to York.",
        "I've read that I moved to York.",
        "I hear my rent is £900 now.",
        "Rumour has it I moved to York.",
        "Rumour has it I quit Norvane and joined Kitsune.",
        "Gossip has it that I moved to York.",
        "Word is I moved to York.",
        "Word on the street is that I moved to York.",
        "The story goes that I moved to York.",
        "The rumour that I moved to York is spreading.",
        "There's talk that I moved to York.",
        "My mum says I moved to York.",
        "My mum is convinced I moved to York.",
        "My mum is sure that I moved to York.",
        "Tom is under the impression that I moved to York.",
        "My mum is convinced I no longer have a car.",
        "Tom mentioned that I moved to York.",
        "He told her I moved to York.",
        "Somebody told people that I moved to York.",
        "My colleague said that we switched from Slack to Teams.",
        "LinkedIn says I no longer work at Norvane and now work at Kitsune.",
        "The CRM says that I live in York.",
        "Facebook thinks I live in York.",
        "According to LinkedIn I work at Kitsune.",
        "I reportedly moved to York.",
        "Allegedly I moved to York.",
        "I moved to York, supposedly.",
        "I moved to York, they say.",
        "I moved to York, or so I heard.",
        "I moved to York, I hear.",
        "I moved to York, according to my mum.",
        "I moved to York, Tom reckons.",
        "They say my boss is Raj now.",
        "There are rumours I left Norvane.",
        "I keep hearing that I moved to York.",
        "I overheard that I moved to York.",
        "From what they say, my rent is £900 now.",
        "Some say I moved to York.",
        "Tom told everyone in the team that I left Norvane.",
    ],
)
def test_what_others_say_of_the_speaker_changes_and_states_nothing(said: str) -> None:
    assert states(*HELD, said) == []
    assert [c for c in stated(said) if c[0] == "user"] == []


@pytest.mark.parametrize("said", ["Apparently I moved to York.", "I moved to York, apparently."])
def test_what_is_apparently_so_is_proposed(said: str) -> None:
    assert states(*HELD, said) == [("Leeds", "York", "proposed")]


@pytest.mark.parametrize(
    "said",
    [
        "My sister said that she moved to Lima and I moved to York.",
        "They say that the flat is gone, so I moved to York.",
    ],
)
def test_what_may_be_the_speakers_own_again_is_proposed(said: str) -> None:
    assert [m for m in states(*HELD, said) if m[0] == "Leeds"] == [("Leeds", "York", "proposed")]


@pytest.mark.parametrize(
    "said",
    [
        "Tom told me that Nadia moved to York.",
        "Nadia told me she moved to York.",
        "Nadia says she moved to York.",
    ],
)
def test_what_somebody_known_tells_of_others_is_news_of_them(said: str) -> None:
    assert applied(*HELD, said) == [("Hull", "York")]
    assert [c for c in stated(said) if c[0] == "user"] == []


@pytest.mark.parametrize(
    "said",
    [
        "Rumour has it that Nadia moved to York.",
        "They say that Nadia moved to York.",
        "Nadia allegedly moved to York.",
        "Apparently Nadia moved to York.",
        "Nadia moved to York, or so I heard.",
        "I heard that Nadia moved to York.",
    ],
)
def test_what_nobody_in_particular_says_of_others_retires_nothing(said: str) -> None:
    assert applied(*HELD, said) == []


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("I told you I moved to York.", ("Leeds", "York")),
        ("I said that I moved to York.", ("Leeds", "York")),
        ("I'm sure I told you: I moved to York.", ("Leeds", "York")),
        ("We're certain that we moved to York.", ("Leeds", "York")),
        ("I must say, I moved to York.", ("Leeds", "York")),
        ("My boss is Raj now, they said yes.", ("Priya", "Raj")),
        ("My landlord told me my rent goes up to £840.", ("£700", "£840")),
        ("I moved to York, and my mum says hello.", ("Leeds", "York")),
        ("After the talk we had I moved to York.", ("Leeds", "York")),
        ("I moved to York and said hello.", ("Leeds", "York")),
        ("I can say that I moved to York.", ("Leeds", "York")),
    ],
)
def test_the_speakers_own_word_is_heard(said: str, change: tuple[str, str]) -> None:
    assert change in applied(*HELD, said)


@pytest.mark.parametrize(
    "told",
    [
        "I was told that I moved to York.",
        "I've been told I live in York.",
        "I was informed that I live in York.",
        "I got told I live in York.",
        "Somebody told me that I moved to York.",
        "The bank has it that I moved to York.",
    ],
)
def test_what_one_knows_of_oneself_is_no_news_from_others(told: str) -> None:
    assert applied("I live in Leeds.", told) == []


def test_what_one_tells_others_of_oneself_and_hears_of_others_is_told() -> None:
    assert applied("I live in Leeds.", "I told Anna that I moved to York.") == [("Leeds", "York")]
    assert applied("My blood type is A.", "I was told my blood type is B.") == [("A", "B")]
    assert applied("I'm 40.", "I was told in March, but I moved on and I'm 41 now.") == [("40", "41")]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I use Slack.", "heard the design team ditched Slack"),
        ("I use Slack.", "Saw that the design team ditched Slack."),
        ("I have a season ticket.", "Heard Tim gave up his season ticket."),
        ("I have a gym membership at McFit.", "heard Paul cancelled his membership at McFit"),
        ("I'm in the choir.", "Heard Mia left the choir."),
        ("I bank with ING.", "I heard that Otto left ING."),
    ],
)
def test_what_somebody_was_heard_to_do_is_no_act_of_the_speaker(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    "said",
    [
        "read the docs and ditched Slack",
        "Heard good things about Zulip, so I ditched Slack.",
        "I saw the new prices and we ditched Slack.",
    ],
)
def test_what_the_speaker_did_upon_it_is(said: str) -> None:
    assert gone("I use Slack.", said) == ["Slack"]


def test_who_is_seen_is_known_by_name() -> None:
    assert gone("I'm seeing someone called Priit.", "Priit and I broke up on Sunday.") == ["Priit"]
