"""What belongs to what: a model to its maker, a service to its provider, a district to its town, a town to its country.

*I drive a VW*, *I drive a Golf*: who has the one has the other, and both may hold, whichever is said last. Two models
of one maker are two things, and so are two districts of one town. `sorts.txt` and `places.txt` know what is in what.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians, sqrt

from atma_overlay.kept import kept_short
from atma_overlay.values.normal import MONTHS, UNITS, normalise
from atma_overlay.values.sameness import all_words, is_called_otherwise, name_form
from atma_overlay.word_lists import read_lines, read_list

__all__ = ["are_numbered_apart", "belongs", "is_listed", "is_place", "related"]


def belongs(part: str, whole: str, *, by_distance: bool = True) -> bool:
    """Whether what the first normalised value names is of, or lies in, what the second one names; see `related`."""
    if _is_numbered(whole, part):
        return True
    one, other = _of(part), _of(whole)
    if one is _NONE or other is _NONE:
        return False
    if other.form in one.wholes or (one.regions and one.regions < other.regions):
        return True
    if any(place.region in other.regions for place in one.places):
        return True
    return by_distance and any(_lies_in(a, b) for a in one.places for b in other.places)


def related(first: str, second: str, *, by_distance: bool = True) -> bool:
    """Whether one of two normalised values belongs to the other.

    Args:
        first: a value.
        second: another one.
        by_distance: take a small place beside a large one for a part of it; who *moved* there has left the large one.
    """
    if first.isalpha() and second.isalpha() and (_of(first) is _NONE or _of(second) is _NONE):
        return False  # most pairs: words that no list has
    return any(belongs(a, b, by_distance=by_distance) for a, b in ((first, second), (second, first)))


def are_numbered_apart(first: str, second: str) -> bool:
    """Whether two normalised values are of one name, each with a number of its own: *Postgres 13*, *Postgres 16*."""
    one, other = first.rpartition(" "), second.rpartition(" ")
    numbered = one[2][:1].isdigit() and other[2][:1].isdigit()
    return numbered and one[0] == other[0] != "" and one[2] != other[2]


def is_listed(form: str) -> bool:
    """Whether a thing of this form (`name_form`) is known by name: two such are two, however alike their names."""
    return form in _sorts() or is_called_otherwise(form)


def is_place(norm: str) -> bool:
    """Whether a normalised value names a listed town, a part of one, a country or a part of one."""
    form = name_form(norm)
    return form in _places() or form in _regions() or norm in _listed_regions() or form in _town_names()


@lru_cache(maxsize=1)
def _listed_regions() -> frozenset[str]:
    return read_list("regions.txt")


def _is_numbered(plain: str, exact: str) -> bool:
    """*Postgres* and *Postgres 15*, *Rosewood Avenue* and *27 Rosewood Avenue*: a name, and the name with a number."""
    words = all_words(plain)
    if not words or any(x[0].isdigit() for x in words) or not words.isdisjoint(UNITS):
        return False
    more = all_words(exact)
    month = MONTHS.get(plain)  # my birthday is in June
    if month is not None:
        return f"month{month}" in more
    return words < more and all(x[0].isdigit() for x in more - words)


@dataclass(frozen=True, slots=True)
class _Place:
    """A town or a district of one.

    Attributes:
        region: the number of its part of a country, or of the whole one.
        people: thousands.
        north: degrees.
        east: degrees.
    """

    region: int
    people: int
    north: float
    east: float


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of a value.

    Attributes:
        form: that in which the lists of sorts know it, or its beginning; empty where they do not.
        wholes: the forms of all that it belongs to.
        places: those that go by its name.
        regions: the numbers of those that it names, or that lie in it.
    """

    form: str = ""
    wholes: frozenset[str] = frozenset()
    places: tuple[_Place, ...] = ()
    regions: frozenset[int] = frozenset()


_NONE = _Known()


