"""What the readings of alternatives share: a rule found, the words of a stretch, what a bare new value is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.grammar import kinds
from atma_overlay.language.grammar import tags as t
from atma_overlay.language.grammar.kinds import kind_of
from atma_overlay.language.grammar.phrases import Phrase
from atma_overlay.language.grammar.tokens import Token
from atma_overlay.language.rules.condition_parts import Condition
from atma_overlay.language.rules.outcomes import Outcome, Topic
from atma_overlay.language.rules.rule_slots import Named, Rulebook

_OPENING_AN_ASIDE = frozenset({t.POSS, t.PRON, t.DET, t.CONJ})

MODAL = frozenset("would 'd will 'll".split())


@dataclass(frozen=True, slots=True)
class Alternative:
    """A condition that was told without *if*, what follows, and the words that say what would be."""

    condition: Condition
    outcome: Outcome
    span: tuple[int, int]


def topic_of(book: Rulebook, before: Sequence[Candidate], *, until: int | None = None) -> Topic:
    """What a bare new value takes the place of: what was stated last, here or in the sentence before."""
    last = book.turn.before(book.sentence)
    start = last.sentence.start if last is not None else book.sentence.sentence.start
    told = [
        c
        for c in before
        if c.part is Part.STATEMENT and c.value_kind in kinds.ANCHORED and c.confidence >= _SURE
        and c.span[0] >= start and (until is None or c.span[0] < until)
    ]  # fmt: skip
    if not told:
        return Topic()
    first = max(told, key=lambda c: (c.span[0] < book.sentence.sentence.start, c.confidence, -c.span[0]))
    mine = first.subject == book.turn.speaker or first.subject.startswith("?")
    return Topic(Named(first.attribute, "" if mine else first.subject, first.value))


_SURE = 0.6


def tokens_of(book: Rulebook, start: int, end: int) -> list[Token]:
    """The words of tokens [start, end)."""
    return [x.token for x in book.sentence.tokens[start:end]]


def sentence_end(book: Rulebook, start: int) -> int:
    """Where the consequence ends: at a stop, or where an aside begins."""
    tokens = book.sentence.tokens
    for i in range(start, len(tokens)):
        aside = tokens[i].text == "," and i + 1 < len(tokens) and tokens[i + 1].tag in _OPENING_AN_ASIDE
        if tokens[i].text in {".", ";", ":", "–", "—", "!", "("} or aside:
            return i
    return len(tokens)


def telling(value: Phrase) -> bool:
    """Whether a phrase is a value by itself: a name, a number, a time."""
    return kind_of(value)[0] in kinds.ANCHORED


def span_of(book: Rulebook, start: int, end: int) -> tuple[int, int]:
    """Tokens [start, end) as offsets into the turn."""
    tokens = book.sentence.tokens
    return tokens[start].token.start, tokens[max(start, end - 1)].token.end
