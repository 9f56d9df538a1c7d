"""Where a partition stands before a write, and what of it the changeset names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import decoding, queries
from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.instants import moment_of
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.records import (
    Contingency,
    Extraction,
    Held,
    HostLink,
    Standing,
    Statement,
)


@dataclass(frozen=True, slots=True)
class Head:
    """Where a partition stands before a write, as reads tell it."""

    mark: Mark

    @property
    def revision(self) -> int:
        """Its last revision."""
        return self.mark[0]

    @property
    def recorded_at(self) -> datetime | None:
        """The instant of its last write; None before the first."""
        return moment_of(self.mark[1]) if self.mark != (0, 0) else None


def head_of(transaction: Transaction) -> Head:
    """Where the partition of the transaction stands."""
    found = transaction.fetch(queries.PARTITION, _head)
    return found[0] if found else Head((0, 0))


def _head(row: Sequence[Any]) -> Head:
    head = Head((int(row[0]), int(row[1])))
    moment_of(head.mark[1])  # what no calendar has is told while the row is read
    return head


@dataclass(frozen=True, slots=True)
class Targets:
    """What a changeset names and the partition holds.

    Attributes:
        stored: of its statements those that are stored, and whether they are erased.
        standing: the standings that stand, by statement.
        erased: the erased observations that links refer to.
    """

    stored: Mapping[str, bool]
    standing: Mapping[str, Standing]
    erased: Collection[str]


def targets_of(
    transaction: Transaction, changes: Changeset, met: Mapping[str, Held], *, supposing: bool = False
) -> Targets:
    """Read them in one turn, which is that of the lock where the transaction has read nothing else.

    Args:
        transaction: holds the write lock of the partition, and has written nothing yet.
        changes: what is to be stored.
        met: statements as they stand that the transaction has read, by id: they need not be asked for again.
        supposing: take what an observation states that comes with it for new, as it is wherever ids say what they are
            of; the tables refuse it where it is not.

    Raises:
        ConflictError: a record refers to an erased observation.
    """
    named = [statement.id for statement in changes.statements]
    named += [standing.statement_id for standing in changes.standings]
    named += [version.standing.statement_id for version in changes.versions]
    known: dict[str, Standing] = {}
    unknown: list[str] = []
    new = _stated_anew(changes) if supposing else ()
    for i in named:
        if i in met:
            known[i] = met[i].standing
        elif i not in new:
            unknown.append(i)
    found, erased = transaction.fetch_each(
        (queries.STORED, tuple, unknown),
        (queries.ERASED_OBSERVATIONS, lambda row: str(row[0]), _observations_named(changes)),
    )
    stored = dict.fromkeys(known, False) | {str(row[0]): bool(row[1]) for row in found}
    standing = known | {str(row[0]): decoding.version_of(row[2:]).standing for row in found if row[2] is not None}
    gone = {*erased, *(tombstone.id for tombstone in changes.tombstones)}
    if gone:
        records = {e.observation_id for e in changes.extractions}
        first = {s.id: s for s in reversed(changes.statements)}
        records |= {s.observation_id for s in first.values() if s.id not in stored}
        records |= {c.observation_id for c in changes.contingencies}
        if records & gone:
            raise ConflictError(f"observation {min(records & gone)!r} is erased: read again")
    return Targets(stored, standing, gone)


def _stated_anew(changes: Changeset) -> set[str]:
    """The statements of the observations that a changeset brings; an import brings others, too."""
    if changes.versions:
        return set()
    brought = {observation.id for observation in changes.observations}
    return {statement.id for statement in changes.statements if statement.observation_id in brought}


def _observations_named(changes: Changeset) -> set[str]:
    """The observations that a changeset refers to and does not bring."""
    referring: Iterable[Extraction | Statement | Contingency | HostLink] = chain(
        changes.extractions, changes.statements, changes.contingencies, changes.links
    )
    return {record.observation_id for record in referring} - {observation.id for observation in changes.observations}
