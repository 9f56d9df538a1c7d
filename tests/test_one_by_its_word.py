"""A thing that is told apart by a word: what goes by the bare name later may be another, and somebody is asked."""

from __future__ import annotations

import pytest

from tests.told_texts import heard

pytestmark = pytest.mark.usefixtures("read_once")

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


AMOUNTS = {"weight": ("82 kg", "70 kg"), "dose": ("20 mg", "40 mg"), "budget": ("500 euros", "700 euros")}


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize(
    "kind", ["minimum", "maximum", "average", "starting", "target", "planned", "first", "estimated"]
)
@pytest.mark.parametrize("said", ["My {} is {} now.", "I changed my {} to {}.", "My {} has changed to {}."])
def test_an_amount_of_a_kind_of_its_own_is_not_the_one_there_is(said: str, kind: str, amount: str) -> None:
    first, second = AMOUNTS[amount]
    for before, after in ((kind, ""), ("", kind)):
        told = changes(
            f"My {before} {amount} is {first}.".replace("  ", " "), said.format(f"{after} {amount}".strip(), second)
        )
        assert [state for _, _, state in told if state == "applied"] == []


@pytest.mark.parametrize("thing", ["phone", "browser", "database", "laptop", "gym", "bank", "car", "editor"])
@pytest.mark.parametrize(
    "kind", ["fake", "virtual", "practice", "rental", "hire", "loaner", "next", "first", "childhood"]
)
def test_what_is_no_real_one_or_of_another_time_keeps_its_name(kind: str, thing: str) -> None:
    told = changes(f"My {kind} {thing} is Norvane.", f"My {thing} is Corepoint now.")
    assert [state for _, _, state in told if state == "applied"] == []


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        ("My budget is 500 euros.", "My annual budget is 6000 euros now.", ""),
        ("My annual budget is 6000 euros.", "My budget is 500 euros now.", ""),
        ("My rent is 900 euros.", "My monthly rent is 950 euros now.", "applied"),
        ("My salary is 50000 euros.", "My annual salary is 60000 euros now.", "applied"),
        ("My monthly salary is 4000 euros.", "My salary is 60000 euros now.", "proposed"),
        ("My red car is a Volvo.", "My car is a Skoda now.", "applied"),
        ("My broadband provider is Sky.", "My provider is BT now.", "applied"),
        ("The upload limit is 5 MB.", "The limit for uploads is 10 MB now.", "applied"),
    ],
)
def test_a_sum_of_another_period_is_another_sum_and_a_thing_described_is_the_thing(
    first: str, second: str, state: str
) -> None:
    assert [told for before, _, told in changes(first, second) if before] == ([state] if state else [])


def test_what_was_before_the_last_one_is_told_of_a_slot_of_its_own() -> None:
    told = heard("My former manager is Priya.", "My manager is Lukas now.")
    assert not [t for t in told.transitions if t.from_value]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("My car is a Volvo.", "I sold my other car."),
        ("My car is a Volvo.", "I sold my other Volvo."),
        ("My doctor is Dr. Patel.", "My other doctor retired."),
        ("My gym is Fitline.", "I've cancelled my other gym."),
    ],
)
def test_the_other_one_is_not_the_one_that_is_known(known: str, said: str) -> None:
    assert not [told for told in changes(known, said) if told[0]]


def test_the_other_one_is_the_one_that_was_told_of_so() -> None:
    assert ("Golf", None, "applied") in changes("My other car is a Golf.", "I sold my other car.")


@pytest.mark.parametrize("said", ["Correction: my {} is {}.", "I meant my {} is {}.", "Actually, my {} is {}."])
@pytest.mark.parametrize("kind", ["work", "backup", "fake", "second"])
def test_a_correction_of_another_one_mends_none_of_the_known(said: str, kind: str) -> None:
    told = changes("My bank is Norvane.", said.format(f"{kind} bank", "Corepoint"))
    assert [state for _, _, state in told if state == "applied"] == []


def test_a_correction_of_the_same_one_mends_it() -> None:
    told = changes("My bank is Norvane.", "Correction: my bank is Corepoint.")
    assert told == [("Norvane", "Corepoint", "applied")]


@pytest.mark.parametrize("amount", AMOUNTS)
@pytest.mark.parametrize("kind", ["minimum", "starting", "target", "estimated"])
@pytest.mark.parametrize("kind_first", [True, False])
def test_a_kind_of_amount_and_the_plain_one_have_a_slot_each(amount: str, kind: str, *, kind_first: bool) -> None:
    first, second = AMOUNTS[amount]
    names = [f"{kind} {amount}", amount] if kind_first else [amount, f"{kind} {amount}"]
    told = heard(f"My {names[0]} is {first}.", f"My {names[1]} is {second} now.")
    slots = {r.value: r.attribute for r in told.records}
    assert slots[first] != slots[second]
    assert slots[first if kind_first else second] == f"{kind}_{amount}"
