"""Retention: what is over and was not said for long leaves default retrieval, and stays in the ledger (law 4).

A pruned record is archived by a person's act, in the terms of StageMem (section 4.5: evicted, and kept as history):
the current and the neutral view leave it out, every other read has it, and said again it is back. Nothing is deleted;
see `erasure` for that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import NotFoundError
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import DecisionState, Held, Residence, Slot, Staging, Status
from atma_overlay.records import Stage as Depth
from atma_overlay.scope import Scope
from atma_overlay.state.pruned import last_said, pruned
from atma_overlay.views import PruneReceipt, RestoreReceipt


class Kept(StrEnum):
    """Why a record stays where it is."""

    ARCHIVED = "archived"
    """It is out of default retrieval already."""
    CONTESTED = "contested"
    """It waits for a decision, or is what a proposal would retire."""
    UNRESOLVED = "unresolved"
    """It is the last known value of a slot that is unknown now."""
    CURRENT = "current"
    """It holds, now or from a later instant on."""
    STAGE = "stage"
    """It is in another stage than those that were named."""
    RECENT = "recent"
    """It ended, was said, or was recalled since."""
    CHAIN = "chain"
    """What it took the place of stays, and a chain is archived from its beginning."""


@dataclass(frozen=True, slots=True)
class Retention:
    """What may leave.

    `before` is the instant since which a record must not have held, been said or been recalled; `stages` are those
    that may be thinned, None for all of them; `active` admits what still holds; `at` is now.
    """

    before: datetime
    stages: frozenset[Depth] | None
    active: bool
    at: datetime
    dry_run: bool


def prune_flow(scope: Scope, retention: Retention) -> Flow[PruneReceipt]:
    """Archive what the retention lets go, in one transaction, or only count it."""
    yield Stage("maintain")
    receipt: PruneReceipt
    if retention.dry_run:
        receipt = yield LedgerRead(scope, lambda reader: _pruned(reader, scope, retention)[1])
    else:
        receipt = yield LedgerWrite(scope, lambda reader: _pruned(reader, scope, retention))
    yield Stage(None)
    return receipt


def restore_flow(scope: Scope, record_ids: Sequence[str] | None, *, at: datetime) -> Flow[RestoreReceipt]:
    """Take pruned records back into retrieval: those that are named, or all of them."""
    yield Stage("maintain")
    receipt: RestoreReceipt = yield LedgerWrite(scope, lambda reader: _restored(reader, scope, record_ids, at))
    yield Stage(None)
    return receipt


class _Bank:
    """Everything of one partition that a retention looks at."""

    def __init__(self, reader: LedgerReader) -> None:
        self._reader = reader
        reader.takes_long()
        held = reader.all_held()
        self.records = {h.statement.id: h for h in held if h.is_record}
        self.said = last_said(held)
        self.stagings = {v.staging.record_id: v.staging for v in reader.staged(self.records)}
        self._record_of = {h.statement.id: h.standing.record_id for h in held}

    @cached_property
    def recalled(self) -> Mapping[str, datetime]:
        """When each record was last shown as current, as far as a lifecycle noted it."""
        times: dict[str, datetime] = {}
        for touch in self._reader.touches():
            key = self._record_of.get(touch.statement_id, touch.statement_id)
            times[key] = max(touch.recorded_at, times.get(key, touch.recorded_at))
        return times

    @cached_property
    def open_slots(self) -> frozenset[Slot]:
        """The slots that have a value in force with no end."""
        held = (h for h in self.records.values() if h.standing.status is Status.ACTIVE and h.standing.valid_to is None)
        return frozenset(h.statement.slot for h in held)

    @cached_property
    def transitions(self) -> tuple[Mapping[str, set[str]], frozenset[str]]:
        """What each record took the place of, and the records on either side of a proposal."""
        before: dict[str, set[str]] = defaultdict(set)
        waiting: set[str] = set()
        for judged in self._reader.transitions():
            t, state = judged.transition, judged.latest.state
            if state is DecisionState.APPLIED and t.to_id is not None:
                before[t.to_id].add(t.from_id)
            elif state is DecisionState.PROPOSED:
                waiting.update(i for i in (t.from_id, t.to_id) if i is not None)
        return before, frozenset(waiting)

    def out(self, record_id: str) -> bool:
        """Whether a record is out of default retrieval."""
        staging = self.stagings.get(record_id)
        if staging is None:
            return False
        return staging.residence is Residence.ARCHIVED or pruned(staging, said=self.said[record_id])

    def stage_of(self, held: Held) -> Depth:
        staging = self.stagings.get(held.statement.id)
        return held.statement.stage if staging is None else staging.stage

    def last_used(self, held: Held) -> datetime:
        """When a record last held, was said, or was recalled."""
        key, over = held.statement.id, held.standing.valid_to
        times = (self.said[key], over, self.recalled.get(key))
        return max(at for at in times if at is not None)


def _pruned(reader: LedgerReader, scope: Scope, retention: Retention) -> tuple[Changeset, PruneReceipt]:
    bank = _Bank(reader)
    kept = {key: why for key, h in bank.records.items() if (why := _why_kept(h, bank, retention)) is not None}
    chosen = _from_the_beginning([key for key in bank.records if key not in kept], bank)
    kept |= dict.fromkeys(bank.records.keys() - kept.keys() - set(chosen), Kept.CHAIN)
    changes = Changeset(stagings=tuple(_out(bank.records[key], bank) for key in chosen))
    made = 0 if retention.dry_run or changes.empty else 1
    return changes, PruneReceipt(
        tenant=scope.tenant, user=scope.user, at=retention.at, before=retention.before, dry_run=retention.dry_run,
        record_ids=tuple(chosen),
        by_status=_counted(bank.records[key].standing.status for key in chosen),
        by_stage=_counted(bank.stage_of(bank.records[key]) for key in chosen),
        kept=_counted(kept.values()), revision=reader.revision() + made,
    )  # fmt: skip


def _why_kept(held: Held, bank: _Bank, retention: Retention) -> Kept | None:
    key, standing = held.statement.id, held.standing
    if bank.out(key):
        return Kept.ARCHIVED
    if standing.contested_with or key in bank.transitions[1]:
        return Kept.CONTESTED
    if standing.status is Status.INVALIDATED and held.statement.slot not in bank.open_slots:
        return Kept.UNRESOLVED
    holds = standing.status is Status.ACTIVE and (standing.valid_to is None or standing.valid_to > retention.at)
    if holds and not retention.active:
        return Kept.CURRENT
    if retention.stages is not None and bank.stage_of(held) not in retention.stages:
        return Kept.STAGE
    return Kept.RECENT if bank.last_used(held) >= retention.before else None


def _from_the_beginning(free: Sequence[str], bank: _Bank) -> list[str]:
    """Those whose whole chain up to them is out or goes with them."""
    before = bank.transitions[0]
    going = set(free)
    while True:
        stay = {
            key for key in going if any(i in bank.records and i not in going and not bank.out(i) for i in before[key])
        }
        if not stay:
            return [key for key in free if key in going]
        going -= stay


def _out(held: Held, bank: _Bank) -> Staging:
    s, known = held.statement, bank.stagings.get(held.statement.id)
    said = bank.said[s.id]
    if known is None:
        return Staging(s.id, s.stage, s.confidence, s.strength, Residence.PRUNED, said)
    return replace(known, residence=Residence.PRUNED, seen_at=max(said, known.seen_at))


def _restored(
    reader: LedgerReader, scope: Scope, record_ids: Sequence[str] | None, at: datetime
) -> tuple[Changeset, RestoreReceipt]:
    bank = _Bank(reader)
    wanted = list(bank.records) if record_ids is None else list(dict.fromkeys(record_ids))
    for key in wanted:
        if key not in bank.records:
            raise NotFoundError("record", key)
    back = [s for key in wanted if (s := bank.stagings.get(key)) is not None and pruned(s, said=bank.said[key])]
    changes = Changeset(stagings=tuple(replace(s, residence=Residence.LEFT) for s in back))
    return changes, RestoreReceipt(
        tenant=scope.tenant, user=scope.user, at=at, record_ids=tuple(s.record_id for s in back),
        revision=reader.revision() + (not changes.empty),
    )  # fmt: skip


def _counted(names: Iterable[StrEnum]) -> dict[str, int]:
    return dict(sorted(Counter(map(str, names)).items()))
