"""Where a value stands in an answer, whole and as itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.matchers.atoms import Atom, Clock, Day, Number, Pause, Word
from atma_overlay.evaluation.matchers.dating import content
from atma_overlay.evaluation.matchers.units import compatible


@dataclass(frozen=True, slots=True)
class Span:
    """An occurrence: from one place in the answer's atoms up to, not including, another."""

    start: int
    end: int

    def within(self, other: Span) -> bool:
        """Whether this one is a proper part of the other."""
        return other.start <= self.start and self.end <= other.end and self != other


def spans(said: Sequence[Atom], value: Sequence[Atom]) -> Iterator[Span]:
    """Every occurrence of the value: its content unbroken, in order, within one sentence unless it has several.

    A count with its noun (*five bikes*) also stands as the bare number, where nothing is counted.
    """
    sought = content(value) or tuple(atom for atom in value if not isinstance(atom, Pause))
    if not sought:
        return
    keeps_stops = not content(value)
    long = any(isinstance(atom, Pause) and atom.full for atom in value[:-1])
    places = [p for p, atom in enumerate(said) if not isinstance(atom, Word) or keeps_stops or not atom.stop]
    for first in range(len(places)):
        found = _read_from(said, places[first:], sought, across=long)
        if found is not None:
            yield Span(places[first], found + 1)
        elif _is_count(sought) and _is_bare(said, places[first]) and _same(said[places[first]], sought[0]):
            yield Span(places[first], places[first] + 1)


def _read_from(said: Sequence[Atom], places: Sequence[int], sought: Sequence[Atom], *, across: bool) -> int | None:
    """The place of the last atom of the value, where it begins at the first of the places."""
    met, last = 0, None
    for place in places:
        atom = said[place]
        if isinstance(atom, Pause):
            if not met or (atom.full and not across):
                return None
            continue
        if not _same(atom, sought[met]) or not _unit_is_given(said, place, sought[met]):
            return None
        met, last = met + 1, place
        if met == len(sought):
            return last
    return None


def _same(said: Atom, wanted: Atom) -> bool:
    if isinstance(said, Number) and isinstance(wanted, Number):
        return said.value == wanted.value and compatible(said.unit, wanted.unit)
    if isinstance(said, Day) and isinstance(wanted, Day):
        return said.agrees(wanted)
    if isinstance(said, Clock) and isinstance(wanted, Clock):
        return said.agrees(wanted)
    if isinstance(said, Day) and isinstance(wanted, Number):
        return wanted.unit is None and said.year is not None and said.year == wanted.value
    return said == wanted


def _unit_is_given(said: Sequence[Atom], place: int, wanted: Atom) -> bool:
    """A number without a unit stands for one with it only where it counts nothing else."""
    found = said[place]
    if not isinstance(wanted, Number) or wanted.unit is None or not isinstance(found, Number):
        return True
    return found.unit is not None or _is_bare(said, place)


def _is_count(sought: Sequence[Atom]) -> bool:
    number, *rest = sought
    return isinstance(number, Number) and number.unit is None and bool(rest) and all(isinstance(a, Word) for a in rest)


def _is_bare(said: Sequence[Atom], place: int) -> bool:
    found, after = said[place], said[place + 1] if place + 1 < len(said) else None
    return isinstance(found, Number) and found.unit is None and (after is None or isinstance(after, Pause))
