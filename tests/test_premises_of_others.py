"""Somebody known is named beside where they were: a premise where it is told of them, none where they only go there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
FIRST = datetime(2025, 1, 1, tzinfo=UTC)
SAID = (
    "My sister Lotte lives in Bonn.", "My brother Max works at Siemens.", "My daughter Mia goes to Oak School.",
    "I live in Cologne.", "Lotte moved to Hamburg.", "Max left Siemens and joined Bosch.",
    "Mia goes to Elm School now.",
)  # fmt: skip


@pytest.fixture(scope="module")
def overlay() -> Overlay:
    made = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for n, text in enumerate(SAID):
        made.remember(text, scope=ME, observed_at=FIRST + n * timedelta(days=30))
    return made


@pytest.mark.parametrize(
    "query",
    [
        "When is Lotte's flight to Bonn?",
        "Lotte is visiting Bonn this weekend, what should she see?",
        "My sister is flying to Bonn on Monday, what should she pack?",
        "Lotte has a conference in Bonn, which hotel?",
        "Lotte and I are meeting in Bonn on Friday, where should we eat?",
        "Max has an interview at Siemens tomorrow, how do I wish him luck?",
        "My brother got a call from Siemens. What could they want?",
        "Lotte's friends in Bonn want to visit her, where do they stay?",
        "Mia's friends at Oak School invited her. What present?",
        "If Lotte still lived in Bonn, how far would it be?",
        "Lotte wants to move back to Bonn. Which flats are there?",
    ],
)
def test_where_somebody_known_goes_or_has_friends_is_no_premise(overlay: Overlay, query: str) -> None:
    assert overlay.recall(query, scope=ME).blocked == ()


@pytest.mark.parametrize(
    ("query", "premise"),
    [
        ("Since Lotte lives in Bonn, which flight should I take?", "Bonn"),
        ("I'm visiting Lotte in Bonn, what should I pack?", "Bonn"),
        ("Plan a weekend trip to my sister in Bonn.", "Bonn"),
        ("Send flowers to Lotte at her home in Bonn", "Bonn"),
        ("Does Max like his job at Siemens?", "Siemens"),
        ("Max works at Siemens, what do I ask him before his interview?", "Siemens"),
        ("When should I pick up Mia from Oak School?", "Oak School"),
    ],
)
def test_where_somebody_known_is_told_to_be_is_a_premise(overlay: Overlay, query: str, premise: str) -> None:
    assert [p.text for p in overlay.recall(query, scope=ME).blocked] == [premise]
