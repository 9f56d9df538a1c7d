"""What is done by now and comes about on a day ahead changes nothing before it, and is proposed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Label, Overlay
from atma_overlay.hosts.memory import MemoryHost
from tests.dated_worlds import ME

pytestmark = pytest.mark.usefixtures("read_once")

TOLD, SETTLED = datetime(2025, 2, 3, 9, tzinfo=UTC), datetime(2026, 7, 10, 9, tzinfo=UTC)
"""The second is a Friday."""

CHANGES = [
    ("My rent is 800 euros.", "They raised my rent to 900"),
    ("My rent is 800 euros.", "My landlord has put the rent up to 900"),
    ("My rent is 800 euros.", "My rent went up to 900"),
    ("I work at Acme.", "I was hired by Globex"),
    ("I work at Acme.", "I got a job at Globex"),
    ("I work at Acme.", "I accepted an offer from Globex"),
    ("Our standup is at 9.", "They moved our standup to 10"),
    ("My gym is Pulse.", "I've switched my gym to FitWorks"),
    ("My shift starts at 8.", "My shift moved to 9"),
]
DAYS = [
    "from next week", "starting Monday", "effective 1 September", "from September", "as of 1 August",
    "starting next month", "from the 1st", "starting in September", "beginning next week",
]  # fmt: skip


def world(*said: str) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise", clock=lambda: SETTLED + timedelta(days=900))
    for text, at in zip(said, (TOLD, SETTLED), strict=False):
        overlay.remember(text, scope=ME, observed_at=at)
    return overlay


def over(*said: str) -> list[str]:
    return [r.value for r in world(*said).timeline(scope=ME).records if r.status.value not in {"active", "contested"}]


def proposed(*said: str) -> int:
    return len(world(*said).review(scope=ME))


@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize(("known", "change"), CHANGES)
def test_a_change_that_is_settled_for_a_day_ahead_is_proposed(known: str, change: str, day: str) -> None:
    assert over(known, f"{change}, {day}.") == []
    assert over(known, f"{change} {day}.") == []
    assert proposed(known, f"{change} {day}.") == 1


@pytest.mark.parametrize("day", ["from June", "last week", "in May", "as of 1 July", "on Monday", "since June"])
@pytest.mark.parametrize(("known", "change"), [x for x in CHANGES if "accepted" not in x[1]])
def test_a_change_that_came_about_is_applied(known: str, change: str, day: str) -> None:
    assert len(over(known, f"{change} {day}.")) == 1


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Acme.", "I got a job at Globex! I start in September."),
        ("I work at Acme.", "I got a job at Globex and start on Monday."),
        ("I work at Acme.", "I was hired by Globex, I start next week."),
        ("I work at Acme.", "I got a job at Globex. I'll start there in the autumn."),
        ("My boss is Anna.", "Tom is my new boss. He starts next week."),
        ("My rent is 800 euros.", "They raised my rent to 900. It kicks in next month."),
        ("My rent is 800 euros.", "They raised my rent to 900, which takes effect in September."),
        ("My rent is 800 euros.", "They raised my rent to 900. The increase starts in September."),
        ("My rent is 800 euros.", "They raised my rent to 900. The new contract starts on Monday."),
    ],
)
def test_what_begins_by_the_words_behind_it_is_proposed(known: str, said: str) -> None:
    assert over(known, said) == []
    assert proposed(known, said) == 1


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I work at Acme.", "I got a job at Globex. I start work at 8 there."),
        ("I work at Acme.", "I got a job at Globex. I started on Monday."),
        ("I live in Leeds.", "I moved to York. I start at Globex on Monday."),
        ("I live in Leeds.", "I moved to York and start work on Monday."),
        ("I live in Leeds.", "I moved to York. My course starts in September."),
        ("My rent is 800 euros.", "They raised my rent to 900. My course starts in September."),
        ("My rent is 800 euros.", "They raised my rent to 900. School starts on Monday."),
        ("My boss is Anna.", "Tom is my new boss. My sister has a job too, she starts next week."),
    ],
)
def test_what_begins_of_something_else_puts_nothing_off(known: str, said: str) -> None:
    assert len(over(known, said)) == 1


@pytest.mark.parametrize(
    ("known", "ordered", "come"),
    [
        ("I drive a Golf.", "I ordered a Tesla.", "I ordered a Tesla and it arrived yesterday."),
        ("My phone is a Pixel 8.", "I ordered an iPhone 16.", "I bought an iPhone 16."),
        ("I work at Acme.", "I accepted an offer from Globex.", "I got a job at Globex."),
    ],
)
def test_what_is_ordered_or_accepted_is_not_there_yet(known: str, ordered: str, come: str) -> None:
    assert over(known, ordered) == []
    assert proposed(known, ordered) == 1
    assert len(over(known, come)) == 1


@pytest.mark.parametrize(
    "said",
    ["I got a job at Globex! I start in September.", "I was hired by Globex, starting 1 September."],
)
def test_before_its_day_what_holds_is_shown_alone_and_then_both(said: str) -> None:
    overlay = world("I work at Acme.", said)
    asked = {}
    for day in (SETTLED, SETTLED + timedelta(days=90)):
        rows = overlay.recall("Where do I work?", scope=ME, now=day).rows
        asked[day] = [(r.value, r.label) for r in rows if r.label is not Label.UNTRACKED]
    before, after = asked.values()
    assert before == [("Acme", Label.CURRENT)]
    assert sorted(after) == [("Acme", Label.CONTESTED), ("Globex", Label.CONTESTED)]
