"""Numbers above a hundred that are spelled out, and stretches of hours, in figures.

*Nine hundred and fifty pounds* is *950 pounds*, *an hour and a half* is *90 minutes*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atma_overlay import re2
from atma_overlay.language.grammar.marked_up import Change
from atma_overlay.values.normal import NUMBER_WORDS

_SMALL = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_RUN = re.compile(rf"(?<![\w'’-])(?:{_SMALL})(?:[ -](?:and )?(?:{_SMALL}|hundred|thousand)){{1,9}}(?![\w'’-])")
_TEN = 10
_TENS = 20
_HUNDRED = 100
_THOUSAND = 1000


def figures_in(text: str) -> Iterator[Change]:
    """What of a text is a number in words, with its figures; a run of words that is none is left.

    Args:
        text: as it was said.
    """
    for match in _RUN.finditer(text):
        words = [x for x in re.split("[ -]", match.group()) if x != "and"]
        value = _value(words) if not {"hundred", "thousand"}.isdisjoint(words) else None
        if value is not None:
            yield (*match.span(), str(value))


_TWO_WORDS = rf"(?:{'|'.join(x for x, n in NUMBER_WORDS.items() if n >= _TENS)})[ -](?:{_SMALL})|{_SMALL}"
_AMOUNT = rf"\d{{1,2}}|an?|{_TWO_WORDS}"
_HOURS = re.compile(
    rf"(?<![\w'’.,:-])(?:(?:(?P<whole>{_AMOUNT}) )?(?:(?:hours? )?and a )(?P<part>half|quarter)(?: hours)?"
    rf"|(?P<less>(?:three|3) quarters of an hour|half an hour|(?:a )?quarter of an hour)"
    rf"|(?P<hours>{_AMOUNT})(?: hours?| ?hrs?| ?h),? ?(?:and )?(?P<minutes>\d\d?|{_TWO_WORDS})(?: ?min(?:ute)?s?| ?m)?"
    rf"|(?P<h>\d{{1,2}})h(?P<m>[0-5]\d))(?![\w'’%-]|[.,:]\d)"
)
_SHORT_HOURS = re2.compile(r"\d ?h(?:rs?)? ?\d")
_MINUTES = 60


def hours_in(text: str) -> Iterator[Change]:
    """What of a text is a stretch of hours and of parts of one, in minutes.

    Args:
        text: as it was said.
    """
    if "hour" not in text and _SHORT_HOURS.search(text) is None:
        return
    for match in _HOURS.finditer(text):
        minutes = _minutes(match)
        if minutes is not None:
            yield (*match.span(), f"{minutes} minutes")


def _minutes(match: re.Match[str]) -> int | None:
    less = match.group("less")
    if less is not None:
        return _MINUTES // 2 if less.startswith("half") else _MINUTES // 4 * (3 if less[0] in "t3" else 1)
    if match.group("h") is not None:
        return int(match.group("h")) * _MINUTES + int(match.group("m"))
    if match.group("part") is not None:
        whole = match.group("whole")
        if whole is None or "hour" not in match.group():
            return None
        return _number(whole) * _MINUTES + (_MINUTES // 2 if match.group("part") == "half" else _MINUTES // 4)
    bare = match.group()[-1].isdecimal() and match.string[match.end() : match.end() + 2].strip().isalpha()
    if bare or ("hour" in match.group() and match.end("minutes") == match.end()):
        return None  # 24h 30 days; 2 hours 3 times a week
    minutes = _number(match.group("minutes"))
    return _number(match.group("hours")) * _MINUTES + minutes if minutes < _MINUTES else None


def _number(word: str) -> int:
    if word in {"a", "an"}:
        return 1
    return int(word) if word.isdecimal() else sum(NUMBER_WORDS[x] for x in re.split("[ -]", word))


def _value(words: Sequence[str]) -> int | None:
    """The number that words tell; None for *one two hundred*, *nine hundred hundred*."""
    whole = part = 0
    room = _THOUSAND  # what the next word must be less than
    for word in words:
        if word == "hundred":
            if not 0 < part < _TEN:
                return None
            part, room = part * _HUNDRED, _HUNDRED
        elif word == "thousand":
            if whole or not 0 < part < _THOUSAND:
                return None
            whole, part, room = part * _THOUSAND, 0, _THOUSAND
        else:
            number = NUMBER_WORDS[word]
            if number >= room:
                return None
            part += number
            room = _TEN if number >= _TENS else 1
    return whole + part
