"""The group ids that stand for scopes: pure mappings, and no two scopes share one.

A user's group is `TENANT-USER`; what was said to an agent or in a session is in a group of its own behind it,
`TENANT-USER--a-AGENT--s-SESSION`. Graphiti keeps groups apart in everything it does.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from hashlib import sha256

from atma_overlay.errors import InvalidInputError
from atma_overlay.scope import Scope

__all__ = ["Groups", "named_in", "user_group"]

_PLAIN = frozenset(string.ascii_letters + string.digits)
_ALLOWED = _PLAIN | {"-", "_"}
_LONGEST_NAME = 120
_PART = "--"
_AGENT, _SESSION = "a", "s"


def user_group(scope: Scope) -> str:
    """The group of a tenant's user, whatever agent or session the scope names."""
    return f"{_encoded(scope.tenant)}-{_encoded(scope.user)}"


class Groups:
    """Which groups a scope writes to and reads.

    Args:
        base: gives a user's group; called with the tenant and the user alone, so that a store that is adopted
            keeps its own group ids, e.g. `lambda scope: scope.user`.
    """

    def __init__(self, base: Callable[[Scope], str] = user_group) -> None:
        self._base = base

    def base(self, scope: Scope) -> str:
        """The group of the scope's user.

        Raises:
            InvalidInputError: it is none that Graphiti admits, or holds the sign that parts agents and sessions.
        """
        group = self._base(Scope(tenant=scope.tenant, user=scope.user))
        if not group or not _ALLOWED.issuperset(group) or _PART in group:
            problem = f"{group!r} is no group id: use ASCII letters, digits, '_' and single '-' only"
            raise InvalidInputError("group_id", problem)
        return group

    def home(self, scope: Scope) -> str:
        """The group that the scope writes to."""
        named = [(_AGENT, scope.agent), (_SESSION, scope.session)]
        return self.base(scope) + "".join(f"{_PART}{tag}-{_encoded(name)}" for tag, name in named if name is not None)

    def prefix(self, scope: Scope) -> str:
        """What the groups of the user's agents and sessions start with."""
        return self.base(scope) + _PART

    def admits(self, scope: Scope, group: str) -> bool:
        """Whether what is in a group belongs to the scope."""
        base = self.base(scope)
        if group != base and not group.startswith(base + _PART):
            return False
        parts = group.removeprefix(base).split(_PART)[1:]
        named = {tag: name for tag, _, name in (part.partition("-") for part in parts)}
        if not named.keys() <= {_AGENT, _SESSION}:
            return False
        return _agrees(scope.agent, named.get(_AGENT)) and _agrees(scope.session, named.get(_SESSION))


def named_in(group: str) -> tuple[str | None, str | None]:
    """The agent and the session that a group is of; None of either that it names none of.

    A name that was cut comes back as it is written in the group: it is nobody's name, and no other owner's either.
    """
    named = {tag: name for tag, _, name in (part.partition("-") for part in group.split(_PART)[1:])}
    if not named.keys() <= {_AGENT, _SESSION}:
        return None, None
    return _read(named.get(_AGENT)), _read(named.get(_SESSION))


def _agrees(wanted: str | None, named: str | None) -> bool:
    return wanted is None or _encoded(wanted) == named


def _read(written: str | None) -> str | None:
    """The name that was written so; what was not written by `_encoded`, or was cut, stays as it is."""
    if not written:
        return None
    plain, *escaped = written.split("_")
    try:
        parts = [bytes.fromhex(part[:2]) + part[2:].encode() for part in escaped]
        name = b"".join([plain.encode(), *parts]).decode()
    except ValueError:
        return written
    return name if _encoded(name) == written else written


def _encoded(name: str) -> str:
    """A name in letters, digits and `_`: other bytes as `_XX`, and a long name cut and closed by its digest."""
    written = "".join(c if c in _PLAIN else "".join(f"_{b:02X}" for b in c.encode()) for c in name)
    if len(written) <= _LONGEST_NAME:
        return written
    return f"{written[:40]}__{sha256(name.encode()).hexdigest()}"
