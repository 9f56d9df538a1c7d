"""What is told of a thing of somebody else's, or of another thing's own: nothing of the speaker's changes by it.

*I moved the kids' bedtime to 8pm* leaves the speaker's bedtime, *the docs repo cut its line length to 88* what it is
in the speaker's repo, and *the office moved, its new address is …* where the speaker lives.
"""

from __future__ import annotations

from collections.abc import Iterable

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import words as w
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.turn import ReadSentence, ReadTurn

_IT = "?it"
_ITS = frozenset({"its", "their"})
_OURS = w.COMPONENTS | frozenset(
    """team project company product business firm startup codebase repo website group department family household
    couple""".split()
)
"""What a speaker has one of, as a rule: what is its own is the speaker's."""


def left_to_others(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
    """The candidates of a sentence without those that give the speaker what is somebody else's.

    Args:
        found: the candidates.
        sentence: what they were found in.
        turn: the utterance that it is of.
    """
    theirs = {c.span for c in found if c.part is Part.STATEMENT and _is_of_a_person(c.subject, turn)}
    out = [c for c in found if not (c.part is Part.ADOPTED and c.subject == turn.speaker and c.span in theirs)]
    if not sentence.words.isdisjoint({"your", "else"}):
        addressed = [c for c in sentence.clauses if _is_of_somebody_else(c, sentence)]
        out = [c for c in out if c.subject != turn.speaker or not any(_holds(x, c) for x in addressed)]
    if _ITS.isdisjoint(sentence.words):
        return out
    return [_of_the_thing(c, sentence.clauses, turn) for c in out]


def _is_of_a_person(subject: str, turn: ReadTurn) -> bool:
    """*user's kid*, *user's mum*: somebody near the speaker, whose things are no things of the speaker's."""
    of, _, relation = subject.partition("'s ")
    return of == turn.speaker and relation in w.KIN


def _is_of_somebody_else(clause: Clause, sentence: ReadSentence) -> bool:
    """*Your hosting is …*, said to an assistant; *everyone else's gym is …*."""
    thing = clause.subject
    if thing is None:
        return False
    return thing.owner == "your" or (
        thing.start > 1 and [x.lower for x in sentence.tokens[thing.start - 2 : thing.start]] == ["else", "'s"]
    )


def _of_the_thing(candidate: Candidate, clauses: Iterable[Clause], turn: ReadTurn) -> Candidate:
    if candidate.subject not in {_IT, turn.speaker} or candidate.part is not Part.STATEMENT:
        return candidate
    clauses = list(clauses)
    at = next((n for n, c in enumerate(clauses) if _holds(c, candidate)), None)
    if at is None:
        return candidate
    clause, before = clauses[at], clauses[at - 1].subject if at else None
    thing = clause.bare()
    if thing is not None and thing.owner in _ITS and _is_a_thing(clause.subject):
        return candidate.but(subject=clause.subject.label) if clause.subject is not None else candidate
    if clause.subject is not None and clause.subject.owner in _ITS and before is not None and _is_a_thing(before):
        return candidate.but(subject=before.label)
    return candidate


def _holds(clause: Clause, candidate: Candidate) -> bool:
    begin, end = clause.offsets
    return begin <= candidate.span[0] < max(end, begin + 1) or any(
        c.phrase.offsets() == candidate.span for c in clause.complements
    )


def _is_a_thing(phrase: Phrase | None) -> bool:
    """*The office*, *the docs repo*: a common noun of nobody else's, and no pronoun."""
    plain = phrase is not None and phrase.pronoun is None and not phrase.is_name and phrase.owner is None
    label = "" if phrase is None else phrase.label
    return plain and phrase is not None and bool(label) and label not in _OURS and phrase.head_lemma not in w.KIN
