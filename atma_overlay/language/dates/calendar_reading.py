"""What the wording of a date means, read from a clock."""

from __future__ import annotations

from calendar import isleap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.language.dates import periods as p
from atma_overlay.language.dates.dated import ORDINALS, WEEKDAYS, Phrase
from atma_overlay.language.dates.periods import Grain, Period
from atma_overlay.values.normal import MONTHS, NUMBER_WORDS

_GRAINS: dict[str, Grain] = {
    "week": "week",
    "fortnight": "week",
    "month": "month",
    "quarter": "season",
    "year": "year",
    "decade": "year",
}
_OFFSETS = {"last": -1, "this": 0, "next": 1}
_VAGUE_COUNTS = {"couple": 2.0, "few": 3.0, "several": 4.0, "half": 0.5, "a": 1.0, "an": 1.0}


@dataclass(frozen=True, slots=True)
class Clock:
    """Where a wording is read from: `now`, and whether a date without a year lies ahead of it or behind."""

    now: datetime
    ahead: bool = False


def resolve(phrase: Phrase, clock: Clock) -> Period | None:
    """The period that a phrase means; None where there is no such day (*31 February*)."""
    try:
        return _READERS[phrase.shape](phrase, clock)
    except (ValueError, OverflowError):
        return None


def quantity(phrase: Phrase) -> tuple[float, str]:
    """The count and the unit of a duration; *a couple* counts as 2, *a few* as 3, *several* as 4."""
    words = phrase.get("count").replace("-", " ").split()
    vague = next((_VAGUE_COUNTS[w] for w in reversed(words) if w in _VAGUE_COUNTS), None)
    if words[0] == "half":
        vague = 0.5
    spoken = sum(NUMBER_WORDS.get(w, 0) for w in words)
    count = vague if vague is not None else float(words[0]) if words[0][0].isdigit() else float(spoken)
    return count + (0.5 if phrase.get("half") or phrase.get("late_half") else 0.0), phrase.get("unit")


def _with_part(phrase: Phrase, period: Period) -> Period:
    word = phrase.get("part") or phrase.get("stage") or phrase.get("stage_in")
    return p.part(period, word) if word else period


def _candidate(make: Callable[[int], Period], clock: Clock, relative: str) -> Period:
    """The year's period that is meant: the latest begun, the last ended, the next or the running one."""
    by_year = [make(year) for year in range(max(clock.now.year - 2, 1), min(clock.now.year + 3, 9998))]
    if relative in {"last", "past", "previous", "this past"}:
        return _last(c for c in by_year if c.end <= clock.now)
    if relative in {"next", "coming", "this coming"}:
        return _first(c for c in by_year if c.start > clock.now)
    if relative == "this":
        return next((c for c in by_year if c.start <= clock.now < c.end), make(clock.now.year))
    if clock.ahead:
        return _first(c for c in by_year if c.end > clock.now)
    return _last(c for c in by_year if c.start <= clock.now)


def _first(found: Iterable[Period]) -> Period:
    """The first there is; near the ends of the calendar there may be none."""
    for period in found:
        return period
    raise ValueError("outside the calendar")


def _last(found: Iterable[Period]) -> Period:
    return _first(reversed(list(found)))


def _yearly(phrase: Phrase, clock: Clock, make: Callable[[int], Period]) -> Period:
    year = phrase.get("year")
    period = make(int(year)) if year else _candidate(make, clock, phrase.get("relative"))
    return _with_part(phrase, period)


def _month_number(phrase: Phrase) -> int:
    return MONTHS[phrase.get("month")]


def _iso(phrase: Phrase, clock: Clock) -> Period:
    return p.date(int(phrase.get("year")), int(phrase.get("month")), int(phrase.get("day")))


def _date(phrase: Phrase, clock: Clock) -> Period:
    number = int(phrase.get("day") or ORDINALS[phrase.get("ordinal")])
    month = _month_number(phrase)
    p.date(2000, month, number)  # no year has a day that the leap year 2000 has not
    year = phrase.get("year")
    if year:
        return p.date(int(year), month, number)
    if (month, number) == (2, 29):
        return _leap_day(clock)
    return _candidate(lambda y: p.date(y, month, number), clock, "")


