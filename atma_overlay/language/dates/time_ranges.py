"""Two dates that make one stretch: *from X to Y*, *between X and Y*, *X to Y*, *2019-2021*."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from atma_overlay import re2
from atma_overlay.language.dates import time_context as context
from atma_overlay.language.dates.calendar_reading import Clock, resolve
from atma_overlay.language.dates.dated import Phrase
from atma_overlay.language.dates.periods import Period
from atma_overlay.language.dates.time_direction import is_told_past, lies_ahead

_JOIN = re2.compile(r"(?i)^\s*(?:,\s*)?(to|until|till|through|thru|and|-|–|—|up to)\s*(?:the\s+)?$")
_LONGEST_JOIN = 16
_DAY = timedelta(days=1)
_BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DateRange:
    """A stretch between two dates, the last one included, and where it is named."""

    period: Period
    span: tuple[int, int]


def find_ranges(text: str, phrases: list[Phrase], now: datetime) -> list[DateRange]:
    """The ranges of a text, longest first from each place; a range of bare weekdays recurs and is none."""
    ends = sorted((q for q in phrases if q.shape in context.RANGE_SHAPES), key=lambda q: (q.start, -q.end))
    starts = [q.start for q in ends]
    out: list[DateRange] = []
    for first in ends:
        if out and first.start < out[-1].span[1]:
            continue
        at = bisect_left(starts, first.end)
        found = next(_read(text, first, ends[at : at + 40], now), None)
        if found is not None:
            out.append(found)
    return out


def _read(text: str, first: Phrase, candidates: list[Phrase], now: datetime) -> Iterator[DateRange]:
    for last in candidates:
        if last.start - first.end > _LONGEST_JOIN:
            return
        join = _JOIN.search(text[first.end : last.start])
        lead, start = context.lead_before(text, first.start)
        if join is None or not context.joins_range(first, last, lead, join.group(1).lower()):
            continue
        period = _period(text, first, last, now)
        if period is not None:
            yield DateRange(period, (start if lead in context.RANGE_LEADS else first.start, last.end))


def _period(text: str, first: Phrase, last: Phrase, now: datetime) -> Period | None:
    if last.get("year") and not first.get("year"):
        return _with_the_last_year(first, last, now)
    opening = resolve(first, Clock(now, ahead=lies_ahead(text, first, "in")))
    period = _from(opening, last)
    if period is None or opening is None or first.get("year") or first.shape == "day":
        return period
    if period.end > now and is_told_past(text, last) and opening.start - _BEGINNING >= _DAY:
        return _from(resolve(first, Clock(opening.start - _DAY)), last)
    return period


def _with_the_last_year(first: Phrase, last: Phrase, now: datetime) -> Period | None:
    """*June to August 2023*; *November to February 2023* opens in the year before."""
    for year in (int(last.get("year")), int(last.get("year")) - 1):
        opening = resolve(replace(first, groups={**first.groups, "year": str(year)}), Clock(now))
        period = _from(opening, last)
        if period is not None:
            return period
    return None


def _from(opening: Period | None, last: Phrase) -> Period | None:
    closing = resolve(last, Clock(opening.start, ahead=True)) if opening is not None else None
    if opening is None or closing is None or closing.start < opening.start:
        return None
    return Period(opening.start, closing.end, opening.grain)
