"""The times that a text names, read from a clock.

Own linear-time patterns first; `residual_dates` lends a library for numeric and foreign dates. Intervals are
half-open and in UTC; weeks start on Monday; seasons are those of the northern hemisphere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from atma_overlay.errors import InvalidInputError
from atma_overlay.language.dates import time_context as context
from atma_overlay.language.dates.calendar_reading import Clock, resolve
from atma_overlay.language.dates.dated import GATE, Phrase, find_phrases
from atma_overlay.language.dates.periods import Grain, Period
from atma_overlay.language.dates.residual_dates import find_residual
from atma_overlay.language.dates.time_direction import (
    lies_ahead,
    may_be_set_ahead,
    may_open_ahead,
    opens_next,
    settled_for_next,
)
from atma_overlay.language.dates.time_ranges import DateRange, find_ranges
from atma_overlay.language.grammar.tokens import MAX_ANALYSED_CHARACTERS

__all__ = ["Kind", "TimeSpan", "find_times"]

Kind = Literal["since", "until", "in", "for", "at", "during", "ago", "future"]


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time that a text names.

    `since` and `for` start and have no end; a duration is counted back from the clock. `until` only bounds
    the end: it starts at the clock, or at its end where that has passed; it takes in a day and what *through*
    leads, and stops before a month or a year to come. The others are the named period: an `ago` is one day, at
    the grain of its unit, and a `future` starts after the clock.
    """

    start: datetime
    end: datetime | None
    text: str
    span: tuple[int, int]
    kind: Kind
    grain: Grain


@dataclass(frozen=True, slots=True)
class _Found:
    """A wording with the word that leads it; `start` is that word's."""

    phrase: Phrase
    lead: str
    start: int
    ahead: bool

    @property
    def end(self) -> int:
        return self.phrase.end


def find_times(text: str, now: datetime) -> list[TimeSpan]:
    """The times in a text, in the order of the text, none overlapping another.

    Args:
        text: a statement or a query; what lies beyond the analysed length is ignored.
        now: when it was said, an aware instant.

    Raises:
        InvalidInputError: `now` is naive.
    """
    if now.tzinfo is None:
        raise InvalidInputError("now", "is naive: pass an aware datetime")
    now = now.astimezone(UTC)
    text = readable(text)
    taken = bytearray(len(text))
    found = _find_own(text, now, taken) if GATE.found_in(text) else []
    for residual in find_residual(text):
        if _take(taken, residual.span):
            period = Period(residual.start, residual.end, residual.grain)
            lead, start = context.lead_before(text, residual.span[0])
            found.append(_time_span(text, period, _Bounds(lead, start, residual.span[1]), now))
    return sorted(found, key=lambda s: s.span) if len(found) > 1 else found


def readable(text: str) -> str:
    """The analysed part of a text, lone surrogates replaced, every character in its place."""
    text = text[:MAX_ANALYSED_CHARACTERS]
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _take(taken: bytearray, span: tuple[int, int]) -> bool:
    """Mark a stretch of the text as read, unless a piece of it already is."""
    if any(taken[span[0] : span[1]]):
        return False
    taken[span[0] : span[1]] = b"\x01" * (span[1] - span[0])
    return True


def _find_own(text: str, now: datetime, taken: bytearray) -> list[TimeSpan]:
    phrases = find_phrases(text)
    out = [_range_span(text, r, now) for r in find_ranges(text, phrases, now) if _take(taken, r.span)]
    for found in sorted(_accepted(text, phrases), key=_precedence):
        if _take(taken, (found.phrase.start, found.end)):
            period = resolve(found.phrase, Clock(now, ahead=found.ahead))
            if period is not None and not found.ahead:
                period = _opening(text, found, period, now)
            if period is not None:
                out.append(_single(text, found, period, now))
    return out


def _opening(text: str, found: _Found, before: Period, now: datetime) -> Period:
    """The reading of a date on which something begins, which may come before the clock or after."""
    phrase, ago = found.phrase, now - before.end
    if may_be_set_ahead(text, phrase, found.lead):
        comes = settled_for_next(phrase, found.lead, ago)
    elif may_open_ahead(text, phrase, found.lead):
        comes = opens_next(phrase, found.lead, ago)
    else:
        return before
    after = resolve(phrase, Clock(now, ahead=True))
    return after if comes and after is not None else _nearer(before, after, now)


def _nearer(before: Period, after: Period | None, now: datetime) -> Period:
    """The one of two readings of a date that begins nearer to the clock."""
    return after if after is not None and abs(after.start - now) < abs(now - before.start) else before


def _precedence(found: _Found) -> tuple[int, bool]:
    """The longer wording first; *in the last week* is the seven days up to the clock, not the week before."""
    return (found.phrase.start - found.end, found.phrase.shape != "recent")


def _range_span(text: str, found: DateRange, now: datetime) -> TimeSpan:
    period = found.period
    kind: Kind = "future" if period.start > now else "during"
    return TimeSpan(period.start, period.end, text[slice(*found.span)], found.span, kind, period.grain)


def _accepted(text: str, phrases: list[Phrase]) -> list[_Found]:
    out = []
    for phrase in phrases:
        lead, start = context.lead_before(text, phrase.start)
        if not context.reads_as_time(text, phrase, lead):
            lead, start = "", phrase.start
            if not context.reads_as_time(text, phrase, lead):
                continue
        out.append(_Found(phrase, lead, start, lies_ahead(text, phrase, lead)))
    return out


def _single(text: str, found: _Found, period: Period, now: datetime) -> TimeSpan:
    phrase = found.phrase
    runs_on = context.whole_end(phrase) or (found.ahead and period.start <= now)
    bounds = _Bounds(found.lead, found.start, found.end, runs_on)
    shown = text[slice(*bounds.span)]
    if phrase.shape == "duration" and found.ahead:
        return TimeSpan(period.start, period.end, shown, bounds.span, "future", period.grain)
    if phrase.shape == "duration" and found.lead != "for":
        return TimeSpan(period.start, None, shown, bounds.span, "since", period.grain)
    if found.lead == "for" and period.end == now and phrase.shape in {"duration", "window", "recent"}:
        return TimeSpan(period.start, None, shown, bounds.span, "for", period.grain)
    if phrase.shape in {"ago", "seasons_ago"} and not found.lead:
        return TimeSpan(period.start, period.end, shown, bounds.span, "ago", period.grain)
    return _time_span(text, period, bounds, now)


@dataclass(frozen=True, slots=True)
class _Bounds:
    lead: str
    start: int
    end: int
    whole_end: bool = False
    """Whether *until* takes the period in."""

    @property
    def span(self) -> tuple[int, int]:
        return (self.start, self.end)


def _time_span(text: str, period: Period, bounds: _Bounds, now: datetime) -> TimeSpan:
    shown, kind = text[slice(*bounds.span)], context.kind_of(bounds.lead)
    if kind == "since":
        start = period.end if bounds.lead == "after" else period.start
        return TimeSpan(start, None, shown, bounds.span, "since", period.grain)
    if kind == "until":
        inclusive = bounds.whole_end or period.grain == "day" or bounds.lead in {"through", "thru"}
        end = period.end if inclusive and bounds.lead not in {"before", "prior to"} else period.start
        return TimeSpan(min(now, end), end, shown, bounds.span, "until", period.grain)
    named: Kind = "future" if period.start > now else kind
    return TimeSpan(period.start, period.end, shown, bounds.span, named, period.grain)
