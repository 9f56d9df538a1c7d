"""How much the speaker puts somewhere again and again: *I put 500 a month in an ETF*."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import Candidate, touches
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import attribute_label, phrase_span, value_of
from atma_overlay.language.making import make
from atma_overlay.language.scene import COPULAR, Scene, value_text
from atma_overlay.records import Change

PUTTING = frozenset("put pay save invest contribute".split())
"""Verbs of it."""
_INTO = frozenset("in into to toward towards".split())
_ONE_MORE = frozenset("another other second also too".split())
_EACH = frozenset("a per each every".split())
_PERIODS = frozenset("week month quarter year".split())


def names_its_sum(scene: Scene, complement: Complement) -> bool:
    """Whether a noun behind a sum says what that is, and is no other fact: *I pay £900 in rent*.

    Args:
        scene: a clause whose sum the lexicon has read.
        complement: what is told behind the sum.
    """
    paid = scene.clause.bare()
    if complement.preposition != "in" or paid is None or kind_of(paid)[0] != "money":
        return False
    named = scene.lexicon.by_noun(attribute_label(complement.phrase))
    told = phrase_span(value_of(paid)[0])
    return named is not None and "money" in named.values and touches(told, scene.taken)


def regular_sum(scene: Scene) -> Iterator[Candidate]:
    """The sum, under the name of what it goes into."""
    clause = scene.clause
    mine = clause.subject is not None and clause.subject.pronoun in {"i", "we"}
    sum_of = clause.bare()
    if not mine or clause.negated or clause.asked or clause.mood != "actual" or sum_of is None or clause.passive:
        return
    kind, unit = kind_of(sum_of)
    into = next((c.phrase for c in clause.complements if c.preposition in _INTO), None)
    label = attribute_label(into)
    if not _ONE_MORE.isdisjoint(x.lower for x in clause.tokens) or " at work" in scene.sentence.said:
        return  # into another one
    if kind not in {"money", "number"} or not label or not _is_regular(clause, sum_of.end):
        return
    value, span = value_text(scene, sum_of)
    if scene.lexicon.by_noun(label) is None:
        yield make(scene, scene.turn.speaker, label, value, span, kind, unit, Change.NONE, COPULAR, single=True)


def _is_regular(clause: Clause, end: int) -> bool:
    behind = [x.lower for x in clause.tokens[end : end + 2]]
    return len(behind) > 1 and behind[0] in _EACH and behind[1] in _PERIODS and clause.tense == "present"
