"""What is over for one occasion only: closed early, shut for lunch, gone at five."""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.language.clauses import Clause
from atma_overlay.language.complements import TIMES
from atma_overlay.language.kinds import kind_of
from atma_overlay.language.times import TimeSpan

_FOR_ONCE = frozenset("early late briefly momentarily there here".split())
_BREAKS = TIMES | frozenset("lunch break dinner holiday inventory repair cleaning maintenance prayer bit".split())


def for_once(clause: Clause, times: Iterable[TimeSpan]) -> bool:
    """Whether what a clause tells to be over is so for that time alone.

    *Closed early*, *is closed for lunch*, *left at five*, *was shut yesterday*; *is over there* tells a place.

    Args:
        clause: says of its subject that it closed, ended or left.
        times: those of its sentence.
    """
    behind = clause.tokens[clause.verb_end : max(clause.end, clause.verb_end) + 1]
    if any(x.lower in _FOR_ONCE for x in behind) or not clause.adverbs.isdisjoint(_FOR_ONCE):
        return True
    if clause.verb in {"close", "shut"} and clause.passive and any(x.grain == "day" for x in times):
        return True
    return any(
        (c.preposition == "for" and c.phrase.head_lemma in _BREAKS)
        or (c.preposition == "at" and kind_of(c.phrase)[0] in {"time", "number"})
        for c in clause.complements
    )
