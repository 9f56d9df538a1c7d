"""Closures: what was retired by something that is erased, and stays retired (law 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Decision, DecisionState, Held, Kind, Slot, Transition
from atma_overlay.state.folds.folded import ByWords, Closure, Words, words_of

Erased = Callable[[str], bool]
OVERTAKEN = "rules/overtaken-1"
"""Who withdraws the transition of a closure: its record is retired by something else, or has another name by now."""


class Closures:
    """The closures that a write folds by, slot by slot, read when first asked for.

    What retired a record took effect at some time, and what was said before that was said of an open record. So a
    closure does not count until then, whatever is resolved in which order: what the fold makes of its record before
    it, and whether it closes it at all, then hangs on nothing that it makes itself.

    Args:
        reader: the ledger as it is.
        gone: observations that are being erased.
        until: those that took effect later do not count yet; None where all of them do.
        carried: those of another plane, by slot.
    """

    def __init__(
        self, reader: LedgerReader, *, gone: Collection[str], until: datetime | None, carried: Mapping[Slot, ByWords]
    ) -> None:
        self._reader, self._gone, self._until, self._carried = reader, gone, until, carried
        self._by_slot: dict[Slot, ByWords] = {}
        self._ahead: list[tuple[datetime, Slot]] = []

    def of(self, slot: Slot, stored: Mapping[str, Held], *, erased: Erased) -> ByWords:
        """Those of one slot that count.

        Args:
            slot: the slot.
            stored: its statements as they are stored, by id; those that are being erased, too.
            erased: whether a statement is gone for good.
        """
        known = self._by_slot.get(slot)
        if known is None:
            own = closures(self._reader, stored, erased=erased, gone=self._gone)
            known = self._by_slot[slot] = _both(self._carried.get(slot, {}), own)
            self._ahead += [(c.at, slot) for cs in known.values() for c in cs if not self._counts(c.at)]
        counting = ((words, tuple(c for c in cs if self._counts(c.at))) for words, cs in known.items())
        return {words: cs for words, cs in counting if cs}

    def reach(self, until: datetime | None) -> list[Slot]:
        """Have those count that took effect until an instant (None: all); the slots in which more do than before."""
        self._until = until
        reached = [slot for at, slot in self._ahead if self._counts(at)]
        self._ahead = [(at, slot) for at, slot in self._ahead if not self._counts(at)]
        return list(dict.fromkeys(reached))

    def any_after(self, at: datetime) -> bool:
        """Whether one that was asked for took effect after an instant."""
        return any(c.at > at for known in self._by_slot.values() for cs in known.values() for c in cs)

    def _counts(self, at: datetime) -> bool:
        return self._until is None or at <= self._until


def _both(some: ByWords, others: ByWords) -> ByWords:
    return {words: (*some.get(words, ()), *others.get(words, ())) for words in {**some, **others}}


def all_closures(reader: LedgerReader) -> dict[Slot, ByWords]:
    """Those of every slot of a partition, as it stands; a slot that has none is not named."""
    by_slot: defaultdict[Slot, dict[str, Held]] = defaultdict(dict)
    for h in reader.all_held():
        by_slot[h.statement.slot][h.statement.id] = h
    there = {i for held in by_slot.values() for i in held}
    reader.transitions(there)  # at once, and so they are met

    def erased(statement_id: str) -> bool:
        return statement_id not in there and not reader.history([statement_id])

    found = ((slot, closures(reader, held, erased=erased)) for slot, held in by_slot.items())
    return {slot: closed for slot, closed in found if closed}


def closures(reader: LedgerReader, held: Mapping[str, Held], *, erased: Erased, gone: Collection[str] = ()) -> ByWords:
    """By the words of a record, the applied transition whose successor or cause was erased, or one that was overtaken.

    It closes all words that belonged to the record then, wherever a late arrival or an erasure leaves them.

    Args:
        reader: where the transitions are.
        held: the statements of one slot as they are stored, by id.
        erased: whether a statement is gone for good.
        gone: observations that are being erased.
    """
    if not held:
        return {}
    found = [j for j in reader.transitions(held.keys()) if j.transition.from_id in held]
    by_erased = [j.dated for j in found if _overtaken(j.latest)]
    ours = by_erased + [j.dated for j in found if j.latest.state is DecisionState.APPLIED]
    heard = {h.statement.observation_id for h in held.values() if not erased(h.statement.id)}.difference(gone)
    causes = _Causes(reader, gone, (t.cause for t in ours if t.cause not in heard), heard=heard)
    orphans = [t for t in ours if _orphan(t, reader, erased, causes)]
    own = {t.id: frozenset(_members(held[t.from_id], held)) for t in orphans}
    together: dict[tuple[object, ...], frozenset[Words]] = defaultdict(frozenset)
    for t in orphans:
        together[_event(t, held)] |= own[t.id]
    by_words: dict[Words, tuple[Closure, ...]] = defaultdict(tuple)
    for t in orphans:
        for words in own[t.id]:
            by_words[words] += (Closure(t, together[_event(t, held)]),)
    return dict(by_words)


def _event(t: Transition, held: Mapping[str, Held]) -> tuple[object, ...]:
    """What one erased change did to one value: it may be several records by now."""
    return (t.to_id, t.cause, t.kind, t.valid_at, held[t.from_id].statement.norm)


def _overtaken(decision: Decision) -> bool:
    """Whether it withdraws the transition of a closure, which closes its record again where nothing else does."""
    return decision.state is DecisionState.WITHDRAWN and decision.by == OVERTAKEN


def _members(record: Held, held: Mapping[str, Held]) -> Iterator[Words]:
    return (words_of(h.statement) for h in held.values() if h.standing.record_id == record.standing.record_id)


class _Causes:
    """The observations behind transitions, read at once as far as they are named before."""

    def __init__(
        self, reader: LedgerReader, gone: Collection[str], named: Iterable[str], *, heard: Collection[str]
    ) -> None:
        self._reader, self._gone, self._heard = reader, gone, heard
        self._named = {i for i in named if i.startswith("obs_") and i not in gone}
        self._there = {o.id for o in reader.observations(self._named)} if self._named else set()

    def lost(self, cause: str) -> bool:
        """Whether an observation is erased, or is being erased."""
        if cause in self._heard:
            return False
        if cause in self._gone:
            return True
        there = cause in self._there if cause in self._named else bool(self._reader.observations([cause]))
        return not there


def _orphan(t: Transition, reader: LedgerReader, erased: Erased, causes: _Causes) -> bool:
    """Whether what stands behind a transition was erased: its successor, or what told it (its cause).

    A successor that was told twice is still there without the sentence that retired what was before it.

    What a rule made of a change stands on that change.
    """
    if t.to_id is not None:
        return erased(t.to_id) or (t.cause.startswith("obs_") and causes.lost(t.cause))
    if t.kind is Kind.INVALIDATED and t.cause.startswith("tr_"):
        parent = reader.transition(t.cause)
        return parent is not None and (
            erased(parent.transition.from_id) or _orphan(parent.transition, reader, erased, causes)
        )
    said = t.kind in (
        Kind.ENDED,
        Kind.RETRACTED,
    )  # by an observation; other kinds without a successor follow from rules, but for a judge's doubt
    said = said or (t.kind is Kind.INVALIDATED and t.cause.startswith("obs_"))
    return said and causes.lost(t.cause)
