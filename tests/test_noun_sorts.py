"""Nouns of one attribute that name different things: what is told of one takes no place of what is told of another."""

from __future__ import annotations

from itertools import pairwise

import pytest

from atma_overlay.language.extract import default_extractor
from atma_overlay.word_lists import read_groups
from tests.told_texts import heard, retired

pytestmark = pytest.mark.usefixtures("read_once")

GROUPS = read_groups("noun_sorts.toml")
VALUES = {"person": ("Joe Parker", "Davy Miller"), "date": ("3 May", "9 June"), "time": ("18:00", "19:30"),
          "money": ("£500", "£650"), "number": ("41", "56"), "place": ("Leeds", "York")}  # fmt: skip
OTHERS = ("Norvane", "Corepoint")


def values_of(attribute: str) -> tuple[str, str]:
    kinds = default_extractor().lexicon.attributes[attribute].values
    return next((pair for kind, pair in VALUES.items() if kind in kinds), OTHERS)


@pytest.mark.parametrize("attribute", GROUPS)
def test_the_words_are_nouns_of_the_attribute_each_in_one_line(attribute: str) -> None:
    words = [word for group in GROUPS[attribute] for word in group]
    assert len(words) == len(set(words))
    assert set(words) <= set(default_extractor().lexicon.attributes[attribute].nouns)
    assert len(GROUPS[attribute]) > 1


@pytest.mark.parametrize("attribute", GROUPS)
def test_what_one_of_them_is_leaves_what_the_others_are(attribute: str) -> None:
    first, second = values_of(attribute)
    nouns = [group[0] for group in GROUPS[attribute]]
    for one, other in pairwise(nouns):
        assert retired(f"Our {one} is {first}.", f"Our {other} is {second}.") == []
        assert retired(f"Our {one} is {first}.", f"Our {other} is {second} now.") == []


@pytest.mark.parametrize(
    ("told", "old", "new"),
    [
        (("Our plumber is Joe.", "Our electrician is Davy.", "Our electrician is Sam now."), "Davy", "Sam"),
        (("Our plumber is Joe.", "Our electrician is Davy.", "Our plumber is Sam now."), "Joe", "Sam"),
        (("Joe is our plumber and Davy our electrician.", "Our electrician is Sam now."), "Davy", "Sam"),
        (("Our plumber is Joe.", "Our plumber is now Davy, the electrician's brother."), "Joe", "Davy"),
        (("The deadline is 3 May.", "The launch is now on 9 June."), "3 May", "9 June"),
    ],
)
def test_what_is_told_of_one_of_them_again_takes_the_place_of_that_one_alone(
    told: tuple[str, ...], old: str, new: str
) -> None:
    assert retired(*told) == [(old, new)]
    assert [(t.from_value, t.to_value) for t in heard(*told).transitions] == [(old, new)]


def test_the_order_of_arrival_decides_nothing() -> None:
    for told in (
        ("Our plumber is Joe.", "Our electrician is Davy."),
        ("Our electrician is Davy.", "Our plumber is Joe."),
    ):
        assert {r.value for r in heard(*told).records if r.status == "active"} == {"Joe", "Davy"}
