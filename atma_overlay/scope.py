"""Whose memory a call is about."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError, field_validator

from atma_overlay.invisible import is_seen_whole
from atma_overlay.refusals import refusal

MAX_ID_CHARACTERS = 256


class Scope(BaseModel):
    """The named owner of a memory; every call of the overlay takes one and none is implied.

    `tenant` and `user` name a partition of the ledger. `agent` and `session` narrow a call to what was said
    there: a user's scope includes the rows of that user's agents and sessions, never the other way round.

    Raises:
        InvalidInputError: an id is empty, padded, a wildcard, or holds control or invisible characters.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)

    tenant: StrictStr
    user: StrictStr
    agent: StrictStr | None = None
    session: StrictStr | None = None

    def __init__(self, *, tenant: str, user: str, agent: str | None = None, session: str | None = None) -> None:
        try:
            super().__init__(tenant=tenant, user=user, agent=agent, session=session)
        except ValidationError as error:
            raise refusal(error, under="scope.") from None

    @field_validator("tenant", "user", "agent", "session")
    @classmethod
    def _is_a_name(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not value.strip():
            raise ValueError("is empty: name the owner of the memory")
        if value != value.strip():
            raise ValueError(f"{value!r} starts or ends with white space: strip the id before the call")
        if "*" in value or value in {"%", "?", "_"}:
            raise ValueError(f"{value!r} is a wildcard: a call names exactly one owner")
        if len(value) > MAX_ID_CHARACTERS:
            raise ValueError(f"is longer than {MAX_ID_CHARACTERS} characters: pass an id, not a text")
        if not is_seen_whole(value):
            raise ValueError(f"{value!a} holds control or invisible characters: pass a plain id")
        return value

    @property
    def partition(self) -> tuple[str, str]:
        """The ledger partition, first in every key."""
        return (self.tenant, self.user)

    def admits(self, agent: str | None, session: str | None) -> bool:
        """Whether a row said to `agent` in `session` of the same user belongs to this scope."""
        return (self.agent is None or self.agent == agent) and (self.session is None or self.session == session)
