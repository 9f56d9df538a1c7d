"""A slot as a narrower scope sees it: folded anew over what was said to that agent or in that session."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.errors import NotFoundError
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Slot, Standing, Verdict, Version
from atma_overlay.scope import Scope
from atma_overlay.state.folds.closures import closures
from atma_overlay.state.folds.fold import Fold
from atma_overlay.state.folds.folded import ByWords
from atma_overlay.state.folds.kept_folds import kept_narrowed_folds
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.state.pairs.adjudication import Answer, Linker


def narrowed(
    held: Sequence[Held], scope: Scope, *, reader: LedgerReader, linker: Linker, known_at: datetime | None = None
) -> list[Held]:
    """Statements as they stand for a scope; one with an agent or a session sees only what was said there."""
    if scope.agent is None and scope.session is None:
        return list(held)
    by_slot: dict[Slot, list[Held]] = {}
    for h in held:
        by_slot.setdefault(h.statement.slot, []).append(h)
    erasures = reader.erasures()
    read_at = None if erasures is None else (reader.place(), erasures)
    narrowing = _Narrowing(scope, reader, linker, known_at, read_at)
    return [h for members in by_slot.values() for h in narrowing.of(members)]


def spell_of(record_id: str, scope: Scope, *, reader: LedgerReader, linker: Linker) -> list[Held]:
    """The statements of a record, as the scope sees it; any of them names it.

    Raises:
        NotFoundError: the scope holds no such record.
    """
    found = [h for h in reader.held([record_id]) if scope.admits(h.statement.agent, h.statement.session)]
    if not found:
        raise NotFoundError("record", record_id)
    members = narrowed(reader.in_slots([found[0].statement.slot]), scope, reader=reader, linker=linker)
    named = next((h.standing.record_id for h in members if h.statement.id == record_id), None)
    return [h for h in members if h.standing.record_id == named]


def records_seen(record_id: str, scope: Scope, *, reader: LedgerReader, linker: Linker) -> list[Held]:
    """The records that a scope sees of one, which may have been told elsewhere first; none where it was only there."""
    members = reader.in_slots({h.statement.slot for h in reader.held([record_id])})
    told = {h.statement.id for h in members if h.standing.record_id == record_id}
    seen = narrowed(members, scope, reader=reader, linker=linker)
    records = {h.standing.record_id for h in seen if h.statement.id in told}
    return [h for h in seen if h.is_record and h.statement.id in records]


@dataclass(frozen=True, slots=True)
class _Narrowing:
    """One scope's sight of slots.

    Attributes:
        scope: the scope.
        reader: the ledger.
        linker: answers the pairs that no kept ruling does.
        known_at: as of when the slots were read; None: as they stand.
        read_at: the ledger's place and its erasures; None where those are not known. Another plane may hold the same
            statements, and not what was erased.
    """

    scope: Scope
    reader: LedgerReader
    linker: Linker
    known_at: datetime | None
    read_at: tuple[Hashable, int] | None

    def of(self, members: Sequence[Held]) -> list[Held]:
        """A slot; where what is seen of it was folded before, that fold goes on with what was said since."""
        mine = [h for h in members if self.scope.admits(h.statement.agent, h.statement.session)]
        if not mine or len(mine) == len(members):
            return mine
        told = [h.statement for h in mine]
        answers = rulings(self.reader, told[0].slot, known_at=self.known_at)
        fold = None
        if self.known_at is None:
            fold = kept_narrowed_folds.take([s.id for s in told], self.linker, answers)
        if fold is None or fold.unclosed_at is None or fold.unclosed_at != self.read_at:
            closed, unclosed = self._closures(mine, members)
            if fold is None or closed:
                fold = Fold(linker=self.linker, rulings=answers, closures=closed)
            fold.unclosed_at = self.read_at if unclosed else None
        fold.catch_up(told)
        seen = [_as_seen(h, fold.standings[h.statement.id]) for h in mine]
        if self.known_at is None:
            kept_narrowed_folds.put(fold)
        return seen

    def _closures(self, mine: Sequence[Held], members: Sequence[Held]) -> tuple[ByWords, bool]:
        """What of the slot was retired by something erased, and whether nothing was, whoever sees it.

        What closed a record that this scope does not see closes one that it does, when that arrives late or is split.
        A ledger that nothing was erased from may have been restored from one that was.
        """
        there = _Erased(self.reader, members)
        if not closures(self.reader, {h.statement.id: h for h in members}, erased=there):
            return {}, True
        return closures(self.reader, {h.statement.id: h for h in mine}, erased=there), False


def _as_seen(held: Held, standing: Standing) -> Held:
    if standing == held.standing:
        return held
    return Held(held.statement, Version(standing, held.version.recorded_from, held.version.revision))


def rulings(reader: LedgerReader, slot: Slot, *, known_at: datetime | None = None) -> dict[str, Answer]:
    """The kept answers about the pairs of a slot, as far as they were known; the latest of a pair counts."""
    kept = (v for v in reader.verdicts([slot_key(slot)]) if known_at is None or v.recorded_at <= known_at)
    return {v.pair: answer_of(v) for v in kept}


def answer_of(verdict: Verdict) -> Answer:
    """A kept answer as the fold takes it."""
    return Answer(verdict.ruling, verdict.decider, verdict.reason, verdict.confidence)


class _Erased:
    """Whether a statement is gone for good; those of one slot as it stands are not."""

    def __init__(self, reader: LedgerReader, members: Sequence[Held]) -> None:
        self._reader, self._there = reader, {h.statement.id for h in members}

    def __call__(self, statement_id: str) -> bool:
        return statement_id not in self._there and not self._reader.history([statement_id])
