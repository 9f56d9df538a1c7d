"""A ledger whose writes are followed by its lifecycle, in the same transaction."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from atma_overlay.changes import Changeset
from atma_overlay.forks import begins_anew
from atma_overlay.kept import on_forgetting
from atma_overlay.lifecycle.course import Course
from atma_overlay.lifecycle.policy import StageMem
from atma_overlay.lifecycle.staging import advanced, follows_on, restaged
from atma_overlay.lifecycle.touches import Partition, TouchQueue
from atma_overlay.ports.ledger import Ledger, LedgerReader, Residual, Settling
from atma_overlay.records import Staging, Touch
from atma_overlay.scope import Scope

T = TypeVar("T")
MAX_KEPT = 256
"""Partitions whose stages are kept in memory; the others are folded anew at their next write."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """The records that have a place, as of a revision of their partition."""

    revision: int
    course: Course


@dataclass(slots=True)
class _Step:
    """What one write is about to make of the stages."""

    revision: int = 0
    course: Course | None = None
    counts: dict[str, int] | None = None


class StagedLedger:
    """Another ledger, with the stages of each write beside it (StageMem, section 4).

    A write that only adds to what was said goes on from the stages of the write before. The first write of a process,
    and one that changes what was said before (a late arrival, a person's word, an erasure) or what is kept
    (retention), folds the partition anew,
    as a replay does.

    Args:
        ledger: where everything is kept.
        policy: the lifecycle.
        clock: gives the recorded time of touches, aware.
    """

    def __init__(self, ledger: Ledger, policy: StageMem, *, clock: Callable[[], datetime]) -> None:
        self._ledger, self._policy, self._clock = ledger, policy, clock
        self.touches = TouchQueue()
        self.begin_anew()
        begins_anew(self)
        on_forgetting(self._forget)

    def begin_anew(self) -> None:
        """Keep nothing: a fork may have come while a thread was at it, which had the lock."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[Partition, _Kept] = OrderedDict()

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """See `Ledger.read`."""
        return self._ledger.read(scope, work)

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], *, durable: bool = True) -> T:
        """See `Ledger.write`; the stages are part of the changeset."""
        step = _Step()

        def staged(reader: LedgerReader) -> tuple[Changeset, T]:
            changes, answer = work(reader)
            return self._staged(reader, scope.partition, changes, step), answer

        answer = self._ledger.write(scope, staged, durable=durable)
        self._keep(scope.partition, step)
        return answer

    def plane(self, name: str) -> StagedLedger:
        """The same store, another plane, staged alike; its recalls are its own."""
        return StagedLedger(self._ledger.plane(name), self._policy, clock=self._clock)

    def residue(self) -> tuple[str, ...]:
        """See `Residual`."""
        return self._ledger.residue() if isinstance(self._ledger, Residual) else ()

    def vacuum(self) -> tuple[str, ...]:
        """See `Residual`."""
        return self._ledger.vacuum() if isinstance(self._ledger, Residual) else ()

    def settle(self, *, records: int) -> None:
        """See `Settling`."""
        if isinstance(self._ledger, Settling):
            self._ledger.settle(records=records)

    def close(self) -> None:
        """See `Ledger.close`."""
        self._forget()
        self._ledger.close()

    def _forget(self) -> None:
        """Keep no stages: they name the texts of what is kept, and one of them is being erased (law 7)."""
        with self._lock:
            self._kept.clear()

    def _staged(self, reader: LedgerReader, partition: Partition, changes: Changeset, step: _Step) -> Changeset:
        kept = self._taken(partition, reader.revision())
        step.counts = None  # what an earlier run of the same write has found is not stored
        if not _tells(changes):
            step.course = kept.course if kept else None
            step.revision = reader.revision() + (not changes.empty)
            return changes
        counts = dict(self.touches.waiting(partition))
        touches = self._touches(reader, counts)
        if kept is not None and follows_on(reader, changes):
            course = kept.course
            stagings: Sequence[Staging] = advanced(reader, changes, course, touches)
        else:
            reader.takes_long()
            course = Course(self._policy)
            stagings = restaged(reader, changes, course, touches)
        step.course, step.counts, step.revision = course, counts, reader.revision() + 1
        return replace(changes, stagings=tuple(stagings), touches=tuple(touches))

    def _touches(self, reader: LedgerReader, counts: dict[str, int]) -> list[Touch]:
        last, now = reader.last_observation(), self._clock()
        if last is None:
            return []
        known = sorted(h.statement.id for h in reader.held(counts)) if counts else []
        return [Touch(i, counts[i], last.id, last.observed_at, now) for i in known]

    def _taken(self, partition: Partition, revision: int) -> _Kept | None:
        """The stages as of the revision, taken out: a write that fails leaves none behind."""
        with self._lock:
            kept = self._kept.pop(partition, None)
        return kept if kept is not None and kept.revision == revision else None

    def _keep(self, partition: Partition, step: _Step) -> None:
        if step.counts:
            self.touches.folded(partition, step.counts)
        if step.course is None:
            return
        step.course.trim()
        with self._lock:
            self._kept[partition] = _Kept(step.revision, step.course)
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)


def _tells(changes: Changeset) -> bool:
    """Whether a write changes what is known, rather than where a host keeps it."""
    return bool(
        changes.observations or changes.statements or changes.standings or changes.withdrawn or changes.transitions
        or changes.decisions or changes.erased or changes.versions or changes.stagings
    )  # fmt: skip
