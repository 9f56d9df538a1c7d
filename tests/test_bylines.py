"""Messages that somebody else wrote by the marks of their writers: they retire nothing."""

from __future__ import annotations

import pytest

from atma_overlay.language.texts.bylines import perhaps_signed
from tests.test_two_things import applied

HOME, WORK = "I live in Leeds.", "I work at Norvane."
MOVED = "I moved from Leeds to York in May and left Norvane for good."


@pytest.mark.parametrize(
    "message",
    [
        f"Dear colleague, {MOVED} With regret, Friedhelm\n\nanswer him in english, warm, short",
        f"Dear family overseas,\nThis is Bram. {MOVED}",
        f"ingridvs commented 3 days ago\n{MOVED}",
        f"r/leeds • 6h\n{MOVED}",
        f"Kimberly D.\nElite '23\n{MOVED}",
        f"So I (31M) posted here last year. {MOVED}",
        f"[About] vanta\n{MOVED}",
        f"🌍 {MOVED}\n🎧 new headphones\n🐍 no pets",
        f"thanks for the order. {MOVED} anything else, shout. cheers gaz\n\nhow much should I offer?",
        f"Hi I'm Callum! {MOVED}\n\nturn it into a caption, he can't write to save his life",
        f"{MOVED} The new flat has a balcony over the canal, the neighbours are quiet, the rent is fair, and the train"
        " to town takes twenty minutes when it runs at all.\n\nthoughts?",
    ],
)
def test_what_somebody_else_wrote_by_its_marks_retires_nothing(message: str) -> None:
    assert applied(HOME, WORK, message) == []


@pytest.mark.parametrize(
    "message",
    [
        "I moved from Leeds to York in May.",
        "Hi! I moved from Leeds to York in May. Cheers, Ana",
        "Dear assistant, I moved from Leeds to York in May.",
        "I moved from Leeds to York in May.\n\nAny tips for a flat with little light?",
        "I moved from Leeds to York in May.\n\nHow do I tell my bank?",
        "I moved from Leeds to York in May. My boss Tom was kind about it.\n\nWhat could I give him?",
        "A long week.\n- new boots\n- new desk\nI moved from Leeds to York in May.",
    ],
)
def test_what_the_speaker_tells_is_as_sure_as_ever(message: str) -> None:
    assert ("Leeds", "York") in applied(HOME, message)


def test_a_line_without_a_mark_is_nobodys() -> None:
    assert list(perhaps_signed("I moved to York (at last).")) == []
