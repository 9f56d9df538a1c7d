"""Receipts of a write that is not committed yet: read from its workspace, not from the ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from atma_overlay.changes import Changeset
from atma_overlay.language.candidates import Found
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import STATING, Observation
from atma_overlay.state.present import record_of, transition_record
from atma_overlay.state.propagation.rulebook import RULES_SUBJECT, takes_back
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import Judging, TransitionRecord, WriteReceipt


def receipt_of(
    changes: Changeset,
    workspace: Workspace,
    fresh: Sequence[tuple[Observation, Found]],
    duplicates: int,
    reader: LedgerReader,
    *,
    judging: Judging | None = None,
) -> WriteReceipt:
    """What the write does: its records, the transitions it decides, the contingencies it notes, what a judge did."""
    said = {o.id: o for o, _ in fresh}
    revision = reader.revision()
    records = []
    for statement in changes.statements:
        standing = workspace.standing(statement)
        if standing is None or standing.record_id != statement.id or statement.act not in STATING:
            continue
        observation = said.get(statement.observation_id)
        if observation is not None:
            records.append(record_of(statement, standing, observation, recorded_at=observation.recorded_at))
    return WriteReceipt(
        observation_ids=tuple(said),
        records=tuple(records),
        transitions=tuple(decided(changes, workspace, reader)),
        contingencies=tuple(c.evidence for c in changes.contingencies),
        forgotten_rules=tuple(_forgotten(changes, said, reader)),
        duplicates=duplicates,
        revision=revision + (not changes.empty),
        judging=judging,
    )


def _forgotten(changes: Changeset, said: Collection[str], reader: LedgerReader) -> Iterator[str]:
    """The words of the rules that the write takes back."""
    of_rules = [s for s in changes.statements if s.slot.subject == RULES_SUBJECT and s.observation_id in said]
    if of_rules:
        rules = {c.id: c for c in (*reader.contingencies(), *changes.contingencies)}
        taken = dict.fromkeys(s.slot.attribute for s in of_rules if takes_back(s, rules.get(s.slot.attribute)))
        yield from (rules[i].evidence for i in taken)


def decided(changes: Changeset, workspace: Workspace, reader: LedgerReader) -> list[TransitionRecord]:
    """The transitions that a changeset decides, as they will read once it is committed."""
    new = {t.id: t for t in changes.transitions}
    out = []
    for decision in changes.decisions:
        transition = new.get(decision.transition_id)
        before = Judged(transition, ()) if transition else reader.transition(decision.transition_id)
        if before is not None:
            judged = Judged(before.transition, (*before.decisions, decision))
            out.append(transition_record(judged, workspace.met))
    return out
