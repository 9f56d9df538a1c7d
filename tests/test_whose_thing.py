"""A thing of the speaker's is not the one of somebody, or of a body, near the speaker."""

from __future__ import annotations

import pytest

from tests.told_texts import retired

pytestmark = pytest.mark.usefixtures("read_once")

THINGS = {
    "phone": ("a Pixel", "an iPhone"), "bank": ("Fernbank", "Oakbank"), "database": ("Postgres", "MySQL"),
    "address": ("12 Elm Street", "40 Oak Road"), "rent": ("900 euros", "1100 euros"), "weight": ("82 kg", "70 kg"),
    "locker": ("17", "42"),
}  # fmt: skip
OWNERS = ("sister's", "flatmate's", "dog's", "boss's", "client's", "company's", "employer's", "brother's girlfriend's")


def replaced(*texts: str) -> list[tuple[str | None, str | None]]:
    return [(old, new) for old, new in retired(*texts) if old]


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize(
    "said", ["I changed {} to {}.", "We switched {} to {}.", "{} has changed to {}.", "{} is now {}.", "{} is {}."]
)
def test_what_is_told_of_anothers_thing_retires_none_of_mine(said: str, owner: str, thing: str) -> None:
    first, second = THINGS[thing]
    told = said.format(f"my {owner} {thing}", second)
    assert replaced(f"My {thing} is {first}.", told[0].upper() + told[1:]) == []


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("said", ["I changed my {} to {}.", "My {} has changed to {}.", "I have a new {}: {}."])
def test_what_is_told_of_mine_retires_none_of_anothers(said: str, owner: str, thing: str) -> None:
    first, second = THINGS[thing]
    assert replaced(f"My {owner} {thing} is {first}.", said.format(thing, second)) == []


@pytest.mark.parametrize(
    ("before", "said", "change"),
    [
        ("My client's database is MySQL.", "We changed our client's database to Postgres.", ("MySQL", "Postgres")),
        ("My cat's dose is 20 mg.", "The vet raised my cat's dose to 40 mg.", ("20 mg", "40 mg")),
        ("The dog's food is Purina.", "We switched the dog's food to Acana.", ("Purina", "Acana")),
        ("Our budget is 500 euros.", "The company's budget is 700 euros now.", ("500 euros", "700 euros")),
        ("My flat's internet is with Sky.", "My internet is with BT now.", ("Sky", "BT")),
        ("My sister's phone is a Pixel.", "My sister's phone is an iPhone now.", ("Pixel", "iPhone")),
        ("My phone is a Pixel.", "My phone is an iPhone now, like my sister's.", ("Pixel", "iPhone")),
    ],
)
def test_of_one_owner_it_changes(before: str, said: str, change: tuple[str, str]) -> None:
    assert replaced(before, said) == [change]


@pytest.mark.parametrize(
    "said", ["We raised our tenant's rent to 1100 euros.", "I raised my tenant's rent to 1100 euros."]
)
def test_whoever_changes_what_is_anothers_changes_nothing_of_their_own(said: str) -> None:
    assert replaced("My rent is 900 euros.", said) == []
