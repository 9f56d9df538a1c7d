"""No text makes a write or a read hang: what it costs grows with its length and no faster."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.view import infer_view

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)
SHAPES: dict[str, Callable[[int], str]] = {
    "one word": lambda n: "a" * n,
    "spaces": lambda n: " " * n + "x",
    "clauses": lambda n: "I live in Turin and " * (n // 20),
    "commas": lambda n: "I like " + "tea, " * (n // 5),
    "possessives": lambda n: "my friend's " * (n // 12) + "car is red.",
    "ifs": lambda n: "if I move, " * (n // 11) + "my gym changes.",
    "quotes": lambda n: '"' * n,
    "brackets": lambda n: "(" * (n // 2) + ")" * (n // 2),
    "digits": lambda n: "1" * n,
    "dates": lambda n: "since March 2019, " * (n // 18),
    "names": lambda n: "Anna Bell " * (n // 10),
    "lines": lambda n: "\n> " * (n // 3),
    "fences": lambda n: "```\n" * (n // 4),
    "dashes": lambda n: "-" * n + " original message",
    "colons": lambda n: "translate: " * (n // 11),
    "hyphens": lambda n: "a-" * (n // 2),
    "full stops": lambda n: "I moved. " * (n // 9),
    "combining": lambda n: "e\u0301" * (n // 2),
    "emoji": lambda n: "😂" * n,
}
SHORT, LONG = 2_000, 16_000


def seconds(work: Callable[[str], object], text: str) -> float:
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        work(text)
        best = min(best, time.process_time() - start)
    return best


def extract(text: str) -> object:
    return default_extractor().extract(text, speaker="user", at=AT)


def view(text: str) -> object:
    return infer_view(text, AT)


@pytest.mark.parametrize("work", [extract, view])
@pytest.mark.parametrize("shape", SHAPES)
def test_eight_times_the_text_takes_no_more_than_its_share(work: Callable[[str], object], shape: str) -> None:
    work("I live in Turin.")
    short, long = seconds(work, SHAPES[shape](SHORT)), seconds(work, SHAPES[shape](LONG))
    assert long < 2.5 * (LONG / SHORT) * short + 0.05
    assert long < 5.0
