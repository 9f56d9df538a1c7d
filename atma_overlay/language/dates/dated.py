"""The wordings of dates and durations: patterns only; `calendar_reading` says what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from atma_overlay import re2
from atma_overlay.language.grammar.pattern_set import PatternSet
from atma_overlay.values.normal import NUMBER_WORDS

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ORDINAL_UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS = ("thir", "four", "fif", "six", "seven", "eigh", "nine")
_ORDINAL_TEENS = ("ten", "eleven", "twelf", *(f"{stem}teen" for stem in _TEENS))
_ORDINAL_WORDS = (
    *_ORDINAL_UNITS,
    *(f"{word}th" for word in _ORDINAL_TEENS),
    "twentieth",
    *(f"twenty-{word}" for word in _ORDINAL_UNITS),
    "thirtieth",
    "thirty-first",
)
ORDINALS = {word: number for number, word in enumerate(_ORDINAL_WORDS, start=1)}

_FULL_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_SHORT_MONTH = "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
_MONTH = rf"(?P<month>{_FULL_MONTH}|(?:{_SHORT_MONTH})\b\.?)"
_WEEKDAY = "|".join(WEEKDAYS) + "|mon|tues|tue|wed|thurs|thur|thu|fri"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_OF_YEAR = rf"(?:,?\s+(?:of\s+)?\(?{_YEAR}\b\)?)?"
_SUFFIX = r"(?P<suffix>st|nd|rd|th)"
_PART = (
    r"(?:(?:the\s+)?(?P<part>start|beginning|middle|end|close|first half|second half|latter half|early part|"
    r"latter part|first week|last week|rest|whole|all|most)\s+of\s+(?:the\s+)?|"
    r"(?:the\s+)?(?P<stage>early|mid|late)(?:\s+|-)(?:in\s+)?(?:the\s+)?)?"
)
_RELATIVE = r"(?:(?:the\s+)?(?P<relative>last|this past|past|previous|this coming|coming|next|this)\s+)?"
_HEDGE = (
    r"(?:(?:about|around|almost|nearly|over|more than|just over|well over|at least|roughly|some|only|just|"
    r"under|less than|another|the best part of)\s+)?"
)
_WORDS = "|".join(sorted((w for w in NUMBER_WORDS if w != "zero"), key=len, reverse=True))
_COUNT = (
    r"(?P<count>\d{1,3}(?:\.\d)?|half an?|an?\s+couple(?:\s+of)?|an?\s+few|several|"
    rf"(?:{_WORDS})(?:-(?:{_WORDS}))?|an?)"
)
_UNIT = r"(?P<unit>day|week|fortnight|month|quarter|year|decade|hour|minute)s?"
_QUANTITY = rf"{_HEDGE}{_COUNT}(?P<half>\s+and\s+a\s+half)?\s+{_UNIT}\b(?P<late_half>\s+and\s+a\s+half)?"
_TIME_OF_DAY = r"(?:\s+(?:morning|afternoon|evening|night|lunchtime))?"

_SOURCES = {
    "iso": rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)",
    "date": (rf"(?:(?:{_WEEKDAY}),?\s+)?(?:the\s+)?(?P<day>\d{{1,2}}){_SUFFIX}?(?P<of>\s+of)?\s+{_MONTH}{_OF_YEAR}"),
    "american": (rf"(?:(?:{_WEEKDAY}),?\s+)?{_MONTH}\s+(?:the\s+)?(?P<day>\d{{1,2}}){_SUFFIX}?\b(?:,?\s+{_YEAR})?"),
    "worded": rf"(?:the\s+)?(?P<ordinal>{'|'.join(reversed(_ORDINAL_WORDS))})\s+of\s+{_MONTH}{_OF_YEAR}",
    "last_day": rf"(?:the\s+)?(?P<which>first|last)\s+day\s+of\s+{_MONTH}{_OF_YEAR}",
    "monthday": rf"the\s+(?P<day>\d{{1,2}}){_SUFFIX}\b(?:\s+of\s+(?P<relative>this|last|next)\s+month)?",
    "worded_monthday": (
        rf"the\s+(?P<ordinal>{'|'.join(reversed(_ORDINAL_WORDS))})\s+of\s+(?P<relative>this|last|next)\s+month"
    ),
    "month": rf"{_PART}{_RELATIVE}{_MONTH}{_OF_YEAR}",
    "season": (
        rf"{_PART}(?:the\s+)?{_RELATIVE}(?:(?P<stage_in>early|mid|late)(?:\s+|-))?"
        r"(?P<season>spring|summer|autumn|fall|winter)"
        rf"(?:\s+(?:of\s+)?(?P<relative_year>last|this|next)\s+year|{_OF_YEAR}(?:[/-]\d\d\b)?)"
    ),
    "year": rf"{_PART}{_YEAR}",
    "decade": r"(?:the\s+)?(?:(?P<stage>early|mid|late)(?:\s+|-))?(?P<year>(?:19|20)\d0)s",
    "quarter": rf"q(?P<quarter>[1-4])(?:\s+(?:of\s+)?{_YEAR})?",
    "weekday": (
        rf"(?:(?:the\s+)?(?P<relative>last|this past|this coming|coming|next|this)\s+)?"
        rf"(?P<weekday>{_WEEKDAY})\b"
        rf"(?:,?\s+the\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b)?{_TIME_OF_DAY}"
    ),
    "day": (
        r"(?P<name>(?:the\s+)?day before yesterday|(?:the\s+)?day after tomorrow|yesterday|today|tomorrow|"
        rf"tonight|last night|this (?:morning|afternoon|evening)){_TIME_OF_DAY}"
    ),
    "stretch": (
        rf"(?:{_PART}|(?P<edge>earlier|later)\s+)(?:the\s+)?"
        r"(?P<relative>last|this past|past|previous|this coming|coming|next|this)\s+"
        r"(?P<stretch>weekend|week|fortnight|month|quarter|year|decade)"
    ),
    "recent": (r"the\s+(?P<relative>last|past|next|coming)\s+(?P<unit>week|fortnight|month|quarter|year|decade)"),
    "over_next": r"(?:the\s+)?(?P<stretch>week|weekend|month|year)\s+(?P<over>before last|after next)",
    "the_stretch": rf"{_PART}the\s+(?P<stretch>weekend|week|month|year)|end of (?P<end_of>week|month|year)",
    "holiday": (
        rf"(?:(?P<relative>last|this|next)\s+)?(?P<holiday>christmas(?:\s+(?:eve|day))?|"
        rf"new year(?:['’]?s)?(?:\s+(?:eve|day))?|easter(?:\s+(?:sunday|monday))?|halloween){_OF_YEAR}"
    ),
    "ago": rf"{_QUANTITY}\s+(?:ago|back)",
    "seasons_ago": (
        rf"{_HEDGE}{_COUNT}\s+"
        rf"(?:(?P<season>spring|summer|autumn|fall|winter)|(?P<weekday>{'|'.join(WEEKDAYS)}))s?\s+ago"
    ),
    "hence": rf"{_QUANTITY}\s+(?:from\s+(?:now|today)|hence)",
    "window": rf"(?:the\s+)?(?P<relative>last|past|previous|next|coming)\s+{_QUANTITY}",
    "duration": _QUANTITY,
}
PATTERNS = {name: re2.compile(rf"(?i)\b(?:{source})") for name, source in _SOURCES.items()}
_NAMES = tuple(PATTERNS)
_SHAPES = PatternSet(*(pattern.pattern for pattern in PATTERNS.values()))

GATE = PatternSet(
    rf"(?i)(?:19|20)\d\d|\b(?:{_FULL_MONTH}|{_WEEKDAY}|{_SHORT_MONTH}|spring|summer|autumn|fall|winter|"
    r"yesterday|today|tomorrow|tonight|christmas|new year|easter|halloween|q[1-4]|weekend|last night)|"
    r"\b(?:minute|hour|day|week|fortnight|month|quarter|year|decade)|\bthis (?:morning|afternoon|evening)|"
    r"\d(?:st|nd|rd|th)\b"
)
"""What every wording has at least one of: a text without any needs no further look."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A wording that may be a time; `groups` are the named parts of its pattern, in lower case."""

    shape: str
    start: int
    end: int
    groups: dict[str, str]
    capital: bool
    """Whether its month or weekday is written with a capital letter."""

    def get(self, name: str) -> str:
        """A named part, or the empty string."""
        return self.groups.get(name, "")


