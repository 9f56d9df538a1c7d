"""Changes from record to record: why, who decided, and what was ruled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atma_overlay.altering import altered, made_quickly
from atma_overlay.records.statements import Slot


class Kind(StrEnum):
    """What a transition does."""

    REPLACED = "replaced"
    REFINED = "refined"
    CORRECTED = "corrected"
    ENDED = "ended"
    INVALIDATED = "invalidated"
    CASCADED = "cascaded"
    RETRACTED = "retracted"
    RESTORED = "restored"


class DecisionState(StrEnum):
    """An appended event on a transition; the latest one is the transition's state."""

    PROPOSED = "proposed"
    APPLIED = "applied"
    UNDONE = "undone"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    """No longer follows from the evidence: a late arrival re-folded its slot."""

    @property
    def is_live(self) -> bool:
        """Whether the transition counts: it is applied, or waits to be decided."""
        return self in (DecisionState.APPLIED, DecisionState.PROPOSED)


class Ruling(StrEnum):
    """The answer of a linker, a model or a person to one pair of statements of one slot."""

    REPLACE = "replace"
    REFINE = "refine"
    CORRECT = "correct"
    SAME = "same"
    KEEP = "keep"
    PROPOSE = "propose"
    STALE = "stale"
    """A judge's, across slots: the earlier statement holds no longer because of the later one."""
    UNKNOWN = "unknown"
    """A judge's, across slots: because of the later statement the earlier one is no longer safe."""
    FORGET = "forget"
    """A judge's: the later observation asks that the earlier statement be used no more."""


PERSON = "person:"
"""What the decider of a person's ruling starts with; it stands above origin and age."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Transition:
    """Why a record was retired; appended, never edited. Its state derives from its decisions."""

    id: str
    slot: Slot
    from_id: str
    to_id: str | None
    kind: Kind
    cause: str
    """The id of the observation, rule or transition behind it."""
    decider: str
    """`rules/VERSION`, a model with its prompt version, or `person:NAME`."""
    reason: str
    confidence: float
    valid_at: datetime
    recorded_at: datetime

    def dated(self, at: datetime) -> Transition:
        """The same change, at another instant."""
        return self if at == self.valid_at else altered(self, valid_at=at)

    def recorded(self, at: datetime) -> Transition:
        """The same as a ledger stores it at an instant."""
        return Transition(
            self.id, self.slot, self.from_id, self.to_id, self.kind, self.cause, self.decider, self.reason,
            self.confidence, self.valid_at, at,
        )  # fmt: skip


@made_quickly
@dataclass(frozen=True, slots=True)
class Decision:
    """One appended event on a transition.

    `valid_at` is when the change was, where that is not what the transition was first recorded with: a late arrival may
    show that it was earlier. None leaves it as it was.
    """

    transition_id: str
    state: DecisionState
    by: str
    recorded_at: datetime
    revision: int
    note: str = ""
    valid_at: datetime | None = None

    def recorded(self, at: datetime, *, revision: int) -> Decision:
        """The same as a ledger stores it at an instant, as of a revision."""
        return Decision(self.transition_id, self.state, self.by, at, revision, self.note, self.valid_at)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A kept answer about one pair of statements, keyed by content, so that it is asked for once."""

    pair: str
    ruling: Ruling
    decider: str
    reason: str
    confidence: float
    recorded_at: datetime
    revision: int