def _leap_day(clock: Clock) -> Period:
    step = 1 if clock.ahead else -1
    for year in range(clock.now.year, clock.now.year + 9 * step, step):
        if isleap(year):
            found = p.date(year, 2, 29)
            if (found.end > clock.now) if clock.ahead else (found.start <= clock.now):
                return found
    raise ValueError("no leap day within the calendar")


def _last_day(phrase: Phrase, clock: Clock) -> Period:
    period = _yearly(phrase, clock, lambda y: p.month(y, _month_number(phrase)))
    return p.day(period.start) if phrase.get("which") == "first" else p.day(period.end, -1)


def _monthday(phrase: Phrase, clock: Clock) -> Period:
    number = int(phrase.get("day"))
    if phrase.get("relative"):
        start = p.month(clock.now.year, clock.now.month + _OFFSETS[phrase.get("relative")]).start
        return p.day(start.replace(day=number))
    candidates = []
    for offset in range(-2, 3):
        try:
            start = p.month(clock.now.year, clock.now.month + offset).start
            candidates.append(p.day(start.replace(day=number)))
        except ValueError:
            continue
    if clock.ahead:
        return _first(c for c in candidates if c.end > clock.now)
    return _last(c for c in candidates if c.start <= clock.now)


def _month(phrase: Phrase, clock: Clock) -> Period:
    return _yearly(phrase, clock, lambda y: p.month(y, _month_number(phrase)))


def _season(phrase: Phrase, clock: Clock) -> Period:
    name = phrase.get("season")
    of_year = phrase.get("relative_year")
    if of_year:
        return _with_part(phrase, p.season(name, clock.now.year + _OFFSETS[of_year]))
    if phrase.get("relative") == "last" and name == "winter":
        return _with_part(phrase, _candidate(lambda y: p.season(name, y), Clock(clock.now), ""))
    return _yearly(phrase, clock, lambda y: p.season(name, y))


def _year(phrase: Phrase, clock: Clock) -> Period:
    return _with_part(phrase, p.years(int(phrase.get("year"))))


def _decade(phrase: Phrase, clock: Clock) -> Period:
    return _with_part(phrase, p.years(int(phrase.get("year")), 10))


def _quarter(phrase: Phrase, clock: Clock) -> Period:
    return _yearly(phrase, clock, lambda y: p.quarter(y, int(phrase.get("quarter"))))


def _weekday(phrase: Phrase, clock: Clock) -> Period:
    index = next(i for i, name in enumerate(WEEKDAYS) if name.startswith(phrase.get("weekday")[:3]))
    relative = phrase.get("relative")
    if phrase.get("day"):
        number = int(phrase.get("day"))
        days = [p.day(clock.now, n) for n in range(-190, 191)]
        named = [d for d in days if d.start.day == number and d.start.weekday() == index]
        return min(named, key=lambda d: abs(d.start - clock.now))
    if relative == "this":
        return p.day(p.week(clock.now).start, index)
    back = (clock.now.weekday() - index) % 7
    if relative in {"next", "coming", "this coming"}:
        return p.day(clock.now, 7 - back)
    if clock.ahead and not relative:
        return p.day(clock.now, -back % 7)
    return p.day(clock.now, -(back or (7 if relative else 0)))


def _day(phrase: Phrase, clock: Clock) -> Period:
    name = phrase.get("name")
    offsets = {"yesterday": -1, "tomorrow": 1, "last night": -1}
    offset = -2 if "before" in name else 2 if "after tomorrow" in name else offsets.get(name, 0)
    return p.day(clock.now, offset)


