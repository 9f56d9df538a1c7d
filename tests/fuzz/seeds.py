"""Inputs to begin with: what the other tests read, and what was found to break a target once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.fuzz.inputs import DATA, json_seeds

FOUND = Path(__file__).parent / "found"
"""One folder a target, one file an input that broke it; each was mended, and is tried again for ever."""
_LEXICON = b"""
[[attribute]]
id = "fulfilment_hub"
name = "fulfilment hub"
domain = "work_and_schedule"
cardinality = "single"
values = ["place", "name"]
nouns = ["fulfilment hub", "hub"]
statements = ["ship from"]
changes = ["move fulfilment to"]
ends = ["close hub in"]
cues = ["ship from", "warehouse orders"]
"""
_TIMES = (
    "since the 28th of August", "until next Friday", "on 2024-02-30 at 25:61", "1:56 pm on 8 May, 2023",
    "2023/05/20 (Sat) 02:21", "from 3 March to 2019", "a fortnight ago", "Europe/Berlin", "in Q3 of last year",
)  # fmt: skip


def seeds(name: str) -> Iterator[bytes]:
    """The inputs that a target starts from."""
    yield from (b"", b"\x00", b"\x01", bytes(range(256)))
    match name:
        case "conversations":
            yield from (b"\x01" + json.dumps(value)[:4_000].encode() for value in json_seeds())
            yield from (bytes([4 * at, at, at + 1, 200, at]) for at in range(24))
            yield b"\x00user: I live in Leeds.\nassistant: Noted.\n"
        case "lexicon":
            yield _LEXICON
        case "import":
            yield from (bytes([at, 0, at % 7 + 1, at % 5, at % 29]) for at in range(40))
        case "times":
            yield from (b"\x01" + text.encode() for text in _TIMES)
            yield from _said(40)
        case _:
            yield from _said(80)


def found(name: str) -> dict[str, bytes]:
    """What broke a target once, by file name."""
    return {path.name: path.read_bytes() for path in sorted((FOUND / name).glob("*"))}


def _said(count: int) -> Iterator[bytes]:
    yield from (b"\x01" + text.encode() for text in _texts()[:: max(1, len(_texts()) // count)])


@cache
def _texts() -> list[str]:
    texts = []
    for path in sorted((DATA / "language").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            value = json.loads(line)
            texts += [v for v in value.values() if isinstance(v, str) and " " in v]
    return texts
