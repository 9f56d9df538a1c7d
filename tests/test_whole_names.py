"""A name is kept whole, whatever stands in it; where a place is stands beside it and is nothing by itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay.language.extract import default_extractor

AT = datetime(2026, 3, 1, tzinfo=UTC)


def stored(said: str) -> set[tuple[str, str]]:
    found = default_extractor().extract(said, speaker="user", at=AT).candidates
    return {(c.attribute, c.value) for c in found}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I work at St. Mary's Hospital.", ("employer", "St. Mary's Hospital")),
        ("My gym is O'Brien's Gym.", ("gym", "O'Brien's Gym")),
        ("I bank with J.P. Morgan.", ("bank", "J.P. Morgan")),
        ("I live in Newcastle upon Tyne.", ("home_city", "Newcastle upon Tyne")),
        ("I moved to Frankfurt am Main.", ("home_city", "Frankfurt am Main")),
        ("Our backend runs on .NET 8.", ("deploy_target", ".NET 8")),
        ("I live in L.A. My rent is 950.", ("rent", "950")),
        ("I live in L.A. My rent is 950.", ("home_city", "L.A")),
    ],
)
def test_a_name_is_kept_whole(said: str, fact: tuple[str, str]) -> None:
    assert fact in stored(said)


@pytest.mark.parametrize("place", ["Portland, Oregon", "Washington, D.C.", "Paris, France"])
def test_where_a_place_is_is_no_place_of_its_own(place: str) -> None:
    town = place.partition(",")[0]
    assert stored(f"I live in {place}.") == {("home_city", town)}
    assert stored(f"I moved to {place}, last week.") == {("home_city", town)}


def test_what_somebody_has_is_theirs_and_no_part_of_a_name() -> None:
    assert ("drive", "Golf") in stored("I drive Anna's Golf.")
    assert {("work_with", "Tom"), ("work", "Ana")} <= stored("I work with Tom, Ana and Bob.")
