"""A thing that is told apart by a word: what goes by the bare name later may be another, and somebody is asked."""

from __future__ import annotations

import pytest

from tests.told_texts import heard

THINGS = ("phone", "email", "browser", "database", "budget", "laptop", "gym", "bank", "car", "editor")
KINDS = ("secondary", "regional", "legacy", "downstairs", "marketing", "external", "fallback", "studio")


def changes(*texts: str) -> list[tuple[str | None, str | None, str]]:
    return [(t.from_value, t.to_value, t.state.value) for t in heard(*texts).transitions]


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_goes_by_the_bare_name_retires_nothing_that_is_told_apart(kind: str, thing: str) -> None:
    first, second = ("£500", "£650") if thing == "budget" else ("Norvane", "Corepoint")
    told = changes(f"Our {kind} {thing} is {first}.", f"Our {thing} is {second} now.")
    assert [state for _, _, state in told if state == "applied"] == []


@pytest.mark.parametrize("kind", ["planned", "proposed", "ideal", "dream", "former"])
@pytest.mark.parametrize("thing", THINGS)
def test_what_is_only_had_in_mind_retires_nothing_that_is(kind: str, thing: str) -> None:
    first, second = ("£500", "£650") if thing == "budget" else ("Norvane", "Corepoint")
    told = changes(f"Our {thing} is {first}.", f"Our {kind} {thing} is {second} now.")
    assert [state for _, _, state in told if state == "applied"] == []


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        ("Our main database is Postgres.", "Our database is MySQL now.", "Postgres", "MySQL"),
        ("My monthly budget is £500.", "My budget is £650 now.", "£500", "£650"),
        ("My mobile phone is a Pixel 8.", "My phone is an iPhone 15 now.", "Pixel 8", "iPhone 15"),
        ("Our secondary email is a@b.io.", "Our secondary email is c@d.io now.", "a@b.io", "c@d.io"),
        ("Our proposed budget is 90k.", "Our proposed budget is 110k now.", "90k", "110k"),
    ],
)
def test_what_goes_by_the_same_words_or_is_the_one_there_is_takes_its_place(
    first: str, second: str, old: str, new: str
) -> None:
    assert changes(first, second) == [(old, new, "applied")]
