"""A sentence that tells by the way how something is now, said over as a plain one: what that tells, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from atma_overlay.language.candidates import DOUBTED, Candidate, Part, touches
from atma_overlay.language.changes import doers
from atma_overlay.language.doubts import hearsay, irrealis
from atma_overlay.language.doubts.announced import announced
from atma_overlay.language.facts.mentions import FAINT
from atma_overlay.language.grammar.stretches import Cover
from atma_overlay.language.grammar.tags import NAME
from atma_overlay.language.grammar.tokens import Span, Token
from atma_overlay.language.rules.rewording import read, stop
from atma_overlay.language.texts import drafts
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.records import Act, Change

States = Callable[[ReadSentence, ReadTurn], list[Candidate]]
"""Reads a sentence of a turn."""


def in_plain_words(tokens: Sequence[Token], sentence: ReadSentence, turn: ReadTurn) -> ReadSentence:
    """Words that stand for a sentence, without a stop, read as one of their own."""
    names = frozenset([x.lower for x in sentence.tokens if x.tag == NAME])
    return read([*tokens, stop(tokens[-1].end)], turn.text, names)


def told_plainly(
    tokens: Sequence[Token], span: Span, sentence: ReadSentence, turn: ReadTurn, states: States, lexicon: Lexicon,
    replaces: str | None = None,
) -> Iterator[Candidate]:  # fmt: skip
    """The changes that the plain words tell of a value, as told by the sentence that they stand for.

    Args:
        tokens: the words, without a stop.
        span: where the value stands, as offsets into the text.
        sentence: as it was said.
        turn: the utterance that it is of.
        states: reads a sentence.
        lexicon: knows what nouns name.
        replaces: what was before, where the sentence tells it.
    """
    plain = in_plain_words(tokens, sentence, turn)
    to_come = announced(sentence, turn.at, turn.times_of(sentence))
    doubtful = Cover([*drafts.drafted(sentence), *hearsay.hearsay(sentence), *irrealis.unreal(sentence), *to_come])
    evidence = turn.text[sentence.sentence.start : sentence.sentence.end]
    for candidate in doers.told_by(states(plain, turn), plain, turn, lexicon):
        states_it = candidate.part is Part.STATEMENT and candidate.act is Act.ASSERT
        if not states_it or candidate.change is Change.NONE or not touches(candidate.span, [span]):
            continue
        if _breaks_a_name(candidate.span, span, plain):
            continue
        fresh = candidate.but(evidence=evidence, doer=None, change=Change.TOLD, replaces=replaces or candidate.replaces)
        yield fresh.doubted() if doubtful.holds(fresh.span) else fresh


def _breaks_a_name(told: Span, span: Span, plain: ReadSentence) -> bool:
    """*Café*, of *Café Lantrell*."""
    behind = next((x for x in plain.tokens if x.token.start >= told[1]), None)
    return behind is not None and behind.tag == NAME and behind.token.end <= span[1]


def with_told(found: list[Candidate], told: Sequence[Candidate]) -> list[Candidate]:
    """The candidates with what is told plainly, without faint mentions of the same words.

    Args:
        found: what was found so far.
        told: what the plain words of a sentence tell.
    """
    if not told:
        return found
    plain = [c.span for c in told if c.confidence > DOUBTED]
    return [c for c in found if c.confidence != FAINT or not touches(c.span, plain)] + list(told)
