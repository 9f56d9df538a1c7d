"""What a turn tells for a time only, or for a day to come: it retires nothing, whatever a model names as the cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta

from atma_overlay.kept import MAX_KEPT_CHARACTERS
from atma_overlay.language.doubts.announced import day_to_come
from atma_overlay.language.grammar.sentences import sentences
from atma_overlay.records import Observation, Statement
from atma_overlay.state.days_to_come import is_planned
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import same_value
from atma_overlay.values.terms import terms

Span = tuple[int, int]
FUTURE = timedelta(hours=24)
"""A statement may not hold from later than this after it was said."""
TEMPORARY, TO_COME = "temporary cause", "told for a day to come"


def problem_of(note: Statement) -> str | None:
    """Why what was told retires nothing yet, or never: it passes, or its day has not come when it is told."""
    passes = note.valid_to is not None and note.valid_to > note.observed_at
    if note.temporary or passes:
        return TEMPORARY
    return TO_COME if is_planned(note, at=note.observed_at) else None


def problem_of_value(value: str, span: Span, turn: Observation, notes: Iterable[Statement]) -> str | None:
    """Why a value that a model reads in some words of a turn does not hold lastingly from then on.

    Args:
        value: as the model gives it.
        span: of the words.
        turn: that has them.
        notes: what the rules found in it.
    """
    norm = normalise(value)
    alike = (s for s in notes if s.observation_id == turn.id and _is_of(norm, s))
    return _first(map(problem_of, alike)) or (TO_COME if _is_to_come(value, span, turn) else None)


def problem_of_words(span: Span, turn: Observation, notes: Iterable[Statement]) -> str | None:
    """Why some words of a turn end nothing that holds: they tell of a time, or of a day to come."""
    return _first(map(problem_of, notes_in(span, turn, notes))) or (TO_COME if _is_to_come("", span, turn) else None)


def notes_in(span: Span, turn: Observation, notes: Iterable[Statement]) -> Iterator[Statement]:
    """What the rules found in some words of a turn."""
    return (s for s in notes if s.observation_id == turn.id and s.span[0] < span[1] and span[0] < s.span[1])


def _is_of(norm: str, note: Statement) -> bool:
    one, other = set(terms(norm)), set(terms(note.norm))
    return same_value(note.norm, norm) or bool(one and other and (one <= other or other <= one))


def _is_to_come(value: str, span: Span, turn: Observation) -> bool:
    """Whether the sentences that the words are of tell the value, or what the words tell, for a day to come."""
    for sentence in sentences(turn.text):
        start, end = max(sentence.start, span[0]), min(sentence.end, span[1])
        if start >= end or sentence.end - sentence.start > MAX_KEPT_CHARACTERS:
            continue
        said = turn.text[sentence.start : sentence.end]
        for told in (value, turn.text[start:end]):
            if told and told.lower() in said.lower() and day_to_come(said, told, turn.observed_at) is not None:
                return True
    return False


def _first(problems: Iterable[str | None]) -> str | None:
    return next((p for p in problems if p is not None), None)


def since_of(told: str | None, observation: Observation) -> datetime | None:
    """From when it holds: as told, else since it was said; None where the date is none, or lies in the future."""
    if told is None or not told.strip():
        return observation.observed_at
    try:
        day = date.fromisoformat(told.strip()[:10])
    except ValueError:
        return None
    since = datetime.combine(day, time(), tzinfo=UTC)
    if since - observation.observed_at > FUTURE:
        return None
    return min(since, observation.observed_at)
