"""Lists of labels, one a line, are notes of the speaker's; a conversation, a file or a copied list is none."""

from __future__ import annotations

import pytest

from atma_overlay.language.candidates import DOUBTED
from tests.told_texts import heard, known, retired


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("my setup:\n- shell: bash\n- editor: Vim", {("shell", "bash"), ("code_editor", "Vim")}),
        ("Electricity: Aisha\nWater: Pilar", {("electricity", "Aisha"), ("water", "Pilar")}),
        ("our app:\n* min sdk: 21\n* region: eu-west-1", {("min_sdk", "21"), ("cloud_region", "eu-west-1")}),
    ],
)
def test_each_line_tells_its_value(text: str, facts: set[tuple[str, str]]) -> None:
    assert known(text) >= facts


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("my setup:\n- editor: vscode\n- shell: bash", "I use zsh as my shell now", ("bash", "zsh")),
        ("here's my budget:\n- rent: 950\n- gym: 35", "the rent is 1100 now", ("950", "1100")),
        ("tone: formal\nlanguage: English", "tone: casual", ("formal", "casual")),
        ("Guest count: 90\nVenue: Elm Barn", "guest count is up to 104", ("90", "104")),
    ],
)
def test_a_later_sentence_or_label_changes_what_was_listed(first: str, second: str, change: tuple[str, str]) -> None:
    assert retired(first, second) == [change]


def test_what_is_listed_without_a_heading_retires_nothing_surer() -> None:
    assert retired("my temperature: 37.2", "Temperature: 12 C\nWind: 5 km/h") == []
    assert retired("Guest count: 90\nVenue: Elm Barn", "Guest count: 104\nVenue: Elm Barn") == [("90", "104")]


def test_many_labels_without_a_heading_may_be_copied_from_somewhere() -> None:
    told = heard("Weight: 1.2 kg\nBattery: 10 h\nScreen: 13 inch\nPrice: 900").records
    assert [r for r in told if r.confidence > DOUBTED] == []
    assert known("flour: 200 g\nmilk: 300 ml\neggs: 2") == set()


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("My rent is 950.", "Offers I have:\n- rent: 1200\n- deposit: 2400"),
        ("My rent is 950.", "Flats I have seen:\n- rent: 1200"),
        ("My salary is 60k.", "What I am being offered:\n- salary: 80k\n- city: Munich"),
        ("My weight is 82 kg.", "my goals:\n- weight: 75 kg"),
        ("Our budget is 900.", "our wedding:\n- budget: 20000"),
        ("Our database is Postgres.", "our setup in 2019:\n- db: MySQL"),
        ("My rent is 950.", "Details for the flat:\n- rent: 1200"),
        ("My salary is 60k.", "The job: salary: 80k, city: Munich"),
        ("My rent is 950.", "Anna found a flat! Rent: 700"),
        ("My weight is 82 kg.", "Weight: 75 kg (goal)"),
        ("My rent is 950.", "rent: 1200 (Tom)"),
        ("my setup:\n- db: Postgres", "db: MySQL (deprecated)"),
        ("My rent is 950.", "rent: 1200, Tom pays"),
    ],
)
def test_a_label_takes_the_place_of_no_sentence_and_what_is_of_something_else_of_nothing(fact: str, said: str) -> None:
    assert retired(fact, said) == []


@pytest.mark.parametrize("text", ["'s avonds\ndose: 5 mg", "'s ochtends: dose: 5 mg", "to \xa0 \nrent\n---"])
def test_an_owner_of_no_letters_is_nobody(text: str) -> None:
    assert known(text) == set()


def test_a_conversation_with_its_speakers_is_no_list_of_labels() -> None:
    assert known("Kim: I live in Leeds\nTom: I moved to York") == set()


def test_keys_of_a_file_are_no_notes_whatever_else_they_name() -> None:
    assert known("db: mysql\ncache: redis\nport: 5432\nhost: b.local\nuser: app") == set()
    assert known("services:\n  db: mysql\n  cache: redis") == set()
