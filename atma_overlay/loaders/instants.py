"""The dates that conversation files carry, as aware UTC instants."""

from __future__ import annotations

from datetime import UTC, datetime

from atma_overlay import re2

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SPOKEN = re2.compile(r"(?i)(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) ([a-z]+),? (\d{4})")
_WEEKDAY = re2.compile(r"(\d{4})/(\d{2})/(\d{2}) \([A-Za-z]+\) (\d{2}:\d{2})")


def parse_instant(text: str) -> datetime:
    """The instant that a conversation file names; a date without a zone is read as UTC.

    Understood are ISO 8601 (`2025-03-01T09:00:00Z`, `2025-03-01 09:00`, `2025-03-01`), LongMemEval's
    `2023/05/20 (Sat) 02:21` and LoCoMo's `1:56 pm on 8 May, 2023`.

    Raises:
        ValueError: the text is none of these, or no date of the calendar.
    """
    stripped = text.strip()
    if found := _SPOKEN.fullmatch(stripped):
        return _spoken(*found.groups())
    if found := _WEEKDAY.fullmatch(stripped):
        year, month, day, time = found.groups()
        stripped = f"{year}-{month}-{day} {time}"
    instant = datetime.fromisoformat(stripped)
    try:
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("is outside the calendar") from error


def _spoken(hour: str, minute: str, half: str, day: str, month: str, year: str) -> datetime:
    """*1:56 pm on 8 May, 2023*; the month by its first three letters, whatever the locale."""
    if not 1 <= int(hour) <= 12:
        raise ValueError("the hour is not between 1 and 12")
    of_day = int(hour) % 12 + (12 if half.lower() == "pm" else 0)
    return datetime(int(year), _MONTHS.index(month[:3].lower()) + 1, int(day), of_day, int(minute), tzinfo=UTC)
