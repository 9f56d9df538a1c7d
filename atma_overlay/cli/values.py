"""Reading what was typed: instants, choices and texts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError

if TYPE_CHECKING:
    from atma_overlay.scope import Scope
    from atma_overlay.views import Turn

E = TypeVar("E", bound=StrEnum)
_LAST = 2**31
"""No list is longer."""


def instant(field: str, text: str | None) -> datetime | None:
    """An aware instant in ISO 8601.

    Raises:
        InvalidInputError: the text is no instant, or has no time zone.
    """
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as error:
        problem = f"{text!r} is no instant: write it like 2025-03-01T09:00:00Z"
        raise InvalidInputError(field, problem) from error
    if found.tzinfo is None:
        problem = f"{text!r} has no time zone: add Z, or an offset such as +02:00"
        raise InvalidInputError(field, problem)
    return found


def choice(field: str, kind: type[E], text: str | None) -> E | None:
    """A member of an enumeration by its value.

    Raises:
        InvalidInputError: the text names none.
    """
    if text is None:
        return None
    if text not in set(kind):
        raise InvalidInputError(field, f"{text!r} is none of {', '.join(kind)}: use one of these")
    return kind(text)


def words(field: str, text: str) -> str:
    """A text that can be stored; `-` reads it from standard input.

    Raises:
        InvalidInputError: it is blank or not valid Unicode.
    """
    try:
        found = sys.stdin.buffer.read().decode() if text == "-" else text
        found.encode()
    except UnicodeError as error:
        raise InvalidInputError(field, "is not UTF-8 text: pass it as UTF-8") from error
    if not found.strip():
        raise InvalidInputError(field, "is empty: give it words")
    return found.strip()


def storable(turns: Sequence[Turn], *, scope: Scope, at: datetime | None) -> None:
    """Let the write path look at turns before anything is opened.

    Raises:
        InvalidInputError: it would refuse one of them.
    """
    from atma_overlay.arguments import utc_now
    from atma_overlay.writing.observing import observe

    observe(turns, scope=scope, observed_at=at, origin=None, clock=utc_now, redact=None)


def part(limit: int | None, offset: int) -> tuple[int | None, int]:
    """How much of a list is asked for, and behind how many.

    Raises:
        InvalidInputError: there is no such part.
    """
    if limit is not None and not 1 <= limit <= MAX_LIMIT:
        raise InvalidInputError("limit", f"{limit} is not between 1 and {MAX_LIMIT}: leave it out for all")
    if not 0 <= offset <= _LAST:
        raise InvalidInputError("offset", f"{offset} is no place in a list: pass how many to pass over, 0 or more")
    return limit, offset


def groups(limit: int) -> int:
    """How many groups of rows are asked for.

    Raises:
        InvalidInputError: none, or more than there may be.
    """
    if not 1 <= limit <= MAX_LIMIT:
        raise InvalidInputError("limit", f"{limit} is not between 1 and {MAX_LIMIT}: pass how many groups")
    return limit


def seconds(field: str, number: float | None) -> float | None:
    """A time to wait.

    Raises:
        InvalidInputError: it is not positive, or too long.
    """
    if number is None:
        return None
    from atma_overlay.patience import LONGEST_SECONDS

    if not 0 < number <= LONGEST_SECONDS:
        raise InvalidInputError(field, f"{number:g} is no time to wait: pass seconds above zero, a year at most")
    return number


def positive(field: str, number: int | None) -> int | None:
    """A number above zero.

    Raises:
        InvalidInputError: it is zero or below.
    """
    if number is not None and number < 1:
        raise InvalidInputError(field, f"{number} is too small: pass a number above zero")
    return number
