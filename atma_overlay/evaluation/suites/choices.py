"""What a generating suite takes from `Options.given`: known names only, read as what they stand for."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from atma_overlay import re2
from atma_overlay.errors import InvalidInputError

_COUNT = re2.compile(r"(\d{1,9})(k?)")


def refuse_unknown(given: Mapping[str, str], known: Collection[str]) -> None:
    """Refuse a setting that the suite does not have.

    Raises:
        InvalidInputError: one is not among `known`.
    """
    for name in given:
        if name not in known:
            raise InvalidInputError(name, f"is no setting of this suite: use one of {', '.join(known)}")


def count(given: Mapping[str, str], name: str, *, default: int, least: int) -> int:
    """A whole number, written out or in thousands (*32k*).

    Raises:
        InvalidInputError: it is no number, or below `least`.
    """
    if name not in given:
        return default
    found = _COUNT.fullmatch(given[name].strip().lower())
    value = int(found.group(1)) * (1000 if found.group(2) else 1) if found else -1
    if value < least:
        raise InvalidInputError(name, f"{given[name]!r} is no count: pass {least} or more, e.g. {least} or 32k")
    return value


def one_of(given: Mapping[str, str], name: str, *, allowed: Collection[str], default: str) -> str:
    """One of the allowed words.

    Raises:
        InvalidInputError: it is another word.
    """
    value = given.get(name, default)
    if value not in allowed:
        raise InvalidInputError(name, f"{value!r} is none of {', '.join(allowed)}")
    return value
