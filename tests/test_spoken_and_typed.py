"""What speech and haste leave in a text: values put right in one breath, words said twice, slips of the finger."""

from __future__ import annotations

import pytest

from atma_overlay.language.grammar.typed import with_care
from tests.overlay_worlds import changes

HOME, PRICE, GYM, BOSS = "I live in Leeds.", "Our price is £80.", "My gym is FitWorks.", "My boss is Tom."
CAR, DIET = "I drive a Volvo.", "I'm vegetarian."


@pytest.mark.parametrize(
    ("holds", "said", "change"),
    [
        (HOME, "I moved to Bath, no sorry, York.", ("Leeds", "York", "applied")),
        (HOME, "I moved to Bath, I mean York.", ("Leeds", "York", "applied")),
        (HOME, "I moved to Bath, sorry, to York.", ("Leeds", "York", "applied")),
        (HOME, "i moved to bath no sorry york", ("Leeds", "york", "applied")),
        (PRICE, "We raised our price to £90, no, £95.", ("£80", "£95", "applied")),
        (CAR, "I traded my Volvo in for a Mazda, or rather a Honda.", ("Volvo", "Honda", "applied")),
        (
            "My rent is £900.",
            "My rent is nine hundred and fifty pounds now.",
            ("£900", "nine hundred and fifty pounds", "applied"),
        ),
        (DIET, "I went pescatarian, no wait, vegan.", ("vegetarian", "vegan", "applied")),
        (PRICE, "we raised our price to £90 uh £95", ("£80", "£95", "applied")),
    ],
)
def test_what_is_put_right_in_one_breath_was_never_told(holds: str, said: str, change: tuple[str, str, str]) -> None:
    assert changes(holds, said) == [change]


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (HOME, "I moved to York, no wait, that was Ben."),
        (HOME, "I moved to York, no sorry I didn't."),
        (HOME, "I moved to York NOT."),
        (GYM, "Switched gyms to Pulse (not)."),
        (HOME, "~~I live in York.~~"),
    ],
)
def test_what_is_taken_back_retires_nothing(holds: str, said: str) -> None:
    assert changes(holds, said) == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("uh so we moved, um, to York", "so we moved to York"),
        ("I moved to to York.", "I moved to York."),
        ("I you know moved to York.", "I moved to York."),
        ("I hvae moced to York.", "I have moved to York."),
        ("We moved 2 York.", "We moved to York."),
        ("We moved 2 weeks ago.", "We moved 2 weeks ago."),
        ("When I said Leeds I meant York.", "When I said Leeds I meant York."),
        ("Sorry, I meant Leeds.", "Sorry, I meant Leeds."),
        ("We use Slack, no Teams.", "We use Slack, no Teams."),
        ("My boss is Tom. I meant Priya.", "My boss is Tom. I meant Priya."),
        ("Um 8 Uhr geht es los.", "Um 8 Uhr geht es los."),
        ("I log in in May.", "I log in in May."),
        ("We use aws and bene.", "We use aws and bene."),
    ],
)
def test_a_text_is_read_without_what_nobody_would_write(said: str, meant: str) -> None:
    assert with_care(said) == meant


def test_a_value_is_given_back_without_the_words_that_were_taken_back() -> None:
    assert changes(BOSS, "My boss is Dana, no, Priya.") == [("Tom", "Priya", "applied")]


def test_whom_one_talks_to_and_a_tag_are_no_values() -> None:
    assert changes("I bank with HSBC.", "I bank with Monzo these days, mate.") == [("HSBC", "Monzo", "applied")]
    assert changes(DIET, "I went vegan #newstart") == [("vegetarian", "vegan", "applied")]
