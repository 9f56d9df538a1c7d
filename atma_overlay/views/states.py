"""What the ledger holds, as callers see it: records, transitions, and what is made of them."""

from __future__ import annotations

from datetime import datetime

from atma_overlay.records import Basis, Cardinality, DecisionState, Kind, Origin, Stage, Status
from atma_overlay.views.boundary import Boundary
from atma_overlay.views.packets import Label


class StateRecord(Boundary):
    """One value of one slot over one stretch of time [valid_from, valid_to), with its evidence."""

    id: str
    subject: str
    attribute: str
    value: str
    affirmed: bool
    """False where the value is denied (*does not eat pork*)."""
    cardinality: Cardinality
    status: Status
    valid_from: datetime
    valid_to: datetime | None
    temporary: bool
    evidence: str
    """The sentence that states it, verbatim."""
    speaker: str | None
    origin: Origin
    basis: Basis
    confidence: float
    extractor: str
    observation_id: str
    observed_at: datetime
    recorded_at: datetime
    contested_with: tuple[str, ...] = ()
    restated_by: tuple[str, ...] = ()
    """Observations that said it again."""
    host_ids: tuple[str, ...] = ()
    stage: Stage = Stage.WORKING
    strength: float = 0.0
    """How deep a lifecycle keeps it, in [0, 1]; 0 without one, and in the receipt of a write. With one,
    `confidence` is what evidence has made of it."""
    archived: bool = False
    """Whether a lifecycle or retention keeps it as history only."""

    @property
    def slot(self) -> str:
        """Subject and attribute in words."""
        return f"{self.subject} / {self.attribute.replace('_', ' ')}"


class TransitionRecord(Boundary):
    """Why a record was retired."""

    id: str
    from_id: str
    to_id: str | None
    from_value: str
    to_value: str | None
    subject: str
    attribute: str
    kind: Kind
    state: DecisionState
    cause: str
    decider: str
    reason: str
    confidence: float
    valid_at: datetime
    recorded_at: datetime
    from_evidence: str = ""
    to_evidence: str = ""

    @property
    def follows(self) -> str | None:
        """The id of the transition that it follows from by a stated rule; None where an observation is behind it."""
        return self.cause if self.cause.startswith("tr_") else None


class Proposal(Boundary):
    """A transition that waits for a person: `review` lists them, `accept` and `decline` decide."""

    transition: TransitionRecord
    expires_at: datetime


class RejectedNote(Boundary):
    """Something that the rules read in an observation and a judge rejects: it does not say it."""

    observation_id: str
    subject: str
    attribute: str
    value: str
    span: tuple[int, int]
    """[start, end) in characters of the observation's text."""
    reason: str
    confidence: float
    decider: str
    """The model with the version of its prompt."""


class Explanation(Boundary):
    """Why a record is what it is: its evidence, and the transitions in and out of it."""

    record: StateRecord
    evidence: tuple[tuple[str, str], ...]
    """(observation id, sentence) of the statement and of every restatement."""
    transitions: tuple[TransitionRecord, ...]
    label: Label
    causes: tuple[TransitionRecord, ...] = ()
    """The transitions of other slots that those follow from by stated rules, back to what was observed."""
    consequences: tuple[TransitionRecord, ...] = ()
    """The transitions of other slots that follow from those by stated rules, over all hops."""
    rejected: tuple[RejectedNote, ...] = ()
    """What else the rules read in the same observations, and a judge rejected."""


class Timeline(Boundary):
    """Slots with their records in the order of valid time, and every transition between them."""

    records: tuple[StateRecord, ...]
    transitions: tuple[TransitionRecord, ...]
    contingencies: tuple[str, ...] = ()
    """The words of the stated rules that may still fire: those replaced by a newer one or forgotten are none."""
    revision: int = 0
