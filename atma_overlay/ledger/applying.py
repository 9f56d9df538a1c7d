"""How a SQL ledger stores a changeset; the caller holds the write lock and commits or rolls back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Table, bindparam, delete, literal_column, update

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import decoding, encoding, queries, tables
from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.before_writing import Head, Targets
from atma_overlay.ledger.encoding import Row
from atma_overlay.ledger.erasing import erase
from atma_overlay.ledger.instants import instant_of, moment_of, reads_alike
from atma_overlay.ledger.ranking import document
from atma_overlay.ledger.stamping import BEFORE_ALL, Clock, next_instant, next_revision, require_one_at_a_time, stamped
from atma_overlay.ledger.tables import OPEN
from atma_overlay.ledger.text_index import TextIndex
from atma_overlay.ledger.transaction import Transaction, scoped
from atma_overlay.records import (
    Held,
    HostLink,
    OutboxItem,
    OutboxState,
    Staging,
    StagingVersion,
    Standing,
    Statement,
    Transition,
    Version,
    is_owed_for,
    owed_deletion,
)
from atma_overlay.values.terms import index_terms

T = TypeVar("T")

MOVE_ON = (
    update(tables.partitions)
    .where(scoped(tables.partitions))
    .values(revision=bindparam("to_revision"), recorded_at=bindparam("to_recorded_at"))
)
_CLOSE = (
    update(tables.versions)
    .where(
        scoped(tables.versions),
        tables.versions.c.statement_id == bindparam("of_statement"),
        tables.versions.c.recorded_to == OPEN,
    )
    .values(recorded_to=bindparam("at"))
)
_CLOSE_STAGING = (
    update(tables.stagings)
    .where(
        scoped(tables.stagings),
        tables.stagings.c.record_id == bindparam("of_record"),
        # As a sum, so that no planner takes the index of all that is open for the key of one record.
        tables.stagings.c.recorded_to + literal_column("0") == OPEN,
    )
    .values(recorded_to=bindparam("at"))
)
TAKE_OUT = delete(tables.outbox).where(
    scoped(tables.outbox), tables.outbox.c.id == bindparam("of"), tables.outbox.c.operation == bindparam("doing")
)
"""A write that is done is no longer owed; the deletion that it may have become meanwhile is."""
LINK_CHANGES = ("text_hash", "seen_hash", "state")
"""What may change of a link."""
_ITEM = ("observation_id", "host", "operation", "state", "attempts", "host_id", "error")
"""What may change of a promise to a host; its place in the order of recording does not."""


def apply(
    transaction: Transaction, changes: Changeset, *, head: Head, targets: Targets, met: Mapping[str, Held],
    clock: Clock, text_index: TextIndex,
) -> tuple[Mark, list[Held]]:  # fmt: skip
    """Store a changeset that is not empty as the partition's next revision.

    Args:
        transaction: holds the write lock of the partition.
        changes: what to store.
        head: where the partition stands.
        targets: see `targets_of`.
        met: statements as they stand that the transaction has read, by id.
        clock: gives the recorded time.
        text_index: of the same database.

    Returns:
        Where the partition stands now, and statements with the versions that were opened, as a read will find them;
        those of which it is not certain that they read alike are left out.

    Raises:
        ConflictError: an id is taken, or a record refers to one that is not there.
    """
    revision, before = next_revision(head.revision, changes), head.recorded_at
    now = next_instant(clock(), before or BEFORE_ALL, changes)
    if before is not None:
        transaction.change(MOVE_ON, [{"to_revision": revision, "to_recorded_at": instant_of(now)}])
    else:
        transaction.insert(tables.partitions, [{"revision": revision, "recorded_at": instant_of(now)}])
    write = _Write(transaction, revision, now, met)
    write.store(stamped(changes, revision, now), targets, text_index)
    return (revision, instant_of(now)), write.opened


class _Write:
    """One changeset on its way into the tables."""

    def __init__(self, transaction: Transaction, revision: int, now: datetime, met: Mapping[str, Held]) -> None:
        self._transaction = transaction
        self._revision = revision
        self._now = now
        self._met = met
        self._stated: dict[str, Statement] = {}
        self.opened: list[Held] = []
        """Statements of which this opened a version."""

    def store(self, changes: Changeset, targets: Targets, text_index: TextIndex) -> None:
        self._insert(tables.observations, encoding.observation_row, changes.observations)
        self._insert(tables.observations, encoding.tombstone_row, changes.tombstones)
        present, open_ones, erased = targets.stored, dict(targets.standing), targets.erased
        self._append(tables.extractions, encoding.extraction_row, changes.extractions)
        self._add_statements(changes.statements, present, text_index)
        if versions := [v for v in changes.versions if not present.get(v.standing.statement_id)]:
            self._add_versions(versions)
            open_ones |= {v.standing.statement_id: v.standing for v in versions if v.recorded_to is None}
        standings = [s for s in changes.standings if not present.get(s.statement_id)]
        self._stand(standings, open_ones, withdrawn=changes.withdrawn)
        self._add_transitions(changes.transitions)
        self._append(tables.decisions, encoding.decision_row, changes.decisions)
        self._append(tables.verdicts, encoding.verdict_row, changes.verdicts)
        self._insert(tables.contingencies, encoding.contingency_row, changes.contingencies)
        self._insert(tables.stagings, encoding.staging_row, changes.staged)
        if changes.stagings:
            self._stage(changes.stagings)
        if changes.touches:
            self._put_touches(changes)
        if changes.links:
            self._put_links(changes.links, erased)
        # What a host took while its text was being erased.
        late = [x for x in changes.links if x.observation_id in erased and is_owed_for(x)] if erased else ()
        owed = (owed_deletion(x.host, x.host_id, x.observation_id) for x in late)
        self._put_items((*changes.outbox, *owed))
        if changes.erased:
            erase(self._transaction, changes.erased, text_index=text_index)

    def _insert(self, table: Table, row_of: Callable[[T], Row], records: Sequence[T]) -> None:
        if records:
            self._transaction.insert(table, list(map(row_of, records)))

    def _append(self, table: Table, row_of: Callable[[T], Row], records: Sequence[T]) -> None:
        if records:
            self._transaction.insert(table, self._placed(row_of, records))

    def _placed(self, row_of: Callable[[T], Row], records: Sequence[T]) -> list[Row]:
        """The rows with their places in the order of recording."""
        rows = list(map(row_of, records))
        for number, row in enumerate(rows):
            row["written"], row["ordinal"] = self._revision, number
        return rows

    def _add_statements(
        self, stated: tuple[Statement, ...], present: Mapping[str, bool], text_index: TextIndex
    ) -> None:
        if not stated:
            return
        first = {statement.id: statement for statement in reversed(stated)}
        for identifier in first:
            if present.get(identifier):
                raise ConflictError(f"statement {identifier!r} was erased: use a new id")
        new = [s for s in stated if s is first[s.id] and s.id not in present]
        self._stated = {s.id: s for s in new}
        self._append(tables.statements, encoding.statement_row, new)
        rows: list[Row] = []
        documents: list[tuple[str, Sequence[str]]] = []
        for statement in new:
            index = index_terms(statement)
            rows += encoding.term_rows(statement, index)
            documents.append((statement.id, document(statement, index)))
        self._transaction.insert(tables.terms, rows)
        text_index.add(self._transaction, documents, revision=self._revision)

    def _add_versions(self, versions: Sequence[Version]) -> None:
        self._insert(tables.versions, encoding.version_row, versions)
        found: defaultdict[str, list[Version]] = defaultdict(list)
        named = {version.standing.statement_id for version in versions}
        for version in self._transaction.fetch_in(queries.VERSIONS_BY_STATEMENT, decoding.version_of, named):
            found[version.standing.statement_id].append(version)
        for known in found.values():
            require_one_at_a_time(known)

    def _add_transitions(self, transitions: tuple[Transition, ...]) -> None:
        if transitions:
            first = {transition.id: transition for transition in reversed(transitions)}
            new = [t for t in transitions if t is first[t.id]]
            self._transaction.put(tables.transitions, self._placed(encoding.transition_row, new), changing=())

    def _stand(
        self, standings: Sequence[Standing], open_ones: dict[str, Standing], *, withdrawn: tuple[str, ...]
    ) -> None:
        wanted = {standing.statement_id: standing for standing in standings}
        changed: dict[str, Standing] = {}
        closing: list[str] = []
        for key, standing in wanted.items():
            if key not in open_ones:
                changed[key] = standing
            elif open_ones[key] != standing:
                changed[key] = standing
                closing.append(key)
        closing += [key for key in dict.fromkeys(withdrawn) if key not in wanted]
        at = instant_of(self._now)
        self._transaction.change(_CLOSE, [{"of_statement": key, "at": at} for key in closing])
        now = moment_of(at)
        opened = [Version(standing, now, self._revision) for standing in changed.values()]
        self._insert(tables.versions, encoding.version_row, opened)
        self.opened = [held for version in opened if (held := self._held(version)) is not None]

    def _held(self, version: Version) -> Held | None:
        """A statement with a version that this opened."""
        standing = version.standing
        if not reads_alike(standing.valid_from, standing.valid_to):
            return None
        met = self._met.get(standing.statement_id)
        if met is not None:
            return Held(met.statement, version)
        statement = self._stated.get(standing.statement_id)
        if statement is None or not reads_alike(statement.valid_from, statement.valid_to, statement.observed_at):
            return None
        return Held(statement, version)

    def _stage(self, stagings: Sequence[Staging]) -> None:
        wanted = {staging.record_id: staging for staging in stagings}
        at = instant_of(self._now)
        self._transaction.change(_CLOSE_STAGING, [{"of_record": key, "at": at} for key in wanted])
        opened = [StagingVersion(staging, self._now, self._revision) for staging in wanted.values()]
        self._insert(tables.stagings, encoding.staging_row, opened)

    def _put_touches(self, changes: Changeset) -> None:
        rows = [encoding.touch_row(t) | {"written": t.revision, "ordinal": n} for n, t in enumerate(changes.touches)]
        self._transaction.insert(tables.touches, rows)

    def _put_links(self, links: tuple[HostLink, ...], erased: Collection[str]) -> None:
        wanted = {(link.host, link.host_id, link.observation_id): encoding.link_row(link) for link in links}
        for row in wanted.values():
            if row["observation_id"] in erased:
                row |= {"text_hash": "", "seen_hash": None}
        rows = list(wanted.values())
        self._transaction.put(tables.links, rows, changing=LINK_CHANGES)

    def _put_items(self, items: tuple[OutboxItem, ...]) -> None:
        latest = {item.id: item for item in items}.values()
        waiting = [item for item in latest if item.state is not OutboxState.DONE]
        self._transaction.put(tables.outbox, self._placed(encoding.outbox_row, waiting), changing=_ITEM)
        self._transaction.change(TAKE_OUT, [_taken(i) for i in latest if i.state is OutboxState.DONE])


def _taken(item: OutboxItem) -> Row:
    return {"of": item.id, "doing": item.operation}
