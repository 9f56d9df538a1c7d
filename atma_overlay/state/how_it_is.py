"""Which one something is, and how it is: *our cluster is EKS*, *our cluster is flaky*."""

from __future__ import annotations

import re2

from atma_overlay.language.extract import default_extractor
from atma_overlay.language.qualities import is_quality
from atma_overlay.records import Change, Statement

__all__ = ["tells_how"]

_NAMES = frozenset({"name", "place", "person", "code", "version"})
_IS = re2.compile(r"(?i)\b(?:is|are|was|were)\b|['’](?:s|re)\b")
_HOW = frozenset(
    """plan tier status mode state stage phase level priority severity environment subscription membership setting
    policy schedule mood availability visibility access""".split()
)
"""What is called by a name or by an adjective: *my plan is free now*, after *my plan is Pro*."""


def tells_how(earlier: Statement, later: Statement) -> bool:
    """Whether of two values of a slot one says which it is, and the other how: both may hold.

    Args:
        earlier: what stands.
        later: what is told later.
    """
    if later.change is Change.TOLD or later.replaces is not None:
        return False
    if not _HOW.isdisjoint(later.slot.attribute.split("_")):
        return False
    return _says_how(later, earlier) or _says_how(earlier, later)


def _says_how(told: Statement, named: Statement) -> bool:
    """Whether one of two tells how something is, and the other by a name, or a noun, which or who."""
    if _IS.search(told.evidence) is None:
        return False
    if told.value_kind == "name" and named.value_kind in _NAMES:
        return _is_origin(told.value) and not _is_origin(named.value)
    if told.value_kind != "phrase" or not is_quality(told.value):
        return False
    return named.value_kind in _NAMES or (named.value_kind == "phrase" and _is_typed_name(named))


def _is_origin(value: str) -> bool:
    return value.lower() in default_extractor().lexicon.words_of("nationality")


def _is_typed_name(told: Statement) -> bool:
    """*our frontend is react*: one word without an article, in a text without capitals, that tells of no quality."""
    plain = told.evidence.islower() and " " not in told.value and not is_quality(told.value)
    return plain and f"is {told.value}" in told.evidence
