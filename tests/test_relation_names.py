"""Who somebody of the speaker's is: *my sister is called Lotte* tells what *my sister's name is Lotte* tells."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor

ME = Scope(tenant="acme", user="u-1")
AT = datetime(2025, 6, 1, 9, tzinfo=UTC)


def named(text: str) -> set[tuple[str, str, str]]:
    found = default_extractor().extract(text, speaker="user", at=AT).candidates
    return {(c.subject, c.attribute, c.value) for c in found}


@pytest.mark.parametrize(
    "text",
    [
        "My sister's name is Lotte.",
        "My sister is called Lotte.",
        "My sister is named Lotte.",
        "My sister goes by Lotte.",
    ],
)
def test_each_wording_names_the_relation(text: str) -> None:
    assert named(text) == {("user", "sister", "Lotte")}


@pytest.mark.parametrize(
    "text",
    [
        "My sister isn't called Lotte.",
        "My sister was called Lotte.",
        "My sister called Lotte.",
        "My sister goes by bus.",
        "My sister is called a saint.",
        "Anna's sister is called Lotte.",
        "Is my sister called Lotte?",
    ],
)
def test_what_only_sounds_like_it_names_nobody(text: str) -> None:
    assert not any(attribute == "sister" for _, attribute, _ in named(text))


@pytest.mark.parametrize(
    "said", ["My manager goes by Bob.", "My manager is called Bob.", "My husband goes by Bob now."]
)
def test_another_name_retires_nobody(said: str) -> None:
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for n, text in enumerate(["My manager is Robert Shaw.", "My husband is Robert Shaw.", said]):
            overlay.remember(text, scope=ME, observed_at=AT + timedelta(days=n))
        assert not any(t.state == "applied" for t in overlay.timeline(scope=ME).transitions)
