"""Arguments of the public face, checked: what cannot be used is refused with the field and the remedy."""

from __future__ import annotations

from datetime import UTC, datetime

from atma_overlay.adoption import Voice
from atma_overlay.errors import InvalidInputError
from atma_overlay.records import Origin
from atma_overlay.scope import Scope
from atma_overlay.views import View
from atma_overlay.write_path import ROLES

MAX_LIMIT = 200
"""Packets that a recall may ask for."""


def utc_now() -> datetime:
    """The system clock, aware UTC."""
    return datetime.now(UTC)


def check_scope(scope: object) -> None:
    """Refuse what is not a scope."""
    if not isinstance(scope, Scope):
        raise InvalidInputError("scope", f"{type(scope).__name__} is not a Scope: pass Scope(tenant=…, user=…)")


def aware(instant: datetime | None, field: str) -> datetime | None:
    """The instant in UTC; `field` names it where it is naive."""
    if instant is None:
        return None
    if instant.tzinfo is None:
        raise InvalidInputError(field, "has no time zone: pass an aware datetime, e.g. with tzinfo=UTC")
    return instant.astimezone(UTC)


def origin_of(origin: Origin | str | None) -> Origin | None:
    """Who stands behind it, by name or as it is."""
    if origin is None or isinstance(origin, Origin):
        return origin
    try:
        return Origin(origin)
    except ValueError:
        raise InvalidInputError("origin", f"{origin!r} is not one of {', '.join(Origin)}") from None


def voice_of(role: str | None, origin: Origin | str | None) -> Voice:
    """Whose words a host's memories are."""
    if role is not None and role not in ROLES:
        raise InvalidInputError("role", f"{role!r} is not one of {', '.join(ROLES)}")
    return Voice(role, origin_of(origin))


def view_of(view: View | str | None) -> View | None:
    """The state view, by name or as it is."""
    if view is None or isinstance(view, View):
        return view
    try:
        return View(view)
    except ValueError:
        raise InvalidInputError("view", f"{view!r} is not one of {', '.join(View)}") from None