def find_phrases(text: str) -> list[Phrase]:
    """Every wording in a text that may be a time, overlapping ones included."""
    found = []
    for place in _SHAPES.held_by(text):
        shape = _NAMES[place]
        for match in PATTERNS[shape].finditer(text):
            if _isolated(text, match.start(), match.end(), shape):
                found.append(_phrase(shape, match))
    return found


def _phrase(shape: str, match: Any) -> Phrase:
    raw = {k: v for k, v in match.groupdict().items() if v}
    name = raw.get("month") or raw.get("weekday") or ""
    groups = {k: " ".join(v.lower().rstrip(".").split()) for k, v in raw.items()}
    if shape == "worded_monthday":  # the first of next month
        shape, groups["day"] = "monthday", str(ORDINALS[groups["ordinal"]])
    return Phrase(shape, match.start(), match.end(), groups, name[:1].isupper())


def _isolated(text: str, start: int, end: int, shape: str) -> bool:
    """Whether the wording is not a piece of a longer word, number, version, price or clock time."""
    before, after, beyond = text[start - 1 : start], text[end : end + 1], text[end + 1 : end + 2]
    if before and (before.isalnum() or before in "_$€£#@/\\.:%+=" or (before == "-" and shape != "year")):
        return False
    if after.isalnum() or after in {"_", "%", "€", "$", "£", "@"}:
        return False
    if after and after in ".,:/" and beyond.isdigit():
        return False
    return not (after == "-" and beyond.isalnum() and not (shape == "year" and beyond.isdigit()))
