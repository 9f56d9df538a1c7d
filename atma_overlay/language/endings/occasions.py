"""What is over for one occasion only: closed early, shut for lunch, gone at five."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from atma_overlay.language.dates.times import TimeSpan
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause, Complement
from atma_overlay.language.grammar.complements import TIMES
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase

_FOR_ONCE = frozenset("early late briefly momentarily there here".split())
_FOR_GOOD = frozenset("down good permanently forever ever".split())
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
    onwards = [x.lower for x in clause.tokens[clause.verb_end : clause.verb_end + 3]]
    if onwards[:1] == ["for"] and not _BREAKS.isdisjoint(onwards[1:]):
        return True  # cleaning is a verb of its own
    if clause.verb in {"close", "shut"} and clause.passive and any(x.grain == "day" for x in times):
        return True
    return any(
        c.preposition in {"until", "till"}
        or (c.preposition == "for" and not _forms(c.phrase).isdisjoint(_BREAKS))
        or (c.preposition == "at" and kind_of(c.phrase)[0] in {"time", "number"})
        for c in clause.complements
    )


ON_THE_WAY = frozenset("go head drive walk cycle run pop nip come".split())
"""Verbs of who goes somewhere."""


def shut_now(clause: Clause, clauses: Iterable[Clause]) -> bool:
    """*PureGym's closed, so I'm heading to FitWorks*: shut as one goes elsewhere; an account is so for good.

    Args:
        clause: says of its subject that it is, or was, closed.
        clauses: those of its sentence.
    """
    place = clause.subject is not None and clause.subject.is_name
    if not place or clause.verb not in {"close", "shut"} or clause.tokens[clause.verb_start].lower != "'s":
        return False
    if not _FOR_GOOD.isdisjoint([x.lower for x in clause.tokens[clause.verb_end : clause.end + 1]]):
        return False
    behind = [c for c in clauses if c.verb_start > clause.verb_start]
    return any(c.verb in ON_THE_WAY and c.progressive and c.tense == "present" for c in behind)


_WHILES = (TIMES - {"moment", "instant"}) | frozenset(
    "lent ramadan advent fast pregnancy while bit time today tonight now sprint season term semester shift".split()
)
_REASONS = frozenset("good health reason sake cause charity bet dare ever wallet".split())


def for_a_while(beside: Complement) -> bool:
    """*For Lent*, *for a month*: what is given up so long is taken up again."""
    return beside.preposition == "for" and not _forms(beside.phrase).isdisjoint(_WHILES)


def for_now(clause: Clause) -> bool:
    """*I'm done with FitWorks for today*: whether what is over is so for the day."""
    behind = [x.lower for x in clause.tokens[clause.verb_end :]]
    return any(a == "for" and b in _TODAY for a, b in pairwise(behind))


_TODAY = frozenset({"today", "tonight", "now"})


def is_bounded(beside: Complement) -> bool:
    """*For a month*, *until March*: how long what is taken up is to last."""
    return for_a_while(beside) or beside.preposition in {"until", "till"}


def _forms(phrase: Phrase) -> set[str]:
    """Its head, as said and as its lemma: *cleaning* is a form of *clean*, and *bit* of *bite*."""
    return {phrase.head_lemma, phrase.tokens[phrase.head].lower}


def is_no_exchange(beside: Complement) -> bool:
    """*For a month*, *for good*, *for my health*: nothing that is taken up instead."""
    return for_a_while(beside) or (beside.preposition == "for" and beside.phrase.head_lemma in _REASONS)


_RESTRICTING = frozenset("in on at with for to from before after during near around behind over".split())
_LASTING = TIMES | frozenset("good health reason sake cause ever then now".split())


def restricts(beside: Complement) -> bool:
    """*On the road*, *in front of my mother*, *for private chats*: where or for what something is so, and not when."""
    phrase = beside.phrase
    if phrase.start > 1 and phrase.tokens[phrase.start - 2].tag == t.PUNCT:
        return False  # , with my doctor's blessing,
    kind, unit = kind_of(phrase)
    dated = kind in {"date", "day", "time", "number"} and unit != "weekly"
    head = phrase.head_lemma
    return beside.preposition in _RESTRICTING and not dated and head not in _LASTING and not head.isdigit()
