"""Texts brought to one form, so that a value is found however it is spelled.

Case, diacritics and punctuation are folded; number words and ordinals become digits, thousands separators go,
*64k* is 64000; plural and possessive endings go; *May 12* and 2025-05-12 are spelled *12 May*; a currency
sign and % become words behind their number. Negation is no word of the value: it is its polarity.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from atma_overlay import re2
from atma_overlay.evaluation.numerals import digits

_MONTH_NAMES = "january february march april may june july august september october november december"
_STOP_NAMES = """a an the and or of to in on at by for from with as is are was were be been being am i me
    my mine we us our you your he him his she her it its they them their this that these those there do does
    did have has had having will would who which"""
_NEGATION_NAMES = "not no never without none nothing neither nor non cannot"
_UNIT_NAMES = """mg g kg km m cm mm ml l dl ms s sec h hr hrs min mins am pm gb mb kb tb p mph kmh kph lb lbs
    oz ft in pt px w kw c f x"""
_MONTHS = tuple(_MONTH_NAMES.split())
_MONTH_BY_START = {month[:3]: month for month in _MONTHS} | {"sept": "september"}
_STOP_WORDS = frozenset(_STOP_NAMES.split())
_NEGATIONS = frozenset(_NEGATION_NAMES.split())
_UNITS = frozenset(_UNIT_NAMES.split())
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "_": " "})
_CURRENCIES = {"$": "dollar", "€": "euro", "£": "pound"}

_ISO_DATE = re2.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_MONEY = re2.compile(r"([$€£])\s?(\d[\d,.]*\d[km]?|\d[km]?)")
_TOKEN = re2.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?\p{L}*|\d+(?:[.:]\d+)*\p{L}*|[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*")
_QUANTITY = re2.compile(r"(\d[\d.:]*)(\p{L}+)")
_ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_NOT_PLURAL = ("ss", "us", "is", "'s")
_SINGULAR_IN_S = frozenset({"news", "always", "christmas", "yes"})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text in the one form: its content words in order, every word, and whether it is denied."""

    words: tuple[str, ...]
    every: tuple[str, ...]
    negated: bool = False


@lru_cache(maxsize=1 << 16)
def phrase(text: str, *, affirmed: bool = True) -> Phrase:
    """The one form of a text; `affirmed` is False where the text is the value of a denial."""
    tokens = list(chain.from_iterable(_token(t) for t in _TOKEN.findall(_folded(text))))
    negations = [t for t in tokens if t in _NEGATIONS]
    said = [t for t in tokens if t not in _NEGATIONS] or tokens
    every = tuple(word if word in _STOP_WORDS else _singular(word) for word in digits(said))
    content = _dated([word for word in every if word not in _STOP_WORDS])
    return Phrase(words=tuple(content), every=every, negated=bool(negations) or not affirmed)


def _folded(text: str) -> str:
    lowered = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    plain = "".join(c for c in lowered if not unicodedata.combining(c))
    spelled = _ISO_DATE.sub(lambda m: _spelled_date(m[0], m[1], m[2], m[3]), plain)
    paid: str = _MONEY.sub(lambda m: f"{m[2]} {_CURRENCIES[m[1]]} ", spelled)
    return paid.replace("%", " percent ").replace("per cent", "percent")


def _spelled_date(whole: str, year: str, month: str, day: str) -> str:
    if not 1 <= int(month) <= 12:
        return whole
    return f" {int(day)} {_MONTHS[int(month) - 1]} {year} "


def _token(token: str) -> Iterator[str]:
    """One token as words: quantities apart from their units, contractions and possessives undone."""
    if token[0].isdigit():
        yield from _quantity(token.replace(",", ""))
    elif token.endswith("n't"):
        yield from (token[:-3], "not")
    else:
        yield token.removesuffix("'s").replace("'", "")


def _quantity(token: str) -> Iterator[str]:
    found = _QUANTITY.fullmatch(token)
    if not found:
        yield token
        return
    number, unit = found[1], found[2]
    if unit in _ORDINAL_ENDINGS:
        yield number
    elif unit == "k" and number.replace(".", "", 1).isdigit():
        yield str(round(float(number) * 1000))
    elif unit in _UNITS:
        yield from (number, unit)
    else:
        yield token


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(_NOT_PLURAL) or word in _SINGULAR_IN_S:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _dated(words: list[str]) -> list[str]:
    """Day before month, the month in full."""
    out = list(words)
    index = 0
    while index + 1 < len(out):
        if _is_day(out[index]) and (month := _month(out[index + 1])):
            out[index + 1] = month
            index += 2
        elif (month := _month(out[index])) and _is_day(out[index + 1]):
            out[index], out[index + 1] = out[index + 1], month
            index += 2
        else:
            index += 1
    return out


def _is_day(word: str) -> bool:
    return word.isdecimal() and 1 <= int(word) <= 31


def _month(word: str) -> str | None:
    return word if word in _MONTHS else _MONTH_BY_START.get(word)
