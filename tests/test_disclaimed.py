"""What a sentence takes back, asks, assumes, has from others or tells of a part: no change of what is held."""

from __future__ import annotations

import pytest

from tests.test_two_things import applied

HELD = (
    "I live in Leeds.", "I work at Norvane.", "I play tennis.", "I drive a Golf.", "I use Vim as my editor.",
    "I bank with Monzo.", "My phone is a Pixel 6.",
)  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "I deny that I left Norvane.",
        "There is no evidence that I moved to York.",
        "There's no proof whatsoever that I left Norvane.",
        "It would be wrong to say that I moved to York.",
        "It is not true that I left Norvane.",
        "It's simply a lie that I left Norvane.",
        "It never happened that I moved to York.",
        "What gave you the idea that I left Norvane?",
        "My only fear is that I moved to York for nothing.",
        "You're mistaken that I left Norvane.",
        "They wrongly claim that I moved to York.",
        "I wonder whether I left Norvane too late.",
        "I left Norvane?",
        "So I moved to York?",
        "By no means have I left Norvane.",
        "Don't assume that I moved to York.",
        "Nobody says that I left Norvane.",
        "Why would anyone think that I moved to York?",
        "I made up that I moved to York.",
        "For the sake of argument, I moved to York.",
        "I left Norvane, or so Tom says.",
        "I moved to York, not really.",
        "I moved to York, in theory.",
        "I left Norvane, but that's not true.",
        "Assuming I moved to York, what would the rent be?",
        "Supposing that I left Norvane, who would hire me?",
        "One more meeting like that and I quit Norvane.",
        "My mum told everyone that I moved to York.",
        "There is a rumour that I left Norvane.",
        "Tom keeps saying that I left Norvane.",
        "LinkedIn shows that I left Norvane.",
        "Until Tomas replaces Priya, I live in Leeds.",
    ],
)
def test_what_is_denied_asked_assumed_or_said_by_others_retires_nothing(said: str) -> None:
    assert applied(*HELD, said) == []


@pytest.mark.parametrize(
    "said",
    [
        "I sold the roof box of the Golf.",
        "I sold my Norvane shares.",
        "I sold my toy Golf.",
        "I got my son a Galaxy S22.",
        "I bought a Galaxy S22 for my mum.",
        "I went to Chase with a friend.",
        "I installed Emacs to have a look.",
        "I quit the tennis match early.",
        "I never play tennis in the rain.",
        "I moved to the other side of Leeds.",
        "The guy who hit me drives a Skoda.",
        "A team that moved from Vim to Emacs told us about it.",
    ],
)
def test_what_is_told_of_a_part_of_another_or_of_once_retires_nothing(said: str) -> None:
    assert applied(*HELD, said) == []


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("Please note that I moved to York.", ("Leeds", "York")),
        ("I'm happy to say that I moved to York.", ("Leeds", "York")),
        ("Sadly, we moved to York.", ("Leeds", "York")),
        ("Don't forget that I moved to York.", ("Leeds", "York")),
        ("I don't deny that I moved to York.", ("Leeds", "York")),
        ("There is no doubt that I moved to York.", ("Leeds", "York")),
        ("I keep saying that I moved to York.", ("Leeds", "York")),
        ("I can confirm that I left Norvane.", ("Norvane", None)),
        ("The truth is that I left Norvane.", ("Norvane", None)),
        ("I sold my Golf.", ("Golf", None)),
        ("I bought myself a Galaxy S22.", ("Pixel 6", "Galaxy S22")),
        ("I switched from Monzo to Chase.", ("Monzo", "Chase")),
        ("I don't play tennis at all any more.", ("tennis", None)),
        ("I moved to York. Not bad!", ("Leeds", "York")),
        ("Well, I moved to York, I kid you not.", ("Leeds", "York")),
        ("Update: My phone is a Galaxy S22 now.", ("Pixel 6", "Galaxy S22")),
        ("Me and Dusty relocated to York in February.", ("Leeds", "York")),
        ("Me and my wife moved to York.", ("Leeds", "York")),
        ("My wife and me moved to York.", ("Leeds", "York")),
    ],
)
def test_what_is_told_as_it_is_is_heard(said: str, change: tuple[str, str | None]) -> None:
    assert change in applied(*HELD, said)
