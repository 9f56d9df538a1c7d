"""Changes that name a thing and its new value, and not what it was before."""

from __future__ import annotations

import pytest

from atma_overlay.records import DecisionState
from tests.told_texts import heard, known, retired


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("Grocery budget is 400.", "grocery budget to 450, prices are nuts", ("400", "450")),
        ("The notice period is 3 months.", "Notice period turns out to be 1 month", ("3 months", "1 month")),
        ("Visiting hours are 2pm to 5pm.", "Visiting hours were changed to 3pm to 6pm.", ("2pm to 5pm", "3pm to 6pm")),
        ("I have physio on Mondays.", "Physio moved to Thursdays.", ("Mondays", "Thursdays")),
        (
            "The freeze starts on December 12.",
            "The freeze has been brought forward to December 9.",
            ("December 12", "December 9"),
        ),
        ("Interview process has 4 stages", "we cut the process to 3 stages", ("4 stages", "3 stages")),
    ],
)
def test_a_change_without_a_verb_or_with_a_noun_that_reads_as_one_is_heard(
    first: str, second: str, change: tuple[str, str]
) -> None:
    assert retired(first, second) == [change]


@pytest.mark.parametrize(
    "second",
    [
        "should we get the grocery budget to 350?",
        "grocery budget to 350 next year if we can",
        "Groceries turned out to be 460 in June",
        "train to 9 cities",
        "At my sister's firm, the budget went up to 500.",
        "Their grocery budget went up to 500.",
    ],
)
def test_what_is_asked_supposed_or_somebody_elses_is_no_change_in_few_words(second: str) -> None:
    assert retired("Grocery budget is 400.", second) == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I earn 62,000 a year at Delphi. Rent 1,450.", ("rent", "1,450")),
        ("I work in backend, notice period 3 months.", ("notice_period", "3 months")),
        ("favourite band is Radiohead, favourite food ramen", ("favourite_food", "ramen")),
        (
            "Account holder is Mrs. Agnes Toller, address 77 Quayside, Bristol BS1 4QA.",
            ("home_address", "77 Quayside, Bristol BS1 4QA"),
        ),
        ("we're on Python 3.11, Postgres 14, and the default branch is main.", ("database", "Postgres 14")),
        ("Our kids are Mia (7) and Leo (4).", ("age", "4")),
        ("I put 300 a month into the index fund.", ("index_fund", "300")),
        ("The move is set for May 4.", ("move_date", "May 4")),
    ],
)
def test_what_stands_in_a_list_or_in_brackets_is_known_with_what_it_is_of(text: str, fact: tuple[str, str]) -> None:
    assert fact in known(text)


def test_one_of_a_list_within_a_sentence_takes_the_place_of_nothing() -> None:
    assert retired("client Rosso: invoices go to Maria, net 30", "client Bianchi: net 45, goes to Paolo") == []
    assert retired("The flat in Bern: rent 900, 2 rooms.", "The one in Basel: rent 1100, balcony.") == []


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        (
            "Account holder is Mrs. Agnes Toller, address 77 Quayside, Bristol BS1 4QA.",
            "We have moved house. Our new address is 15 Castle Lane, Bath BA1 2AB.",
            ("77 Quayside, Bristol BS1 4QA", "15 Castle Lane, Bath BA1 2AB"),
        ),
        (
            "favourite band is Radiohead, favourite food ramen",
            "tbh my favourite food is tacos at this point",
            ("ramen", "tacos"),
        ),
        ("Our kids are Mia (7) and Leo (4).", "Mia turned 8 yesterday!", ("7", "8")),
        ("I put 500 a month in an ETF at Vanguard.", "Upped the ETF plan to 600 a month", ("500", "600")),
        ("The move is set for May 4.", "The move got pushed back to May 11.", ("May 4", "May 11")),
        ("My passport expires in 2027.", "Renewed my passport, good until 2034", ("2027", "2034")),
        ("im on a flutter app, min sdk is 21", "raised minsdk to 24 cuz of the camera plugin", ("21", "24")),
        (
            "The party is at our place on Saturday.",
            "The party's at the boathouse, our place is too small.",
            ("our place", "boathouse"),
        ),
    ],
)
def test_what_was_told_in_a_list_is_retired_by_its_new_value(first: str, second: str, change: tuple[str, str]) -> None:
    assert retired(first, second) == [change]


