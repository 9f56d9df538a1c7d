"""What may be one value that is told anew, in another unit or to another degree, though a *now* stands beside it.

*My weight is 82 kg*, *181 pounds now*; *my bedtime is 10:30*, *is now 22:30*; *my doctor is Dr. A. Patel*, *is now Dr.
Anita Patel*. Nothing need have changed. What `same_value` knows to be one is none of it, and two numbers of one unit
are two.
"""

from __future__ import annotations

from dataclasses import replace

from atma_overlay import re2
from atma_overlay.language.grammar.kinds import COUNTED, MONEY
from atma_overlay.records import Change, Statement
from atma_overlay.state.pairs.particulars import says_itself
from atma_overlay.state.pairs.said_otherwise import (
    amount_told,
    is_short_for,
    may_be_called_so,
    period_of,
)
from atma_overlay.values.belonging import belongs, related
from atma_overlay.values.measured import Measure, measure_of, within_rounding
from atma_overlay.values.normal import normalise
from atma_overlay.values.sameness import TITLES, clock_form, refines, spelled_form

__all__ = ["is_told_anew", "sets_against"]


def is_told_anew(earlier: Statement, later: Statement) -> bool:
    """Whether two statements of one slot may tell one value, as exactly as both tell it."""
    if later.change is not Change.TOLD and _is_of_its_maker(earlier.norm, later.norm):
        return True
    if _has_digit(earlier.norm) and _has_digit(later.norm):
        if earlier.value_kind == later.value_kind == "time":
            return _may_be_one_hour(earlier, later)
        return _is_one_amount(earlier, later) or _is_dialled_alike(earlier.value, later.value)
    if earlier.unit == later.unit == "weekly":
        return refines(earlier.norm, later.norm)  # Mondays, every Monday
    if earlier.value.replace(" ", "") == later.value.replace(" ", ""):
        return True  # MySQL, My SQL; Newcastle and New Castle are two
    first, second = spelled_form(earlier.norm), spelled_form(later.norm)
    if _is_one_firm(first, second) or _may_be_one_person(first, second):
        return True
    return _is_in_initials(earlier, later) or _is_in_initials(later, earlier)


def sets_against(earlier: Statement, later: Statement) -> bool:
    """Whether the later one names what it replaces, beside its own value: *from 900 to 900 euros a month*."""
    if later.replaces is None or not says_itself(earlier, later):
        return False
    return says_itself(earlier, replace(later, evidence=later.evidence.replace(later.value, " ", 1)))


def _has_digit(norm: str) -> bool:
    return any(map(str.isdigit, norm))


_HALF = re2.compile(r"^\W*(?:o'clock )?(?:\w+\W+){0,2}?(?P<part>morning|afternoon|evening|night)\b")
_BEHIND = 40
_NOON = 12


def _may_be_one_hour(earlier: Statement, later: Statement) -> bool:
    """*Three*, *15:00*: what does not say which half of the day it is in may be in either."""
    first, second = _hour(earlier), _hour(later)
    if first is None or second is None or first[1] != second[1]:
        return False
    hour, _, sure = first
    other, _, other_is_sure = second
    return hour == other if sure and other_is_sure else hour % _NOON == other % _NOON


def _hour(told: Statement) -> tuple[int, int, bool] | None:
    """The hour and the minute that are told, and whether it is said which half of the day they are in."""
    form = clock_form(told.norm)
    if form is None or " " in form:
        return None
    hour, minute = map(int, form.split(":"))
    if hour > _NOON or hour == 0 or told.norm.startswith("0") or "m" in told.norm[-2:]:
        return hour, minute, True
    match = _HALF.search(told.evidence.partition(told.value)[2][:_BEHIND].lower())
    if match is None:
        return hour, minute, False
    later = match.group("part") in {"afternoon", "evening"} or (match.group("part") == "night" and hour > _EARLY)
    return hour % _NOON + (_NOON if later else 0), minute, True


_EARLY = 5
"""Up to this hour the night is of the morning."""


def _is_one_amount(earlier: Statement, later: Statement) -> bool:
    """*900*, *€900 a month*; *82 kg*, *180 lbs*; *45m*, *45 minutes*: in no two units, or within what is rounded."""
    periods = period_of(earlier), period_of(later)
    if None not in periods and periods[0] != periods[1]:
        return False
    first, second = _measure(earlier), _measure(later)
    if first is not None and second is not None:
        same = first.sort == second.sort and first.amount == second.amount
        return same or within_rounding(first, second)
    if earlier.value_kind not in COUNTED or later.value_kind not in COUNTED:
        return False
    if _amounts(earlier).isdisjoint(_amounts(later)):
        return False
    units = {u for u in (_unit(earlier), _unit(later)) if u is not None}
    return len(units) < _BOTH


def _amounts(told: Statement) -> set[float]:
    """The number that is told; *52.000* may be one of thousands, as it is written in much of Europe."""
    if _has_digit(told.norm.partition(" ")[2]):
        return set()  # 555 0101
    amount = amount_told(told.norm)
    return ({amount, amount * 1000} if _GROUPED.search(told.value) is not None else {amount}) - {0}


