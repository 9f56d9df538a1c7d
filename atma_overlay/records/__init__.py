"""The records of the ledger: what was said, what state it asserts, what became of it and why.

Internals are frozen slotted dataclasses; what crosses the public boundary is in `atma_overlay.views`.
Two clocks throughout: valid time (true in the world) and recorded time (known here). Intervals are half-open,
instants are aware UTC.
"""

from atma_overlay.records.contingencies import ANY_CHANGE, UNRECORDED, Contingency, Trigger, TriggerKind
from atma_overlay.records.hosted import (
    ADD,
    DELETE,
    HostLink,
    LinkState,
    OutboxItem,
    OutboxState,
    is_owed_for,
    owed_deletion,
)
from atma_overlay.records.observations import LATER, Extraction, Observation, Origin, Tombstone
from atma_overlay.records.stagings import Residence, Stage, Staging, StagingVersion, Touch
from atma_overlay.records.standings import Held, Standing, Status, Version
from atma_overlay.records.statements import RULE_ID, STATING, Act, Basis, Cardinality, Change, Slot, Statement
from atma_overlay.records.transitions import PERSON, Decision, DecisionState, Kind, Ruling, Transition, Verdict

__all__ = [
    "ADD",
    "ANY_CHANGE",
    "DELETE",
    "LATER",
    "PERSON",
    "RULE_ID",
    "STATING",
    "UNRECORDED",
    "Act",
    "Basis",
    "Cardinality",
    "Change",
    "Contingency",
    "Decision",
    "DecisionState",
    "Extraction",
    "Held",
    "HostLink",
    "Kind",
    "LinkState",
    "Observation",
    "Origin",
    "OutboxItem",
    "OutboxState",
    "Residence",
    "Ruling",
    "Slot",
    "Stage",
    "Staging",
    "StagingVersion",
    "Standing",
    "Statement",
    "Status",
    "Tombstone",
    "Touch",
    "Transition",
    "Trigger",
    "TriggerKind",
    "Verdict",
    "Version",
    "is_owed_for",
    "owed_deletion",
]
