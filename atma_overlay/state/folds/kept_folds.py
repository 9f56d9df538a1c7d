"""Folds kept in this process from one write to the next, and from one read of a narrower scope to the next."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from atma_overlay.forks import begins_anew
from atma_overlay.kept import on_forgetting
from atma_overlay.state.folds.fold import Fold
from atma_overlay.state.pairs.adjudication import Answer, Linker

__all__ = ["KeptFolds", "is_nearly", "kept_folds", "kept_narrowed_folds", "kept_of"]

SHORT = 3
"""Statements from which on a slot is dearer to fold than to keep."""
LONG = 48
"""Statements from which on a fold is kept apart from the short ones, of which a store of many users has no end."""
MAX_KEPT_STATEMENTS = 20_000
"""In all the long folds that are kept."""
MAX_KEPT_IN_SHORT = 6_000
"""The same of the short ones."""
FEW, SHARE = 4, 16
"""Statements that a fold may lack which another process has written to its slot: so many, or one in so many."""


class KeptFolds:
    """Folds by the statement that comes first in them; the one that was used longest ago goes first.

    A fold is handed out only for the statements that it has taken, and a few more at most, told by their ids, which are
    made of their contents and of observations that no two scopes share; and it is handed out once: who goes on with it
    puts it back. What a write took that was then not committed makes another list of ids, and so does what was erased.

    Args:
        limit: statements in all of them; the one that was used last is kept however long it is, since each write would
            else fold it anew with the ledger locked.
        least: statements in one of them.
    """

    def __init__(self, limit: int = MAX_KEPT_STATEMENTS, *, least: int = LONG) -> None:
        self._limit, self._least = limit, least
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Keep nothing: a fork may have come while a thread was at it, which had the lock."""
        self._folds: OrderedDict[str, Fold] = OrderedDict()
        self._count = 0
        self._lock = threading.Lock()

    def take(self, ids: Sequence[str], linker: Linker, rulings: Mapping[str, Answer]) -> Fold | None:
        """A fold of these statements, as a ledger orders them, or of most, by this linker and these rulings."""
        if len(ids) < self._least:
            return None
        with self._lock:
            fold = self._folds.pop(ids[0], None) if ids else None
            self._count -= len(fold.statements) if fold is not None else 0
        fits = fold is not None and fold.goes_on(linker, rulings) and is_nearly(fold, ids)
        return fold if fits else None

    def put(self, fold: Fold) -> None:
        """Keep a fold that nobody goes on with."""
        length, first = len(fold.statements), fold.first
        if length < self._least or fold.closed or first is None:
            return
        with self._lock:
            before = self._folds.pop(first, None)
            self._count += length - (len(before.statements) if before is not None else 0)
            self._folds[first] = fold
            while self._count > self._limit and len(self._folds) > 1:
                _, gone = self._folds.popitem(last=False)
                self._count -= len(gone.statements)

    def drop(self) -> None:
        """Keep nothing: a text is being erased (law 7)."""
        with self._lock:
            self._folds, self._count = OrderedDict(), 0


def is_nearly(fold: Fold, ids: Sequence[str]) -> bool:
    """Whether a fold has taken these statements, or lacks few of them."""
    lacking = len(ids) - len(fold.statements)
    return 0 <= lacking <= max(FEW, len(ids) // SHARE) and fold.statements.keys() <= set(ids)


kept_folds = KeptFolds()
"""The long ones of this process."""
kept_short_folds = KeptFolds(MAX_KEPT_IN_SHORT, least=SHORT)
"""The short ones."""
kept_narrowed_folds = KeptFolds(least=SHORT)
"""Those of slots as narrower scopes see them, from one read to the next."""
on_forgetting(kept_folds.drop)
on_forgetting(kept_short_folds.drop)
on_forgetting(kept_narrowed_folds.drop)


def kept_of(length: int) -> KeptFolds:
    """Where a fold of so many statements is kept."""
    return kept_folds if length >= LONG else kept_short_folds
