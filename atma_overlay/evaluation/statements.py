"""When a text tells a statement, and which record stands for it, where gold is a sentence and not a value.

A text tells a statement when the content words of each of the statement's sentences stand, stemmed, in one
sentence of the text, with the same polarity. A record stands for a statement when it was said in the session
that tells it, and

- its evidence and the statement share two content words or more, and `OVERLAP` of the shorter of the two;
- half of the content words of its value are the statement's, and one at least is none of the statements before and
  after it in the same state: what both say (*the author of the book*) is not what changed;
- no other record of that session shares more of the statement.

A record that the session only restates has its evidence elsewhere: it stands for the statement when all content
words of its value are the statement's, and one is none of the others'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from atma_overlay.evaluation.wording import phrase
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.values.terms import stem
from atma_overlay.views import StateRecord

OVERLAP = 0.85
"""Share of the shorter text's content words that evidence and statement have in common: near to verbatim."""
TELLS = 0.5
"""Share of a statement's content words below which no turn of its session is taken for the one that tells it."""
_LEAST = 2


@dataclass(frozen=True, slots=True)
class Sentence:
    """The stems of a sentence's content words, and whether it denies something."""

    stems: frozenset[str]
    negated: bool


@lru_cache(maxsize=1 << 14)
def sentences_of(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text that have a content word."""
    found = (phrase(text[each.start : each.end]) for each in sentences(text))
    return tuple(Sentence(frozenset(map(stem, each.words)), each.negated) for each in found if each.words)


@lru_cache(maxsize=1 << 14)
def stems_of(text: str) -> frozenset[str]:
    """The stems of all content words of a text."""
    return frozenset(map(stem, phrase(text).words))


def tells(text: str, statement: str) -> bool:
    """Whether the text tells the statement."""
    told, wanted = sentences_of(text), sentences_of(statement)
    return bool(wanted) and all(
        any(each.stems <= said.stems and each.negated == said.negated for said in told) for each in wanted
    )


def telling_turns(turns: Sequence[str], statement: str) -> tuple[int, ...]:
    """The turns of a session that tell the statement; else the one with most of its words, at least `TELLS`."""
    whole = tuple(place for place, text in enumerate(turns) if tells(text, statement))
    if whole:
        return whole
    wanted = stems_of(statement)
    shares = [len(stems_of(text) & wanted) for text in turns]
    best = max(shares, default=0)
    return (shares.index(best),) if wanted and best >= TELLS * len(wanted) else ()


def standing_for(
    statement: str, *, said: Iterable[StateRecord], restated: Iterable[StateRecord], others: Iterable[str] = ()
) -> tuple[StateRecord, ...]:
    """The records of a session that stand for the statement.

    Args:
        statement: the gold.
        said: the records that the session says first.
        restated: the records that it says again.
        others: the other statements of the same state.
    """
    wanted = stems_of(statement)
    own = wanted.difference(*map(stems_of, others)) or wanted
    shared = [(record, _shared(record, wanted)) for record in said if stems_of(record.value) & own]
    best = max((share for _, share in shared), default=0)
    again = (r for r in restated if stems_of(r.value) & own and stems_of(r.value) <= wanted)
    return (*(record for record, share in shared if share and share == best), *again)


def _shared(record: StateRecord, wanted: frozenset[str]) -> int:
    """How many of the statement's words the evidence has; 0 where the record does not stand for it."""
    evidence, value = stems_of(record.evidence), stems_of(record.value)
    shared = len(evidence & wanted)
    near = shared >= max(OVERLAP * min(len(evidence), len(wanted)), min(_LEAST, len(wanted)))
    return shared if near and 2 * len(value & wanted) >= len(value) else 0
