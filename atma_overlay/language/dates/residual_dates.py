"""Numeric and foreign dates, through the `dateparser` library.

The library is slow to load and to run and guesses freely, so it only sees what a pattern has shortlisted: a
day, a month and a year written in full. No clock enters its answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from atma_overlay import re2
from atma_overlay.language.dates.periods import Grain, day
from atma_overlay.language.grammar.pattern_set import PatternSet

MAX_PARSED = 50
"""Later numeric and foreign dates of one text are left alone: the library takes about a millisecond for each."""

_FOREIGN_MONTHS = {
    "de": "januar februar märz mai juni juli oktober dezember",
    "fr": "janvier février mars avril juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre",
    "nl": "januari februari maart mei augustus",
    "pt": "janeiro fevereiro março maio junho julho setembro outubro dezembro",
}
_LANGUAGE_OF = {name: language for language, names in _FOREIGN_MONTHS.items() for name in names.split()}
_NAMES = "|".join(sorted(_LANGUAGE_OF, key=len, reverse=True))
_SHORTLIST = re2.compile(
    rf"(?i)\b(?P<phrase>\d{{1,2}}(?P<mark>[./-])\d{{1,2}}[./-](?:19|20)\d\d"
    rf"|\d{{1,2}}(?:er|º|\.)?\s+(?:de\s+)?(?P<month>{_NAMES})\s+(?:de\s+|del\s+)?(?:19|20)\d\d)"
)
_HAS_DATE = PatternSet(_SHORTLIST.pattern)


@dataclass(frozen=True, slots=True)
class ResidualDate:
    """A day that only the library could read."""

    start: datetime
    end: datetime
    grain: Grain
    span: tuple[int, int]


def find_residual(text: str) -> list[ResidualDate]:
    """The numeric dates (day first) and the foreign dates of a text."""
    if not ("19" in text or "20" in text) or not _HAS_DATE.found_in(text):
        return []
    found = []
    for match in islice(_SHORTLIST.finditer(text), MAX_PARSED):
        if _isolated(text, match.start(), match.end()):
            parsed = _parse(match.group("phrase"), (match.group("month") or "").lower())
            if parsed is not None:
                period = day(parsed)
                found.append(ResidualDate(period.start, period.end, period.grain, match.span()))
    return found


def _isolated(text: str, start: int, end: int) -> bool:
    before, after, beyond = text[start - 1 : start], text[end : end + 1], text[end + 1 : end + 2]
    if before and (before.isalnum() or before in "./-:$€£"):
        return False
    return not (after.isalnum() or (after in {".", "/", "-", ":"} and beyond.isalnum()))


def _parse(phrase: str, month: str) -> datetime | None:
    import dateparser  # noqa: PLC0415 - loading it takes longer than all of the other patterns

    parsed = dateparser.parse(
        phrase,
        languages=[_LANGUAGE_OF.get(month, "en")],
        settings={"DATE_ORDER": "DMY", "REQUIRE_PARTS": ["day", "month", "year"], "TIMEZONE": "UTC"},
    )
    return parsed.replace(tzinfo=UTC) if parsed is not None else None
