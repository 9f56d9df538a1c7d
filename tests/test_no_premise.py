"""What a query waves aside, tells as over, only wishes for, takes back or tells of others is no premise of the present.

Each class was found by crossing sixteen kinds of fact with some 300 frames of queries; the figures are in
`docs/measured.md`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
SAID = (
    "I live in Leeds.", "I work at Globex.", "My gym is FitWorks.", "I drive a Volvo.", "I bank with HSBC.",
    "Our database is MySQL.", "My rent is £800.", "I'm vegetarian.", "My phone number is 555-0134.",
    "My son goes to Hillside Primary.", "My boss is Anna.", "I moved to York.", "I left Globex and joined Initech.",
    "I switched gyms to Pulse.", "I sold the Volvo and bought a Honda.", "I switched banks to Monzo.",
    "We migrated our database to Postgres.", "My rent went up to £950.", "I'm vegan now.",
    "My phone number changed to 555-0199.", "My son changed schools to Oakwood Academy.",
    "Priya took over as my boss.",
)  # fmt: skip


@pytest.fixture(scope="module")
def overlay() -> Overlay:
    made = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for day, text in enumerate(SAID):
        made.remember(text, scope=ME, observed_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day))
    return made


def blocked(overlay: Overlay, query: str) -> list[str]:
    return [p.text for p in overlay.recall(query, scope=ME).blocked]


@pytest.mark.parametrize(
    "query",
    [
        "Now that my home city is York instead of Leeds, which gym is near me?",
        "Rather than training at FitWorks, what should I do?",
        "Instead of being vegetarian, what should I cook tonight?",
    ],
)
def test_what_a_query_waves_aside_is_no_premise(overlay: Overlay, query: str) -> None:
    assert blocked(overlay, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "I've lived in Leeds before. Which gym is near me?",
        "I trained at FitWorks for years. What time should I swim?",
        "At one point I trained at FitWorks. What time should I swim?",
        "I drove a Volvo. Which oil should I buy?",
        "My son went to Hillside. When do his holidays start?",
        "After years of living in Leeds, which gym is near me?",
        "After working at Globex for years, how do I ask for a raise?",
        "I don't train at FitWorks any more. What time should I swim?",
        "Now that I've stopped reporting to Anna, how do I ask for a day off?",
        "I gave up living in Leeds. Which gym is near me?",
        "I hated working at Globex. How do I ask for a raise?",
        "I closed my HSBC account. Where do I get statements?",
        "My Globex days are over, what now?",
        "Why was I with HSBC?",
        "How often did I drive a Volvo?",
        "Having lived in Leeds for years, which gym is near me?",
        "I've never banked with HSBC. How do I block my card?",
        "I'm done with Globex. How do I ask for a raise?",
    ],
)
def test_what_a_query_tells_as_over_is_no_premise(overlay: Overlay, query: str) -> None:
    assert blocked(overlay, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "I might work at Globex again. How do I ask for a raise?",
        "Should I live in Leeds again?",
        "I want to bank with HSBC again. How do I block my card?",
        "I'm thinking about living in Leeds again. Which gym is near me?",
        "I wish I trained at FitWorks. What time should I swim?",
        "I was wrong when I said that I live in Leeds. Which gym is near me?",
        "It's not true that I live in Leeds. Which gym is near me?",
        "Forget that I live in Leeds.",
        "Write a story in which I live in Leeds.",
        "Supposing I live in Leeds, which gym is near me?",
        "Would I be happier living in Leeds?",
        "I will live in Leeds again. Which gym is near me?",
        "Let's pretend my son goes to Hillside. When do his holidays start?",
        "Would you recommend being vegetarian?",
    ],
)
def test_what_a_query_only_thinks_of_or_takes_back_is_no_premise(overlay: Overlay, query: str) -> None:
    assert blocked(overlay, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "For a friend who lives in Leeds: what could I send him?",
        "Which of my friends lives in Leeds?",
        "My friend Tom has a son at Hillside. What could I send him?",
        "Tom has the number 555-0134, what could I send him?",
        "I have an interview at Globex next week.",
        "Is MySQL still free?",
        "Remove Leeds from my profile.",
    ],
)
def test_what_is_of_somebody_else_or_of_no_one_is_no_premise(overlay: Overlay, query: str) -> None:
    assert blocked(overlay, query) == []


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("As somebody whose gym is FitWorks, what time should I swim?", "FitWorks"),
        ("I'm someone who lives in Leeds. Which gym is near me?", "Leeds"),
        ("For someone whose rent is £800, like me, how much can I save?", "£800"),
        ("The fact that I live in Leeds worries me. Which gym is near me?", "Leeds"),
        ("I live in Leeds and I'd like advice: which gym is near me?", "Leeds"),
        ("I'm a HSBC customer, how do I complain?", "HSBC"),
        ("Can you book the usual at FitWorks?", "FitWorks"),
        ("Regarding my son's school Hillside, when do his holidays start?", "Hillside"),
        ("I might be wrong, but I live in Leeds. Which gym is near me?", "Leeds"),
        ("Long story short, I live in Leeds. Which gym is near me?", "Leeds"),
        ("Don't forget that I live in Leeds. Which gym is near me?", "Leeds"),
        ("I wish you well. I live in Leeds. Which gym is near me?", "Leeds"),
        ("I used to be shy. Since I live in Leeds, which gym is near me?", "Leeds"),
        ("I don't know what to do any more. I work at Globex. How do I ask for a raise?", "Globex"),
    ],
)
def test_what_is_said_of_oneself_as_so_now_is_a_premise(overlay: Overlay, query: str, value: str) -> None:
    assert blocked(overlay, query) == [value]


@pytest.mark.parametrize(
    "query",
    ["I've lived in York before. Which gym is near me?", "Should I bank with Monzo again?", "I hated using Postgres."],
)
def test_what_holds_is_never_blocked_however_it_is_told(overlay: Overlay, query: str) -> None:
    assert blocked(overlay, query) == []


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("I live in Leeds, right?", "Leeds"),
        ("My gym is FitWorks, isn't it?", "FitWorks"),
        ("I think I live in Leeds, is that right?", "Leeds"),
        ("So I work at Globex, correct?", "Globex"),
        ("Wait, I bank with HSBC?", "HSBC"),
        ("I live in Leeds, right? Which gym is near me?", "Leeds"),
    ],
)
def test_what_an_asker_only_wants_confirmed_is_taken_for_granted(overlay: Overlay, query: str, value: str) -> None:
    assert blocked(overlay, query) == [value]
