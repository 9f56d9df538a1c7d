"""The folds of a write, slot by slot: taken up where an earlier write left them, and kept for the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Slot, Standing, Statement
from atma_overlay.state.folds.fold import Fold
from atma_overlay.state.folds.folded import ByWords, Draft, Folded
from atma_overlay.state.folds.kept_folds import SHORT, is_nearly, kept_of
from atma_overlay.state.folds.kept_rulings import KeptRulings
from atma_overlay.state.folds.resuming import Resumed
from atma_overlay.state.pairs.adjudication import Answer, Linker


@dataclass(slots=True)
class Base:
    """A slot as it is stored, known by the fold that made it so: what becomes of it is told by what changes.

    Attributes:
        drafts: the transitions that are stored, by id; a proposal is stored as one.
        changed: the statements that have another standing since; None where all may have.
    """

    drafts: dict[str, Draft]
    changed: set[str] | None = field(default_factory=set)

    @classmethod
    def of(cls, fold: Fold) -> Base:
        """That of a slot which stands as a fold has it."""
        return cls({draft.id: draft for draft in fold.folded().drafts})

    def note(self, changed: Collection[str] | None) -> None:
        """These statements have another standing."""
        self.changed = None if changed is None or self.changed is None else self.changed | set(changed)

    def unlike(self, folded: Folded) -> tuple[dict[str, Draft], dict[str, Draft]]:
        """The transitions that are new, decided otherwise or of another instant, and those that are gone, by id."""
        now, before = {d.id: d for d in folded.drafts}, self.drafts
        new = {i: d for i, d in now.items() if i not in before or not d.stands_as(before[i])}
        return new, {i: before[i] for i in before.keys() - now.keys()}

    def fresh(self, folded: Folded) -> Mapping[str, Standing]:
        """The standings that may differ from what is stored, in their order."""
        if self.changed is None:
            return folded.standings
        return {i: s for i, s in folded.standings.items() if i in self.changed}


class SlotFolds:
    """Folds by slot.

    Args:
        reader: the ledger as it is.
        linker: answers the pairs that no kept ruling does.
        rulings: the kept answers.
        anew: whether nothing that is kept or stored may be gone on with.
    """

    def __init__(self, reader: LedgerReader, linker: Linker, *, rulings: KeptRulings, anew: bool) -> None:
        self._reader, self._linker, self._rulings, self._anew = reader, linker, rulings, anew
        self._dropped: set[Slot] = set()
        self._folds: dict[Slot, Fold] = {}
        self._waiting: dict[Slot, Fold] = {}
        self._unfolded: defaultdict[Slot, list[Statement]] = defaultdict(list)
        self.bases: dict[Slot, Base] = {}
        """The slots of which it is known how they are stored."""

    def add(self, statement: Statement) -> None:
        """Have a statement taken by the fold of its slot when that is next asked for."""
        self._unfolded[statement.slot].append(statement)

    def drop(self, slot: Slot) -> None:
        """Fold the slot anew when it is next asked for."""
        self._dropped.add(slot)
        self._folds.pop(slot, None)
        self.bases.pop(slot, None)

    def folded(
        self, slot: Slot, statements: Mapping[str, Statement], stored: Mapping[str, Held],
        closures: Callable[[Slot], ByWords],
    ) -> tuple[Folded, Collection[str] | None]:  # fmt: skip
        """The outcome of a slot, and the statements that have another standing by it; None where all may have.

        Args:
            slot: the slot.
            statements: all of its statements by id, as a ledger orders them; those of the write come last.
            stored: those that are stored, as they stand.
            closures: gives what of a slot was retired by something erased; not kept, since it leads back to the owner
                of this, and what refers to itself is freed late.
        """
        fold, upcoming = self._folds.get(slot), self._unfolded.pop(slot, [])
        if fold is None:
            fold, upcoming = self._fold_of(slot, upcoming, statements, stored, closures)
            self._folds[slot] = fold
        folded = fold.with_statements(upcoming) if upcoming else fold.folded()
        if (base := self.bases.get(slot)) is not None:
            base.note(fold.changed)
        return folded, fold.changed

    def _fold_of(
        self, slot: Slot, upcoming: list[Statement], statements: Mapping[str, Statement], stored: Mapping[str, Held],
        closures: Callable[[Slot], ByWords],
    ) -> tuple[Fold, list[Statement]]:  # fmt: skip
        """A fold of the slot, with what it has yet to take: all there is, or what one lacks that is kept or stored."""
        rulings = self._rulings.of(slot)
        if len(statements) >= SHORT and not self._anew:
            new = {s.id for s in upcoming}
            told = [s for i, s in statements.items() if i not in new] if new else list(statements.values())
            fold = self._taken_up(slot, told, rulings)
            if fold is not None:
                fold.catch_up(told)
                if _stands_so(fold, stored):
                    if fold.settled:
                        self.bases[slot] = Base.of(fold)
                    return fold, upcoming
        closed = closures(slot)
        fold = None if closed else self._resumed(slot, stored)
        if fold is None:
            return Fold(linker=self._linker, rulings=rulings, closures=closed), list(statements.values())
        self.bases[slot] = Base.of(fold)
        return fold, upcoming

    def _resumed(self, slot: Slot, stored: Mapping[str, Held]) -> Fold | None:
        """The fold as the ledger has it; None where this write changes more of the slot than it adds to it."""
        if self._anew or slot in self._dropped or len(stored) < SHORT or not self._rulings.are_stored(slot):
            return None
        parts = Resumed.of(stored.values(), self._reader.transitions(stored.keys()))
        return None if parts is None else Fold.resumed(parts, linker=self._linker, rulings=self._rulings.of(slot))

    def take_up(self, stored: Mapping[Slot, Sequence[Held]]) -> list[str]:
        """Have the folds that are kept of slots' stored statements be this write's; the statements of the others."""
        ids = ((slot, [h.statement.id for h in held]) for slot, held in stored.items())
        return [i for slot, told in ids if not self._is_taken_up(slot, told) for i in told]

    def _is_taken_up(self, slot: Slot, ids: Sequence[str]) -> bool:
        if len(ids) >= SHORT and not self._anew and slot not in self._waiting:
            fold = kept_of(len(ids)).take(ids, self._linker, self._rulings.of(slot))
            if fold is not None:
                self._waiting[slot] = fold
        return slot in self._waiting

    def _taken_up(self, slot: Slot, told: Sequence[Statement], rulings: Mapping[str, Answer]) -> Fold | None:
        fold, ids = self._waiting.pop(slot, None), [s.id for s in told]
        if fold is None:
            return kept_of(len(ids)).take(ids, self._linker, rulings)
        return fold if is_nearly(fold, ids) and fold.goes_on(self._linker, rulings) else None

    def put_back(self, told: Collection[Slot]) -> None:
        """Keep the folds for the next write.

        What a write adds is in the ledger with all that the fold makes of it, or not at all.

        Args:
            told: the slots to which the write adds something.
        """
        for slot, fold in self._folds.items():
            fold.settled = slot in self.bases or slot in told
        for fold in (*self._folds.values(), *self._waiting.values()):
            kept_of(len(fold.statements)).put(fold)
        self._folds, self._waiting, self.bases = {}, {}, {}


def _stands_so(fold: Fold, stored: Mapping[str, Held]) -> bool:
    """Whether the ledger has the statements of a fold as the fold has them.

    A closure leaves a record as no fold without it has it: where they agree there is none.
    """
    standings = fold.standings
    if len(stored) != len(standings):
        return False
    for i, standing in standings.items():
        kept = stored[i].standing
        if kept is not standing and kept != standing:  # what this process wrote comes back as it is
            return False
    return True
