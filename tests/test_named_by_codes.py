"""What is named by a code, *my server web7*, has that name once; and nobody lives at a desk."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atma_overlay.language.extract import default_extractor
from tests.test_homes_and_posts import applied

AT = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "attribute", "name"),
    [
        ("My laptop XPS13 runs Linux.", "laptop", "XPS13"),
        ("Our server web7 is down.", "server", "web7"),
        ("My friend Ann7 lives in York.", "friend", "Ann7"),
        ("Our room C3 is booked.", "room", "C3"),
        ("My locker B12 is stuck.", "locker", "B12"),
    ],
)
def test_a_thing_that_goes_by_a_code_has_its_name_once(text: str, attribute: str, name: str) -> None:
    found = default_extractor().extract(text, speaker="user", at=AT).candidates
    assert [c.value for c in found if c.attribute == attribute] == [name]


@pytest.mark.parametrize("text", ["My seat is row F12.", "I sit at desk A5 now.", "My flat 6B is cold."])
def test_a_code_behind_what_it_is_of_is_kept_with_it_elsewhere(text: str) -> None:
    found = default_extractor().extract(text, speaker="user", at=AT).candidates
    assert any(" " in c.value and c.value in text for c in found)


@pytest.mark.parametrize("place", ["desk A5", "bay C12", "locker B7", "gate B22"])
def test_who_moved_to_a_desk_has_not_moved_house(place: str) -> None:
    assert applied("I live in Leeds.", f"I moved to {place}.") == []


@pytest.mark.parametrize("place", ["flat 6B", "Apartment 12"])
def test_who_moved_to_a_flat_has(place: str) -> None:
    assert applied("I live in Leeds.", f"I moved to {place}.") != []
