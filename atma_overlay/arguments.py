"""Arguments of the public face, checked: what cannot be used is refused with the field and the remedy."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import MINYEAR, UTC, datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from atma_overlay.adoption import Voice
from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
from atma_overlay.records import Origin, Stage
from atma_overlay.scope import Scope
from atma_overlay.views import View
from atma_overlay.views.boundary import well_formed
from atma_overlay.writing.observing import ROLES

Named = TypeVar("Named", bound=StrEnum)

T = TypeVar("T")


def utc_now() -> datetime:
    """The system clock, aware UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list: `limit` of its items at most (None: all), behind the first `offset`.

    Raises:
        InvalidInputError: a part that cannot be.
    """

    limit: int | None = None
    offset: int = 0

    def __post_init__(self) -> None:
        if self.limit is not None and not 1 <= self.limit <= MAX_LIMIT:
            raise InvalidInputError("limit", f"{self.limit} is not between 1 and {MAX_LIMIT}: pass None for all")
        if self.offset < 0:
            raise InvalidInputError("offset", f"{self.offset} is negative: pass how many to pass over")

    @property
    def whole(self) -> bool:
        """Whether it is all of the list."""
        return self.limit is None and self.offset == 0

    @property
    def end(self) -> int | None:
        """Where it ends in the list; None is at the list's end."""
        return None if self.limit is None else self.offset + self.limit

    def of(self, listed: Sequence[T]) -> Sequence[T]:
        """The part of a list."""
        return listed[self.offset : self.end]


def whole_user(scope: Scope) -> None:
    """Refuse a scope that is narrower than a user: stages and retention are the user's."""
    if scope.agent is not None or scope.session is not None:
        raise InvalidInputError("scope", "names an agent or a session: retention is the user's, pass the user's scope")


def ago(age: timedelta, now: datetime) -> datetime:
    """The instant an age before now."""
    if age < timedelta(0):
        raise InvalidInputError("older_than", f"{age} is negative: pass how long ago, e.g. timedelta(days=365)")
    try:
        return now - age
    except OverflowError:
        raise InvalidInputError("older_than", f"{age} is before the calendar begins: pass a shorter time") from None


def stages_of(stages: Collection[Stage | str] | None) -> frozenset[Stage] | None:
    """Stages, by name or as they are; None for all of them."""
    if stages is None:
        return None
    names = (stages,) if isinstance(stages, str) else tuple(stages)
    if not names:
        raise InvalidInputError("stages", "is empty: name some, or pass None for all of them")
    return frozenset(_named(Stage, name, "stages") for name in names)


def id_of(identifier: str, field: str) -> str:
    """An id as the ledger may hold it; `field` names it where it is empty."""
    if not identifier.strip():
        raise InvalidInputError(field, "is empty: pass an id, see timeline")
    return well_formed(identifier)


def some(text: str | None) -> str | None:
    """A text that may be left out, as the ledger may hold it."""
    return None if text is None else well_formed(text)


def aware(instant: datetime | None, field: str) -> datetime | None:
    """The instant in UTC; `field` names it where it is naive, or none."""
    if instant is None:
        return None
    if not isinstance(instant, datetime):  # a text of a date, as a rule
        raise InvalidInputError(field, f"is a {type(instant).__name__}: pass an aware datetime, e.g. with tzinfo=UTC")
    if instant.utcoffset() is None:  # a tzinfo that knows no offset makes it naive too
        raise InvalidInputError(field, "has no time zone: pass an aware datetime, e.g. with tzinfo=UTC")
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        other = "a later" if instant.year == MINYEAR else "an earlier"
        raise InvalidInputError(field, f"{instant} is outside of the calendar in UTC: pass {other} instant") from None


def origin_of(origin: Origin | str | None) -> Origin | None:
    """Who stands behind it, by name or as it is."""
    return None if origin is None else _named(Origin, origin, "origin")


def voice_of(role: str | None, origin: Origin | str | None) -> Voice:
    """Whose words a host's memories are."""
    if role is not None and role not in ROLES:
        raise InvalidInputError("role", f"{role!r} is not one of {', '.join(ROLES)}")
    return Voice(role, origin_of(origin))


def view_of(view: View | str | None) -> View | None:
    """The state view, by name or as it is."""
    return None if view is None else _named(View, view, "view")


def _named(kind: type[Named], name: str, field: str) -> Named:
    """The member of an enum, by name or as it is."""
    try:
        return kind(name)
    except ValueError:
        raise InvalidInputError(field, f"{name!r} is not one of {', '.join(kind)}") from None