def _stretch_at(stretch: str, now: datetime, offset: int) -> Period:
    if stretch == "week":
        return p.week(now, offset)
    if stretch == "weekend":
        return p.weekend(now, offset)
    if stretch == "fortnight":
        start = p.week(now, offset - 1 if offset < 0 else offset).start
        return Period(start, p.week(start, 1).end, "week")
    if stretch == "month":
        return p.month(now.year, now.month + offset)
    if stretch == "quarter":
        return p.quarter(now.year, (now.month - 1) // 3 + 1 + offset)
    first = now.year - now.year % 10 + 10 * offset
    return p.years(now.year + offset) if stretch == "year" else p.years(first, 10)


def _stretch(phrase: Phrase, clock: Clock) -> Period:
    relative, stretch = phrase.get("relative"), phrase.get("stretch")
    if phrase.get("over"):
        offset = -2 if phrase.get("over") == "before last" else 2
    else:
        backwards = relative in {"last", "past", "previous", "this past"}
        offset = -1 if backwards else 1 if relative in {"next", "coming"} else 0
    if stretch == "weekend" and relative in {"last", "this past"} and p.weekend(clock.now).end <= clock.now:
        offset = 0
    period = _stretch_at(stretch, clock.now, offset)
    if phrase.get("edge") == "earlier" and period.start < clock.now:
        return Period(period.start, min(period.end, clock.now), period.grain)
    if phrase.get("edge") == "later" and period.end > clock.now:
        return Period(max(period.start, clock.now), period.end, period.grain)
    return _with_part(phrase, period)


def _the_stretch(phrase: Phrase, clock: Clock) -> Period:
    if phrase.get("end_of"):
        return p.part(_stretch_at(phrase.get("end_of"), clock.now, 0), "end")
    stretch = phrase.get("stretch")
    if stretch == "weekend" and not clock.ahead and p.weekend(clock.now).start > clock.now:
        return p.weekend(clock.now, -1)
    return _with_part(phrase, _stretch_at(stretch, clock.now, 0))


def _holiday(phrase: Phrase, clock: Clock) -> Period:
    name = phrase.get("holiday").replace("’", "'")

    def in_year(year: int) -> Period:
        if name.startswith("easter"):
            return p.day(p.easter(year).start, 1 if name.endswith("monday") else 0)
        if name.startswith("new year"):
            return p.date(year - 1, 12, 31) if name.endswith("eve") else p.date(year, 1, 1)
        month, number = (10, 31) if name == "halloween" else (12, 24 if name.endswith("eve") else 25)
        return p.date(year, month, number)

    return _yearly(phrase, clock, in_year)


def _ago(phrase: Phrase, clock: Clock) -> Period:
    count, unit = quantity(phrase)
    then = p.day(p.shift(clock.now, unit, -count))
    return Period(then.start, then.end, _GRAINS.get(unit, "day") if count >= 1 else "month")


def _seasons_ago(phrase: Phrase, clock: Clock) -> Period:
    count = max(int(quantity(phrase)[0]), 1)
    name = phrase.get("season")
    if not name:
        index = WEEKDAYS.index(phrase.get("weekday"))
        return p.day(clock.now, -((clock.now.weekday() - index) % 7 or 7) - 7 * (count - 1))
    last = _candidate(lambda y: p.season(name, y), Clock(clock.now), "last")
    return p.season(name, last.start.year - count + 1)


def _hence(phrase: Phrase, clock: Clock) -> Period:
    count, unit = quantity(phrase)
    return p.day(p.shift(clock.now, unit, count))


def _window(phrase: Phrase, clock: Clock) -> Period:
    count, unit = quantity(phrase) if phrase.get("count") else (1.0, phrase.get("unit"))
    grain = _GRAINS.get(unit, "day")
    if phrase.get("relative") in {"next", "coming"}:
        return Period(clock.now, p.shift(clock.now, unit, count), grain)
    return Period(p.shift(clock.now, unit, -count), clock.now, grain)


def _duration(phrase: Phrase, clock: Clock) -> Period:
    count, unit = quantity(phrase)
    if clock.ahead:
        return p.day(p.shift(clock.now, unit, count))
    return Period(p.shift(clock.now, unit, -count), clock.now, _GRAINS.get(unit, "day"))


_READERS: dict[str, Callable[[Phrase, Clock], Period]] = {
    "iso": _iso,
    "date": _date,
    "american": _date,
    "worded": _date,
    "last_day": _last_day,
    "monthday": _monthday,
    "month": _month,
    "season": _season,
    "year": _year,
    "decade": _decade,
    "quarter": _quarter,
    "weekday": _weekday,
    "day": _day,
    "stretch": _stretch,
    "over_next": _stretch,
    "the_stretch": _the_stretch,
    "holiday": _holiday,
    "ago": _ago,
    "seasons_ago": _seasons_ago,
    "hence": _hence,
    "window": _window,
    "recent": _window,
    "duration": _duration,
}