@kept_short(4096)
def _of(norm: str) -> _Known:
    form, sorts = name_form(norm), _sorts()
    known = form if form in sorts else next((x for x in _beginnings(norm) if x in sorts), "")
    places, regions = _places().get(form, ()), _regions().get(form, frozenset())
    if not (known or places or regions):
        return _NONE
    wholes = frozenset(_wholes_of(known)) if known else frozenset()
    return _Known(known, wholes, _best_known(places), regions)


_NAMESAKE = 4
"""Who says *London* means the one with so many times the people of the other."""


def _best_known(places: Iterable[str]) -> tuple[_Place, ...]:
    found = [_place(told) for told in places]
    most = max((place.people for place in found), default=0)
    return tuple(place for place in found if place.people * _NAMESAKE >= most)


def _beginnings(norm: str) -> Iterator[str]:
    """What a value begins with where a model follows: *galaxy* of *galaxy s22*, not *square* of *square enix*."""
    words = norm.split(maxsplit=_LONGEST)[:_LONGEST]
    for end in range(len(words) - 1, 0, -1):
        if not (words[end] in _MODELS or any(map(str.isdigit, words[end]))):
            return
        yield name_form(" ".join(words[:end]))


_LONGEST = 6
"""Words of a name; no thing of the list has more."""
_MODELS = frozenset("pro max plus ultra mini lite edition series model".split())


def _wholes_of(form: str) -> Iterator[str]:
    met, left = {form}, [form]
    while left:
        for whole in _sorts()[left.pop()]:
            if whole not in met:
                met.add(whole)
                left.append(whole)
                yield whole


@lru_cache(maxsize=1)
def _sorts() -> Mapping[str, frozenset[str]]:
    """By the form of each thing of the list what it belongs to, which is nothing for what stands at the head."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in read_list("sorts.txt"):
        names, _, parts = line.partition(": ")
        wholes = {name_form(normalise(name)) for name in names.split(" = ")}
        for whole in wholes:
            found[whole] |= set()
        for part in parts.split(", "):
            found[name_form(normalise(part))] |= wholes
    return {form: frozenset(wholes - {form}) for form, wholes in found.items()}


_WIDTH = 0.008
"""Kilometres of a town's radius by the square root of its people: 15 of Berlin's, 24 of New York's."""
_SHARE = 3
"""A town has at least so many times the people of a district of it."""
_EARTH = 6371.0


def _lies_in(small: _Place, large: _Place) -> bool:
    """Whether the first of two places lies in the second."""
    if small.region != large.region or large.people < _SHARE * small.people:
        return False
    north, east = radians(small.north - large.north), radians(small.east - large.east)
    away = _EARTH * hypot(north, east * cos(radians(large.north)))
    return away <= _WIDTH * sqrt(large.people * 1000)


def _place(told: str) -> _Place:
    region, people, north, east = told.split("|")
    return _Place(int(region), int(people), float(north), float(east))


@lru_cache(maxsize=1)
def _places() -> Mapping[str, tuple[str, ...]]:
    """What the list says of each form of a place's name; most is never asked for, and is left as it stands."""
    return _lists()[0]


def _regions() -> Mapping[str, frozenset[int]]:
    return _lists()[1]


@lru_cache(maxsize=1)
def _town_names() -> frozenset[str]:
    return frozenset(name_form(normalise(line.split(" = ")[0])) for line in read_lines("city_names.txt"))


@lru_cache(maxsize=1)
def _lists() -> tuple[dict[str, tuple[str, ...]], dict[str, frozenset[int]]]:
    places: dict[str, tuple[str, ...]] = {}
    regions: dict[str, frozenset[int]] = {}
    number = 0
    for line in read_lines("places.txt"):
        if line.startswith("@"):
            number += 1
            for form in line[1:].split(" = "):
                regions[form] = regions.get(form, frozenset()) | {number}
            continue
        form, _, told = line.partition("|")
        places[form] = (*places.get(form, ()), f"{number}|{told}")
    return places, regions
