"""How a SQL ledger stores a changeset; the caller holds the write lock and commits or rolls back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sqlalchemy import Table, bindparam, select, update

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import decoding, encoding, queries, tables
from atma_overlay.ledger.encoding import Row
from atma_overlay.ledger.erasing import erase
from atma_overlay.ledger.instants import instant_of, moment_of
from atma_overlay.ledger.ranking import document
from atma_overlay.ledger.stamping import BEFORE_ALL, Clock, next_instant, next_revision, require_one_at_a_time, stamped
from atma_overlay.ledger.tables import OPEN
from atma_overlay.ledger.text_index import TextIndex
from atma_overlay.ledger.transaction import Transaction, scoped
from atma_overlay.records import (
    Held,
    HostLink,
    OutboxItem,
    Staging,
    StagingVersion,
    Standing,
    Statement,
    Transition,
    Version,
)
from atma_overlay.state.terms import index_terms

_MOVE_ON = (
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
        tables.stagings.c.recorded_to == OPEN,
    )
    .values(recorded_to=bindparam("at"))
)
_CHANGE_ITEM = (
    update(tables.outbox)
    .where(scoped(tables.outbox), tables.outbox.c.id == bindparam("of_id"))
    .values({name: bindparam(f"to_{name}") for name in ("observation_id", "host", "operation", "state")})
    .values({name: bindparam(f"to_{name}") for name in ("attempts", "host_id", "error")})
)
_CHANGE_LINK = (
    update(tables.links)
    .where(
        scoped(tables.links),
        tables.links.c.host == bindparam("of_host"),
        tables.links.c.host_id == bindparam("of_host_id"),
        tables.links.c.observation_id == bindparam("of_observation"),
    )
    .values({name: bindparam(f"to_{name}") for name in ("text_hash", "seen_hash", "state")})
)
_ITEMS = select(tables.outbox.c.id).where(scoped(tables.outbox), tables.outbox.c.id.in_(queries.VALUES))


@dataclass(frozen=True, slots=True)
class Head:
    """Where a partition stands before a write: its last revision, and its instant; None before the first write."""

    revision: int
    recorded_at: datetime | None


class Met(Protocol):
    """What the transaction has read before it writes: it need not be asked for again."""

    @property
    def standing(self) -> Mapping[str, Held]:
        """Statements as they stand, by id."""

    def moves_from(self, statement_id: str) -> Collection[str] | None:
        """The ids of the transitions from a statement; None where they were not read."""


def head_of(transaction: Transaction) -> Head:
    """Where the partition of the transaction stands."""
    found = transaction.fetch(queries.PARTITION, lambda row: Head(int(row[0]), moment_of(row[1])))
    return found[0] if found else Head(0, None)


def apply(
    transaction: Transaction, changes: Changeset, *, head: Head, met: Met, clock: Clock, text_index: TextIndex
) -> None:
    """Store a changeset that is not empty as the partition's next revision.

    Raises:
        ConflictError: an id is taken, or a record refers to one that is not there.
    """
    revision = next_revision(head.revision, changes)
    now = next_instant(clock(), head.recorded_at or BEFORE_ALL, changes)
    if head.recorded_at is not None:
        transaction.change(_MOVE_ON, [{"to_revision": revision, "to_recorded_at": instant_of(now)}])
    else:
        transaction.insert(tables.partitions, [{"revision": revision, "recorded_at": instant_of(now)}])
    _Write(transaction, revision, now, met).store(stamped(changes, revision), text_index)


class _Write:
    """One changeset on its way into the tables."""

    def __init__(self, transaction: Transaction, revision: int, now: datetime, met: Met) -> None:
        self._transaction = transaction
        self._revision = revision
        self._now = now
        self._met = met

    def store(self, changes: Changeset, text_index: TextIndex) -> None:
        insert = self._transaction.insert
        insert(tables.observations, map(encoding.observation_row, changes.observations))
        present = self._statements_present(changes)
        erased = self._erased_targets(changes, present)
        self._append(tables.extractions, map(encoding.extraction_row, changes.extractions))
        self._add_statements(changes.statements, present, text_index)
        self._add_versions([v for v in changes.versions if not present.get(v.standing.statement_id)])
        standings = [s for s in changes.standings if not present.get(s.statement_id)]
        self._stand(standings, present, changes)
        self._add_transitions(changes.transitions)
        self._append(tables.decisions, map(encoding.decision_row, changes.decisions))
        self._append(tables.verdicts, map(encoding.verdict_row, changes.verdicts))
        insert(tables.contingencies, map(encoding.contingency_row, changes.contingencies))
        insert(tables.stagings, map(encoding.staging_row, changes.staged))
        self._stage(changes.stagings)
        self._put_touches(changes)
        self._put_links(changes.links, erased)
        self._put_items(changes.outbox)
        if changes.erased:
            erase(self._transaction, changes.erased, text_index=text_index)

    def _append(self, table: Table, rows: Iterable[Row]) -> None:
        ordered = ({**row, "written": self._revision, "ordinal": n} for n, row in enumerate(rows))
        self._transaction.insert(table, ordered)

    def _erased_targets(self, changes: Changeset, present: Collection[str]) -> set[str]:
        """The erased observations that links refer to; records must not refer to any."""
        records = {e.observation_id for e in changes.extractions}
        records |= {s.observation_id for s in changes.statements if s.id not in present}
        records |= {c.observation_id for c in changes.contingencies}
        named = records | {link.observation_id for link in changes.links}
        named -= {observation.id for observation in changes.observations}
        erased = set(self._transaction.fetch_in(queries.ERASED_OBSERVATIONS, lambda row: str(row[0]), named))
        if records & erased:
            raise ConflictError(f"observation {min(records & erased)!r} is erased: read again")
        return erased

    def _statements_present(self, changes: Changeset) -> dict[str, bool]:
        """Of the statements that the changeset names, those that are stored, and whether they are erased."""
        named = [statement.id for statement in changes.statements]
        named += [standing.statement_id for standing in changes.standings]
        named += [version.standing.statement_id for version in changes.versions]
        met = self._met.standing
        unmet = [i for i in named if i not in met]
        rows = self._transaction.fetch_in(queries.STATEMENT_IDS, lambda row: (str(row[0]), bool(row[1])), unmet)
        return dict.fromkeys((i for i in named if i in met), False) | dict(rows)

    def _add_statements(self, stated: tuple[Statement, ...], present: dict[str, bool], text_index: TextIndex) -> None:
        first = {statement.id: statement for statement in reversed(stated)}
        for identifier in first:
            if present.get(identifier):
                raise ConflictError(f"statement {identifier!r} was erased: use a new id")
        new = [s for s in stated if s is first[s.id] and s.id not in present]
        self._append(tables.statements, map(encoding.statement_row, new))
        indexed = [(statement, index_terms(statement)) for statement in new]
        self._transaction.insert(tables.terms, (row for pair in indexed for row in encoding.term_rows(*pair)))
        documents = [(pair[0].id, document(*pair)) for pair in indexed]
        text_index.add(self._transaction, documents, revision=self._revision)

    def _add_versions(self, versions: Sequence[Version]) -> None:
        self._transaction.insert(tables.versions, map(encoding.version_row, versions))
        found: defaultdict[str, list[Version]] = defaultdict(list)
        named = {version.standing.statement_id for version in versions}
        for version in self._transaction.fetch_in(queries.VERSIONS_BY_STATEMENT, decoding.version_of, named):
            found[version.standing.statement_id].append(version)
        for known in found.values():
            require_one_at_a_time(known)

    def _add_transitions(self, transitions: tuple[Transition, ...]) -> None:
        wanted = {transition.id: transition for transition in reversed(transitions)}
        known, unmet = set[str](), []
        for i, transition in wanted.items():
            moves = self._met.moves_from(transition.from_id)
            if moves is None:
                unmet.append(i)
            elif i in moves:
                known.add(i)
        known.update(self._transaction.fetch_in(queries.TRANSITION_IDS, lambda row: str(row[0]), unmet))
        new = (t for t in transitions if t is wanted[t.id] and t.id not in known)
        self._append(tables.transitions, map(encoding.transition_row, new))

    def _stand(self, standings: Sequence[Standing], present: Collection[str], changes: Changeset) -> None:
        wanted = {standing.statement_id: standing for standing in standings}
        met = {} if changes.versions else self._met.standing
        open_ones = {i: met[i].standing for i in wanted if i in met}
        unmet = [i for i in wanted if i not in met and (i in present or changes.versions)]
        for version in self._transaction.fetch_in(queries.OPEN_VERSIONS, decoding.version_of, unmet):
            open_ones[version.standing.statement_id] = version.standing
        changed = {key: standing for key, standing in wanted.items() if open_ones.get(key) != standing}
        closing = [key for key in changed if key in open_ones]
        closing += [key for key in dict.fromkeys(changes.withdrawn) if key not in wanted]
        at = instant_of(self._now)
        self._transaction.change(_CLOSE, [{"of_statement": key, "at": at} for key in closing])
        opened = (Version(standing, self._now, self._revision) for standing in changed.values())
        self._transaction.insert(tables.versions, map(encoding.version_row, opened))

    def _stage(self, stagings: Sequence[Staging]) -> None:
        wanted = {staging.record_id: staging for staging in stagings}
        at = instant_of(self._now)
        self._transaction.change(_CLOSE_STAGING, [{"of_record": key, "at": at} for key in wanted])
        opened = (StagingVersion(staging, self._now, self._revision) for staging in wanted.values())
        self._transaction.insert(tables.stagings, map(encoding.staging_row, opened))

    def _put_touches(self, changes: Changeset) -> None:
        rows = (encoding.touch_row(t) | {"written": t.revision, "ordinal": n} for n, t in enumerate(changes.touches))
        self._transaction.insert(tables.touches, rows)

    def _put_links(self, links: tuple[HostLink, ...], erased: set[str]) -> None:
        wanted = {(link.host, link.host_id, link.observation_id): link for link in links}
        present = self._transaction.fetch_in(
            queries.LINKS_BY_HOST_ID, decoding.link_of, {link.host_id for link in links}
        )
        known = {(link.host, link.host_id, link.observation_id) for link in present}
        rows = {key: encoding.link_row(link) for key, link in wanted.items()}
        for row in rows.values():
            if row["observation_id"] in erased:
                row |= {"text_hash": "", "seen_hash": None}
        self._transaction.insert(tables.links, (row for key, row in rows.items() if key not in known))
        names = ("of_host", "of_host_id", "of_observation")
        written = ("text_hash", "seen_hash", "state")
        self._transaction.change(
            _CHANGE_LINK,
            [
                dict(zip(names, key, strict=True)) | {f"to_{name}": row[name] for name in written}
                for key, row in rows.items()
                if key in known
            ],
        )

    def _put_items(self, items: tuple[OutboxItem, ...]) -> None:
        wanted = {item.id: encoding.outbox_row(item) for item in items}
        known = set(self._transaction.fetch_in(_ITEMS, lambda row: str(row[0]), wanted))
        self._append(tables.outbox, (row for key, row in wanted.items() if key not in known))
        changed = ({f"to_{name}": value for name, value in wanted[key].items()} for key in known)
        self._transaction.change(_CHANGE_ITEM, [{**row, "of_id": row.pop("to_id")} for row in changed])
