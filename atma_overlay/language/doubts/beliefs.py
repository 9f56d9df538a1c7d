"""What is only believed, only seems so or was never said: *my mum thinks I moved*, *I think I live in …*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay import re2
from atma_overlay.language.doubts.reported import is_first, reported, reports
from atma_overlay.language.grammar.signs import WORDINGS, Sign
from atma_overlay.language.grammar.stretches import end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

_BELIEF = frozenset("think believe assume reckon suspect imagine guess suppose presume figure wonder doubt".split())
_TELLING = frozenset("say claim tell mention state suggest imply mean".split())


def believed(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that somebody else merely believes: *my mum thinks I moved*.

    Args:
        sentence: as read.
    """
    unsaid = () if sentence.words.isdisjoint(_NOT) else _unsaid(sentence)
    thought = [span for _, span in reported(sentence, _BELIEF)]
    return [*thought, *unsaid]


_NOT = frozenset("never not n't".split())


def _unsaid(sentence: ReadSentence) -> Iterator[Span]:
    """*I never said I left*: what the speaker says was not said."""
    for clause in sentence.clauses:
        unsaid = clause.verb in _TELLING and clause.negated and clause.tense in {"past", "perfect"}
        if unsaid and is_first(clause) and reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


_SEEMS = re2.compile(
    r"(?:^\W*(?:and |but |so |it |that |this )?|\b(?:it|that|this) )(?:just |really |almost |kind of |sort of )?"
    r"(?:feels?|felt|looks?|looked|sounds?|sounded|seems?|seemed) (?:like|as if|as though)\b"
    r"|\b(?:it|that|this) (?:\w+ )?(?:seems?|seemed|appears?|appeared)(?: to (?:me|us))?(?: that)? (?:i|we|my|our)\b"
    r"|\b(?:you|one)(?:'d| would| might) (?:\w+ )?(?:think|believe|say)(?: that)? (?:i|we|my|our)\b"
)
_SEEMING = Sign(_SEEMS.pattern, family=WORDINGS)
"""*It feels like Tomas is my manager*, *it seems my gym is Pulse*: an impression."""


def unsure(sentence: ReadSentence) -> list[Span]:
    """The stretches, as offsets into the text, that the speaker only believes to hold: *I think I live in …*.

    What is told as past is known, whatever is thought of it: *I think I moved too soon*.

    Args:
        sentence: as read.
    """
    found = []
    if sentence.shows(_SEEMING, sentence.said):
        seems = _SEEMS.search(sentence.said)
        if seems is not None:
            found.append((sentence.sentence.start + seems.start(), sentence.sentence.end))
    for clause, behind in pairwise(sentence.clauses):
        believes = clause.verb in _BELIEF and clause.tense == "present" and not clause.negated and is_first(clause)
        if believes and behind.tense == "present" and is_first(behind) and reports(clause, sentence):
            found.append((clause.tokens[clause.verb_end - 1].token.end, end_of_clause(sentence, behind.verb_start)))
    return found
