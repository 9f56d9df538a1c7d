"""Receipts of a write that is not committed yet: read from its workspace, not from the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from atma_overlay.changes import Changeset
from atma_overlay.language.candidates import Found
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import Act, Held, Observation, Standing, Transition, Version
from atma_overlay.state.present import state_record
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import StateRecord, TransitionRecord, WriteReceipt


def receipt_of(
    changes: Changeset,
    workspace: Workspace,
    fresh: Sequence[tuple[Observation, Found]],
    duplicates: int,
    reader: LedgerReader,
) -> WriteReceipt:
    """What the write does: its records, the transitions it decides, the contingencies it notes."""
    said = {o.id: o for o, _ in fresh}
    records = []
    for statement in changes.statements:
        standing = workspace.standing(statement)
        if standing is None or standing.record_id != statement.id or statement.act not in (Act.ASSERT, Act.CORRECT):
            continue
        observation = said.get(statement.observation_id)
        if observation is not None:
            held = Held(statement, Version(standing, observation.recorded_at, reader.revision() + 1))
            records.append(state_record(held, observation, (), {}))
    return WriteReceipt(
        observation_ids=tuple(said),
        records=tuple(records),
        transitions=tuple(decided(changes, workspace, reader)),
        contingencies=tuple(c.evidence for c in changes.contingencies),
        duplicates=duplicates,
        revision=reader.revision() + 1,
    )


def decided(changes: Changeset, workspace: Workspace, reader: LedgerReader) -> list[TransitionRecord]:
    """The transitions that a changeset decides, as they will read once it is committed."""
    new = {t.id: t for t in changes.transitions}
    out = []
    for decision in changes.decisions:
        transition = new.get(decision.transition_id)
        if transition is None:
            stored = reader.transition(decision.transition_id)
            if stored is None:
                continue
            transition = stored.transition
        out.append(_record(Judged(transition, (decision,)), transition, workspace))
    return out


def _record(judged: Judged, t: Transition, workspace: Workspace) -> TransitionRecord:
    old = workspace.statement(t.from_id)
    new = workspace.statement(t.to_id) if t.to_id else None
    return TransitionRecord(
        id=t.id, from_id=t.from_id, to_id=t.to_id, from_value=old.value if old else "",
        to_value=new.value if new else None, subject=t.slot.subject, attribute=t.slot.attribute, kind=t.kind,
        state=judged.latest.state, cause=t.cause, decider=judged.latest.by, reason=t.reason, confidence=t.confidence,
        valid_at=t.valid_at, recorded_at=t.recorded_at, from_evidence=old.evidence if old else "",
        to_evidence=new.evidence if new else "",
    )  # fmt: skip


def record_of(statement_id: str, records: Sequence[StateRecord]) -> StateRecord | None:
    """A record by its id."""
    return next((r for r in records if r.id == statement_id), None)


def standing_of(held: Held) -> Standing:
    """The standing of a held statement."""
    return held.standing
