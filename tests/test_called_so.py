"""What somebody or something is called is a name, whatever goes by it; a slot that is named is what it holds now."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.dated_worlds import FIRST, ME
from tests.overlay_worlds import changes, told


def states(*said: str) -> set[tuple[str, str]]:
    """What holds after some sentences, each ten days after the one before, as attribute and value."""
    world = told(said[0])
    for n, sentence in enumerate(said[1:], start=1):
        world.overlay.remember(sentence, scope=ME, observed_at=FIRST + timedelta(days=10 * n))
    records = world.overlay.timeline(scope=ME).records
    return {(r.attribute, r.value) for r in records if str(r.status) == "active"}


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("My name is Zoe.", ("name", "Zoe")),
        ("My middle name is Clio.", ("middle_name", "Clio")),
        ("My username is Golf.", ("username", "Golf")),
        ("Our team is called Redis.", ("team", "Redis")),
        ("My company is called Ruby.", ("employer", "Ruby")),
        ("My company is called Brisk.", ("employer", "Brisk")),
        ("My startup is named Chase.", ("startup_name", "Chase")),
        ("My GitHub username is golf.", ("github_username", "golf")),
        ("My car is a Zoe.", ("car", "Zoe")),
    ],
)
def test_a_name_is_one_though_a_car_or_a_bank_has_it_too(said: str, state: tuple[str, str]) -> None:
    assert states(said) == {state}


@pytest.mark.parametrize("said", ["I drive a Volvo now.", "I sold my car.", "My bank is Chase now."])
def test_whoever_is_called_like_a_car_keeps_the_name(said: str) -> None:
    assert ("name", "Zoe") in states("My name is Zoe.", said)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I drive a Volvo.", "My band was renamed from Volvo to Tesla."),
        ("Our wifi password is tulip.", "My password is hunter2 now."),
        ("Our wifi password is tulip.", "I changed my password to hunter2."),
    ],
)
def test_what_only_goes_by_the_same_word_is_left_alone(known: str, said: str) -> None:
    assert changes(known, said) == []


def test_what_is_renamed_is_known_by_what_it_is() -> None:
    assert changes("My band is called Volvo.", "My band was renamed from Volvo to Tesla.") == [
        ("Volvo", "Tesla", "applied")
    ]


def test_a_greeting_is_no_slot() -> None:
    assert states("Hi, I'm Ann.") == states("I'm Ann.") == {("mention", "Ann")}


def test_whom_somebody_wrote_to_is_no_address_of_theirs() -> None:
    assert states("I emailed support@northbank.com.") == {("mention", "support@northbank.com")}


@pytest.mark.parametrize("food", ["milk", "fish", "smoke", "mould", "eggs"])
def test_one_is_allergic_to_a_thing_though_its_word_is_a_verb_too(food: str) -> None:
    assert states(f"I'm allergic to {food}.") == {("allergy", food)}


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        (("My car is a Kia.", "I drive a Volvo now."), "my car"),
        (("My phone is a Pixel.", "I switched to an iPhone."), "my phone"),
        (("I live in York.", "I moved to Hull."), "my home city"),
        (("I'm vegan.", "I'm vegetarian now."), "my diet"),
    ],
)
def test_who_forgets_a_slot_by_its_name_forgets_what_it_holds_now(said: tuple[str, str], slot: str) -> None:
    world = told(said[0])
    world.overlay.remember(said[1], scope=ME, observed_at=FIRST + timedelta(days=10))
    world.overlay.forget(slot, scope=ME)
    assert not [r for r in world.overlay.timeline(scope=ME).records if str(r.status) == "active"]


def test_what_was_corrected_is_forgotten_by_the_name_of_its_slot() -> None:
    world = told("My car is a Kia.")
    record = world.overlay.timeline(scope=ME).records[0]
    world.overlay.correct(record.id, "Volvo", scope=ME)
    world.overlay.forget("my car", scope=ME)
    assert not [r for r in world.overlay.timeline(scope=ME).records if str(r.status) == "active"]


def test_who_forgets_an_old_value_by_its_name_keeps_the_new_one() -> None:
    world = told("My car is a Kia.")
    world.overlay.remember("My car is a Volvo now.", scope=ME, observed_at=FIRST + timedelta(days=10))
    world.overlay.forget("the Kia", scope=ME)
    assert [r.value for r in world.overlay.timeline(scope=ME).records if str(r.status) == "active"] == ["Volvo"]
