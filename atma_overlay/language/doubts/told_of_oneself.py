"""What the speaker was told of themselves: *I was told that I moved to York*.

Whoever lives, works or has moved somewhere knows that without being told: that it is said is in doubt itself. That
their boss is somebody else, or that they are diabetic, they may well hear from others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay.language.doubts.hearsay import NOBODY_KNOWN
from atma_overlay.language.doubts.reported import reports
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.stretches import end_of_clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.grammar.words import BE
from atma_overlay.language.turn import ReadSentence

__all__ = ["told_of_oneself"]

_TELLING = frozenset({"tell", "inform", "assure", "notify"})
_NEWS = frozenset("be have need get owe win pass fail earn lose qualify inherit suffer".split())
"""What one may hear of oneself from others."""
_FIRST = frozenset({"i", "we"})


def told_of_oneself(sentence: ReadSentence) -> Iterator[Span]:
    """The stretches, as offsets into the text, that tell what the speaker does, as somebody else told them.

    Args:
        sentence: as read.
    """
    if sentence.verbs.isdisjoint(_TELLING):
        return
    for clause, behind in pairwise(sentence.clauses):
        own = behind.subject is not None and behind.subject.pronoun in _FIRST and behind.verb not in _NEWS
        if own and _was_told(clause) and reports(clause, sentence):
            yield clause.tokens[clause.verb_end - 1].token.end, end_of_clause(sentence, behind.verb_start)


def _was_told(clause: Clause) -> bool:
    """*I was told*, *I got told*, *somebody told me*: by nobody whose word on it counts."""
    subject = clause.subject
    if clause.verb not in _TELLING or clause.negated or subject is None:
        return False
    if subject.pronoun in _FIRST:
        before = clause.tokens[clause.verb_end - 2].lower if clause.verb_end > 1 else ""
        return clause.passive or before in BE or before == "got"
    whom = clause.bare()
    return (subject.pronoun or subject.head_lemma) in NOBODY_KNOWN and whom is not None and whom.pronoun in {"me", "us"}
