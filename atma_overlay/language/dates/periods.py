"""Stretches of the calendar: days, weeks, months, seasons and years, as half-open intervals in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

Grain = Literal["day", "week", "month", "season", "year"]

SEASON_STARTS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The first month of each season in the northern hemisphere."""

_PARTS = {
    "early": (0, 4), "early part": (0, 4), "mid": (4, 8), "middle": (4, 8), "late": (8, 12),
    "latter part": (8, 12), "start": (0, 2), "beginning": (0, 2), "end": (10, 12), "close": (10, 12),
    "first half": (0, 6), "second half": (6, 12), "latter half": (6, 12),
}  # fmt: skip
"""Twelfths of a period, by the words for its parts; the words that are missing here mean all of it."""

_UNIT_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_UNIT_MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120}


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open stretch [start, end) of the calendar."""

    start: datetime
    end: datetime
    grain: Grain

    @property
    def middle(self) -> datetime:
        """The instant halfway."""
        return self.start + (self.end - self.start) / 2


def midnight(instant: datetime) -> datetime:
    """The first instant of the day."""
    return instant.replace(hour=0, minute=0, second=0, microsecond=0)


def add_months(instant: datetime, months: int) -> datetime:
    """The same day `months` later, or the last day of that month where it has no such day."""
    index = instant.year * 12 + instant.month - 1 + months
    year, month = divmod(index, 12)
    last = (datetime(year + month // 11, (month + 1) % 12 + 1, 1, tzinfo=UTC) - timedelta(days=1)).day
    return instant.replace(year=year, month=month + 1, day=min(instant.day, last))


def shift(instant: datetime, unit: str, amount: float) -> datetime:
    """The instant `amount` units later; halves of months and years are counted in months and days.

    Raises:
        ValueError, OverflowError: the result lies outside of the calendar.
    """
    if unit in _UNIT_DAYS:
        return instant + timedelta(days=_UNIT_DAYS[unit] * amount)
    if unit in _UNIT_MONTHS:
        whole = int(_UNIT_MONTHS[unit] * amount)
        return add_months(instant, whole) + timedelta(days=round(30 * (_UNIT_MONTHS[unit] * amount - whole)))
    return instant + timedelta(minutes=amount if unit == "minute" else 60 * amount)


def day(instant: datetime, days: int = 0) -> Period:
    """The day of an instant, or one `days` later."""
    start = midnight(instant) + timedelta(days=days)
    return Period(start, start + timedelta(days=1), "day")


def date(year: int, month: int, number: int) -> Period:
    """One day of the calendar.

    Raises:
        ValueError: there is no such day.
    """
    return day(datetime(year, month, number, tzinfo=UTC))


def week(instant: datetime, weeks: int = 0) -> Period:
    """The week of an instant, from Monday, or one `weeks` later."""
    start = midnight(instant) + timedelta(days=7 * weeks - instant.weekday())
    return Period(start, start + timedelta(days=7), "week")


def weekend(instant: datetime, weeks: int = 0) -> Period:
    """The Saturday and Sunday of the week of an instant, or of one `weeks` later."""
    monday = week(instant, weeks).start
    return Period(monday + timedelta(days=5), monday + timedelta(days=7), "day")


def month(year: int, number: int) -> Period:
    """One month; numbers beyond 1..12 count on into the years around."""
    start = add_months(datetime(year, 1, 1, tzinfo=UTC), number - 1)
    return Period(start, add_months(start, 1), "month")


def season(name: str, year: int) -> Period:
    """One season of three months; a winter starts in December of its year."""
    start = datetime(year, SEASON_STARTS[name], 1, tzinfo=UTC)
    return Period(start, add_months(start, 3), "season")


def quarter(year: int, number: int) -> Period:
    """One quarter of a year; numbers beyond 1..4 count on into the years around."""
    start = month(year, 3 * number - 2).start
    return Period(start, add_months(start, 3), "season")


def years(first: int, count: int = 1) -> Period:
    """One calendar year, or several in a row."""
    return Period(datetime(first, 1, 1, tzinfo=UTC), datetime(first + count, 1, 1, tzinfo=UTC), "year")


def part(period: Period, word: str) -> Period:
    """The part of a period that a word names: *early*, *the middle of*, *the end of*, *the last week of*."""
    if word == "first week":
        return Period(period.start, period.start + timedelta(days=7), "week")
    if word == "last week":
        return Period(period.end - timedelta(days=7), period.end, "week")
    if word not in _PARTS:
        return period
    bounds = [_twelfth(period, n) for n in _PARTS[word]]
    finer: dict[Grain, Grain] = {"year": "season", "season": "month", "month": "week"}
    return Period(bounds[0], bounds[1], finer.get(period.grain, "day"))


def _twelfth(period: Period, number: int) -> datetime:
    if number in (0, 12):
        return period.end if number else period.start
    if period.grain == "year":
        months = (period.end.year - period.start.year) * number
        return add_months(period.start, months)
    return midnight(period.start + (period.end - period.start) * number / 12 + timedelta(hours=12))


def easter(year: int) -> Period:
    """Easter Sunday of the Gregorian calendar (the anonymous computus)."""
    golden, century, rest = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    number = epact + weekday - 7 * late + 114
    return date(year, number // 31, number % 31 + 1)
