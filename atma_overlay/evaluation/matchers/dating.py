"""Dates put together from their parts: *May 12th, 2025*, *the 12th of May*, *March 2024*."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atma_overlay.evaluation.matchers.atoms import Atom, Day, Number, Pause, Word
from atma_overlay.evaluation.matchers.figures import valid_day

_NAMES = "january february march april may june july august september october november december"
_MONTHS = {name: place for place, name in enumerate(_NAMES.split(), start=1)}
_MONTHS |= {name[:3]: place for name, place in _MONTHS.items()} | {"sept": 9}
_YEARS = range(1000, 3000)
_DATE_PARTS = range(_YEARS.stop)


def dated(parts: Sequence[Atom]) -> list[Atom]:
    """The atoms with every date as one; a month's name without day or year stays a word, in full."""
    out: list[Atom] = []
    place = 0
    while place < len(parts):
        found = _date_at(parts, place)
        if found is None:
            out.append(_month_in_full(parts[place]))
            place += 1
        else:
            out.append(found[0])
            place = found[1]
    return out


def _date_at(parts: Sequence[Atom], place: int) -> tuple[Day, int] | None:
    """A date that begins here, with the place behind it."""
    day, month = _whole(parts, place), _month(parts, place)
    if day is not None:
        behind = _behind_stop(parts, place + 1)
        month = _month(parts, behind)
        return None if month is None else _with_year(parts, behind + 1, valid_day(month, day) if day <= 31 else None)
    if month is None:
        return None
    after = _behind_stop(parts, place + 1)
    number = _whole(parts, after)
    if number is not None and 1 <= number <= 31 and (valid := valid_day(month, number)):
        return _with_year(parts, after + 1, valid)
    year = _year(parts, place + 1)
    return None if year is None else (Day(month, None, year), place + 2)


def _with_year(parts: Sequence[Atom], place: int, found: Day | None) -> tuple[Day, int] | None:
    if found is None:
        return None
    comma = int(place < len(parts) and isinstance(parts[place], Pause) and parts[place] == Pause(full=False))
    year = _year(parts, place + comma)
    dated_day = valid_day(found.month, found.day or 1, year) if year is not None else None
    return (found, place) if dated_day is None else (dated_day, place + comma + 1)


def _behind_stop(parts: Sequence[Atom], place: int) -> int:
    """Past *of* and *the*."""
    while place < len(parts) and parts[place] in (Word("of", stop=True), Word("the", stop=True)):
        place += 1
    return place


def _whole(parts: Sequence[Atom], place: int) -> int | None:
    found = parts[place] if place < len(parts) else None
    if not isinstance(found, Number) or found.unit is not None or found.value < 0 or found.value not in _DATE_PARTS:
        return None
    return int(found.value)


def _year(parts: Sequence[Atom], place: int) -> int | None:
    found = _whole(parts, place)
    return found if found is not None and found in _YEARS else None


def _month(parts: Sequence[Atom], place: int) -> int | None:
    found = parts[place] if place < len(parts) else None
    return _MONTHS.get(found.text) if isinstance(found, Word) else None


def _month_in_full(atom: Atom) -> Atom:
    if not isinstance(atom, Word) or atom.text not in _MONTHS:
        return atom
    return Word(_NAMES.split()[_MONTHS[atom.text] - 1])


def content(parts: Iterable[Atom]) -> tuple[Atom, ...]:
    """What carries meaning: no stop words, no punctuation."""
    return tuple(atom for atom in parts if not isinstance(atom, Pause) and not (isinstance(atom, Word) and atom.stop))
