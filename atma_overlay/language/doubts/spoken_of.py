"""Acts that are only spoken of, in the *-ing* behind a verb or a preposition: *I considered raising our price to £95*.

Which word leads it says whether it was done: *I finished moving*, *by moving*; *I ruled out moving*, *without moving*.
"""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.language.candidates import BY_PLAN, Candidate, Part
from atma_overlay.language.doubts.disclaimed import asked_for
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.stretches import Cover, end_of_clause, gerund
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.value_phrases import phrase_span
from atma_overlay.language.turn import ReadSentence
from atma_overlay.records import Change

_DONE = frozenset(
    """start begin commence finish complete end wind keep continue enjoy regret love like hate miss succeed spend have
    be go come get remember admit confess celebrate appreciate stop quit see feel find leave catch give help hand pass
    switch change return take convert""".split()
)
"""Verbs behind which an act was done or goes on, is over (*gave up*), or names something (*handed billing over*)."""
_DONE_BY = frozenset("by after since when while upon on with despite besides through from following amid".split())
"""Prepositions behind which it was."""
_THANKING = frozenset("thank thanks sorry apologies congratulations congrats credit".split())
_AROUND = frozenset("round around down back used".split())
"""*Got round to moving*, *got down to moving*."""
_NOT_LIVED = frozenset(
    """consider imagine suggest propose recommend contemplate discuss fancy picture envisage envision dread avoid
    debate postpone delay risk resist advise mention""".split()
)
_NOT_LIVED_BY = frozenset("without than against".split())
"""What makes a state no fact either: *I considered living in York*; *I talked about living there* may tell one."""


def without_acts_spoken_of(found: list[Candidate], sentence: ReadSentence) -> list[Candidate]:
    """The candidates of a sentence without those of acts of which it is not told that they were done, or that it asks.

    What is called the speaker's own there is so all the same: *I thought about selling my old Nikon*.

    Args:
        found: the candidates.
        sentence: what they were found in.
    """
    spoken = Cover([*_spoken_of(sentence), *asked_for(sentence)]) if found else Cover(())
    if not spoken:
        return found
    return [c for c in found if _is_told(c) or not spoken.holds(c.span) or _is_owned(c, sentence)]


def _is_told(candidate: Candidate) -> bool:
    """Whether it is what the words around the act tell: that it is not to be (*I decided against moving*)."""
    return candidate.part is Part.RETRACTED or candidate.attribute == BY_PLAN or not candidate.affirmed


def _is_owned(candidate: Candidate, sentence: ReadSentence) -> bool:
    if candidate.part is not Part.STATEMENT or candidate.change is Change.TOLD:
        return False
    owners = (i for i, x in enumerate(sentence.tokens) if x.tag == t.POSS and x.lower in {"my", "our"})
    mine = (phrase for i in owners if (phrase := sentence.phrase_at(i)) is not None)
    return Cover(phrase_span(x) for x in mine).holds(candidate.span)


def _spoken_of(sentence: ReadSentence) -> Iterator[Span]:
    for clause in sentence.clauses:
        if clause.verb_start == 0 or clause.subject is not None or not gerund(clause):
            continue
        start = clause.tokens[clause.verb_start].token.start
        if not _was_done(clause, sentence):
            end = end_of_clause(sentence, clause.verb_start)
            further = [c.tokens[c.start].token.start for c in sentence.clauses if c.intro in _TOLD_OF_IT]
            yield start, min([x for x in further if x > start] + [end])


_TOLD_OF_IT = frozenset({"who", "which", "that", "where"})
"""What opens a clause that tells of what the act is done to: *a letter from Corvia, who've been my insurer …*."""


def _was_done(clause: Clause, sentence: ReadSentence) -> bool:
    at = clause.verb_start - 1
    while at > 0 and sentence.tokens[at].tag == t.ADV:
        at -= 1
    led = sentence.tokens[at]
    if led.tag == t.NEG or led.lower == "than":
        return False
    if led.tag == t.VERB:
        return led.lemma in _DONE or (clause.verb in _STATES and led.lemma not in _NOT_LIVED)
    if led.tag != t.PREP:
        return True
    before = sentence.tokens[at - 1] if at else led
    if before.tag == t.VERB and led.lower in {"up", "in", "out", "off", "down", "over"}:  # ended up, succeeded in
        return before.lemma in _DONE
    if led.lower == "for":
        return not {x.lower for x in sentence.tokens[:at]}.isdisjoint(_THANKING)
    if led.lower == "to":
        return before.lower in _AROUND or before.lemma in _DONE
    if clause.verb in _STATES and led.lower not in _NOT_LIVED_BY:
        return True
    return led.lower in _DONE_BY


_STATES = frozenset("live work be have use reside study drive teach run own rent wear do sing play".split())
"""What lasts: who speaks of it may well be at it."""
