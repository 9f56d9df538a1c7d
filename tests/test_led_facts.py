"""What a label, a dash, a bracket or the heading of a list leads to is in doubt, unless it heads one's own news."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from tests.dated_worlds import ME

AT = datetime(2026, 3, 1, tzinfo=UTC)


def retired(said: str) -> list[str | None]:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for known in ("My gym is PureGym.", "My rent is 900.", "My port is 8080."):
            overlay.remember(known, scope=ME, observed_at=AT)
        done = overlay.remember(said, scope=ME, observed_at=AT + timedelta(days=7))
        return [t.to_value for t in done.transitions if t.state == "applied"]


@pytest.mark.parametrize(
    "led",
    [
        "Anna - {}", "Anna – {}", "(Anna) {}", "**Anna:** {}", "Example - {}", "Template - {}", "A: {}",
        "She told me ({}) yesterday.", "The first line was - {}", "He sang • {}", "My novel: {}", "My goal: {}",
        "I wrote: {}", "I can't say: {}", "Not confirmed: {}", "Back then: {}", "Me in 2019: {}", "Old note: {}",
        "User story: {}", "Practice sentences\n- {}", "Anna's facts:\n\n• {}", "Quiz\n1) {}", "Options\n👉 {}",
        "Which is right?\n- {}", "Lies I told:\n- {}", "[ ] {}", "☐ {}", "🎵 {}", "`{}`", "{} #throwback",
        "*{}*", "_{}_", "Mock profile - {}", "Bad examples:\n- {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("fact", ["My gym is Fitworks", "My rent is 950"])
def test_what_is_led_to_by_anything_else_retires_nothing(led: str, fact: str) -> None:
    assert retired(led.format(fact)) == []


@pytest.mark.parametrize(
    "led",
    [
        "Update - {}", "Update: {}", "**Update:** {}", "- {}", "• {}", "1) {}", "🎉 {}", "({})", "Some news: {}",
        "Quick update:\n- {}", "Changes since last week\n- {}", "I moved house last week.\n- {}", "One more thing: {}",
        "Two updates:\n1) {}", "Confirmed: {}", "I have news - {}",
    ],
)  # fmt: skip
def test_news_of_ones_own_is_led_to_as_before(led: str) -> None:
    assert retired(led.format("My gym is Fitworks")) == ["Fitworks"]


@pytest.mark.parametrize(
    "said", ["my rent = 950 + 20", "var my port = 9090;", "I have to say my rent is 950 to get in."]
)
def test_a_sum_a_line_of_code_and_what_has_to_be_said_tell_no_value(said: str) -> None:
    assert retired(said) == []


@pytest.mark.parametrize("said", ["What my gym is\nFitworks stock\nBread", "todo:\ncheck what my rent is\n950 to Tom"])
def test_a_line_that_asks_for_something_does_not_go_on_in_the_next(said: str) -> None:
    assert retired(said) == []


@pytest.mark.parametrize("lead", ["Big day, and not a joke", "Sorry, I got that wrong"])
def test_what_is_no_joke_or_was_told_wrong_is_told(lead: str) -> None:
    assert retired(f"{lead}: I switched gyms to Fitworks.") == ["Fitworks"]
