"""What a query calls otherwise than the ledger does."""

from __future__ import annotations

import pytest

from atma_overlay.reading.calls import also_called, calls
from tests.reading_worlds import ask, told, tracked, verdicts


@pytest.mark.parametrize(
    ("said", "query", "expected"),
    [
        (("I live in New York City.", "I moved to Berlin."), "Since I live in NYC, which gym is good?", "NYC"),
        (("I live in NYC.", "I moved to Berlin."), "Since I live in New York City, which gym?", "New York City"),
        (("I live in Köln.", "I moved to Berlin."), "As I live in Cologne, where is carnival?", "Cologne"),
        (("We run Postgres.", "We migrated to MySQL."), "Since our database is PostgreSQL, why?", "PostgreSQL"),
        (("My editor is VS Code.", "I switched to Zed."), "As my editor is VSCode, which theme?", "VSCode"),
        (("I code in Golang.", "I switched from Golang to Rust."), "Since I code in Go, which linter?", "Go"),
    ],
)  # fmt: skip
def test_a_premise_is_blocked_by_whatever_name_its_value_goes(said: tuple[str, ...], query: str, expected: str) -> None:
    found = verdicts(ask(told(*said), query))
    assert found == [(expected, "outdated")]


@pytest.mark.parametrize(
    ("said", "query", "expected"),
    [
        (("I live in Leeds.", "I moved to NYC."), "Since I live in New York City, which gym?", ["supported"]),
        (("I live in NYC.", "I moved to Berlin.", "I moved to New York City."), "Since I live in NYC, ", ["supported"]),
        (("I live in NYC.", "I moved to Berlin."), "Since my sister lives in New York City, what to see?", []),
        (("I live in NYC.", "I moved to Berlin."), "Which train goes to New York City?", []),
        (("I code in Golang.", "I switched to Rust."), "I always go running: where can I go next?", []),
        (("I code in Golang.", "I switched to Rust."), "Go over my plan with me, please.", []),
        (("I work at the World Health Organization.", "I now work at Acme."), "Who do I report to at work?", []),
        (("I work at WHO.", "I now work at Acme."), "Who do I report to at work?", []),
        (("I live in NYC.", "I moved to Berlin."), "Since I no longer live in New York City, which gym?", []),
    ],
)  # fmt: skip
def test_another_name_blocks_nothing_that_the_name_itself_does_not(
    said: tuple[str, ...], query: str, expected: list[str]
) -> None:
    assert [verdict for _, verdict in verdicts(ask(told(*said), query))] == expected


PRESSURE = ("I have high blood pressure.", "I no longer have high blood pressure.")


@pytest.mark.parametrize(
    ("said", "query", "expected"),
    [
        (PRESSURE, "Since I have hypertension, may I use the sauna?", ["I have hypertension"]),
        (PRESSURE, "Because I now have hypertension, which salt?", ["I now have hypertension"]),
        (PRESSURE[:1], "Since I have hypertension, may I use the sauna?", []),
        ((*PRESSURE, "I have high cholesterol."), "Since I have high cholesterol, may I use the sauna?", []),
        (PRESSURE, "Since my dad has hypertension, may he use the sauna?", []),
        (PRESSURE, "Since I no longer have hypertension, may I use the sauna?", []),
        (PRESSURE, "Since I read about hypertension, what is it?", []),
        (PRESSURE, "Because I am scared of hypertension, what helps?", []),
        (PRESSURE, "As hypertension runs in my family, what helps?", []),
        (PRESSURE, "What helps against hypertension?", []),
    ],
)  # fmt: skip
def test_a_clause_is_outdated_by_whatever_name_it_has_the_value(
    said: tuple[str, ...], query: str, expected: list[str]
) -> None:
    assert [text for text, verdict in verdicts(ask(told(*said), query)) if verdict == "outdated"] == expected


def test_what_was_said_under_another_name_is_found() -> None:
    world = told("I live in New York City.", "My cat is Tom.")
    assert "New York City" in [value for _, value in tracked(ask(world, "Anything new about NYC?", limit=20))]
    assert also_called("Who flies to the station?") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Since I moved from NYC to Los Angeles's suburbs", ["NYC", "Los Angeles"]),
        ("I use Visual Studio Code and Visual Studio.", ["Visual Studio Code", "Visual Studio"]),
        ("Go on. Who goes? In la la land", []),
        ("I write Go, and the WHO pays me", ["Go", "WHO"]),
        ("a bottle of cologne", []),
        ("", []),
    ],
)
def test_the_longest_listed_name_is_read_and_a_word_of_english_only_where_it_is_written_as_the_name(
    text: str, names: list[str]
) -> None:
    assert [text[c.start : c.end] for c in calls(text)] == names