def test_a_name_with_another_number_is_the_next_version_of_what_the_name_is_of() -> None:
    before = "We're on Python 3.11 and Redis 6 for this service."
    assert retired(before, "Bumped Redis to 7 last night, nothing broke.") == [("Redis 6", "Redis 7")]
    assert retired(before, "The data team bumped Redis to 7.") == []
    upgraded = "Bumped the database to Postgres 15 over the weekend."
    assert retired("we're on Python 3.11, Postgres 14, and the branch is main.", upgraded) == [
        ("Postgres 14", "Postgres 15")
    ]


@pytest.mark.parametrize(
    "second",
    ["Dr. Osei put me up to metformin 1000 mg.", "I'm on metformin 1000 mg now.", "They put me on metformin 1000 mg."],
)
def test_a_medicine_in_another_dose_takes_the_place_of_its_dose_before(second: str) -> None:
    dose, medicine = ("500 mg", "1000 mg"), ("metformin 500 mg", "metformin 1000 mg")
    assert sorted(retired("I take metformin 500 mg twice a day.", second)) == [dose, medicine]


@pytest.mark.parametrize(
    "second",
    [
        "Dr. Osei put my dad up to metformin 1000 mg.",
        "Dr. Osei wants to put me up to metformin 1000 mg.",
        "Dr. Osei put me on magnesium 300 mg.",
        "I also take metformin 250 mg at night.",
    ],
)
def test_another_medicine_another_patient_and_a_dose_beside_it_leave_a_dose_as_it_is(second: str) -> None:
    assert retired("I take metformin 500 mg twice a day.", second) == []


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("Team offsite: 18 people, Hotel Adler", "Two more people are joining, so 20.", ("18 people", "20")),
        ("We're 14 people for the dinner.", "Three dropped out, so 11.", ("14 people", "11")),
    ],
)
def test_with_some_more_or_some_fewer_it_is_the_count_that_the_total_comes_of(
    first: str, second: str, change: tuple[str, str]
) -> None:
    assert retired(first, second) == [change]


def test_a_total_that_does_not_come_of_a_count_is_another_ones() -> None:
    assert retired("We're 14 people for the dinner.", "Two more are joining, so 40.") == []
    assert retired("We're 14 people for the dinner.", "Three more might be joining, so maybe 17.") == []


def test_the_count_of_things_is_how_many_of_them_there_are() -> None:
    before = "wedding is on June 21 at Villa Cora, 90 guests, caterer is Bianchi"
    assert retired(before, "guest count is up to 104") == [("90 guests", "104")]
    assert retired(before, "error count is up to 104") == []


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("Release 2.0 is planned for March 3.", "Release 2.0 slipped to March 17.", [("March 3", "March 17")]),
        ("next planned is 1.9.0 on March 14.", "1.9.0 slipped to March 21.", [("March 14", "March 21")]),
        ("Release 2.0 is planned for March 3.", "Release 1.9 slipped to March 17.", []),
        ("Release 2.0 is planned for March 3.", "Release 2.0 might have slipped to March 17.", []),
    ],
)
def test_the_day_of_a_release_is_that_of_its_number(first: str, second: str, change: list[tuple[str, str]]) -> None:
    assert retired(first, second) == change


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My bedtime is 11pm.", "I moved the kids' bedtime to 8pm."),
        ("Line length is 100 in this repo.", "The docs repo cut its line length to 88."),
        ("I live at 14 Elm Grove, Bristol.", "The office moved, its new address is 3 Quay Lane, Bristol."),
        ("Our mortgage rate is 3.9%.", "Rates went down to 3.4% at other banks."),
        ("The conference talk is 30 minutes.", "They shortened the breaks to 20 minutes."),
        ("Our trip to Japan is in April.", "We pushed the Korea trip to October."),
    ],
)
def test_what_changes_for_others_or_of_another_thing_changes_nothing_of_the_speakers(first: str, second: str) -> None:
    assert retired(first, second) == []


def test_a_trip_is_known_by_where_it_goes_in_whatever_words() -> None:
    assert retired("Our trip to Japan is in April.", "We pushed the Japan trip to October.") == [("April", "October")]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Our budget is 500 a month.", "Food budget went up to 200."),
        ("The rent is 900.", "Garage rent went up to 120."),
        ("Our coverage is 80%.", "Branch coverage went up to 85%."),
    ],
)
def test_one_sort_of_a_thing_is_proposed_at_the_head_of_a_sentence_as_behind_an_article(
    first: str, second: str
) -> None:
    plain = f"The {second[0].lower()}{second[1:]}"
    assert [t.state for t in heard(first, second).transitions] == [DecisionState.PROPOSED]
    assert [t.state for t in heard(first, plain).transitions] == [DecisionState.PROPOSED]
