"""The part of a long text that is shown: a message of megabytes is no evidence, and must not fill a prompt."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from atma_overlay.reading.rows import Evidence
from atma_overlay.values.terms import STOP_WORDS

__all__ = ["LONGEST_SHOWN", "shortened"]

LONGEST_SHOWN = 8_000
"""Characters of a text that a row shows; about 2,000 tokens."""
_EACH = 10_000
"""Places of one word that are looked at."""
_NEAR = 400
"""Characters within which words count as told together."""
_BEGINNING = 3
"""Letters that are left of a word at least without its ending."""
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
    """The part with the most of the query's words; a word weighs the more the less often it stands in the text."""
    lower = text.lower()
    lower = lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    wanted = {w[: max(_BEGINNING, len(w) - 2)] for w in words if w not in STOP_WORDS}  # closed, closes
    places = {word: list(islice(_places(word, lower), _EACH)) for word in sorted(wanted)}
    weight = {word: 1 / len(found) for word, found in places.items() if found}
    found = sorted((place, word) for word, at in places.items() for place in at)
    start, most, first, held = 0, 0.0, 0, 0.0
    window: dict[str, int] = {}
    for place, word in found:
        window[word] = window.get(word, 0) + 1
        held += weight[word] if window[word] == 1 else 0.0
        while place - found[first][0] > _NEAR:
            left = found[first][1]
            window[left] -= 1
            held -= weight[left] if window[left] == 0 else 0.0
            first += 1
        if held > most + 1e-9:
            most, start = held, found[first][0]
    start = max(0, min(start - LONGEST_SHOWN // 4, len(text) - LONGEST_SHOWN))
    begin = text.find(" ", start, start + _REACH) + 1 if start else 0
    end = min(len(text), start + LONGEST_SHOWN)
    last = text.rfind(" ", end - _REACH, end) if end < len(text) else end
    return begin or start, last if last > 0 else end
