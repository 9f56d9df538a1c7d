"""Words that tell how something is, and not which or who: *flaky*, *pregnant*, *slow and noisy*."""

from __future__ import annotations

from functools import lru_cache

from atma_overlay import re2
from atma_overlay.language.grammar.words import ADVERBS, PREPOSITIONS
from atma_overlay.word_lists import read_list

__all__ = ["GRADED", "is_quality", "may_be_quality", "may_describe"]

GRADED = frozenset(
    """plan tier status mode state stage phase level priority severity environment subscription membership setting
    policy schedule mood availability visibility access package edition""".split()
)
"""What is called by a name or by an adjective: *my plan is free now*, after *my plan is Pro*."""

_PLAIN = re2.compile(r"^[a-z]+(?:[ -][a-z]+)*$")
_JOINING = frozenset("and or but half".split())
_MADE_OF_TWO = frozenset({"open source", "closed source", "out of date", "up to date", "end of life"})
_GIVEN = frozenset("sunny sandy rusty dusty misty stormy merry lucky".split())
"""Adjectives that people are called by."""
_MOST_WORDS = 4


@lru_cache(maxsize=1)
def _adjectives() -> frozenset[str]:
    return read_list("adjectives.txt")


@lru_cache(maxsize=1)
def _nouns_too() -> frozenset[str]:
    return read_list("adjectives_or_nouns.txt")


def may_describe(word: str) -> bool:
    """Whether a word in small letters before a noun may be an adjective, or one of a verb: *minimum*, *planned*.

    Args:
        word: the word; a noun that tells what the noun is of is none (*membership fee*).
    """
    return _is_adjective(word) or word in _nouns_too() or word.endswith("ed")


def is_quality(text: str) -> bool:
    """Whether words in small letters are adjectives, one or more of them.

    Args:
        text: a value as it was said.
    """
    if not _PLAIN.search(text):
        return False
    words = text.replace("-", " ").split()
    if " ".join(words) in _MADE_OF_TWO:
        return True
    behind = next((i for i, x in enumerate(words) if i and x in PREPOSITIONS), len(words))
    words = words[:behind]  # full of spam
    while len(words) > 1 and (words[-1] in ADVERBS or words[-1] == "right"):
        words.pop()  # unreachable right now
    known = len(words) <= _MOST_WORDS and all(x in ADVERBS or x in _JOINING or _is_adjective(x) for x in words)
    return known and _is_adjective(words[-1])


def may_be_quality(text: str, *, called: bool) -> bool:
    """Whether a word with a capital is an adjective: *Brilliant*.

    Args:
        text: a value as it was said.
        called: whether it may be what somebody is called, and is not taken for one if it is a noun, too: *Frank*.
    """
    small = text.lower()
    if text[:1].isupper() and text[1:] == small[1:] and small not in _GIVEN:
        return small in _adjectives() or (not called and small in _nouns_too())
    return False


def _is_adjective(word: str) -> bool:
    return word in _adjectives() or word in _nouns_too()
