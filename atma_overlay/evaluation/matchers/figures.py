"""What a run of digits is: a number, a date, a time of day, or something that equals only itself."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from atma_overlay import re2
from atma_overlay.evaluation.matchers.atoms import Clock, Day, Number, Word

LONGEST = 20
"""In characters: longer runs of digits name something and count nothing."""

_PLAIN = re2.compile(r"\d+(?:\.\d+)?")
_GROUPED = re2.compile(r"\d{1,3}(?:[,' _]\d{3})+(?:\.\d+)?")
_ISO = re2.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})")
_SLASHED = re2.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_CLOCK = re2.compile(r"(\d{1,2}):(\d{2})")
_FRACTION = re2.compile(r"(\d{1,2})/(\d{1,2})")


def figure(run: str) -> Number | Day | Clock | Word:
    """The reading of a run of digits with their inner signs, e.g. `350,000`, `2025-05-12`, `9:30`, `5-7`.

    A slashed date is read month first unless that is no month. A range, a score, a version or an
    account number is a word: it equals itself and no number within it.
    """
    if (value := number(run)) is not None:
        return Number(value)
    if found := _ISO.fullmatch(run):
        return _day(found[1], found[2], found[3]) or Word(run)
    if found := _SLASHED.fullmatch(run):
        return _day(found[3], found[1], found[2]) or _day(found[3], found[2], found[1]) or Word(run)
    if found := _CLOCK.fullmatch(run):
        return clock(found[1], found[2]) or Word(run)
    return Word(run)


def number(run: str) -> Decimal | None:
    """The number that a run of digits is, thousands separators and all; None where it is not just one."""
    if len(run) > LONGEST:
        return None
    if _PLAIN.fullmatch(run):
        return Decimal(run)
    if _GROUPED.fullmatch(run) and len({sign for sign in run if sign in ",' _"}) == 1:
        return Decimal(run.translate(dict.fromkeys(map(ord, ",' _"))))
    return None


def fraction(run: str) -> Decimal | None:
    """A proper fraction such as 1/2; None where it is none."""
    found = _FRACTION.fullmatch(run)
    if not found or not 0 < int(found[1]) < int(found[2]):
        return None
    return Decimal(found[1]) / Decimal(found[2])


def clock(hours: str, minutes: str = "00", *, half: str = "") -> Clock | None:
    """A time of day; `half` is am, pm or nothing. None where there is no such time."""
    hour, minute = int(hours), int(minutes)
    if minute > 59 or hour > (12 if half else 23) or (half and not hour):
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return Clock(hour * 60 + minute, half=bool(half) or not 1 <= hour <= 12)


def valid_day(month: int, day: int, year: int | None = None) -> Day | None:
    """The date; None where the calendar has none such."""
    try:
        date(year or 2000, month, day)
    except ValueError:
        return None
    return Day(month, day, year)


def _day(year: str, month: str, day: str) -> Day | None:
    return valid_day(int(month), int(day), int(year))
