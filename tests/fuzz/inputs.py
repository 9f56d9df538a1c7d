"""What bytes stand for: a text, or a JSON value like one that is already known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
WORDS = tuple(
    """I I'm my My we she Lotte sister's Leeds York lives live in moved to from no longer not n't don't use Postgres
    16 since until last next March 2019 800 euros €12 is was are been and , . ? ! ; : — ( ) ' ’s " “ ” forget what
    told you about actually correction if then the a rent went up allergic 7:30 am twice week every Thursday switched
    quit left old #ops a@b.example v2.1.0 depends on whenever where when who did before after still used anymore
    between yesterday ago fortnight o'clock half past 31/02/2024 2024-13-45 Q3 mid-May Easter İ ß ﬁ 𝟛 ١٢ \u200b \u202e
    \ud800 \x00 </memory OUTDATED current <|im_start|> [INST] ``` \\u0041 NaN 1e400 -0 null""".split()
)
"""Words that rules look for, and what programs stumble over."""
_MARK = 0xC0
"""Bytes from here on start words of the list; what is below is text as it stands."""


def text_of(data: bytes) -> str:
    """A text: the first byte says whether the others are UTF-8, or words of the list with letters between."""
    if not data:
        return ""
    if data[0] % 2:
        return data[1:].decode("utf-8", "replace")
    pieces = []
    steps = iter(data[1:])
    for byte in steps:
        if byte < _MARK:
            pieces.append(chr(byte))
        else:
            pieces.append(" " + WORDS[(byte - _MARK + 64 * (next(steps, 0) % 3)) % len(WORDS)] + " ")
    return "".join(pieces)


def altered(value: Any, data: bytes) -> Any:
    """A JSON value with some of its parts replaced, dropped or doubled; data says which and by what."""
    steps = iter(data)
    for _ in range(1 + next(steps, 0) % 4):
        value = _altered_once(value, steps)
    return value


def _altered_once(value: Any, steps: Iterator[int]) -> Any:
    choice = next(steps, 0)
    if isinstance(value, dict) and value and choice % 8:
        key = sorted(value)[choice % len(value)]
        if choice >= 0xF8:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: _altered_once(value[key], steps)}
    if isinstance(value, list) and value and choice % 8:
        at = choice % len(value)
        if choice >= 0xF8:
            return value[:at] + value[at + 1 :]
        if choice >= 0xF0:
            return [*value, value[at]]
        return [*value[:at], _altered_once(value[at], steps), *value[at + 1 :]]
    odd = _odd_values()
    return odd[next(steps, 0) % len(odd)]


@cache
def _odd_values() -> Sequence[Any]:
    return (
        None, True, 0, -1, 2**70, 1e308, float("nan"), "", " ", "\x00", "\ud800", "2024-02-30", "2024-05-01T09:00:00",
        "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "x" * 5_000, [], {}, [[]], {"": None}, ["user"],
        "superseded", "1:56 pm on 8 May, 2023", "user", "A" * 300, -(2**31), "٣", {"text": "I live in Leeds."},
    )  # fmt: skip


@cache
def json_seeds() -> tuple[Any, ...]:
    """One value of each published form of a conversation."""
    found = []
    for path in sorted((DATA / "loaders").glob("*.json*")):
        text = path.read_text(encoding="utf-8")
        found.append(json.loads(text.splitlines()[0]) if path.suffix == ".jsonl" else json.loads(text))
    return tuple(found)
