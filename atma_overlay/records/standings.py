"""What became of a statement: its status over an interval, version by version."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from atma_overlay.altering import made_quickly
from atma_overlay.records.statements import STATING, Statement


class Status(StrEnum):
    """What became of a state record (A-TMA's bank maintenance, CUPMem's UNKNOWN_CURRENT)."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    INVALIDATED = "invalidated"
    CORRECTED = "corrected"
    RETRACTED = "retracted"


@made_quickly
@dataclass(frozen=True, slots=True)
class Standing:
    """What the fold makes of a statement.

    `record_id` is the record that the statement belongs to: its own id, or that of the record it restates.
    `contested_with` names the statements it is in one contest with. [valid_from, valid_to) is its time in force.
    """

    statement_id: str
    record_id: str
    status: Status
    valid_from: datetime
    valid_to: datetime | None
    contested_with: tuple[str, ...] = ()


@made_quickly
@dataclass(frozen=True, slots=True)
class Version:
    """A standing with its recorded time: [recorded_from, recorded_to), in ledger revisions and instants."""

    standing: Standing
    recorded_from: datetime
    revision: int
    recorded_to: datetime | None = None


@made_quickly
@dataclass(frozen=True, slots=True)
class Held:
    """A statement with the version of its standing that a read asked for."""

    statement: Statement
    version: Version

    standing: Standing = field(init=False, repr=False, compare=False)
    """The standing itself."""
    is_record: bool = field(init=False, repr=False, compare=False)
    """Whether the statement names its record, rather than restating another one or only ending one."""
    order: tuple[datetime, datetime, int, str, str, str] = field(init=False, repr=False, compare=False)
    """The place of the statement in the fold of its slot, and its id."""

    def __post_init__(self) -> None:
        # Worked out once: a recall asks for them of everything that it meets, a dozen times over.
        standing, statement, put = self.version.standing, self.statement, object.__setattr__
        put(self, "standing", standing)
        put(self, "is_record", standing.record_id == statement.id and statement.act in STATING)
        put(self, "order", (*statement.order, statement.id))
