"""The statements of a partition as they stand, or stood: each read once in a snapshot, and only where none is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import Select

from atma_overlay.ledger import decoding, queries
from atma_overlay.ledger.answers import FOLD_ORDER, LATEST_ORDER, MAX_TOLD, Answers, Mark
from atma_overlay.ledger.instants import instant_of, moment_of
from atma_overlay.ledger.kept_rows import Kept
from atma_overlay.ledger.queries import HeldQuery
from atma_overlay.ledger.ranking import CANDIDATES, best, query
from atma_overlay.ledger.tables import NOW, OPEN
from atma_overlay.ledger.text_index import TextIndex
from atma_overlay.ledger.transaction import Transaction, chunks
from atma_overlay.records import Held, Slot

T = TypeVar("T")
_Part = Callable[[HeldQuery], Select[Any]]
_ROWS: _Part = attrgetter("rows")
_PLACES: _Part = attrgetter("places")
_SUBJECTS, _ATTRIBUTES = (
    tuple(f"{name}_{number}" for number in range(queries.MAX_SLOTS)) for name in ("subject", "attribute")
)
_RECORDED_TO = len(decoding.STATEMENT) + [column.name for column in decoding.VERSION].index("recorded_to")


class HeldReads:
    """The reads of statements of one partition; see `ports.ledger.LedgerReader` for what each one answers.

    Statements as they stand are told by id and revision alone where whole rows were kept by reads before this one; and
    where nothing was written since, what those found is not looked for again.

    Args:
        transaction: confined to the partition.
        text_index: of the same database.
        kept: of the partition from earlier snapshots (`KeptRows`); what this one meets besides is in `new`.
    """

    def __init__(self, transaction: Transaction, text_index: TextIndex, kept: Kept) -> None:
        self._transaction = transaction
        self._text_index = text_index
        self._kept = kept.rows
        self._earlier = Answers((0, 0)) if kept.answers is None else kept.answers
        self._answers: Answers | None = None
        self._slot_by_slot = transaction.connection.dialect.name == "sqlite"
        self._held_at: defaultdict[int, dict[str, Held]] = defaultdict(dict)
        self._new: dict[str, Held] = {}
        self._slots: defaultdict[int, dict[Slot, Sequence[Held]]] = defaultdict(dict)
        self._latest: dict[tuple[str, str, int], Sequence[Held]] = {}
        self._reach: dict[tuple[str, str, int], int] = {}

    @property
    def new(self) -> Collection[Held]:
        """The statements as they stand that this snapshot met and that were not kept."""
        return self._new.values()

    @property
    def answers(self) -> Answers | None:
        """What this snapshot found as the partition stands; None where it was asked for nothing of the kind."""
        return self._answers

    @property
    def standing(self) -> Mapping[str, Held]:
        """The statements as they stand that this snapshot met, by id."""
        return self._held_at[NOW]

    def mark(self) -> Mark:
        """Where the partition stands in this snapshot."""
        raise NotImplementedError

    def slots_of(self, subject: str, attributes: Collection[str]) -> list[Slot]:
        """The slots of a subject in some attributes that statements were ever held in."""
        key = subject, frozenset(attributes)
        found = self._found_earlier().used.get(key)
        if found is None:
            read = self._transaction.fetch_in(
                queries.SLOTS_OF_ATTRIBUTES, lambda row: Slot(row[0], row[1]), sorted(key[1]), subject=subject
            )
            found = tuple(sorted(read))
            if self._answers is not None:
                self._answers.used[key] = found
        return list(found)

    def in_slots(self, slots: Collection[Slot], *, known_at: datetime | None = None) -> list[Held]:
        """Statements by slot, in fold order; a slot is read once in a snapshot."""
        known = known_of(known_at)
        read, earlier = self._slots[known], self._found_earlier().slots if known == NOW and slots else {}
        found: list[Held] = []
        unread = set()
        for slot in set(slots):
            if (held := read.get(slot)) is not None:
                found += held
            elif (held := earlier.get(slot)) is not None:
                read[slot] = self._again(held)
                found += read[slot]
            else:
                unread.add(slot)
        if unread:
            found += self._read_in_slots(unread, known)
        return _folded(found)

    def _read_in_slots(self, slots: Collection[Slot], known: int) -> list[Held]:
        found = self._found(partial(self._fetch_in_slots, slots=slots, known=known), known)
        by_slot: dict[Slot, list[Held]] = {slot: [] for slot in slots}
        for held in _folded(found):
            by_slot[held.statement.slot].append(held)
        self._slots[known] |= by_slot
        if self._answers is not None and known == NOW:
            self._answers.slots |= {slot: tuple(held) for slot, held in by_slot.items()}
        return found

    def _fetch_in_slots(
        self, part: _Part, build: Callable[[Sequence[Any]], T], *, slots: Collection[Slot], known: int
    ) -> list[T]:
        if not self._slot_by_slot:
            return self._transaction.fetch_in_slots(part(queries.HELD_IN_SLOTS), build, slots, known=known)
        found: list[T] = []
        for chunk in chunks(slots, queries.MAX_SLOTS):
            count = 1 << (len(chunk) - 1).bit_length()
            bound = dict.fromkeys((*_SUBJECTS[:count], *_ATTRIBUTES[:count]))
            for subject, attribute, slot in zip(_SUBJECTS, _ATTRIBUTES, chunk, strict=False):
                bound[subject], bound[attribute] = slot.subject, slot.attribute
            found += self._transaction.fetch(part(queries.held_in_slots(count)), build, known=known, **bound)
        return found

    def held(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        """Statements by id, in fold order; those that were met in this snapshot already are not read again."""
        met, wanted = self._held_at[known_of(known_at)], dict.fromkeys(ids)
        unmet = [i for i in wanted if i not in met]
        if unmet:
            self._held(queries.HELD_BY_ID, unmet, known_at)
        return _folded([met[i] for i in wanted if i in met])

    def carried(self, host_ids: Collection[str], *, known_at: datetime | None = None) -> dict[str, list[Held]]:
        """By host memory, the statements of the observations that it carries; all found by one statement."""
        known = known_of(known_at)
        earlier = self._found_earlier().carried if known == NOW else {}
        found = {i: list(self._again(earlier[i])) for i in dict.fromkeys(host_ids) if i in earlier}
        if unread := [i for i in dict.fromkeys(host_ids) if i not in found]:
            found |= (read := self._read_carried(unread, known))
            if self._answers is not None and known == NOW:
                self._answers.carried |= {i: tuple(read.get(i, ())) for i in unread}
        return {host_id: found[host_id] for host_id in dict.fromkeys(host_ids) if found.get(host_id)}

    def _read_carried(self, host_ids: Sequence[str], known: int) -> dict[str, list[Held]]:
        rows = self._transaction.fetch_in(queries.CARRIED, tuple, host_ids, known=known)
        met = self._met(rows, known, at=3)
        # By memory and observation; a memory of the same id at another host may carry the same one.
        found: dict[str, dict[str, dict[str, Held]]] = {}
        for _, host_id, observation_id, statement_id, *_ in sorted(rows):
            carried = found.setdefault(host_id, {}).setdefault(observation_id, {})
            if statement_id in met:
                carried[statement_id] = met[statement_id]
        return {
            host_id: [held for carried in of_one.values() for held in _folded(carried.values())]
            for host_id, of_one in found.items()
        }

    def of_observations(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        """Statements by observation, in fold order."""
        known = known_of(known_at)
        earlier = self._found_earlier().told if known == NOW and ids else {}
        found = [held for i in set(ids) if i in earlier for held in self._again(earlier[i])]
        if unread := [i for i in dict.fromkeys(ids) if i not in earlier]:
            read = self._held(queries.HELD_OF_OBSERVATIONS, unread, known_at)
            if self._answers is not None and known == NOW:
                told = {i: [held for held in read if held.statement.observation_id == i] for i in unread[:MAX_TOLD]}
                self._answers.told |= {i: tuple(held) for i, held in told.items()}
            found += read
        return _folded(found)

    def all_held(self, *, known_at: datetime | None = None) -> list[Held]:
        """Every statement, in fold order."""
        known = known_of(known_at)
        every = partial(self._transaction.fetch, known=known)
        if self._kept:
            places = every(queries.ALL_HELD.places, tuple)
            if 2 * sum(i in self._kept for i, *_ in places) > len(places):
                return _folded(self._placed(places, known))
        return _folded(every(queries.ALL_HELD.rows, self._held_of))

    def with_terms(
        self, field: str, terms: Collection[str], *, limit: int = 200, known_at: datetime | None = None
    ) -> list[Held]:
        """Statements with any of the index terms in a field, the latest observed first."""
        by_term = self.latest_with(field, dict.fromkeys(terms, limit), known_at=known_at)
        some = [latest for latest in by_term.values() if latest]
        if len(some) <= 1:
            return some[0] if some else []
        found = {held.statement.id: held for latest in some for held in latest}
        return sorted(found.values(), key=LATEST_ORDER, reverse=True)[: max(limit, 0)]

    def latest_with(
        self, field: str, limits: Mapping[str, int], *, known_at: datetime | None = None
    ) -> dict[str, list[Held]]:
        """By index term, so many statements with it in a field; what was asked in this snapshot is not read again."""
        known = known_of(known_at)
        keys = {term: (field, term, known) for term in limits}
        unread = [(term, n) for term, n in limits.items() if self._reach.get(keys[term], 0) < n]
        if unread and known == NOW:
            unread = self._latest_anew(field, unread)
        for some in (unread[i : i + queries.MAX_TERMS] for i in range(0, len(unread), queries.MAX_TERMS)):
            for term, latest in self._read_latest(field, some, known_at).items():
                self._reach[keys[term]], self._latest[keys[term]] = limits[term], latest
                if self._answers is not None and known == NOW:
                    self._answers.latest[field, term] = (limits[term], tuple(latest))
        return {term: list(self._latest.get(keys[term], ())[: max(n, 0)]) for term, n in limits.items()}

    def _latest_anew(self, field: str, limits: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        """The index terms, with how many statements are wanted, that reads before this one have not found."""
        earlier, unread = self._found_earlier().latest, []
        for term, n in limits:
            reach, latest = earlier.get((field, term), (0, ()))
            if reach < n:
                unread.append((term, n))
            else:
                self._reach[field, term, NOW], self._latest[field, term, NOW] = reach, self._again(latest)
        return unread

    def _read_latest(
        self, field: str, limits: Sequence[tuple[str, int]], known_at: datetime | None
    ) -> dict[str, list[Held]]:
        # Counts are rounded up to powers of two, so that few statements serve every count.
        count = 1 << (len(limits) - 1).bit_length()
        rounded = [*limits, *((limits[-1][0], 0) for _ in range(count - len(limits)))]
        bound: dict[str, object] = {f"term_{number}": term for number, (term, _) in enumerate(rounded)}
        bound |= {f"limit_{number}": limit for number, (_, limit) in enumerate(rounded)}
        query, known = queries.latest_with(count), known_of(known_at)
        rows = self._transaction.fetch(query, tuple, field=field, known=known, **bound)
        met = self._met(rows, known, at=1)
        found: dict[str, list[Held]] = {term: [] for term, _ in limits}
        for row in rows:
            held = met.get(row[1])
            if held is not None:
                found[rounded[row[0]][0]].append(held)
        return {term: sorted(latest, key=LATEST_ORDER, reverse=True) for term, latest in found.items()}

    def search(self, terms: Sequence[str], *, limit: int, known_at: datetime | None = None) -> list[tuple[Held, float]]:
        """Full text, best first, with scores."""
        index, transaction = self._text_index, self._transaction
        tokens = query(terms)
        if not tokens or limit <= 0:
            return []
        candidates = index.newest(transaction, tokens, known=known_of(known_at), limit=CANDIDATES)
        scores = best(index.encoded(transaction, tokens), candidates, limit=limit)
        if known_at is None:
            met = self._placed([(*place, OPEN) for place, _ in scores], NOW)
        else:
            met = self.held([i for (i, *_), _ in scores], known_at=known_at)
        held = {h.statement.id: h for h in met}
        return [(held[identifier], score) for (identifier, *_), score in scores if identifier in held]

    def _found_earlier(self) -> Answers:
        """What reads before this one found, where nothing was written since; asked of what stands now alone."""
        if self._answers is None:
            self._answers = Answers(self.mark())
            if self._earlier.mark != self._answers.mark:
                self._earlier = Answers(self._answers.mark)
        return self._earlier

    def _again(self, found: Sequence[Held]) -> Sequence[Held]:
        """Meet what was found before."""
        met = self._held_at[NOW]
        for held in found:
            met[held.statement.id] = held
        return found

    def _held(self, query: HeldQuery, values: Collection[str], known_at: datetime | None) -> list[Held]:
        known = known_of(known_at)

        def fetch(part: _Part, build: Callable[[Sequence[Any]], T]) -> list[T]:
            return self._transaction.fetch_in(part(query), build, values, known=known)

        return _folded(self._found(fetch, known))

    def _found(self, fetch: Callable[[_Part, Callable[[Sequence[Any]], Any]], list[Any]], known: int) -> list[Held]:
        """Statements with a version then: whole rows only of those that neither this read nor an earlier one met."""
        met = self._held_at[known]
        if self._kept or met:
            return self._placed(fetch(_PLACES, tuple), known)
        found: list[Held] = fetch(_ROWS, self._held_of)
        met |= {held.statement.id: held for held in found}
        return found

    def _placed(self, places: Sequence[Sequence[Any]], known: int) -> list[Held]:
        met = self._met(places, known)
        return [met[place[0]] for place in places if place[0] in met]

    def _met(self, rows: Sequence[Sequence[Any]], known: int, *, at: int = 0) -> dict[str, Held]:
        """All that this snapshot has met, by id, now with the statements whose places stand `at` in some rows."""
        met, kept = self._held_at[known], self._kept
        unread = []
        for row in rows:
            i = row[at]
            if i not in met:
                held = kept.get(i)
                # What is kept stood when it was read; where the version is no longer open, it has been closed since. A
                # backup that was brought back may have another one under its revision, though not of its instant.
                if (
                    held is not None
                    and held.version.revision == row[at + 1]
                    and row[at + 3] == OPEN
                    and held.version.recorded_from == moment_of(row[at + 2])
                ):
                    met[i] = held
                else:
                    unread.append(i)
        if unread:
            found = self._transaction.fetch_in(queries.HELD_BY_ID.rows, self._held_of, unread, known=known)
            met |= {held.statement.id: held for held in found}
        return met

    def _held_of(self, row: Sequence[Any]) -> Held:
        found = decoding.held_of(row)
        if row[_RECORDED_TO] == OPEN:
            self._held_at[NOW][row[0]] = self._new[row[0]] = found
        return found


def known_of(known_at: datetime | None) -> int:
    """The instant of a read on the recorded clock; that of an open version for now."""
    return NOW if known_at is None else instant_of(known_at)


def _folded(found: Collection[Held]) -> list[Held]:
    return sorted(found, key=FOLD_ORDER) if len(found) > 1 else list(found)
