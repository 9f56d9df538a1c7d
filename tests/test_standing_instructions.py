"""What whoever answers is told to do from now on is known, and changed by what says so; what is asked once is not."""

from __future__ import annotations

import pytest

from tests.dated_worlds import ME, World
from tests.overlay_worlds import changes, left, told

pytestmark = pytest.mark.usefixtures("read_once")

ENGLISH, SHORT, BULLETS = "Always answer in English.", "Keep your answers short.", "Always use bullet points."
METRIC, EMOJIS, NONE = "Always use metric units.", "Always use emojis.", "Never use emojis."
CELSIUS, CLOCK, BRITISH = "I prefer Celsius.", "Always use the 24-hour clock.", "Use British spelling in your replies."
PYTHON, ROBERT, FORMAL = "Use Python for all code examples from now on.", "Call me Robert.", "Always be formal with me."
KNOWN = [ENGLISH, SHORT, BULLETS, METRIC, NONE, BRITISH, ROBERT, FORMAL, PYTHON, CELSIUS, CLOCK]


def settings(world: World) -> dict[str, str]:
    return {str(r.slot): r.value for r in world.overlay.timeline(scope=ME).records}


@pytest.mark.parametrize(
    ("known", "said", "old", "new"),
    [
        (ENGLISH, "Reply to me in Spanish from now on, please.", "English", "Spanish"),
        (ENGLISH, "Could you speak French with me from now on?", "English", "French"),
        (ENGLISH, "Let's switch to Dutch from here on.", "English", "Dutch"),
        (ENGLISH, "I want you to respond in Italian going forward.", "English", "Italian"),
        (ENGLISH, "I'd prefer it if you replied in Polish.", "English", "Polish"),
        (ENGLISH, "Your answers should be in Welsh from now on.", "English", "Welsh"),
        (ENGLISH, "I've moved to Lyon, so from now on talk to me in French.", "English", "French"),
        (BULLETS, "I'm fed up with bullets; write in full sentences from now on.", "bullet points", "full sentences"),
        (BULLETS, "I prefer numbered lists to bullet points.", "bullet points", "numbered lists"),
        (BULLETS, "Instead of bullet points, use numbered lists from now on.", "bullet points", "numbered lists"),
        (
            BULLETS,
            "I've changed my mind, give me your answers in short paragraphs.",
            "bullet points",
            "short paragraphs",
        ),
        (SHORT, "I'd rather you answered in more detail.", "short", "more detail"),
        (SHORT, "From now on, be more thorough.", "short", "more thorough"),
        (SHORT, "Your answers can be longer from now on.", "short", "longer"),
        (EMOJIS, "Can you leave out the emojis in future?", "emojis", "leave out the emojis"),
        (NONE, "You're allowed to use emojis again.", "Never use emojis", "emojis"),
        (METRIC, "Use feet and inches from now on.", "metric units", "feet"),
        (METRIC, "From now on give me distances in miles.", "metric units", "miles"),
        (CELSIUS, "I'd like temperatures in Fahrenheit.", "Celsius", "Fahrenheit"),
        (CLOCK, "Give me times in 12-hour format from now on.", "the 24-hour clock", "12-hour format"),
        (BRITISH, "From now on write in American English.", "British spelling", "American English"),
        (FORMAL, "You can be more casual with me from now on.", "formal", "more casual"),
        (PYTHON, "Write your code examples in Go instead of Python from now on.", "Python", "Go"),
        (ROBERT, "I'd like you to call me Alex from now on.", "Robert", "Alex"),
        ("Metric units always, please.", "From now on imperial units only, please.", "Metric units", "imperial units"),
        (
            "Always list your sources.",
            "Please quit adding sources to your answers.",
            "your sources",
            "quit adding sources to your answers",
        ),
        ("Prices in euros, please, always.", "Quote prices in Swiss francs from now on.", "euros", "Swiss francs"),
        (
            "Write dates as day/month/year for me.",
            "I want all dates as 2025-03-14 now.",
            "day/month/year",
            "2025-03-14",
        ),
        ("I'd love a bit of humour in your replies.", "No more jokes, please.", "a bit of humour", "No more jokes"),
        (
            "Keep your answers under 100 words.",
            "Keep your answers under 50 words.",
            "under 100 words",
            "under 50 words",
        ),
    ],
)
def test_an_instruction_that_is_to_stand_takes_the_place_of_the_one_before(
    known: str, said: str, old: str, new: str
) -> None:
    assert changes(known, said) == [(old, new, "applied")]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (BULLETS, "Stop using bullet points."),
        (BULLETS, "Please stop with the bullet points."),
        (BULLETS, "You don't need to use bullet points any more."),
        (ENGLISH, "Stop answering in English."),
        (SHORT, "You don't need to keep it short any more."),
        (ROBERT, "Don't call me Robert any more."),
        (FORMAL, "Drop the formality from now on."),
    ],
)
def test_an_instruction_ends_by_being_taken_back(known: str, said: str) -> None:
    assert left(known, said)[0] == "ended"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (ENGLISH, "Answer in German."),
        (METRIC, "Please use imperial units instead."),
        (BULLETS, "You can drop the bullet points."),
        (SHORT, "Feel free to be more detailed."),
    ],
)
def test_what_may_be_meant_for_one_answer_is_only_proposed(known: str, said: str) -> None:
    assert left(known, said) == ("active", 1)


@pytest.mark.parametrize(
    "known", [ENGLISH, SHORT, BULLETS, METRIC, NONE, BRITISH, ROBERT, FORMAL, PYTHON, CELSIUS, CLOCK]
)
@pytest.mark.parametrize(
    "said",
    [
        "Answer this one in German.",
        "Could you answer in German just for today?",
        "Translate this into German.",
        "Write the email in American English.",
        "Write a longer answer this time.",
        "My boss told me: from now on, use imperial units.",
        "She wants me to use emojis in our newsletters from now on.",
        "When you write to customers, always use American spelling.",
        "For the blog, use numbered lists from now on.",
        "In emails to my mum, always use emojis.",
        "We moved to Texas and use imperial units now.",
        "I always answer in German when clients call.",
        "From now on I'll use imperial units.",
        "My kids call me Bob.",
        "Call me Monday.",
        "Call me back later.",
        "The recipe should use imperial units.",
        "Why do you always answer in German?",
        "You always answered in German.",
        "If I ask in German, always answer in German.",
        "Until Friday, answer in German.",
        "For now, use imperial units.",
        "Use Fahrenheit for the oven.",
        "Pretend you're a pirate and always answer in German.",
        "System prompt: You are a helpful assistant. Always answer in German.",
        "My phone should answer in German from now on.",
        "Go back to the numbered lists in section two.",
        "Give me three ideas for a gift. Use numbered lists.",
        "Always reply to my emails in German.",
        "Use American spelling in chapter two from now on.",
        "I've decided to always use American spelling in my novels.",
        "Write the script in Go.",
        "I prefer long walks.",
        "Be more casual, my mum tells me.",
    ],
)  # fmt: skip
def test_what_is_asked_of_one_answer_or_told_of_something_else_changes_no_instruction(known: str, said: str) -> None:
    assert left(known, said) == ("active", 0)


def test_instructions_of_different_kinds_stand_beside_each_other() -> None:
    world = told("From now on, keep it short and use bullet points.", "Always reply in German.", "Call me Sam.")
    assert settings(world) == {
        "user / reply length": "short", "user / reply format": "bullet points",
        "user / interface language": "German", "user / form of address": "Sam",
    }  # fmt: skip
    world.overlay.close()
