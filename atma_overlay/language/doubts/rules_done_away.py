"""Requests to forget that take no fact: of a rule, or for a time to come.

*Scrap the note that says my mentor will be Nadia if …* takes no mentor, and *if I move, forget my gym* none yet.
"""

from __future__ import annotations

from atma_overlay.language.candidates import ABOUT_RULE, Candidate, Part
from atma_overlay.language.doubts.no_rule_wordings import DONE_AWAY
from atma_overlay.language.doubts.under_conditions import waits
from atma_overlay.language.turn import ReadSentence

__all__ = ["without_rules"]

_CONDITIONS = frozenset("if once when unless until after as case moment".split())
_BY_NAME = "topic"
"""The kind of what is named and has no value: *my mentor*."""


def without_rules(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates without requests to forget what only a rule names, or what is to be forgotten later.

    Args:
        found: of the utterance.
        sentence: one of its sentences.
    """
    if sentence.words.isdisjoint(_CONDITIONS) or not any(c.part is Part.RETRACTED for c in found):
        return found
    if not waits(sentence) and DONE_AWAY.search(sentence.said) is None:
        return found
    start, end = sentence.sentence.start, sentence.sentence.end
    return [c for c in found if c.part is not Part.RETRACTED or not _is_named(c) or not start <= c.span[0] < end]


def _is_named(candidate: Candidate) -> bool:
    """Whether a thing is to be forgotten by its name alone, and no rule."""
    return candidate.value_kind == _BY_NAME and candidate.attribute != ABOUT_RULE
