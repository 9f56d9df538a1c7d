"""State as a fold: the statements of one slot, in order, to standings and transitions (laws 1 to 5).

The fold is pure. It sees no clock, no arrival order and no stored state: the same statements and the same kept
rulings give the same result. Statements are taken in the order of their effect, `fold_order`: an undated statement
takes effect when it was said, one dated into the future when it says so, and one that looks back (*since March*) when
it was said, since what was said in between is older evidence. Bounded statements (*in 2019*, *this week*) lie over
the chain: they suspend it for their time and retire nothing.

A single-valued slot has one open record, with one exception: where a person ruled *keep* on a pair (undid its
transition), both are open, uncontested, until later evidence retires them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime

from atma_overlay.records import Standing, Statement, Status
from atma_overlay.state.folds.fold_run import Run
from atma_overlay.state.folds.folded import ByWords, Folded
from atma_overlay.state.folds.resuming import Resumed
from atma_overlay.state.folds.spells import fold_order
from atma_overlay.state.pairs.adjudication import Answer, Linker


def fold_slot(
    statements: Sequence[Statement],
    *,
    linker: Linker,
    rulings: Mapping[str, Answer],
    closures: ByWords,
) -> Folded:
    """Fold the statements of one slot.

    Args:
        statements: all statements of the slot, in any order.
        linker: answers pairs that `rulings` does not.
        rulings: kept answers by `pair_key`, of persons and models.
        closures: by the words of a record, what retired it and was erased: its slot stays unresolved (law 7).
    """
    return Fold(linker=linker, rulings=rulings, closures=closures).with_statements(statements)


class Fold:
    """The fold of one slot, kept: what comes last is taken without folding anew what came before.

    Args:
        linker: answers pairs that `rulings` does not.
        rulings: kept answers by `pair_key`, of persons and models.
        closures: by the words of a record, what retired it and was erased; one that took effect only because nothing
            came after means a new fold for what comes after.
    """

    def __init__(self, *, linker: Linker, rulings: Mapping[str, Answer], closures: ByWords) -> None:
        rulings = dict(rulings)
        self._parts = (linker, rulings, closures)
        self._run = Run(*self._parts)
        self._taken: dict[str, Statement] = {}
        self._first: tuple[object, ...] | None = None
        self.settled = False
        """Whether a ledger that has all its statements has them with every transition that follows from them."""
        self.unclosed_at: tuple[Hashable, int] | None = None
        """The ledger's `place` and `erasures` when it was last seen that nothing which closed a record of its slot is
        erased there."""
        self.changed: frozenset[str] | None = None
        """The statements that the last addition gave another standing; None where all may have another."""
        self._latest: tuple[datetime, tuple[object, ...]] | None = None
        self._folded: Folded | None = None

    @classmethod
    def resumed(cls, stored: Resumed, *, linker: Linker, rulings: Mapping[str, Answer]) -> Fold | None:
        """The fold of what a ledger holds of a slot, as it is stored; None where it is not as any fold leaves it.

        Args:
            stored: the slot; nothing that closed a record of it is erased.
            linker: answers the pairs of what comes after.
            rulings: kept answers by `pair_key`, which count in what is stored.
        """
        fold = cls(linker=linker, rulings=rulings, closures={})
        if not stored.statements or not fold._run.resume(stored):
            return None
        fold._taken = {s.id: s for s in stored.statements}
        fold._latest = fold_order(stored.statements[-1])
        fold.settled = True
        return fold if len(fold.folded().drafts) == len(stored.notes) else None

    def with_statements(self, added: Sequence[Statement]) -> Folded:
        """The outcome with these statements besides those that it has, in any order."""
        ordered = sorted(added, key=fold_order) if len(added) > 1 else list(added)
        for statement in ordered:
            self._taken[statement.id] = statement
        if self._first is not None:
            self._first = min([self._first, *map(_stored_order, ordered)])
        before, late = self._latest, False
        if ordered:
            self._latest = fold_order(ordered[-1])
            earliest = self._latest if len(ordered) == 1 else fold_order(ordered[0])
            late = before is not None and earliest < before
        if late or (before is not None and (self._run.ended or self._run.closing.awaits(ordered))):
            ordered = sorted(self._taken.values(), key=fold_order)
            self._latest = fold_order(ordered[-1])
            self._run, before = Run(*self._parts), None
        if before is None and self.closed:
            self._run.closing.expect(ordered)
        for statement in ordered:
            self._run.take(statement)
        self._folded, changed = self._run.result()
        self.changed = None if before is None else changed
        return self._folded

    def catch_up(self, told: Sequence[Statement]) -> None:
        """Take those of a slot's statements that it lacks: what others have written since it was kept."""
        if len(told) > len(self._taken):
            self.with_statements([s for s in told if s.id not in self._taken])

    @property
    def statements(self) -> Mapping[str, Statement]:
        """What it has taken, by id."""
        return self._taken

    @property
    def closed(self) -> bool:
        """Whether it has closures to fold by."""
        return bool(self._parts[2])

    @property
    def first(self) -> str | None:
        """The statement that a ledger gives first of those that it has taken."""
        if self._first is None:
            self._first = min(map(_stored_order, self._taken.values()), default=None)
        return None if self._first is None else str(self._first[-1])

    @property
    def standings(self) -> Mapping[str, Standing]:
        """What it last made of them."""
        return self._run.standings

    def goes_on(self, linker: Linker, rulings: Mapping[str, Answer]) -> bool:
        """Whether a later write can take it up that has this linker and these rulings to fold by, and no closures."""
        own, kept, closed = self._parts
        return own is linker and not closed and kept == rulings

    def folded(self) -> Folded:
        """The outcome as it stands."""
        self.changed = frozenset()
        if self._folded is None:
            self._folded = self._run.result()[0]
        return self._folded


def _stored_order(statement: Statement) -> tuple[object, ...]:
    return (*statement.order, statement.id)


_WITHDRAWN = (Status.CORRECTED, Status.RETRACTED)


def in_force(standing: Standing, *, at: datetime) -> bool:
    """Whether a standing's interval covers an instant and its record was not withdrawn from use."""
    covers = standing.valid_from <= at and (standing.valid_to is None or at < standing.valid_to)
    return covers and standing.status not in _WITHDRAWN
