"""Jokes that are taken back behind them: *my car is a Ferrari … no but seriously, where can I save money?*.

What stands before it, in its paragraph, is no fact; what was told there in the past tense is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.word_lists import read_wordings

_GROUPS = read_wordings("framed.toml")
TURNS_SERIOUS = (
    rf"(?:[.!?…)\n]|[\p{{So}}]|\s[–—-])[^\p{{L}}\p{{N}}]*(?:(?:{_GROUPS['before_seriously']})\b[^\p{{L}}\p{{N}}]*)*"
    rf"(?:{_GROUPS['seriously']})\b"
)
_TURNING = re2.compile(TURNS_SERIOUS)
_MOCKING = re2.compile(
    rf"(?:^|[.!?\n]\s*)\W*(?:(?:{_GROUPS['mocking']}|{_GROUPS['perhaps_mocking']}|of course|obviously|totally)\b"
    r"|(?:ha){2,}|lol\b)"
)
"""Where the joke begins, if it says so."""


def joked(lowered: str) -> Iterator[Span]:
    """The stretches [start, end) of a text, in lower case, that stand before it turns serious, in order."""
    done = 0
    for match in _TURNING.finditer(lowered):
        start = max(done, lowered.rfind("\n\n", done, match.start() + 1))
        begins = _MOCKING.search(lowered[start : match.start() + 1])
        yield start + (begins.start() if begins is not None else 0), match.start() + 1
        done = match.end()
