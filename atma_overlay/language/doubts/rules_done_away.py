"""Requests to forget a rule that name a thing of it: *scrap the note that says my mentor will be Nadia if …*."""

from __future__ import annotations

from atma_overlay.language.candidates import ABOUT_RULE, Candidate, Part
from atma_overlay.language.doubts.no_rule_wordings import DONE_AWAY
from atma_overlay.language.turn import ReadTurn

__all__ = ["without_rules"]

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
        if not sentence.words.isdisjoint(_CONDITIONS) and DONE_AWAY.search(sentence.said) is not None:
            start, end = sentence.sentence.start, sentence.sentence.end
            found = [c for c in found if not (_is_named(c) and start <= c.span[0] < end)]
    return found


def _is_named(candidate: Candidate) -> bool:
    """Whether a thing is to be forgotten by its name alone, and no rule."""
    by_name = candidate.part is Part.RETRACTED and candidate.value_kind == _BY_NAME
    return by_name and candidate.attribute != ABOUT_RULE
