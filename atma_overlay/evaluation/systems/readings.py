"""Readings of one ledger: as it is, as if nothing had ever been retired, as if the last write had won.

A reading is a ledger that is only read. It rewrites the standing of every statement on its way out, so that the
whole read path runs over it unchanged and only the bank differs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Judged, Ledger, LedgerReader
from atma_overlay.records import STATING, Held, Slot, Status
from atma_overlay.scope import Scope

AS_KEPT, APPEND_ONLY, LAST_WRITE_WINS = "as kept", "append-only", "last-write-wins"

T = TypeVar("T")
Rewriting = Callable[[Sequence[Held], Mapping[Slot, Sequence[Held]]], list[Held]]
"""(statements, all statements of their slots) → the statements as the reading has them."""


def never_retired(held: Sequence[Held], slots: Mapping[Slot, Sequence[Held]]) -> list[Held]:
    """Every statement stands, for the time that its own wording gives it."""
    return [_standing(h, Status.ACTIVE) for h in held]


def last_written(held: Sequence[Held], slots: Mapping[Slot, Sequence[Held]]) -> list[Held]:
    """The last statement of a slot stands, single-valued or not; what it overwrote is gone."""
    last = {slot: max(members, key=_written) for slot, members in slots.items()}
    return [_standing(h, _kept(h, last[h.statement.slot])) for h in held]


def _written(held: Held) -> tuple[datetime, int]:
    return (held.statement.observed_at, held.statement.position)


def _kept(held: Held, last: Held) -> Status:
    same = held.standing.record_id == last.standing.record_id and last.statement.act in STATING
    return Status.ACTIVE if same else Status.RETRACTED


def _standing(held: Held, status: Status) -> Held:
    standing = replace(held.standing, status=status, valid_to=held.statement.valid_to, contested_with=())
    return replace(held, version=replace(held.version, standing=standing))


REWRITINGS: Mapping[str, Rewriting] = {APPEND_ONLY: never_retired, LAST_WRITE_WINS: last_written}


@dataclass(frozen=True, slots=True)
class Reading:
    """A ledger under a rewriting; it is never written, and closing it leaves the ledger open."""

    ledger: Ledger
    rewriting: Rewriting

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """Run `work` on the rewritten snapshot."""
        return self.ledger.read(scope, lambda reader: work(_reader(reader, self.rewriting)))

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], *, durable: bool = True) -> T:
        """Refused.

        Raises:
            TypeError: always.
        """
        raise TypeError("a reading of a ledger is not written to")

    def plane(self, name: str) -> Ledger:
        """The same reading of another plane."""
        return Reading(self.ledger.plane(name), self.rewriting)

    def close(self) -> None:
        """Nothing to release."""


def _reader(reader: LedgerReader, rewriting: Rewriting) -> LedgerReader:
    rewritten: Any = _Rewritten(reader, rewriting)
    return rewritten  # type: ignore[no-any-return]  # what it does not rewrite it hands on


class _Rewritten:
    def __init__(self, reader: LedgerReader, rewriting: Rewriting) -> None:
        self._reader, self._rewriting = reader, rewriting

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    def in_slots(self, slots: Collection[Slot], *, known_at: datetime | None = None) -> list[Held]:
        return self._as_read(self._reader.in_slots(slots, known_at=known_at), known_at)

    def held(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        return self._as_read(self._reader.held(ids, known_at=known_at), known_at)

    def of_observations(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        return self._as_read(self._reader.of_observations(ids, known_at=known_at), known_at)

    def carried(self, host_ids: Collection[str], *, known_at: datetime | None = None) -> dict[str, list[Held]]:
        found = self._reader.carried(host_ids, known_at=known_at)
        return {host_id: self._as_read(held, known_at) for host_id, held in found.items()}

    def with_terms(
        self, field: str, terms: Collection[str], *, limit: int = 200, known_at: datetime | None = None
    ) -> list[Held]:
        return self._as_read(self._reader.with_terms(field, terms, limit=limit, known_at=known_at), known_at)

    def latest_with(
        self, field: str, limits: Mapping[str, int], *, known_at: datetime | None = None
    ) -> dict[str, list[Held]]:
        latest = self._reader.latest_with(field, limits, known_at=known_at)
        return {term: self._as_read(found, known_at) for term, found in latest.items()}

    def search(self, terms: Sequence[str], *, limit: int, known_at: datetime | None = None) -> list[tuple[Held, float]]:
        found = self._reader.search(terms, limit=limit, known_at=known_at)
        return list(zip(self._as_read([h for h, _ in found], known_at), (score for _, score in found), strict=True))

    def all_held(self, *, known_at: datetime | None = None) -> list[Held]:
        """What the reading holds: what it has deleted is only told by slot, so that the host's copies go too."""
        everything = self._as_read(self._reader.all_held(known_at=known_at), known_at)
        return [held for held in everything if held.standing.status is not Status.RETRACTED]

    def transitions(self, statement_ids: Collection[str] | None = None) -> list[Judged]:
        return []

    def _as_read(self, held: Sequence[Held], known_at: datetime | None) -> list[Held]:
        slots = {h.statement.slot for h in held}
        return self._rewriting(held, _by_slot(self._reader.in_slots(slots, known_at=known_at)))


def _by_slot(held: Iterable[Held]) -> dict[Slot, list[Held]]:
    out: dict[Slot, list[Held]] = {}
    for each in held:
        out.setdefault(each.statement.slot, []).append(each)
    return out
