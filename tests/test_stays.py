"""What somebody has where they are for a while stands beside what they have at home, and retires none of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor
from tests.test_partly import ME, START, gone

pytestmark = pytest.mark.usefixtures("read_once")

STAYS = [
    "I'm in Porto for a month.",
    "we're in Crete for the holidays.",
    "I'm staying in Porto until June.",
    "I'm currently at my parents' this week.",
    "We're on holiday in Crete.",
    "I'm on a work trip to Tokyo.",
    "I'm travelling in Japan.",
    "I'm visiting friends in Oslo for a few days.",
    "I'm away this week.",
    "Here in Kyoto for the summer.",
    "On secondment in Oslo.",
    "I'm spending the winter in Lisbon.",
    "I'm over in Dublin for a conference.",
    "Hi, in Madrid for work this week.",
]


@pytest.mark.parametrize("stay", STAYS)
@pytest.mark.parametrize(
    ("known", "there"),
    [
        ("My gym is PureGym.", "My gym here is FitWorks."),
        ("My dentist is Dr Ruiz.", "My dentist here is Dr Costa."),
        ("I wake up at 6.", "Here I wake up at 9."),
        ("My phone number is 555-1234.", "My number here is 555-9876."),
    ],
)
def test_what_is_here_for_a_stay_is_only_for_the_stay(stay: str, known: str, there: str) -> None:
    assert gone(known, f"{stay} {there}") == []


@pytest.mark.parametrize("there", ["My gym here is FitWorks.", "I'm on holiday from Monday. My gym here is FitWorks."])
def test_without_a_stay_it_is_a_change(there: str) -> None:
    assert "PureGym" in gone("My gym is PureGym.", there)


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("My dentist is Dr Ruiz.", "My dentist here is Dr Costa.", "Dr Ruiz"),
        ("I wake up at 6.", "Here I wake up at 9.", "6"),
        ("My phone number is 555-1234.", "My number here is 555-9876.", "555-1234"),
    ],
)
def test_so_is_anything_else_that_is_here(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My gym is PureGym.", "While I'm in Porto my gym is FitWorks."),
        ("My gym is PureGym.", "My gym here is FitWorks. I'm in Porto until June."),
        ("My gym is PureGym.", "We're on holiday in Crete, gym is FitWorks."),
        ("My gym is PureGym.", "my gym is FitWorks while staying with my sister"),
        ("I wake up at 6.", "I'm on a work trip to Tokyo, so I wake up at 9."),
    ],
)
def test_so_is_what_is_told_in_the_words_of_the_stay(known: str, said: str) -> None:
    assert gone(known, said) == []


@pytest.mark.parametrize(
    ("known", "said", "over"),
    [
        ("My gym is PureGym.", "I've moved to Porto, my gym here is FitWorks.", "PureGym"),
        ("My gym is PureGym.", "I live in Porto now. My gym here is FitWorks.", "PureGym"),
        ("My gym is PureGym.", "My gym here is FitWorks.", "PureGym"),
        ("My gym is PureGym.", "I'm in the office until six. My gym is FitWorks.", "PureGym"),
        ("My gym is PureGym.", "I'm on holiday this week. I've joined FitWorks and left PureGym.", "PureGym"),
        ("My dentist is Dr Ruiz.", "We're away for the weekend. My new dentist is Dr Costa, by the way.", "Dr Ruiz"),
        ("My phone is a Pixel 7.", "I'm travelling for work, my phone is an iPhone 15 now.", "Pixel 7"),
        ("My boss is Dana.", "I'm on call this week. My boss is Lars.", "Dana"),
    ],
)
def test_what_changes_for_good_meanwhile_does(known: str, said: str, over: str) -> None:
    assert over in gone(known, said)


@pytest.mark.parametrize(
    "said",
    [
        "I moved to York right before Christmas.",
        "We moved to York way before that.",
        "I moved to York straight after the wedding.",
        "I moved to York right when the lease was up.",
    ],
)
def test_what_leads_a_time_is_no_part_of_a_town(said: str) -> None:
    found = default_extractor().extract(said, speaker="user", at=datetime(2026, 5, 1, tzinfo=UTC)).candidates
    assert [c.value for c in found if c.attribute == "home_city"] == ["York"]


@pytest.mark.parametrize(
    "stay",
    ["I'm in Porto for a month.", "I'm staying in Porto until the end of May.", "On secondment in Oslo till March."],
)
def test_the_stay_may_have_been_told_before(stay: str) -> None:
    assert gone("My gym is PureGym.", stay, "My gym here is FitWorks.") == []


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I moved to Porto.", "My gym here is FitWorks."),
        ("I'm in the office until six.", "My gym here is FitWorks."),
        ("I'm in Porto for a month.", "My gym is FitWorks now."),
        ("My sister is in Porto for a month.", "My gym here is FitWorks."),
    ],
)
def test_where_nobody_is_on_a_stay_or_tells_of_home_it_is_a_change(before: str, said: str) -> None:
    assert "PureGym" in gone("My gym is PureGym.", before, said)


def test_a_stay_that_is_told_late_counts_all_the_same() -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for text, day in (("My gym is PureGym.", 0), ("My gym here is FitWorks.", 8), ("I'm in Porto for a month.", 4)):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        assert [t.to_value for t in overlay.timeline(scope=ME).transitions if t.state == "applied"] == []
        stay = next(r for r in overlay.timeline(scope=ME).records if r.value == "Porto")
        overlay.erase(record_id=stay.id, scope=ME)
        assert [t.to_value for t in overlay.timeline(scope=ME).transitions if t.state == "applied"] == ["FitWorks"]
