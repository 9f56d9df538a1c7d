"""What a normalised value measures, in one form: *90 min*, *1.5 h* and *1 h and 30 min*; *178 cm*, *1.78 m*, *1 m 78*.

What is exact in one system only: a pound is no exact number of grams, and no month has a number of days.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from atma_overlay.kept import kept_short

_SIZES = {
    "time": {
        "ms": "0.001", "s": "1", "min": "60", "h": "3600", "day": "86400", "week": "604800",
        "fortnight": "1209600",
    },
    "months": {"month": "1", "year": "12"},
    "mass": {"mg": "0.001", "g": "1", "kg": "1000"},
    "length": {"mm": "0.001", "cm": "0.01", "m": "1", "km": "1000"},
    "volume": {"ml": "0.001", "l": "1"},
    "pounds": {"stone": "14", "st": "14", "lb": "1"},
    "inches": {"feet": "12", "foot": "12", "ft": "12", "inches": "1", "inch": "1", "in": "1"},
    "yards": {"mi": "1760", "yard": "1", "yards": "1"},
}  # fmt: skip
"""How many of the least unit of its sort each unit is; a sort's units are told together, *1 h 30 min*."""
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "quarters": Decimal("0.25")}
_NEXT = {"h": "min", "m": "cm", "foot": "inches", "feet": "inches", "ft": "inches", "stone": "lb", "st": "lb"}
"""The unit of a number that is told behind one of another: *1 h 30*, *1 m 78*, *5 ft 10*."""
_GLUED = re.compile(r"(\d)([a-z]+)(?= |$)")
_BEGINS = ("h ", "half ", "quarter ", "fortnight", "day and", "week and", "year and")
_MOST = 60
"""Characters of the longest measure that is read."""


@dataclass(frozen=True, slots=True)
class Measure:
    """So much of a sort: `amount` in the least unit of it, exact to half of `step`."""

    sort: str
    amount: Decimal
    step: Decimal


@kept_short(16384)
def measure_of(norm: str) -> Measure | None:
    """What a normalised value measures; None where it measures nothing, or says more than that."""
    if not (norm[:1].isdecimal() or norm.startswith(_BEGINS)) or len(norm) > _MOST:
        return None
    words = [x for x in _GLUED.sub(r"\1 \2", norm).split() if x not in {"and", "of"}]
    if words[0] == "fortnight":
        words.insert(0, "1")
    if words[-1] == "m" and "h" in words:
        words[-1] = "min"  # 1h 30m
    return next((m for sort in _SIZES if (m := _read(words, sort)) is not None), None)


def measure_form(norm: str) -> str | None:
    """The same as a key: equal for two values that measure exactly as much."""
    found = measure_of(norm)
    return None if found is None else f"{found.sort} {found.amount.normalize():f}"


def _read(words: list[str], sort: str) -> Measure | None:
    units = _SIZES[sort]
    told = [x for x in words if x in units]
    if not told:
        return None
    if len(told) == 1 and any(x in _PARTS for x in words):
        return _in_parts(words, told[0], sort)
    total, step, least = Decimal(0), Decimal(0), None
    numbers = words if words[-1] in units else [*words, _NEXT.get(told[-1], "")]
    if len(numbers) % 2:
        return None
    for number, unit in zip(numbers[::2], numbers[1::2], strict=True):
        amount = _decimal(number)
        size = Decimal(units[unit]) if unit in units else None
        if amount is None or size is None or (least is not None and (size >= least or amount * size >= least)):
            return None
        total, step, least = total + amount * size, size * _last_digit(number), size
    return Measure(sort, total, step)


def _in_parts(words: list[str], unit: str, sort: str) -> Measure | None:
    """*Half an hour*, *an hour and a half*, *two and a half hours*, *three quarters of an hour*."""
    rest = [x for x in words if x != unit]
    if not rest or rest[-1] not in _PARTS or len(rest) > _AT_MOST:
        return None
    part = _PARTS[rest[-1]]
    if len(rest) == 1:
        amount = part if words[0] == rest[0] else 1 + part  # half an hour, an hour and a half
    else:
        number = _decimal(rest[0])
        if number is None:
            return None
        amount = number * part if rest[-1] == "quarters" else number + part
    size = Decimal(_SIZES[sort][unit])
    return Measure(sort, amount * size, part * size)


_AT_MOST = 2


def _decimal(number: str) -> Decimal | None:
    if not number[:1].isdecimal() or not number.isascii():
        return None
    try:
        return Decimal(number)
    except InvalidOperation:
        return None


def _last_digit(number: str) -> Decimal:
    """What the last digit of a number counts; *82.0 kg* is no more exact than *82 kg*."""
    return Decimal(1).scaleb(-len(number.partition(".")[2].rstrip("0")))


_IN_METRES = {"mass": ("pounds", Decimal("453.59237")), "length": ("inches", Decimal("0.0254"))}
_FAR = {"length": ("yards", Decimal("0.9144"))}


def within_rounding(first: Measure, second: Measure) -> bool:
    """*82 kg* and *181 lb*, *178 cm* and *5 ft 10*: of two systems, and no further apart than either is rounded."""
    for one, other in ((first, second), (second, first)):
        for systems in (_IN_METRES, _FAR):
            sort, size = systems.get(one.sort, ("", Decimal(0)))
            if sort == other.sort:
                return abs(one.amount - other.amount * size) <= (one.step + other.step * size) / 2
    return False
