"""`LedgerReader` on a SQL transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from atma_overlay.ledger import decoding, queries
from atma_overlay.ledger.answers import MAX_WAITING, Answers, Mark
from atma_overlay.ledger.held_reads import HeldReads, known_of
from atma_overlay.ledger.instants import instant_of, moment_of
from atma_overlay.ledger.kept_rows import Kept
from atma_overlay.ledger.long_work import TakesLongError
from atma_overlay.ledger.move_reads import MoveReads, all_or_in
from atma_overlay.ledger.provenance import grouped
from atma_overlay.ledger.stamping import pair_slot
from atma_overlay.ledger.text_index import TextIndex
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ports.ledger import History, Provenance
from atma_overlay.records import (
    Contingency,
    Extraction,
    Held,
    HostLink,
    Observation,
    OutboxItem,
    Slot,
    StagingVersion,
    Tombstone,
    Touch,
    Verdict,
    Version,
)


class SqlReader(HeldReads, MoveReads):
    """The reads of one partition; see `ports.ledger.LedgerReader` for what each one answers.

    Statements as they stand are told by id and revision alone where whole rows were kept by reads before this one.

    Args:
        transaction: confined to the partition.
        text_index: of the same database.
        kept: of the partition from earlier snapshots (`KeptRows`); what this one meets besides is in `new`.
        mark: tells where the partition stands, where that is known otherwise.
        ledger: what names the database in this process.
        erasures: tells how often the ledger was erased from; None where that is not known.
        hurried: others wait for the lock that it is read under.
    """

    def __init__(
        self,
        transaction: Transaction,
        text_index: TextIndex,
        kept: Kept,
        *,
        ledger: str,
        mark: Callable[[], Mark] | None = None,
        erasures: Callable[[], int] | None = None,
        hurried: bool = False,
    ) -> None:
        HeldReads.__init__(self, transaction, text_index, kept)
        MoveReads.__init__(self, transaction)
        self._of, self._ledger, self._mark, self._erasures = kept, ledger, mark, erasures
        self._hurried = hurried
        self._told: tuple[Mark, bool] | None = None

    def takes_long(self) -> None:
        """See `ports.ledger.LedgerReader.takes_long`."""
        if self._hurried:
            raise TakesLongError

    def ahead(self) -> _AheadReader | None:
        """See `ports.ledger.LedgerReader.ahead`."""
        transaction = self._transaction.ahead()
        if transaction is None:
            return None
        ahead = _AheadReader(transaction, self._text_index, self._of, ledger=self._ledger)
        ahead._moves_ahead = self._moves_ahead
        return ahead

    def revision(self) -> int:
        """The number of the last committed write; 0 before the first."""
        return self.mark()[0]

    def recorded_at(self) -> datetime | None:
        """The instant of the last committed write; None before the first."""
        mark = self.mark()
        return moment_of(mark[1]) if mark != (0, 0) else None

    def mark(self) -> Mark:
        """See `answers.Mark`."""
        return self._head()[0] if self._mark is None else self._mark()

    def erasures(self) -> int | None:
        """How often the ledger was erased from, of whatever partition."""
        return None if self._erasures is None else self._erasures()

    def place(self) -> tuple[str, ...]:
        """See `ports.ledger.LedgerReader.place`."""
        return (self._ledger, *self._transaction.key)

    def _head(self) -> tuple[Mark, bool]:
        """The mark, and whether anything is staged; both of the snapshot, however late they are asked."""
        if self._told is None:
            found = self._transaction.fetch(queries.HEAD, tuple)
            revision, recorded_at, staged, *_ = found[0] if found else (0, 0, None)
            self._told = (int(revision), int(recorded_at)), staged is not None
        return self._told

    def observations(self, ids: Collection[str]) -> list[Observation]:
        """Observations by id, in the order of saying."""
        found = self._transaction.fetch_in(queries.OBSERVATIONS, decoding.observation_of, ids)
        return sorted(found, key=lambda o: (*o.order, o.id))

    def erased(self, ids: Collection[str]) -> frozenset[str]:
        """Which ids are erased observations'."""
        return frozenset(self._transaction.fetch_in(queries.ERASED_OBSERVATIONS, lambda row: str(row[0]), ids))

    def tombstones(self) -> list[Tombstone]:
        """What stays of erased observations, in the order of saying."""
        return [Tombstone.of(o) for o in self._transaction.fetch(queries.TOMBSTONES, decoding.observation_of)]

    def observed_after(self, order: tuple[datetime, int, str] | None) -> list[Observation]:
        """Observations later in the order of saying."""
        if order is None:
            return self._transaction.fetch(queries.OBSERVED, decoding.observation_of)
        moment, position, digest = order
        return self._transaction.fetch(
            queries.OBSERVED_AFTER,
            decoding.observation_of,
            observed_at=instant_of(moment),
            position=position,
            digest=digest,
        )

    def observation_by_key(self, key: str) -> Observation | None:
        """The observation under an idempotency key."""
        found = self._transaction.fetch(queries.OBSERVATION_BY_KEY, decoding.observation_of, key=key)
        return found[0] if found else None

    def ids_by_key(self, keys: Collection[str]) -> dict[str, str]:
        """The ids of observations by idempotency key."""
        return dict(self._transaction.fetch_in(queries.IDS_BY_KEY, lambda row: (str(row[0]), str(row[1])), keys))

    def last_observation(self) -> Observation | None:
        """The latest in the order of saying."""
        if known := self._found_earlier().last:
            return known[0]
        found = self._transaction.fetch(queries.LAST_OBSERVATION, decoding.observation_of)
        last = found[0] if found else None
        if self._answers is not None:
            self._answers.last = (last,)
        return last

    def extractions(self, observation_ids: Collection[str]) -> list[Extraction]:
        """What was extracted from observations, in the order of saying."""
        width = len(decoding.EXTRACTION)
        found = self._transaction.fetch_in(queries.EXTRACTIONS, tuple, observation_ids)
        return [decoding.extraction_of(row[:width]) for row in sorted(found, key=lambda row: row[width:])]

    def history(self, ids: Collection[str] | None = None) -> list[History]:
        """Statements with all their versions, in the order of recording."""
        rows = all_or_in(self._transaction, queries.STATEMENTS, queries.STATEMENTS_BY_ID, ids)
        versions: defaultdict[str, list[Version]] = defaultdict(list)
        fetched = (
            self._transaction.fetch(queries.VERSIONS, decoding.version_of)
            if ids is None
            else self._transaction.fetch_in(queries.VERSIONS_BY_STATEMENT, decoding.version_of, ids)
        )
        for version in fetched:
            versions[version.standing.statement_id].append(version)
        return [History(s, tuple(versions[s.id])) for s in map(decoding.statement_of, rows)]

    def provenance(self, statement_ids: Collection[str]) -> list[Provenance]:
        """The traced writes behind statements, and behind transitions from or to them in recorded order."""
        rows = self._transaction.fetch_in(queries.PROVENANCE, tuple, statement_ids)
        stated = {row[3]: row[:5] for row in rows if row[3] is not None}
        caused = {row[5:]: row[:5] for row in rows if row[3] is None}
        in_order = [stated[i] for i in dict.fromkeys(statement_ids) if i in stated]
        return grouped([*in_order, *(caused[order] for order in sorted(caused))])

    def verdicts(self, keys: Collection[str] | None = None) -> list[Verdict]:
        """The kept answers by pair or by slot, oldest first."""
        slots = None if keys is None else {pair_slot(key) for key in keys} - self._found_earlier().unruled
        if slots is not None and not slots:
            return []
        rows = all_or_in(self._transaction, queries.VERDICTS, queries.VERDICTS_OF_SLOTS, slots)
        found = [decoding.verdict_of(row) for row in rows]
        if slots and self._answers is not None:
            self._answers.unruled |= slots.difference(pair_slot(verdict.pair) for verdict in found)
        return [v for v in found if keys is None or v.pair in keys or pair_slot(v.pair) in keys]

    def slots(self, *, subject: str | None = None) -> list[Slot]:
        """The slots of statements, in the order of their names."""
        asked = queries.SLOTS if subject is None else queries.SLOTS_OF_SUBJECT
        bound = {} if subject is None else {"subject": subject}
        found = self._transaction.fetch(asked, lambda row: Slot(row[0], row[1]), **bound)
        return sorted(found, key=lambda slot: (slot.subject, slot.attribute))

    def contingencies(self, parents: Collection[Slot] | None = None) -> list[Contingency]:
        """Stated dependencies by their parent slot."""
        if parents is None:
            if self._found_earlier().no_rules:
                return []
            found = self._transaction.fetch(queries.CONTINGENCIES, decoding.contingency_of)
            if self._answers is not None and not found:
                self._answers.no_rules = True
        else:
            found = self._transaction.fetch_in_slots(queries.CONTINGENCIES_OF_PARENTS, decoding.contingency_of, parents)
        return sorted(found, key=lambda c: (c.valid_from, c.observed_at, c.id))

    def links(self, *, host_ids: Collection[str] = (), observation_ids: Collection[str] = ()) -> list[HostLink]:
        """Links by host id or by observation."""
        by_host_id = self._transaction.fetch_in(queries.LINKS_BY_HOST_ID, decoding.link_of, host_ids)
        found = self._links_of(observation_ids) if observation_ids else []
        if by_host_id:
            found = list({*by_host_id, *found})
        return sorted(found, key=lambda link: (link.host, link.host_id, link.observation_id))

    def _links_of(self, observation_ids: Collection[str]) -> list[HostLink]:
        earlier = self._found_earlier().links
        found = [link for i in set(observation_ids) for link in earlier.get(i, ())]
        if unread := [i for i in dict.fromkeys(observation_ids) if i not in earlier]:
            read = self._transaction.fetch_in(queries.LINKS_BY_OBSERVATION, decoding.link_of, unread)
            by_observation: defaultdict[str, list[HostLink]] = defaultdict(list)
            for link in read:
                by_observation[link.observation_id].append(link)
            if self._answers is not None:
                self._answers.links |= {i: tuple(by_observation[i]) for i in unread}
            found += read
        return found

    def staged(
        self, record_ids: Collection[str] | None = None, *, known_at: datetime | None = None
    ) -> list[StagingVersion]:
        """What a lifecycle makes of records, by record id."""
        if record_ids is None and known_at is None:
            found = self._transaction.fetch(queries.STAGINGS_OPEN, decoding.staging_of)
            return sorted(found, key=lambda version: version.staging.record_id)
        known = known_of(known_at)
        if not self._head()[1]:
            return []
        if record_ids is None:
            return self._transaction.fetch(queries.STAGINGS_IN_PLACE, decoding.staging_of, known=known)
        found = self._transaction.fetch_in(queries.STAGINGS_OF_RECORDS, decoding.staging_of, record_ids, known=known)
        return sorted(found, key=lambda version: version.staging.record_id)

    def staging_history(self) -> list[StagingVersion]:
        """Every version of every staging."""
        return self._transaction.fetch(queries.STAGINGS, decoding.staging_of)

    def touches(self) -> list[Touch]:
        """What recalls showed as current, in the order of recording."""
        return self._transaction.fetch(queries.TOUCHES, decoding.touch_of)

    def outbox(self, *, limit: int = 100, pending_at: str | None = None) -> list[OutboxItem]:
        """Host writes that are not done, oldest first; of a host that is named those that were not given up."""
        if self._found_earlier().waiting == frozenset():
            return []
        if pending_at is not None:
            asked = {"host": pending_at, "limit": max(limit, 0)}
            return self._transaction.fetch(queries.PENDING_AT, decoding.outbox_item_of, **asked)
        found = self._transaction.fetch(queries.WAITING, decoding.outbox_item_of, limit=max(limit, 0))
        if self._answers is not None and len(found) < min(limit, MAX_WAITING):
            self._answers.waiting = frozenset(item.id for item in found)
        return found

    def given_up(self, host: str) -> int:
        """How many writes to a host were given up."""
        return sum(count for (count,) in self._transaction.fetch(queries.GIVEN_UP, tuple, host=host))


class _AheadReader(SqlReader):
    """Asks ahead what earlier reads have not found; where something was written since, that is asked for later."""

    def transitions_in(self, slots: Collection[Slot], *, fewer_than: int) -> None:
        """See `ports.ledger.AheadReader.transitions_in`."""
        found = (self._earlier.slots.get(slot, ()) for slot in slots)
        ids = [held.statement.id for of_slot in found if len(of_slot) < fewer_than for held in of_slot]
        if ids:
            self._moves_ahead.append(ids)
            self._read_moves_of(ids)

    def _found_earlier(self) -> Answers:
        return self._earlier

    def _again(self, found: Sequence[Held]) -> Sequence[Held]:
        return ()

    def _links_of(self, observation_ids: Collection[str]) -> list[HostLink]:
        super()._links_of(observation_ids)
        return []
