"""The ledger in memory: nothing outlives the process; the reference that other ledgers are tested against."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import TypeVar

from atma_overlay.changes import Changeset
from atma_overlay.errors import LedgerError
from atma_overlay.ledger.long_work import TakesLongError, off_the_lock
from atma_overlay.ledger.partition import Partition
from atma_overlay.ledger.provenance import grouped
from atma_overlay.ledger.ranking import CANDIDATES, best, query
from atma_overlay.ledger.stamping import Clock, pair_slot, utc_now
from atma_overlay.ledger.writer import Writer
from atma_overlay.ports.ledger import History, Judged, LedgerReader, Provenance
from atma_overlay.records import (
    Contingency,
    Extraction,
    Held,
    HostLink,
    LinkState,
    Observation,
    OutboxItem,
    OutboxState,
    Residence,
    Slot,
    StagingVersion,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
)
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed

__all__ = ["MemoryLedger"]

T = TypeVar("T")


class MemoryLedger:
    """A ledger of dictionaries.

    Args:
        clock: gives the recorded time of writes, as aware datetimes.
    """

    @typed
    def __init__(self, *, clock: Clock = utc_now) -> None:
        self._store = _Store(clock)
        self._plane = "main"

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """Run `work` on the partition as it is now; later writes do not reach it."""
        return work(_MemoryReader(self._store.partition(self._plane, scope), self._place(scope)))

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], *, durable: bool = True) -> T:
        """Run `work`, apply its changeset whole or not at all, and return its second item.

        Raises:
            ConflictError: the changeset does not fit, or a write was started inside a write.
        """
        try:
            _, answer = self._write_once(scope, work, unhurried=False)
        except TakesLongError:
            write = partial(self._write_once, scope)
            _, answer = off_the_lock(work, read=partial(self.read, scope), write=write)
        return answer

    def _write_once(
        self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], unhurried: bool  # noqa: FBT001 - inner
    ) -> tuple[Changeset, T]:  # fmt: skip
        with self._store.writer.turn():
            partition = self._store.partition(self._plane, scope)
            changes, answer = work(_MemoryReader(partition, self._place(scope), hurried=not unhurried))
            if not changes.empty:
                key = (self._plane, *scope.partition)
                self._store.partitions[key] = partition.after(changes, now=self._store.clock())
            return changes, answer

    def _place(self, scope: Scope) -> Hashable:
        return (self._store.mark, self._plane, *scope.partition)

    def plane(self, name: str) -> MemoryLedger:
        """The same store, another plane."""
        other = MemoryLedger.__new__(MemoryLedger)
        other._store, other._plane = self._store, name
        return other

    def close(self) -> None:
        """Forget everything; later calls are refused."""
        self._store.closed = True
        self._store.partitions.clear()


class _Store:
    """What the planes of one ledger share."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.mark = object()
        """What tells it from others, and keeps nothing of it alive."""
        self.writer = Writer()
        self.partitions: dict[tuple[str, str, str], Partition] = {}
        self.closed = False

    def partition(self, plane: str, scope: Scope) -> Partition:
        if self.closed:
            raise LedgerError("the ledger is closed: open it again")
        return self.partitions.get((plane, *scope.partition)) or Partition()


