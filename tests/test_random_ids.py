"""Ids are drawn at random: nothing that they name, and nothing that is retired, may hang on how they sort."""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.language.extract import default_extractor
from atma_overlay.records import Observation, Origin, Slot
from atma_overlay.state.resolution.placing import statement_of
from atma_overlay.state.slots.association import associated

ME = Scope(tenant="acme", user="u-42")
START = datetime(2025, 2, 1, 9, tzinfo=UTC)


def _retired(said: list[str], *, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    drawn = random.Random(seed)
    monkeypatch.setattr(secrets, "token_hex", lambda count: drawn.randbytes(count).hex())
    overlay = Overlay(MemoryHost(), ledger="memory://", on_error="raise")
    for day, text in enumerate(said):
        overlay.remember([Turn(text=text, observed_at=START + timedelta(days=day))], scope=ME)
    held = overlay.timeline(scope=ME)
    return sorted((r.value, r.status) for r in held.records if r.status != "active")


@pytest.mark.parametrize("seed", range(8))
def test_both_values_of_the_sentence_that_is_meant_are_taken_back_whatever_their_ids(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [
        "Between us, I'm buying a bracelet from Harrow's in Elmstead for our anniversary.",
        "Please forget the jewellery I mentioned.",
    ]

    assert _retired(said, seed=seed, monkeypatch=monkeypatch) == [
        ("Elmstead", "retracted"),
        ("Harrow's", "retracted"),
    ]


@pytest.mark.parametrize("order", [("rec_1", "rec_2"), ("rec_2", "rec_1")])
def test_records_that_fit_a_change_alike_are_told_apart_by_what_was_said_last(order: tuple[str, str]) -> None:
    first, second = (_observed(n, f"Our flour comes from {v}.") for n, v in enumerate(("Hobbin", "Quill")))
    news = _observed(2, "Our flour comes from Trask now.")
    slot = Slot("user", "flour_supplier")
    old = [
        replace(_statement(o, slot, v), id=i)
        for o, v, i in zip((first, second), ("Hobbin", "Quill"), order, strict=True)
    ]
    [told] = default_extractor().extract(news.text, speaker="user", at=news.observed_at).candidates

    found = [associated(told, records, news) for records in (old, old[::-1])]

    assert [f and f.value for f in found] == ["Quill", "Quill"]


def _observed(day: int, text: str) -> Observation:
    at = START + timedelta(days=day)
    return Observation(f"obs_{day}", text, "user", None, Origin.USER, at, at, 0, text, None, None, text)


def _statement(observation: Observation, slot: Slot, value: str):  # type: ignore[no-untyped-def]
    found = default_extractor().extract(observation.text, speaker="user", at=observation.observed_at)
    [candidate] = [c for c in found.candidates if c.value == value]
    return replace(statement_of(candidate, observation, slot), confidence=0.9)
