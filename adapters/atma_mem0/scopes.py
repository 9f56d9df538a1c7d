"""Between the overlay's scopes and Mem0's ids: no two owners share one, and none is a wildcard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from atma_overlay.errors import InvalidInputError
from atma_overlay.scope import Scope

__all__ = ["Names", "Owner", "admits", "is_exactly"]

Owner = dict[str, str]
"""Mem0's ids of a scope: `user_id`, and `agent_id` and `run_id` where the scope names them."""

_FIELDS = (("agent", "agent_id"), ("session", "run_id"))


class Names:
    """How scopes are written as Mem0's ids.

    Mem0 knows no tenants. Without a tenant of its own, a store holds those of all: a user's id is
    `TENANT/USER`, each part percent-encoded, so that neither a separator nor a sign of a name makes two owners
    one, and neither white space, which Mem0 refuses or trims, nor `*`, which it reads as every id, gets through.
    A store that belongs to one tenant keeps the ids as its users wrote them.

    Args:
        tenant: the one tenant whose store it is, with plain ids.

    Raises:
        InvalidInputError: no scope can have such a tenant, so that every write would wait for good.
    """

    def __init__(self, tenant: str | None) -> None:
        if tenant is not None:
            _check(tenant)
        self._tenant = tenant

    def owner(self, scope: Scope) -> Owner:
        """The ids that a write names and that a read filters by.

        Raises:
            InvalidInputError: the store belongs to another tenant, or Mem0 cannot keep a plain id as it is.
        """
        if self._tenant is not None and scope.tenant != self._tenant:
            problem = f"{scope.tenant!r} is not {self._tenant!r}, whose store this is: open the store of that tenant"
            raise InvalidInputError("scope.tenant", problem)
        owner = {"user_id": self._user(scope)}
        for field, name in _FIELDS:
            value = getattr(scope, field)
            if value is not None:
                owner[name] = self._part(field, value)
        return owner

    def written(self, name: str | None) -> str | None:
        """The agent or the session that an id of Mem0's stands for."""
        return name if name is None or self._tenant is not None else unquote(name)

    def _user(self, scope: Scope) -> str:
        user = self._part("user", scope.user)
        return user if self._tenant is not None else f"{_encoded(scope.tenant)}/{user}"

    def _part(self, field: str, value: str) -> str:
        if self._tenant is None:
            return _encoded(value)
        if not value or "*" in value or any(character.isspace() for character in value):
            problem = f"{value!r} is empty, a wildcard or holds white space, which Mem0 does not keep: pass a plain id"
            raise InvalidInputError(f"scope.{field}", problem)
        return value


def admits(owner: Owner, row: Mapping[str, Any]) -> bool:
    """Whether a row of Mem0's belongs to the owner; a user has the rows of that user's agents and sessions."""
    return all(row.get(name) == value for name, value in owner.items())


def is_exactly(owner: Owner, row: Mapping[str, Any]) -> bool:
    """Whether a row was written under these very ids, no agent or session beside them."""
    return all(row.get(name) == owner.get(name) for name in ("user_id", "agent_id", "run_id"))


def _check(tenant: str) -> None:
    try:
        Scope(tenant=tenant, user="-")
    except InvalidInputError as error:
        raise InvalidInputError("tenant", error.problem) from None


def _encoded(name: str) -> str:
    return quote(name, safe="")
