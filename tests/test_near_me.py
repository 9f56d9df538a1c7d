"""What is asked for near the asker is shown with where they live, whether or not that has changed."""

from __future__ import annotations

import pytest

from atma_overlay import Packet
from tests.reading_worlds import ask, told, tracked

SAID = (
    "I live in Nantes.",
    "I take lisinopril.",
    "My landlord is Ms Roux.",
    "My therapist is Claire.",
    "I go by tram.",
)


def of_home(packet: Packet) -> list[tuple[str, str]]:
    return [pair for pair in tracked(packet) if pair[1] in {"Nantes", "Lyon", "Cannes"}]


@pytest.mark.parametrize(
    "query",
    [
        "Is there a pharmacy near me?",
        "Is there a pharmacy near my home?",
        "Which museum around here is open?",
        "Pharmacies nearby",
        "Any good bakery in my area?",
        "Where's the nearest bike shop?",
    ],
)
def test_what_is_near_is_told_by_where_the_asker_lives(query: str) -> None:
    assert of_home(ask(told(*SAID), query)) == [("current", "Nantes")]


def test_it_is_where_the_asker_lives_now_and_nobody_else() -> None:
    world = told("I live in Lyon.", "My mom lives in Cannes.", "I moved to Nantes.", *SAID[1:])
    assert of_home(ask(world, "Is there a pharmacy around here?")) == [("current", "Nantes")]
