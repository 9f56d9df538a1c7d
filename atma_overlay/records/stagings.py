"""How deep a record is kept (StageMem), and when it was used."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Stage(StrEnum):
    """StageMem's three stages; everything is working memory until a lifecycle policy is switched on."""

    TRANSIENT = "transient"
    WORKING = "working"
    DURABLE = "durable"


class Residence(StrEnum):
    """Where a record is kept by a lifecycle; nothing of it is lost (law 4)."""

    STAGED = "staged"
    ARCHIVED = "archived"
    """Evicted or never admitted: out of default retrieval, still history."""
    LEFT = "left"
    """Retired, or over: it takes no place in its stage any more, and reads as its status says."""
    PRUNED = "pruned"
    """Taken out by retention, as it was said until `seen_at`: out of default retrieval until it is said again."""


@dataclass(frozen=True, slots=True)
class Staging:
    """A record as a lifecycle keeps it: StageMem's stage, confidence and strength, both in [0, 1].

    `seen_at` is when it was last stated or recalled, on the clock of saying; `until` is when the wording says that it
    is over, None where it does not.
    """

    record_id: str
    stage: Stage
    confidence: float
    strength: float
    residence: Residence
    seen_at: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class StagingVersion:
    """A staging with its recorded time: [recorded_from, recorded_to), in ledger revisions and instants."""

    staging: Staging
    recorded_from: datetime
    revision: int
    recorded_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A statement was shown as current `times` times by recalls; appended by the next write, never edited.

    Its place among what was said is right after the observation `after`, or where that was erased after everything
    said until `after_at`.
    """

    statement_id: str
    times: int
    after: str
    after_at: datetime
    recorded_at: datetime
    revision: int = 0