_GROUPED = re2.compile(r"(?:^|[^\d.,])\d{1,3}\.\d{3}(?:$|[^\d.,])")
_BOTH = 2
_FEET = re2.compile(
    r"(?i)^(?P<feet>\w+) ?(?:['’′]|ft\b\.?|feet\b|foot\b)"
    r" ?(?:(?P<inches>\w+) ?(?:[\"”″]|''|’’|in\b\.?|inch(?:es)?\b)?)?$"
)
"""*5'10"*, *5 ft 10*, *six foot two*."""
_SHORT = re2.compile(r"^(?P<number>\d+) ?(?P<unit>m)$")
"""*45m*: minutes, where it is no length and no million."""
_POUNDS = re2.compile(r"(?i)^(?P<number>[\d.]+) ?pounds?$")
"""Of money or of weight."""


def _measure(told: Statement) -> Measure | None:
    value = told.value
    short = _SHORT.match(value)
    if short is not None:
        return measure_of(f"{short.group('number')} min")
    pounds = _POUNDS.match(value)
    if pounds is not None:
        return measure_of(f"{normalise(pounds.group('number'))} lb")
    feet = _FEET.match(value)
    if feet is None:
        return measure_of(told.norm)
    return measure_of(f"{normalise(feet.group('feet'))} ft {normalise(feet.group('inches') or '0')} in")


def _unit(told: Statement) -> str | None:
    """The unit that an amount is told in; None where it has none of its own."""
    words = told.norm.split()
    if len(words) > 1 and words[1] in MONEY:
        return words[1]
    return told.unit


_DIALLED = 7
_COUNTRY = 4
"""Digits of the longest code of a country, and the zero that may stand behind it."""
_IN_NORTH_AMERICA = 11
_NUMBER = re2.compile(r"^[+(]?[\d (][\d ()./-]{6,24}$")


def _is_dialled_alike(first: str, second: str) -> bool:
    """*0171 555 0101*, *+44 171 555 0101*, *0044 171 555 0101*: with the code of a country or without it."""
    if _NUMBER.match(first) is None or _NUMBER.match(second) is None:
        return False
    (one, coded), (other, other_is_coded) = _dialled(first), _dialled(second)
    if coded == other_is_coded:
        return coded and one == other
    whole, rest = (one, other) if coded else (other, one)
    return len(rest) >= _DIALLED and whole.endswith(rest) and len(whole) - len(rest) <= _COUNTRY


def _dialled(value: str) -> tuple[str, bool]:
    """The digits of a number, without what only says from where it is dialled, and whether they name a country."""
    digits = "".join(filter(str.isdecimal, value))
    if value.startswith("+") or digits.startswith("00"):
        return digits.lstrip("0"), True
    return digits.lstrip("0"), len(digits) == _IN_NORTH_AMERICA and digits.startswith("1")


_FORMS = frozenset(
    """inc incorporated corp corporation co company ltd limited llc llp plc gmbh ag kg se sa sarl srl spa bv nv ab
    oy""".split()
)
"""What a firm is by law, behind its name."""


def _is_one_firm(first: str, second: str) -> bool:
    """*Acme Inc.*, *Acme Corp*: one firm, or two of one name."""
    one, other = first.rpartition(" "), second.rpartition(" ")  # of normalised values: without commas
    return one[0] == other[0] != "" and one[2] in _FORMS and other[2] in _FORMS


def _may_be_one_person(first: str, second: str) -> bool:
    """*Dr. A. Patel*, *Dr. Anita Patel*, *Dr. Patel*: of one family name, and of no two first names."""
    titled = [name.split() for name in (first, second)]
    one, other = ([x for x in name if x not in TITLES] for name in titled)
    if not one or not other or one[-1] != other[-1]:
        return False
    if len(one) != len(other):
        return len(one) + len(other) == _ONE_AND_TWO and titled != [one, other]
    initial = min(len(one[0]), len(other[0])) == 1
    return len(one) == _BOTH and initial and may_be_called_so(one[0], other[0])


_ONE_AND_TWO = 3


def _is_of_its_maker(first: str, second: str) -> bool:
    """*An iPhone*, *an Apple iPhone 15*: the maker's name makes no other thing of it."""
    if " " not in first + second:
        return False
    one, other = _without_maker(first), _without_maker(second)
    return (one, other) != (first, second) and (one == other or related(one, other))


def _without_maker(norm: str) -> str:
    maker, _, rest = norm.partition(" ")
    return rest if rest and belongs(rest, maker, by_distance=False) else norm


def _is_in_initials(short: Statement, long: Statement) -> bool:
    """*DB*, *Deutsche Bahn*."""
    capitals = short.value.replace(".", "")
    if not capitals.isupper() or " " in capitals or len(capitals) < _BOTH or " " not in long.value:
        return False
    return capitals[0].lower() == long.norm[:1] and is_short_for(short.value, long.value)
