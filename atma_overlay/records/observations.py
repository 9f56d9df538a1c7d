"""What was said, by whom, and what was read out of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atma_overlay.altering import made_quickly


class Origin(StrEnum):
    """Who stands behind an observation, from the most to the least trusted."""

    trust: int
    """A rank: the higher may retire the lower or the equal, never the other way round (law 9)."""

    USER = "user", 3
    TOOL = "tool", 2
    DOCUMENT = "document", 1
    AGENT = "agent", 0

    def __new__(cls, value: str, trust: int) -> Origin:
        """A member with its rank, which is asked for with every pair of statements."""
        made = str.__new__(cls, value)
        made._value_, made.trust = value, trust
        return made


LATER = "z"
"""What a digest starts with that sorts behind all others: they are in hex."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Observation:
    """One dated utterance or document handed over; never edited.

    `position` is the place in its batch, so that the turns of one session keep their order at one instant;
    `digest` breaks what ties are left by content, so that order never depends on arrival (law 1);
    it starts with `LATER` where a change is told.
    """

    id: str
    text: str
    role: str
    speaker: str | None
    origin: Origin
    observed_at: datetime
    recorded_at: datetime
    position: int
    digest: str
    agent: str | None = None
    session: str | None = None
    idempotency_key: str | None = None
    trace_id: str | None = None
    span_id: str | None = None

    @property
    def order(self) -> tuple[datetime, int, str]:
        """The place of the observation in the order of saying."""
        return (self.observed_at, self.position, self.digest)


@made_quickly
@dataclass(frozen=True, slots=True)
class Tombstone:
    """What stays of an observation that was erased: that it was, and when (law 7)."""

    id: str
    role: str
    origin: Origin
    observed_at: datetime
    recorded_at: datetime
    position: int
    agent: str | None = None
    session: str | None = None

    @classmethod
    def of(cls, o: Observation) -> Tombstone:
        """Of an observation that is being erased."""
        return cls(o.id, o.role, o.origin, o.observed_at, o.recorded_at, o.position, o.agent, o.session)


@made_quickly
@dataclass(frozen=True, slots=True)
class Extraction:
    """What an extractor found in one observation, kept so that a late arrival can resolve it anew."""

    observation_id: str
    extractor: str
    candidates: str
    """JSON, see `language.candidates`."""
