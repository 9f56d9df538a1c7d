"""Time zones by what people call them: *CET*, *UTC+1*, *Pacific*, *Europe/Berlin*, *Berlin time*."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from atma_overlay import re2
from atma_overlay.kept import kept_short
from atma_overlay.values.normal import fold_case

__all__ = ["is_offset", "zones_of"]


@kept_short(1024)
def zones_of(said: str) -> frozenset[str]:
    """The zones of the time zone database that are called so; none where it is not known."""
    text = _bare(said)
    offset = _OFFSET.search(text)
    if offset is not None:
        hours, minutes = int(offset.group("hours")), int(offset.group("minutes") or 0)
        sign = -1 if offset.group("sign") in "-−" else 1
        return _by_offset().get(timedelta(minutes=sign * (60 * hours + minutes)), frozenset())
    return _by_name().get(_LONG.get(text, text), frozenset())


def is_offset(said: str) -> bool:
    """Whether a zone is told by how far it is off: *UTC+1*."""
    return _OFFSET.search(_bare(said)) is not None


def _bare(said: str) -> str:
    return str(_ENDS.sub("", fold_case(said).strip(" .!")))


_ENDS = re2.compile(
    r"^the | ?\(?(?:standard |daylight |summer )?time\)?(?: ?zone)?$| ?timezone$| zone$| in (?:summer|winter)$"
)
_OFFSET = re2.compile(r"^(?:utc|gmt) ?(?P<sign>[+−-]) ?(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?$")
_LONG = {
    "pacific": "pst", "mountain": "mst", "central": "cst", "eastern": "est", "atlantic": "ast",
    "us pacific": "pst", "us eastern": "est", "us central": "cst", "us mountain": "mst",
    "central european": "cet", "eastern european": "eet", "western european": "wet", "greenwich mean": "gmt",
    "british": "bst", "uk": "bst", "india": "ist", "indian": "ist", "japan": "jst", "korea": "kst",
    "australian eastern": "aest", "australian central": "acst", "australian western": "awst", "hawaii": "hst",
    "alaska": "akst", "moscow": "msk", "pakistan": "pkt", "west africa": "wat", "east africa": "eat",
    "coordinated universal": "utc", "universal": "utc", "zulu": "utc", "z": "utc",
}  # fmt: skip
"""Zones by the English names of the Unicode CLDR."""


@lru_cache(maxsize=1)
def _by_name() -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, zone in _all():
        found[fold_case(name)].add(name)
        found[fold_case(name).rpartition("/")[2].replace("_", " ")].add(name)
        for at in _SEASONS:
            found[fold_case(at.astimezone(zone).tzname() or name)].add(name)
    return {name: frozenset(zones) for name, zones in found.items()}


@lru_cache(maxsize=1)
def _by_offset() -> Mapping[timedelta, frozenset[str]]:
    found: defaultdict[timedelta, set[str]] = defaultdict(set)
    for name, zone in _all():
        for at in _SEASONS:
            found[at.astimezone(zone).utcoffset() or timedelta()].add(name)
    return {offset: frozenset(zones) for offset, zones in found.items()}


_SEASONS = (datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 7, 15, tzinfo=UTC))


def _all() -> Iterator[tuple[str, ZoneInfo]]:
    for name in sorted(available_timezones()):
        try:
            yield name, ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # a file of the system's that is none
            continue
