"""What somebody was heard or seen to do: *heard Otto left the choir*, *saw that Anna ditched Slack*.

The verb behind whom it is told of reads as one without a subject, and so as the speaker's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.clauses import Clause
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence

__all__ = ["overheard"]

_HEARING = frozenset("hear read see notice learn gather".split())
_NAMING = frozenset("call name title entitle".split())
_APART = frozenset(", . ; : - – — and but or so when because while after before since until i we my our myself".split())
"""Behind these a clause tells of something else, or of the speaker."""
_WHOM = 6
"""Words of whom it is told."""


def overheard(sentence: ReadSentence) -> Iterator[Span]:
    """The stretches, as offsets into the text, that tell what somebody else was heard or seen to do.

    Args:
        sentence: as read.
    """
    if ":" in sentence.words:
        yield from _under_anothers_name(sentence)
    if sentence.verbs.isdisjoint(_HEARING):
        return
    for clause, behind in pairwise(sentence.clauses):
        if clause.verb in _HEARING and _is_first(clause) and _is_an_act(behind):
            whom = [x.lower for x in clause.tokens[clause.verb_end : behind.verb_start]]
            if set(whom) - {"that"} and len(whom) <= _WHOM and _APART.isdisjoint(whom):
                yield clause.tokens[clause.verb_end - 1].token.end, sentence.sentence.end


def _under_anothers_name(sentence: ReadSentence) -> Iterator[Span]:
    """*Ben's update: moved to York*: what stands without a subject behind a head that says whose it is."""
    tokens = sentence.tokens
    colon = next((i for i, x in enumerate(tokens[:_WHOM]) if x.text == ":"), 0)
    owned = any(x.tag == t.GEN or x.lower in {"his", "her", "their"} for x in tokens[:colon])
    mine = any(x.lower in {"my", "our"} for x in tokens[:colon])
    first = next((c for c in sentence.clauses if c.verb_start > colon), None)
    if owned and not mine and first is not None and first.subject is None:
        yield tokens[colon].token.end, sentence.sentence.end


def _is_an_act(clause: Clause) -> bool:
    """*Left the choir*, behind whom it is told of; *someone called Priit* names somebody."""
    return clause.subject is None and clause.mood == "actual" and clause.verb not in _NAMING


def _is_first(clause: Clause) -> bool:
    happened = clause.mood == "actual" and not clause.progressive
    return happened and (clause.subject is None or clause.subject.pronoun in {"i", "we"})
