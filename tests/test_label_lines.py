"""Label lines (*db: Postgres 14*) tell what they say of the speaker, and nothing in an example or a form."""

from __future__ import annotations

import pytest

from atma_overlay.records import DecisionState
from tests.told_texts import heard, known, retired


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "some facts about our setup: db: Postgres 14, cache: Redis, queue: RabbitMQ",
            {("database", "Postgres 14"), ("cache_backend", "Redis"), ("message_queue", "RabbitMQ")},
        ),
        ("- rent: 950", {("rent", "950")}),
        ("* **Rent:** 950", {("rent", "950")}),
        ("cake: chocolate", {("cake", "chocolate")}),
        ("our setup\n\n| part | choice |\n|---|---|\n| db | Postgres 14 |", {("database", "Postgres 14")}),
        ("min sdk 21, target sdk 34", {("min_sdk", "21"), ("target_sdk", "34")}),
        ("Budget 40k, start in June", {("budget", "40k")}),
        ("cake: lemon, she's off chocolate", {("cake", "lemon"), ("be_off", "chocolate")}),
    ],
)
def test_each_label_of_a_list_tells_its_value(text: str, facts: set[tuple[str, str]]) -> None:
    assert known(text) >= facts


@pytest.mark.parametrize(
    ("first", "second", "change"),
    [
        ("our setup: cache: Redis, shell: bash", "shell: zsh", ("bash", "zsh")),
        ("cake: chocolate", "cake: lemon, she's off chocolate", ("chocolate", "lemon")),
        ("Our event. Date: May 4, room: Hall B", "the room is Hall D now", ("Hall B", "Hall D")),
        ("Mia - age: 7, piano: Wednesdays", "Mia's age is 8 now", ("7", "8")),
        ("Acme deal. stage: proposal, owner: Dana", "Acme's stage is negotiation now", ("proposal", "negotiation")),
        ("min sdk 21, target 34", "the min sdk is 24 now", ("21", "24")),
    ],
)
def test_a_later_label_or_sentence_about_the_same_thing_changes_it(
    first: str, second: str, change: tuple[str, str]
) -> None:
    assert retired(first, second) == [change]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Acme's stage: proposal", "Globex's stage: won"),
        ("# Acme\nbudget: 40k", "# Globex\nbudget: 25k"),
        ("Name: Emil; teacher: Mr. Vance", "Name: Mia; teacher: Miss Okafor"),
        ("my weight is 82 kg", "my rabbit: weight: 2 kg"),
        ("my weight is 82 kg", "dog's weight: 20 kg"),
        ("our db: Postgres 14", "my colleague's stack: db: MySQL 8"),
        ("our db: Postgres 14", "our billing service: db: MySQL 8, cache: Redis"),
        ("my city: Leeds", "My sister Ann.\nCity: York. Job: cook."),
        ("diet: vegan", "Tom, 30. Diet: keto"),
    ],
)
def test_what_a_heading_or_an_owner_says_is_anothers_changes_nothing_of_the_speakers(first: str, second: str) -> None:
    assert retired(first, second) == []


@pytest.mark.parametrize(
    "second",
    [
        "Option A: db: MySQL. Option B: db: SQLite.",
        "for the side project: db: SQLite",
        "e.g. db: SQLite",
        "template:\ndb: <name>",
        "in staging: db: MySQL 8",
        "we plan to have: db: MySQL 8, cache: Redis",
        "Recommended stack:\n- CI: GitHub Actions\n- db: MySQL 8",
        "README\n- db: MySQL 8\n- docs: Sphinx",
        "db: mysql\ncache: redis\nport: 5432\nhost: b.local\nuser: app",
        "what do you think?\ndb: MySQL 8\ncache: Redis",
        "legacy: db: MySQL 5",
        "db: MySQL 8 only today",
        "db: tbd",
        "the docs say:\n> db: mysql",
        "here's the config from the tutorial:\n```\ndb: mysql\nport: 3306\n```",
        "From: jonas@x.org\nTo: kim@x.org\nSubject: db: MySQL 8",
        "2026-01-04 10:00:01 ERROR db: MySQL 8",
        "Shopping list:\n- db: MySQL 8",
        "$ cat settings\ndb: MySQL 8",
        "is db: MySQL 8 better?",
    ],
)
def test_an_example_a_plan_a_file_and_a_gap_state_nothing(second: str) -> None:
    assert retired("our db: Postgres 14", second) == []


def test_a_label_that_many_things_have_is_noted_and_no_more() -> None:
    timeline = heard("stage: proposal", "stage: negotiation")
    assert [(t.to_value, t.state) for t in timeline.transitions] == [("negotiation", DecisionState.PROPOSED)]


def test_what_sets_a_thing_apart_is_not_lost_with_its_label() -> None:
    assert retired("seats: 5", "back seats: 3") == []


def test_the_words_of_the_text_are_what_is_kept() -> None:
    text = "our setup: db: Postgres 14, shell: bash"
    record = next(r for r in heard(text).records if r.attribute == "shell")
    assert record.evidence == "shell: bash"
