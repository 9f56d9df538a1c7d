"""What a story tells without a date of its own, between two that it dates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.language.dates.times import TimeSpan
from atma_overlay.language.turn import ReadSentence, ReadTurn
from atma_overlay.records import Act, Change

_DATED = frozenset({"in", "at", "ago", "during"})
_OF_TODAY = frozenset("now today just recently finally currently nowadays meanwhile anyway btw still".split())
"""Words with which a sentence tells news, whatever year was told of before."""
_THEN = frozenset({"past", "habit_past"})


def told_in_order(found: list[Candidate], sentence: ReadSentence, turn: ReadTurn) -> list[Candidate]:
    """The candidates of a sentence, at the time of the story where that goes on from a past date to a later one.

    *In 1999 we moved to Dubai. I moved to Kraków for university. In 2015 we moved to Warsaw.* is no news of Kraków.

    Args:
        found: the candidates.
        sentence: what they were found in.
        turn: the utterance that it is of.
    """
    if not found or len(turn.times) < 2 or not any(_is_news(c, turn.at) for c in found):
        return found
    then = _time_between(sentence, turn)
    return found if then is None else [c.but(valid_from=then) if _is_news(c, turn.at) else c for c in found]


def _is_news(candidate: Candidate, at: datetime) -> bool:
    """Whether a change or an end is told as of the day on which it is said."""
    told = candidate.change is Change.TOLD or candidate.act is Act.END
    undated = candidate.valid_from == at and candidate.valid_to is None
    return told and undated and candidate.part is not Part.RETRACTED


def _time_between(sentence: ReadSentence, turn: ReadTurn) -> datetime | None:
    """The earliest time at which it can have been, if the sentence stands in a story with a date before and behind."""
    start, end = sentence.sentence.start, sentence.sentence.end
    if not _tells_of_then(sentence) or turn.times_of(sentence):
        return None
    before = next((x for x in reversed(turn.times) if x.span[1] <= start), None)
    behind = next((x for x in turn.times if x.span[0] >= end), None)
    if before is None or behind is None or not (_is_past(before, turn) and _is_past(behind, turn)):
        return None
    between = (s for s in turn.sentences if before.span[1] < s.sentence.end and s.sentence.start < behind.span[0])
    if behind.start <= before.start or not _goes_on(between):
        return None
    return min(before.end or before.start, behind.start)


def _is_past(time: TimeSpan, turn: ReadTurn) -> bool:
    return time.kind in _DATED and time.start < turn.at and (time.end is None or time.end <= turn.at)


def _goes_on(sentences: Iterable[ReadSentence]) -> bool:
    return all(not s.clauses or _tells_of_then(s) for s in sentences)


def _tells_of_then(sentence: ReadSentence) -> bool:
    """Whether all that a sentence tells is in the past, and nothing says that it is news."""
    if sentence.framed or not sentence.words.isdisjoint(_OF_TODAY):
        return False
    return all(c.tense in _THEN for c in sentence.clauses if c.mood == "actual")
