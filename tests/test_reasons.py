"""What a question or a request gives as its reason fills what is empty and moves nobody back."""

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 1, 1, 9, tzinfo=UTC)


def told(*texts: str) -> dict[str, list[str]]:
    """The user's active values by attribute after these utterances, a day apart."""
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        for day, text in enumerate(texts):
            overlay.remember(text, scope=ME, observed_at=START + timedelta(days=day))
        active: dict[str, list[str]] = {}
        for record in overlay.timeline(scope=ME).records:
            if record.status.value == "active":
                active.setdefault(record.attribute, []).append(record.value)
    return active


GRANTED = [
    "Since I live in Turin, recommend me a gym.",
    "As I live in Turin, please find a swimming pool close by.",
    "Given that I live in Turin, tell me which lake to visit.",
    "Seeing as I live in Turin, draft a weekend plan for me.",
    "Considering I live in Turin, plan two day trips.",
    "Suggest a bakery, since I live in Turin.",
    "Help me choose a coat because I live in Turin.",
    "I need a dentist because I live in Turin.",
    "I'd love some walking routes since I live in Turin.",
    "Since I moved to Turin, where is the market?",
    "Since I moved to Turin, list a few markets.",
]


@pytest.mark.parametrize("request_", GRANTED)
def test_a_reason_that_is_outdated_moves_nobody_back(request_: str) -> None:
    assert told("I live in Turin.", "I moved to Bergen.", request_)["home_city"] == ["Bergen"]


@pytest.mark.parametrize("request_", GRANTED)
def test_a_reason_fills_what_nothing_was_known_of(request_: str) -> None:
    assert told(request_)["home_city"] == ["Turin"]


@pytest.mark.parametrize(
    "news",
    [
        "Since I moved back to Turin, recommend a gym.",
        "Now that I live in Turin, find me a barber.",
        "I just moved to Turin, so suggest a bakery.",
        "Remember that I live in Turin now.",
        "I moved to Turin because I work for the museum.",
    ],
)
def test_a_reason_that_says_itself_to_be_news_is_told(news: str) -> None:
    assert told("I live in Turin.", "I moved to Bergen.", news)["home_city"] == ["Turin"]


def test_a_change_first_told_as_a_reason_is_seen() -> None:
    assert told("I live in Bergen.", "Since I moved to Turin, where is the market?")["home_city"] == ["Turin"]
