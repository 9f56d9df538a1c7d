"""Who may call over HTTP, and whose memory each of them speaks for."""

from __future__ import annotations

import hashlib
import hmac
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from atma_overlay.errors import InvalidInputError
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed, typed_under

__all__ = ["SHORTEST_TOKEN", "Caller", "Callers", "load_callers"]

SHORTEST_TOKEN = 16
"""Characters; what is shorter is guessed."""
_FIELDS = {"token", "tenant", "user", "agent", "session"}


@typed_under("caller")
@dataclass(frozen=True, slots=True)
class Caller:
    """A bearer token and the memory that it opens.

    Raises:
        InvalidInputError: the token is short, padded, or not plain ASCII.
    """

    token: str = field(repr=False)
    scope: Scope

    def __post_init__(self) -> None:
        if len(self.token) < SHORTEST_TOKEN:
            problem = f"is shorter than {SHORTEST_TOKEN} characters: make one, e.g. with `openssl rand -hex 32`"
            raise InvalidInputError("token", problem)
        if not self.token.isascii() or not self.token.isprintable() or " " in self.token:
            raise InvalidInputError("token", "holds blanks or other than printable ASCII: a header cannot carry it")


class Callers:
    """The callers of a server.

    Raises:
        InvalidInputError: there is none, or two share a token.
    """

    @typed
    def __init__(self, callers: Sequence[Caller]) -> None:
        if not callers:
            raise InvalidInputError("callers", "are none: HTTP is served with a token only")
        self._known = [(_digest(caller.token), caller) for caller in callers]
        if len({digest for digest, _ in self._known}) < len(callers):
            raise InvalidInputError("callers", "share a token: give each its own")

    def of(self, token: str) -> Caller | None:
        """The caller with this token; every known token is compared, in constant time."""
        given, found = _digest(token), None
        for digest, caller in self._known:
            if hmac.compare_digest(digest, given):
                found = caller
        return found


@typed
def load_callers(path: Path, *, tenant: str) -> Callers:
    """The callers in a TOML file: `[[caller]]` tables with token and user, and tenant, agent or session where wanted.

    Args:
        path: the file.
        tenant: whose memory it is where a caller names no tenant.

    Raises:
        InvalidInputError: the file or one of its tables cannot be used; no token is quoted.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InvalidInputError("callers", f"{str(path)!r} cannot be read ({reason}): name a TOML file") from None
    except (UnicodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidInputError(
            "callers", f"{path.name!r} cannot be read as TOML ({type(error).__name__}): check it"
        ) from None
    tables = found.get("caller")
    if not isinstance(tables, list):
        raise InvalidInputError("callers", f"{path.name!r} has no [[caller]] table: add one for each caller")
    return Callers([_caller(table, f"{path.name} caller[{n}]", tenant=tenant) for n, table in enumerate(tables)])


def _caller(table: object, place: str, *, tenant: str) -> Caller:
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        raise InvalidInputError(place, "is no table of texts: give it token and user")
    if unknown := sorted(set(table) - _FIELDS):
        raise InvalidInputError(place, f"has no field {unknown[0]!r}: use {', '.join(sorted(_FIELDS))}")
    if missing := sorted({"token", "user"} - set(table)):
        raise InvalidInputError(place, f"lacks {missing[0]!r}: give it token and user")
    try:
        scope = Scope(
            tenant=table.get("tenant", tenant),
            user=table["user"],
            agent=table.get("agent"),
            session=table.get("session"),
        )
        return Caller(table["token"], scope)
    except InvalidInputError as error:
        raise InvalidInputError(f"{place} {error.field}", error.problem) from None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
