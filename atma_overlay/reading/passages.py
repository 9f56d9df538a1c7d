"""The part of a long text that is shown: a message of megabytes is no evidence, and must not fill a prompt."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from atma_overlay.reading.rows import Evidence
from atma_overlay.state.values import fold_case

__all__ = ["LONGEST_SHOWN", "shortened"]

LONGEST_SHOWN = 8_000
"""Characters of a text that a row shows; about 2,000 tokens."""
_EACH = 64
"""Places of one word that are looked at."""
_REACH = 40
"""Characters in which a part looks for a blank to begin or end at."""


def shortened(row: Evidence, words: Collection[str]) -> Evidence:
    """A row as it is shown: of a text that is too long the part with most of the query's words, and a note of which.

    Args:
        row: a record, or a host memory.
        words: those of the query.
    """
    if len(row.text) <= LONGEST_SHOWN and len(row.value) <= LONGEST_SHOWN:
        return row
    start, end = _best(row.text, words)
    part = row.text[start:end]
    value = part if row.value == row.text else row.value[:LONGEST_SHOWN]
    told = f"characters {start + 1} to {end} of {len(row.text)}"
    return row.but(text=part, value=value, note=f"{row.note}, {told}" if row.note else told)


def _places(word: str, text: str) -> Iterator[int]:
    """Where a word begins in a text; without a pattern, which would be kept and have the word (law 7)."""
    at = text.find(word)
    while at >= 0:
        if not text[at - 1 : at].isalnum():
            yield at
        at = text.find(word, at + 1)


def _best(text: str, words: Collection[str]) -> tuple[int, int]:
    folded = fold_case(text)
    found = sorted((place, word) for word in words for place in islice(_places(word, folded), _EACH))
    start, most, first = 0, 0, 0
    window: dict[str, int] = {}
    for place, word in found:
        window[word] = window.get(word, 0) + 1
        while place - found[first][0] > LONGEST_SHOWN // 2:
            window[found[first][1]] -= 1
            first += 1
        held = sum(count > 0 for count in window.values())
        if held > most:
            most, start = held, found[first][0]
    start = max(0, min(start - LONGEST_SHOWN // 4, len(text) - LONGEST_SHOWN))
    begin = text.find(" ", start, start + _REACH) + 1 if start else 0
    end = min(len(text), start + LONGEST_SHOWN)
    last = text.rfind(" ", end - _REACH, end) if end < len(text) else end
    return begin or start, last if last > 0 else end