class _MemoryReader:
    """`LedgerReader` over one partition."""

    def __init__(self, partition: Partition, place: Hashable, *, hurried: bool = False) -> None:
        self._rows, self._place, self._hurried = partition, place, hurried

    def takes_long(self) -> None:
        if self._hurried:
            raise TakesLongError

    def mark(self) -> int:
        return self._rows.revision

    def ahead(self) -> None:
        """Nothing is waited for."""

    def revision(self) -> int:
        return self._rows.revision

    def recorded_at(self) -> datetime | None:
        return self._rows.recorded_at if self._rows.revision else None

    def erasures(self) -> int:
        return len(self._rows.erased)

    def place(self) -> Hashable:
        return self._place

    def observations(self, ids: Collection[str]) -> list[Observation]:
        rows = self._rows.observations
        return sorted((rows[i] for i in set(ids) if i in rows), key=_saying_order)

    def erased(self, ids: Collection[str]) -> frozenset[str]:
        return frozenset(ids) & self._rows.erased

    def tombstones(self) -> list[Tombstone]:
        return sorted(self._rows.tombstones.values(), key=lambda t: (t.observed_at, t.position, t.id))

    def observed_after(self, order: tuple[datetime, int, str] | None) -> list[Observation]:
        later = (o for o in self._rows.observations.values() if order is None or o.order > order)
        return sorted(later, key=_saying_order)

    def observation_by_key(self, key: str) -> Observation | None:
        identifier = self._rows.keys.get(key)
        return None if identifier is None else self._rows.observations[identifier]

    def ids_by_key(self, keys: Collection[str]) -> dict[str, str]:
        return {key: self._rows.keys[key] for key in keys if key in self._rows.keys}

    def last_observation(self) -> Observation | None:
        return max(self._rows.observations.values(), key=_saying_order, default=None)

    def extractions(self, observation_ids: Collection[str]) -> list[Extraction]:
        wanted = frozenset(observation_ids)
        found = [e for e in self._rows.extractions.values() if e.observation_id in wanted]
        return sorted(found, key=lambda e: _saying_order(self._rows.observations[e.observation_id]))

    def slots(self, *, subject: str | None = None) -> list[Slot]:
        return sorted(slot for slot in self._rows.slots() if subject is None or slot.subject == subject)

    def slots_of(self, subject: str, attributes: Collection[str]) -> list[Slot]:
        slots = self._rows.slots()
        return sorted(slot for attribute in attributes if (slot := Slot(subject, attribute)) in slots)

    def in_slots(self, slots: Collection[Slot], *, known_at: datetime | None = None) -> list[Held]:
        wanted = frozenset(slots)
        if known_at is None:
            return [h for h in self._rows.standing().values() if h.statement.slot in wanted]
        return self._held((s for s in self._rows.statements.values() if s.slot in wanted), known_at)

    def held(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        rows = self._rows.statements
        return self._held((rows[i] for i in set(ids) if i in rows), known_at)

    def of_observations(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        wanted = frozenset(ids)
        if known_at is None:
            return [h for h in self._rows.standing().values() if h.statement.observation_id in wanted]
        return self._held((s for s in self._rows.statements.values() if s.observation_id in wanted), known_at)

    def carried(self, host_ids: Collection[str], *, known_at: datetime | None = None) -> dict[str, list[Held]]:
        live = [link for link in self.links(host_ids=host_ids) if link.state is LinkState.LIVE]
        said = self.of_observations({link.observation_id for link in live}, known_at=known_at)
        carried: dict[str, dict[str, None]] = {}
        for link in live:
            carried.setdefault(link.host_id, {})[link.observation_id] = None
        by_observation: dict[str, list[Held]] = {}
        for held in said:
            by_observation.setdefault(held.statement.observation_id, []).append(held)
        found = {i: [h for o in of for h in by_observation.get(o, ())] for i, of in carried.items()}
        return {host_id: held for host_id, held in found.items() if held}

    def all_held(self, *, known_at: datetime | None = None) -> list[Held]:
        if known_at is None:
            return list(self._rows.standing().values())
        return self._held(self._rows.statements.values(), known_at)

    def with_terms(
        self, field: str, terms: Collection[str], *, limit: int = 200, known_at: datetime | None = None
    ) -> list[Held]:
        rows, wanted = self._rows, set(terms)
        matching = (s for i, s in rows.statements.items() if not wanted.isdisjoint(rows.index[i].get(field, ())))
        latest = sorted(self._found(matching, known_at), key=lambda h: _latest_order(h.statement), reverse=True)
        return latest[: max(limit, 0)]

    def latest_with(
        self, field: str, limits: Mapping[str, int], *, known_at: datetime | None = None
    ) -> dict[str, list[Held]]:
        return {term: self.with_terms(field, (term,), limit=n, known_at=known_at) for term, n in limits.items()}

    def search(self, terms: Sequence[str], *, limit: int, known_at: datetime | None = None) -> list[tuple[Held, float]]:
        tokens = query(terms)
        wanted, documents = frozenset(tokens), self._rows.documents
        newest = (s for s in reversed(self._rows.statements.values()) if not wanted.isdisjoint(documents[s.id]))
        held = islice(self._found(newest, known_at), CANDIDATES)
        candidates = [(h, documents[h.statement.id]) for h in held]
        return best(tokens, candidates, limit=max(limit, 0))

    def history(self, ids: Collection[str] | None = None) -> list[History]:
        rows = self._rows.statements
        wanted = None if ids is None else frozenset(ids)
        found = (s for i, s in rows.items() if wanted is None or i in wanted)
        return [History(s, self._rows.versions.get(s.id, ())) for s in found]

    def transitions(self, statement_ids: Collection[str] | None = None) -> list[Judged]:
        wanted = None if statement_ids is None else frozenset(statement_ids)
        return [
            self._judged(t)
            for t in self._rows.transitions.values()
            if wanted is None or t.from_id in wanted or t.to_id in wanted
        ]

    def transition(self, transition_id: str) -> Judged | None:
        found = self._rows.transitions.get(transition_id)
        return None if found is None else self._judged(found)

    def provenance(self, statement_ids: Collection[str]) -> list[Provenance]:
        ids, statements, said = dict.fromkeys(statement_ids), self._rows.statements, self._rows.observations
        behind: list[tuple[str, str | None, str | None]]
        behind = [(statements[i].observation_id, i, None) for i in ids if i in statements]
        behind += [(t.cause, None, t.id) for t in self._rows.transitions.values() if t.from_id in ids or t.to_id in ids]
        return grouped(
            (o.trace_id, o.span_id, o.id, statement_id, transition_id)
            for i, statement_id, transition_id in behind
            if (o := said.get(i)) is not None and o.trace_id is not None and o.span_id is not None
        )

    def verdicts(self, keys: Collection[str] | None = None) -> list[Verdict]:
        wanted = None if keys is None else frozenset(keys)
        return [v for v in self._rows.verdicts if wanted is None or v.pair in wanted or pair_slot(v.pair) in wanted]

    def contingencies(self, parents: Collection[Slot] | None = None) -> list[Contingency]:
        wanted = None if parents is None else frozenset(parents)
        found = (c for c in self._rows.contingencies.values() if wanted is None or c.parent in wanted)
        return sorted(found, key=lambda c: (c.valid_from, c.observed_at, c.id))

    def links(self, *, host_ids: Collection[str] = (), observation_ids: Collection[str] = ()) -> list[HostLink]:
        rows, hosted, said = self._rows.links, frozenset(host_ids), frozenset(observation_ids)
        return [rows[key] for key in sorted(key for key in rows if key[1] in hosted or key[2] in said)]

    def staged(
        self, record_ids: Collection[str] | None = None, *, known_at: datetime | None = None
    ) -> list[StagingVersion]:
        rows = self._rows.stagings
        wanted = sorted(rows if record_ids is None else rows.keys() & set(record_ids))
        found = (version for i in wanted for version in rows[i] if _is_known(version, known_at))
        return [v for v in found if record_ids is not None or v.staging.residence is Residence.STAGED]

    def staging_history(self) -> list[StagingVersion]:
        return [version for key in sorted(self._rows.stagings) for version in self._rows.stagings[key]]

    def touches(self) -> list[Touch]:
        return list(self._rows.touches)

    def outbox(self, *, limit: int = 100, pending_at: str | None = None) -> list[OutboxItem]:
        kept = self._rows.outbox.values()
        if pending_at is None:
            waiting = (item for item in kept if item.state is not OutboxState.DONE)
        else:
            waiting = (item for item in kept if item.state is OutboxState.PENDING and item.host == pending_at)
        return list(islice(waiting, max(limit, 0)))

    def given_up(self, host: str) -> int:
        return sum(i.state is OutboxState.FAILED and i.host == host for i in self._rows.outbox.values())

    def _judged(self, transition: Transition) -> Judged:
        return Judged(transition, self._rows.decisions.get(transition.id, ()))

    def _held(self, statements: Iterable[Statement], known_at: datetime | None) -> list[Held]:
        return sorted(self._found(statements, known_at), key=attrgetter("order"))

    def _found(self, statements: Iterable[Statement], known_at: datetime | None) -> Iterator[Held]:
        if known_at is None:
            standing = self._rows.standing()
            return (standing[s.id] for s in statements if s.id in standing)
        return (Held(s, version) for s in statements if (version := self._version(s, known_at)))

    def _version(self, statement: Statement, known_at: datetime | None) -> Version | None:
        versions = self._rows.versions.get(statement.id, ())
        return next((v for v in versions if _is_known(v, known_at)), None)


def _is_known(version: Version | StagingVersion, known_at: datetime | None) -> bool:
    if known_at is None:
        return version.recorded_to is None
    return version.recorded_from <= known_at and (version.recorded_to is None or known_at < version.recorded_to)


def _saying_order(observation: Observation) -> tuple[object, ...]:
    return (*observation.order, observation.id)


def _latest_order(statement: Statement) -> tuple[object, ...]:
    return (statement.observed_at, statement.position, statement.id)
