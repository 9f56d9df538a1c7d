"""What results tell: counts, ids and enums of changesets and packets, and how many records an answer holds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.adoption.reports import BackfillReport, DetachReport, ReconcileReport
from atma_overlay.altering import made_quickly
from atma_overlay.changes import Changeset
from atma_overlay.records import STATING, DecisionState, Kind
from atma_overlay.telemetry import names as n
from atma_overlay.telemetry.names import Action, Decided, Decider, Left
from atma_overlay.views import (
    EraseReceipt,
    Explanation,
    Judging,
    Packet,
    PruneReceipt,
    RestoreReceipt,
    Timeline,
    TransitionRecord,
    WriteReceipt,
)

_BY_KIND = {
    Kind.REPLACED: Decided.REPLACE, Kind.REFINED: Decided.REFINE, Kind.CORRECTED: Decided.CORRECT,
    Kind.ENDED: Decided.END, Kind.INVALIDATED: Decided.INVALIDATE, Kind.CASCADED: Decided.CASCADE,
    Kind.RETRACTED: Decided.RETRACT, Kind.RESTORED: Decided.RESTORE,
}  # fmt: skip
_BY_STATE = {
    DecisionState.APPLIED: Decided.RESTORE, DecisionState.PROPOSED: Decided.PROPOSE,
    DecisionState.UNDONE: Decided.UNDO, DecisionState.DECLINED: Decided.DECLINE,
    DecisionState.EXPIRED: Decided.WITHDRAW, DecisionState.WITHDRAWN: Decided.WITHDRAW,
}  # fmt: skip
_KEPT, _ADDED, _INSTRUCTED = Action.KEPT.value, Action.ADDED.value, Action.INSTRUCTED.value
_LEFT = tuple(reason.value for reason in Left)
_DECIDERS: dict[str, Decider] = {Decider.PERSON: Decider.PERSON, Decider.RULES: Decider.RULES}
_DEPENDENT = (Decided.CASCADE, Decided.INVALIDATE)


@made_quickly
@dataclass(frozen=True, slots=True)
class Move:
    """One decision on a transition; `told` is the transition for the boundary, where the write returned it."""

    id: str
    state: DecisionState
    by: Decider
    from_id: str | None = None
    to_id: str | None = None
    cause: str | None = None
    kind: Kind | None = None
    told: TransitionRecord | None = None

    @property
    def decided(self) -> Decided:
        """What it comes to; a transition that an earlier write recorded and this one applies again is restored."""
        return _decided(self.state, self.kind)


def _decided(state: DecisionState, kind: Kind | None) -> Decided:
    return _BY_KIND[kind] if kind is not None and state is DecisionState.APPLIED else _BY_STATE[state]


def moves(changes: Changeset, result: object) -> list[Move]:
    """The decisions of a write, with what is known of their transitions."""
    if not changes.decisions:
        return []
    new = {t.id: t for t in changes.transitions}
    told = {t.id: t for t in _told(result)}
    out = []
    for decision in changes.decisions:
        t, record = new.get(decision.transition_id), told.get(decision.transition_id)
        known = t or record
        decided = decision.transition_id, decision.state, decider_of(decision.by)
        if known is None:
            out.append(Move(*decided, told=record))
        else:
            out.append(Move(*decided, known.from_id, known.to_id, known.cause, known.kind, record))
    return out


def _told(result: object) -> tuple[TransitionRecord, ...]:
    if isinstance(result, WriteReceipt):
        return result.transitions
    return (result,) if isinstance(result, TransitionRecord) else ()


def statements_decided(changes: Changeset, made: Sequence[Move]) -> Iterator[tuple[str, Decided]]:
    """What became of each new statement: how its record came in, or that it said nothing new.

    A statement that only ends, retracts or doubts is told by its transition.
    """
    if not changes.statements:
        return
    records = {s.statement_id: s.record_id for s in changes.standings}
    how = {m.to_id: m.decided for m in made if m.to_id is not None}
    for statement in changes.statements:
        if statement.act in STATING and statement.id in records:
            restates = records[statement.id] != statement.id
            yield statement.id, Decided.NO_OP if restates else how.get(statement.id, Decided.ADD)


def counted(changes: Changeset, result: object) -> dict[Decided, int]:
    """How often a write decided what: each transition once, and each statement that no transition leads to.

    Counted for every write, and so without the `moves`, which only a recorded span takes.
    """
    counts: dict[Decided, int] = {}
    reached = set()
    new = {t.id: t for t in changes.transitions} if changes.decisions else {}
    for decision in changes.decisions:
        i = decision.transition_id
        known = new.get(i) or next((t for t in _told(result) if t.id == i), None)
        decided = _decided(decision.state, None if known is None else known.kind)
        counts[decided] = counts.get(decided, 0) + 1
        if known is not None:
            reached.add(known.to_id)
    records = {s.statement_id: s.record_id for s in changes.standings} if changes.statements else {}
    for statement in changes.statements:
        record = records.get(statement.id) if statement.act in STATING else None
        if record is not None and (record != statement.id or statement.id not in reached):
            said = Decided.ADD if record == statement.id else Decided.NO_OP
            counts[said] = counts.get(said, 0) + 1
    return counts


def fan_out(made: Sequence[Move]) -> int:
    """How many dependent records a write reached."""
    return sum(m.decided in _DEPENDENT for m in made)


def decider_of(by: str) -> Decider:
    """Who decided, as an enum: a person's name and a model's are no labels."""
    return _DECIDERS.get(by.partition(":")[0].partition("/")[0], Decider.MODEL)


def rows(packet: Packet, hits: frozenset[str]) -> dict[tuple[str, str], int]:
    """The rows of a packet by label and action: kept where the host had found them and added where it had not."""
    counts: dict[tuple[str, str], int] = {}
    for row in packet.rows:
        key = row.label.value, _ADDED if hits.isdisjoint(row.host_ids) else _KEPT
        counts[key] = counts.get(key, 0) + 1
    return counts


def instructions(packet: Packet) -> dict[tuple[str, str], int]:
    """The standing instructions of a packet by label and action."""
    return {(label, _INSTRUCTED): n for label, n in Counter(r.label.value for r in packet.instructions).items()}


def suppressed(packet: Packet) -> dict[str, int]:
    """What was left out, by reason."""
    left = packet.suppressed
    return {reason: count for reason in _LEFT if (count := getattr(left, reason))}


def verdicts(packet: Packet) -> dict[str, int]:
    """The premises of a packet by verdict."""
    counts: dict[str, int] = {}
    for premise in packet.premises:
        counts[premise.verdict.value] = counts.get(premise.verdict.value, 0) + 1
    return counts


def outcome(result: object) -> dict[str, str | int | None]:
    """What a root span tells of the answer, by attribute; None where there is nothing to tell."""
    if isinstance(result, Packet):
        return {
            n.RECORD_COUNT: len(result.rows), n.ATMA_REVISION: result.revision, n.ATMA_MODE: result.mode,
            n.ATMA_VIEW: result.view.value, n.ATMA_DEGRADED: result.degraded,
        }  # fmt: skip
    mode: str | None = getattr(result, "mode", None)
    told = {n.RECORD_COUNT: record_count(result), n.ATMA_REVISION: revision_of(result), n.ATMA_MODE: mode}
    return told | judged(result)


def judged(result: object) -> dict[str, str | int | None]:
    """What became of what a judge was asked, by attribute; nothing where there is no judge."""
    done = result if isinstance(result, Judging) else getattr(result, "judging", None)
    if not isinstance(done, Judging):
        return {}
    counts = {
        "statements": done.statements, "verdicts": done.verdicts, "rejected": len(done.rejected),
        "refused": sum(done.refused.values()), "pending": done.pending,
    }  # fmt: skip
    return {n.JUDGED_PREFIX + name: count for name, count in counts.items()}


def revision_of(result: object) -> int | None:
    """The ledger's revision that an answer was read at, or that a write made."""
    return result.revision if isinstance(result, WriteReceipt | Timeline | PruneReceipt | RestoreReceipt) else None


def record_count(result: object) -> int | None:
    """How many records a call returned, stored or removed; None where that is no question."""
    match result:
        case WriteReceipt(records=found) | Timeline(records=found):
            return len(found)
        case EraseReceipt(record_ids=ids) | PruneReceipt(record_ids=ids) | RestoreReceipt(record_ids=ids):
            return len(ids)
        case BackfillReport(records=count) | ReconcileReport(records=count):
            return count
        case DetachReport(cleared=count):
            return count
        case Explanation() | TransitionRecord():
            return 1
        case tuple() | list():
            return len(result)
        case _:
            return None


def records_text(result: object) -> str | None:
    """The texts of an answer as JSON, for the one attribute that carries texts on request."""
    match result:
        case WriteReceipt(records=found) | Timeline(records=found):
            texts = [{"id": r.id, "content": r.evidence} for r in found]
        case Packet(instructions=asked, rows=rest):
            shown = (*asked, *rest)
            texts = [{"id": next(iter(r.record_ids), ""), "label": r.label.value, "content": r.text} for r in shown]
        case _:
            return None
    return json.dumps(texts, ensure_ascii=False)
