"""A question in the words of a change, and what its own answer makes of it: *Ditched vim? Yes, last week.*."""

from __future__ import annotations

from bisect import bisect_left

from atma_overlay import re2
from atma_overlay.language.doubts.bounded import MONTHS
from atma_overlay.language.turn import ReadSentence, ReadTurn

__all__ = ["is_bare_echo"]

_COUNT = r"an?|one|two|three|four|five|six|a few|a couple of|some|\d{1,2}"
_WHEN = (
    r"(?:just |only |already |finally |sadly |luckily |back )?(?:(?:last|this|the other) (?:\w+ )?\w+|yesterday|today"
    r"|tonight|already|finally|sadly|long ago|ages ago|for good|at last"
    rf"|(?:about |around )?(?:{_COUNT}) (?:\w+ )?(?:days?|weeks?|months?|years?) ago"
    rf"|in (?:early |late |mid )?(?:{MONTHS}|spring|summer|autumn|winter|(?:19|20)\d\d)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_CONFIRMS = re2.compile(
    r"^\W*(?:yes|yep|yeah|yup|aye|indeed|sure did|correct|done|affirmative)"
    rf"(?:,? (?:i|we) (?:did|have)|,? (?:indeed|{_WHEN}))*\W*$"
)
"""*Yes.*, *Yep, I did*, *Yes, last week*: nothing beside it; *yes, that's the plan* says something else."""


def is_bare_echo(sentence: ReadSentence, turn: ReadTurn) -> bool:
    """*Sold my Skoda? Never.*: whether a sentence asks in the words of a change, and is not answered with a yes.

    Args:
        sentence: as read.
        turn: the utterance that it is of.
    """
    if not sentence.sentence.asks or len(sentence.clauses) > 1:
        return False
    clause = next(iter(sentence.clauses), None)
    asks = clause is not None and clause.subject is None and clause.tense in {"past", "perfect"}
    return asks and not _is_confirmed(sentence, turn)


def _is_confirmed(sentence: ReadSentence, turn: ReadTurn) -> bool:
    place = bisect_left(turn.sentences, sentence.sentence.end, key=lambda s: s.sentence.start)
    return place < len(turn.sentences) and _CONFIRMS.search(turn.sentences[place].said) is not None
