"""Conditions between quotation marks: whose words they are, and what they name there, is not told by the speaker."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay import re2
from atma_overlay.language.doubts.no_rule_wordings import OWN_WORDS
from atma_overlay.language.grammar.tokens import Span
from atma_overlay.language.turn import ReadSentence, ReadTurn

__all__ = ["conditions_quoted", "quoted"]

_QUOTED = re2.compile(r'"[^"]+"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|(?:^|[\s(:])[\'‘](?:if|once|when|after)\b')
_CONDITION = re2.compile(
    r"\b(?:if|once|when|unless|until|as soon as|as long as|in case|after an?|the moment|the day)\b|->"
)
_OF_ONES_OWN = re2.compile(r",.*\b(?:my|our)\b|\b(?:my|our)\b.*\b(?:if|once|when)\b")
"""What a title lacks: *When I'm Sixty-Four*."""
_MARKS = frozenset("\"“„«‘'")


def quoted(sentence: ReadSentence, turn: ReadTurn, core: int) -> bool:
    """Whether a rule is between quotation marks, and those not for words that the speaker gives as their own.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
        core: where in the sentence the rule begins.
    """
    first = max(0, sentence.sentence.start - _AROUND)
    text = turn.text[first : sentence.sentence.end + _AROUND]
    place = sentence.sentence.start + core - first
    for start, end in _quotations(text):
        if start > place:
            break  # and so does what follows
        if place < end:
            opens = max(text.rfind(mark, 0, start) for mark in ".!?\n") + 1
            return OWN_WORDS.search(text[opens:start].lower().replace("’", "'")) is None
    return False


_AROUND = 400
"""Characters around a sentence in which a quotation that holds it may begin and end."""


def conditions_quoted(sentence: ReadSentence) -> Iterator[Span]:
    """The quotations of a sentence, as offsets into the text, in which something hangs on a condition.

    Args:
        sentence: as read.
    """
    if _MARKS.isdisjoint(sentence.text) or _CONDITION.search(sentence.text.lower()) is None:
        return
    begin = sentence.sentence.start
    for start, end in _quotations(sentence.text):
        said = sentence.text[start:end].lower()
        if _CONDITION.search(said) is not None and ("->" in said or _OF_ONES_OWN.search(said) is not None):
            yield begin + start, begin + end


def _quotations(text: str) -> Iterator[Span]:
    for match in _QUOTED.finditer(text):
        led = match.group()[0].isspace() or match.group()[0] in "(:"
        single = match.group().lstrip("( :\n\t")[:1] in {"'", "‘"}
        yield match.start() + led, len(text) if single else match.end()
