"""Whom one goes out with once, and not as a couple: *I'm going out with Tom for dinner*, *with Tom and Priya*."""

from __future__ import annotations

from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.value_phrases import is_time_adjunct

_WHAT_FOR = frozenset("for to at after before".split())
_MEALS = frozenset("breakfast brunch lunch tea dinner supper".split())
_LONG = frozenset({"age", "while"})
_SEVERAL = frozenset({"and", "or", "&"})


def is_an_outing(clause: Clause) -> bool:
    """Whether a clause tells where or for what somebody goes out, or that several do.

    *For two months* and *since May* tell of a couple; so does *go out with* alone.

    Args:
        clause: says with whom.
    """
    if clause.verb != "go":
        return False
    if clause.subject is not None and clause.subject.pronoun == "we":
        return True
    if any(c.preposition in _WHAT_FOR and not _tells_how_long(c) for c in clause.complements):
        return True
    company = next((c.phrase for c in clause.complements if c.preposition == "with"), None)
    if company is None or company.end >= len(clause.tokens):
        return False
    inside = clause.tokens[company.start : company.end + 1]
    return any(x.lower in _SEVERAL for x in inside)


def _tells_how_long(beside: Complement) -> bool:
    kind, head = kind_of(beside.phrase)[0], beside.phrase.head_lemma
    return head not in _MEALS and (kind == "quantity" or head in _LONG or is_time_adjunct(beside, kind))
