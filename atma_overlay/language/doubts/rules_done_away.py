"""Requests to forget a rule that name a thing of it: *scrap the note that says my mentor will be Nadia if …*."""

from __future__ import annotations

from atma_overlay import re2
from atma_overlay.language.candidates import ABOUT_RULE, Candidate, Part
from atma_overlay.language.doubts.no_rule_wordings import DONE_AWAY
from atma_overlay.language.turn import ReadTurn

__all__ = ["without_rules"]

_OF_A_RULE = re2.compile(
    r"(?:\b(?:will|would|becomes?)|'ll|'d)\b.*\b(?:if|once|when|unless|as soon as)\b"
    r"|\b(?:if|once|when|unless|as soon as) (?:i|we|my|our)\b.*(?:\b(?:will|would|becomes?)|'ll|'d)\b"
)
"""What follows from a condition: a rule is named, and no fact."""
_CONDITIONS = frozenset("if once when unless until after as case moment".split())
_BY_NAME = "topic"
"""The kind of what is named and has no value: *my mentor*."""


def without_rules(found: list[Candidate], turn: ReadTurn) -> list[Candidate]:
    """The candidates without requests to forget what only a rule names.

    Args:
        found: of the utterance.
        turn: the utterance.
    """
    for sentence in turn.sentences:
        if sentence.words.isdisjoint(_CONDITIONS):
            continue
        away = DONE_AWAY.search(sentence.said)
        if away is not None and _OF_A_RULE.search(sentence.said[away.end() :]) is not None:
            start, end = sentence.sentence.start, sentence.sentence.end
            found = [c for c in found if not (_is_named(c) and start <= c.span[0] < end)]
    return found


def _is_named(candidate: Candidate) -> bool:
    """Whether a thing is to be forgotten by its name alone, and no rule."""
    by_name = candidate.part is Part.RETRACTED and candidate.value_kind == _BY_NAME
    return by_name and candidate.attribute != ABOUT_RULE
