"""Of what, to whom, with whom and what for a value is told: two medicines, two debts, a car and a town."""

from __future__ import annotations

import pytest

from tests.test_homes_and_posts import applied


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I take 50 mg of sertraline.", "I take 10 mg of cetirizine now."),
        ("I take 20 mg of omeprazole.", "I take 500 mg of metformin now."),
        ("I take two tablets of ibuprofen.", "I take one tablet of aspirin now."),
        ("I drink 2 cups of coffee.", "I drink 3 cups of tea now."),
        ("I eat two slices of toast.", "I eat three pieces of fruit now."),
    ],
)
def test_an_amount_of_one_thing_replaces_none_of_another(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I take 50 mg of sertraline.", "I take 100 mg of sertraline now."),
        ("I take 20 mg of omeprazole.", "I take 40 mg of omeprazole now."),
        ("I drink 2 cups of coffee.", "I drink 3 cups of coffee now."),
        ("My dose is 50 mg.", "My dose is 100 mg now."),
    ],
)
def test_an_amount_of_the_same_replaces_the_one_before(stands: str, told: str) -> None:
    assert applied(stands, told) != []


@pytest.mark.parametrize("told", ["I owe Sam £20 now.", "I owe my mum £20 now.", "I owe the bank £2000 now."])
def test_what_is_owed_to_one_leaves_what_is_owed_to_another(told: str) -> None:
    assert applied("I owe Tom £50.", told) == []
    assert applied("I pay Anna £10 an hour.", "I pay Rosa £15 an hour now.") == []


def test_what_is_owed_to_one_replaces_what_was() -> None:
    assert applied("I owe Tom £50.", "I owe Tom £20 now.") != []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I drink tea with milk.", "I drink tea with friends now."),
        ("I work with wood.", "I work with children now."),
    ],
)
def test_company_takes_no_place_of_what_is_used(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    "told",
    [
        "I drive to York every week now.",
        "I drive through Hull now.",
        "I drive past Asda now.",
        "I drive for Uber now.",
        "I drive with Tom now.",
    ],
)
def test_where_to_or_for_whom_one_drives_is_no_car(told: str) -> None:
    assert applied("I drive a Ford Focus.", told) == []


def test_the_car_that_one_drives_now_replaces_the_one_before() -> None:
    assert applied("I drive a Ford Focus.", "I drive a Skoda now.") != []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I'm training for a marathon.", "I'm training my puppy now."),
        ("I'm training for a triathlon.", "I'm training juniors now."),
        ("I'm studying for my A-levels.", "I'm studying with Anna now."),
        ("I ride a Honda.", "I ride to York now."),
    ],
)
def test_what_is_done_to_or_with_somebody_is_not_what_it_is_done_for(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I wear size 9.", "I wear size 40 in jeans."),
        ("I wear size 9.", "I wear size 10 in jeans now."),
        ("I wear a 9.", "I wear a 40 in trousers."),
        ("My dog wears size M collars.", "My dog wears size L coats."),
        ("I wear size 9 shoes.", "I wear size 40 jeans."),
        ("I wear a helmet.", "I wear a watch."),
        ("I wear glasses.", "I wear contacts for sport."),
        ("I ride a bike.", "I ride a horse."),
        ("My favourite is blue.", "My favourite is pizza."),
    ],
)
def test_a_size_is_of_one_garment_and_what_is_worn_is_worn_with_the_rest(stands: str, told: str) -> None:
    assert applied(stands, told) == []


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("I wear size 9.", "I wear size 10 now."),
        ("I wear size 38 in jeans.", "I wear size 40 in jeans now."),
        ("My dog wears size M coats.", "My dog wears size L coats now."),
        ("I wear a medium.", "I wear a large now."),
        ("My favourite is blue.", "My favourite is green now."),
        ("My boots are size 38.", "I wear size 39.5 in boots now."),
    ],
)
def test_a_size_of_the_same_garment_and_what_is_worn_instead_replace_the_one_before(stands: str, told: str) -> None:
    assert applied(stands, told) != []
