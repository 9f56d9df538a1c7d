"""What is pasted, quoted or given to be worked on is not told: it states nothing of the speaker."""

from datetime import UTC, datetime

import pytest

from atma_overlay.language.extract import default_extractor

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)


def values(text: str) -> set[str]:
    return {c.value for c in default_extractor().extract(text, speaker="user", at=AT).candidates}


@pytest.mark.parametrize(
    "text",
    [
        "Translate: I moved to Osaka.",
        "Please translate into French: I moved to Osaka last week.",
        "Could you summarise this for me: I moved to Osaka. I work at Kitsune now.",
        "Proofread the following paragraph:\n\nI moved to Osaka.",
        "Fix the grammar of this: I moved to Osaka.",
        "> I moved to Osaka.\n\nWhat should I answer?",
        "Nadia wrote back.\n> I moved to Osaka last week.\n> I work at Kitsune now.",
        "```\nI moved to Osaka.\n```",
        "What does this print?\n```python\n# I moved to Osaka\nprint(1)",
        "From: bob@example.org\nSubject: news\n\nI moved to Osaka. Bob",
        "Here's the email I got: I moved to Osaka. Please update your records.",
        "I got this message from an old colleague:\nI moved to Osaka.",
        "-----Original Message-----\nI moved to Osaka.",
        "On Mon, 2 June 2025 at 10:12, Bob <bob@example.org> wrote:\nI moved to Osaka.",
        "Classify the sentiment of this review: I moved to Osaka because of the food.",
    ],
)
def test_what_is_handed_over_states_nothing(text: str) -> None:
    assert "Osaka" not in values(text)


@pytest.mark.parametrize(
    "text",
    [
        "Big news: I moved to Osaka.",
        "I moved to Osaka. Can you translate this menu?",
        "I moved to Osaka.\n> Where are you living these days?",
        "Note: I moved to Osaka.",
        "I moved to Osaka. Please summarise this: the lease is long.",
        "To sum up: I moved to Osaka.",
        "```\nx = 1\n```\nI moved to Osaka.",
    ],
)
def test_what_is_told_beside_it_is_told(text: str) -> None:
    assert "Osaka" in values(text)
