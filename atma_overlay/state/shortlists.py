"""Shortlists: what a write may be about, by the index terms of its sentence or by the words of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from heapq import nlargest

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Statement
from atma_overlay.state.open_ones import content_order
from atma_overlay.state.terms import index_terms
from atma_overlay.state.terms import terms as stems

SHORTLIST = 200
"""Statements that a term finds at most, the latest first; alike whether they are stored or replayed."""
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
        self._index: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._termed: dict[tuple[str, frozenset[str]], dict[str, Statement]] = {}
        self._ranked: dict[tuple[str, frozenset[str]], list[Statement]] = {}
        self._orders: dict[str, tuple[object, ...]] = {}

    def add(self, statement: Statement) -> None:
        """Have a statement of this write found by its terms."""
        for field, terms in index_terms(statement).items():
            for term in terms:
                self._index[field, term].add(statement.id)

    def discard(self, statement_id: str) -> None:
        """The opposite of `add`."""
        for ids in self._index.values():
            ids.discard(statement_id)

    def latest(self, field: str, terms: Collection[str]) -> list[Statement]:
        """The latest observed statements that carry any of the terms in a field, in any order."""
        added = {i: self._by_id[i] for term in terms for i in self._index.get((field, term), ())}
        asked = field, frozenset(terms)
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
