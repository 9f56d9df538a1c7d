"""Shortlists: what a write may be about, by the index terms of its sentence or by the words of others."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from heapq import nlargest

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Statement
from atma_overlay.state.open_ones import content_order
from atma_overlay.values.terms import index_terms
from atma_overlay.values.terms import terms as stems

SHORTLIST = 200
"""Statements that a term finds at most, the latest first; alike whether they are stored or replayed."""
MAX_KEPT = 4096
"""Shortlists that a write keeps at most."""
FEW = 16
"""Statements of a slot up to which they are at hand by their observations once it is loaded."""
SPOKEN = 60
"""Statements that a search of the ledger's sentences finds at most."""


class Shortlists:
    """The statements of a write and of the ledger by their terms; which of them are records is not asked here.

    Args:
        reader: the ledger; None where the write starts from nothing.
        by_id: every statement that the write has met; what is found in the ledger is added.
        stored: likewise, as it is stored.
    """

    def __init__(self, reader: LedgerReader | None, *, by_id: dict[str, Statement], stored: dict[str, Held]) -> None:
        self._reader, self._by_id, self._stored = reader, by_id, stored
        self._index: dict[tuple[str, str], list[tuple[object, ...]]] = defaultdict(list)
        self._indexed: dict[str, list[tuple[str, str]]] = {}
        self._unindexed: dict[str, Statement] = {}
        self._changes: dict[tuple[str, str], int] = defaultdict(int)
        self._latest: dict[tuple[str, frozenset[str]], tuple[int, list[Statement]]] = {}
        self._termed: dict[tuple[str, frozenset[str]], dict[str, Statement]] = {}
        self._ranked: dict[tuple[str, frozenset[str]], list[Statement]] = {}
        self._orders: dict[str, tuple[object, ...]] = {}
        self._told: dict[str, dict[str, Statement]] = defaultdict(dict)
        self._told_before: dict[str, list[Statement]] = {}
        self._loaded: dict[str, list[Statement]] = defaultdict(list)

    def add(self, statement: Statement) -> None:
        """Have a statement of this write found by its terms, and by its observation."""
        self._told[statement.observation_id].setdefault(statement.id, statement)
        if statement.id not in self._indexed:
            self._unindexed.setdefault(statement.id, statement)

    def discard(self, statement: Statement) -> None:
        """The opposite of `add`."""
        self._unindexed.pop(statement.id, None)
        for key in self._indexed.pop(statement.id, ()):
            found = self._index[key]
            del found[bisect_left(found, self.order(statement))]
            self._changes[key] += 1
        self._told[statement.observation_id].pop(statement.id, None)

    def _index_added(self) -> None:
        """Most writes ask for nothing by its terms: what they add is sorted in by them when one does."""
        for statement in self._unindexed.values():
            keys = [(field, term) for field, terms in index_terms(statement).items() for term in dict.fromkeys(terms)]
            self._indexed[statement.id] = keys
            order = self.order(statement)
            for key in keys:
                insort(self._index[key], order)
                self._changes[key] += 1
        self._unindexed = {}

    def latest(self, field: str, terms: Collection[str]) -> list[Statement]:
        """The latest observed statements that carry any of the terms in a field, in any order."""
        self._index_added()
        asked = field, frozenset(terms)
        changes = sum(self._changes.get((field, term), 0) for term in asked[1])
        known = self._latest.get(asked)
        if known is not None and known[0] == changes:
            return known[1]
        if len(self._latest) >= MAX_KEPT:
            self._latest.clear()
        self._latest[asked] = changes, self._shortlist(asked)
        return self._latest[asked][1]

    def _shortlist(self, asked: tuple[str, frozenset[str]]) -> list[Statement]:
        field, terms = asked
        orders = (order for term in terms for order in self._index.get((field, term), ())[-SHORTLIST:])
        added = {str(order[-1]): self._by_id[str(order[-1])] for order in orders}
        stored = self._stored_with(self._reader, *asked) if self._reader is not None else {}
        more = len(added) + len(stored) - SHORTLIST
        if more <= 0 or not stored or not added.keys().isdisjoint(stored):
            met = added | stored
            return list(met.values()) if len(met) <= SHORTLIST else nlargest(SHORTLIST, met.values(), key=self.order)
        earliest = self._ranked.get(asked)
        if earliest is None:
            earliest = self._ranked[asked] = sorted(stored.values(), key=self.order)
        # What is added is later than what is stored, as a rule.
        if more > len(earliest) or self.order(earliest[more - 1]) > min(map(self.order, added.values())):
            return nlargest(SHORTLIST, (*added.values(), *earliest), key=self.order)
        return [*earliest[more:], *added.values()]

    def load(self, statements: Collection[Statement]) -> None:
        """Statements of a slot that was read as it is stored; of a long one, each is found where it is asked for."""
        if len(statements) <= FEW:
            for statement in statements:
                self._loaded[statement.observation_id].append(statement)

    def told(self, observation_id: str, *, among: Iterable[Statement]) -> Iterator[Iterable[Statement]]:
        """What one observation states, in parts, first what is at hand; some may come twice.

        The rest is read where it is asked for, and with it what the observations of the others state.
        """
        yield self._told.get(observation_id, {}).values()
        if self._reader is not None:
            yield self._loaded.get(observation_id, ())
            yield self._stored_of(observation_id, among, self._reader)

    def _stored_of(self, observation_id: str, among: Iterable[Statement], reader: LedgerReader) -> list[Statement]:
        unread = {observation_id, *(s.observation_id for s in among)} - self._told_before.keys()
        if unread:
            self._told_before |= {i: [] for i in unread}
            for held in reader.of_observations(unread):
                self._told_before[held.statement.observation_id].append(self._met(held))
        return self._told_before[observation_id]

    def order(self, statement: Statement) -> tuple[object, ...]:
        """`content_order`, worked out once for each statement."""
        order = self._orders.get(statement.id)
        if order is None:
            order = self._orders[statement.id] = content_order(statement)
        return order

    def spoken(self, terms: Collection[str]) -> list[Statement]:
        """The statements whose sentence holds any of the terms, in any order."""
        wanted = set(terms)
        ids = {i for i, s in self._by_id.items() if wanted & set(stems(s.evidence))}
        if self._reader is not None:
            ids |= {self._met(held).id for held, _ in self._reader.search(sorted(wanted), limit=SPOKEN)}
        return [self._by_id[i] for i in ids]

    def _stored_with(self, reader: LedgerReader, field: str, terms: frozenset[str]) -> dict[str, Statement]:
        """What the ledger holds with any of the terms: while a write is in the making, that stays what it is."""
        found = self._termed.get((field, terms))
        if found is None:
            held = reader.with_terms(field, sorted(terms), limit=SHORTLIST)
            found = self._termed[field, terms] = {h.statement.id: self._met(h) for h in held}
        return found

    def _met(self, held: Held) -> Statement:
        self._stored.setdefault(held.statement.id, held)
        return self._by_id.setdefault(held.statement.id, held.statement)
