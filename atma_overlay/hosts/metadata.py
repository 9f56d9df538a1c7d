"""What a store keeps beside a text, as flat fields: whose memory it is, who said it, when, and in what order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostItem, HostMemory
from atma_overlay.scope import Scope

__all__ = ["MetadataFields", "MetadataValue", "instant", "sequence_of"]

MetadataValue = str | int
_OWNER = ("tenant", "user", "agent", "session")


@dataclass(frozen=True, slots=True)
class MetadataFields:
    """How a store names the fields, its own or those of a store that was filled without the overlay.

    A store whose rows carry no tenant, or no user, belongs to one: the field is then None, and `of_tenant` or
    `of_user` says whose it is. Without a field for agents or sessions, a scope that names one is refused.

    Attributes:
        tenant: the field of `Scope.tenant`, and so on for `user`, `agent` and `session`.
        key: the field of `HostItem.key`, and so on for `role` and `speaker`.
        created_at: an ISO 8601 text, or seconds since 1970; a text without a zone is UTC.
        sequence: a rising number that orders memories of one instant.
        of_tenant: the one tenant whose store it is, where its rows do not say.
        of_user: the one user whose store it is, where its rows do not say.

    Raises:
        InvalidInputError: neither a field nor a name says which tenant or which user a row belongs to.
    """

    tenant: str | None = "tenant"
    user: str | None = "user"
    agent: str | None = "agent"
    session: str | None = "session"
    key: str = "key"
    role: str = "role"
    speaker: str = "speaker"
    created_at: str = "created_at"
    sequence: str = "sequence"
    of_tenant: str | None = None
    of_user: str | None = None

    def __post_init__(self) -> None:
        for part in ("tenant", "user"):
            if getattr(self, part) is None and self._sole(part) is None:
                raise InvalidInputError(f"of_{part}", f"the rows name no {part}: say whose they all are")

    @property
    def scope_fields(self) -> tuple[str, ...]:
        """The fields that say whose a row is, the widest first."""
        return tuple(name for name in (self.tenant, self.user, self.agent, self.session) if name is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """All fields."""
        return (*self.scope_fields, self.key, self.role, self.speaker, self.created_at, self.sequence)

    def conditions(self, scope: Scope) -> dict[str, str]:
        """The values that a row of the scope has, field by field; tenant and user are always decided.

        Raises:
            InvalidInputError: the scope names an owner that this store cannot have rows of.
        """
        wanted: dict[str, str] = {}
        for part in _OWNER:
            value, name = getattr(scope, part), getattr(self, part)
            if value is None:
                continue
            if name is not None:
                wanted[name] = value
            elif value != self._sole(part):
                raise InvalidInputError(f"scope.{part}", f"{value!r} can have no rows in this store: {self._why(part)}")
        return wanted

    def write(self, item: HostItem, *, scope: Scope, sequence: int) -> dict[str, MetadataValue]:
        """The fields of a new row; such as are not known are left out."""
        fields: dict[str, MetadataValue] = {
            self.key: item.key,
            self.role: item.role,
            self.created_at: item.observed_at.astimezone(UTC).isoformat(),
            self.sequence: sequence,
        }
        if item.speaker is not None:
            fields[self.speaker] = item.speaker
        return fields | self.conditions(scope)

    def read(self, identifier: str, text: str, fields: Mapping[str, object], *, score: float | None) -> HostMemory:
        """The memory of a row."""
        return HostMemory(
            identifier,
            text,
            created_at=instant(fields.get(self.created_at)),
            score=score,
            key=_text(fields.get(self.key)),
            role=_text(fields.get(self.role)),
            speaker=_text(fields.get(self.speaker)),
            agent=_named(fields.get(self.agent or "")),
            session=_named(fields.get(self.session or "")),
        )

    def _sole(self, part: str) -> str | None:
        return {"tenant": self.of_tenant, "user": self.of_user}.get(part)

    def _why(self, part: str) -> str:
        sole = self._sole(part)
        return f"its rows name no {part}" if sole is None else f"it is that of {sole!r}"


def instant(written: object) -> datetime | None:
    """The aware instant of a stored date: ISO 8601 text, or seconds since 1970; anything else is None.

    Milliseconds make no date of this era and are None rather than a wrong one.
    """
    try:
        if isinstance(written, str):
            parsed = datetime.fromisoformat(written)
            return parsed.replace(tzinfo=UTC) if parsed.utcoffset() is None else parsed.astimezone(UTC)
        if isinstance(written, int | float) and not isinstance(written, bool):
            return datetime.fromtimestamp(written, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def sequence_of(fields: Mapping[str, object], name: str) -> int | None:
    """The number that orders a row, where it has one; a store may have kept it as a float, or as none (NaN)."""
    value = fields.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if isinstance(value, int) or math.isfinite(value) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _named(value: object) -> str | None:
    """A name; stores write an empty one, or blanks, where there is none."""
    return value if isinstance(value, str) and value.strip() else None
