"""The transitions of a partition with their decisions: read once in a snapshot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Executable

from atma_overlay.ledger import decoding, queries
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ports.ledger import Judged
from atma_overlay.records import Decision, Transition

_DECIDED = len(decoding.TRANSITION) + 2
"""Where the decision begins in a row of a transition, its place in the recorded order, and one of its decisions."""
_IN_ORDER = itemgetter(slice(_DECIDED - 2, _DECIDED), slice(-2, None))


class MoveReads:
    """The reads of transitions of one partition; see `ports.ledger.LedgerReader` for what each one answers.

    Args:
        transaction: confined to the partition.
    """

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._moves: dict[str, dict[tuple[int, int], Judged]] = {}
        self._moves_ahead: list[list[str]] = []
        """What is asked ahead: lists of statements, each of which is asked for whole or not at all."""

    def transitions(self, statement_ids: Collection[str] | None = None) -> list[Judged]:
        """Transitions from or to statements, in recorded order, with their decisions; read once in a snapshot."""
        if statement_ids is None:
            every = self._transaction.fetch(queries.TRANSITIONS, lambda row: decoding.transition_of(row[:-2]))
            return self._judged(every, every=True)
        unread = [i for i in dict.fromkeys(statement_ids) if i not in self._moves]
        if unread:
            self._read_moves(unread)
        found = {order: judged for i in statement_ids for order, judged in self._moves[i].items()}
        return [found[order] for order in sorted(found)]

    def _read_moves(self, statement_ids: Sequence[str]) -> None:
        wanted = dict.fromkeys(statement_ids)
        for ahead in self._moves_ahead:
            if not wanted.keys().isdisjoint(ahead):
                self._read_moves_of(ahead)
        if rest := [i for i in wanted if i not in self._moves]:
            self._read_moves_of(rest)

    def _read_moves_of(self, statement_ids: Sequence[str]) -> None:
        self._moves |= {i: {} for i in statement_ids}
        rows = self._transaction.fetch_in(queries.JUDGED_OF_STATEMENTS, tuple, statement_ids)
        decided: dict[tuple[int, int], dict[tuple[int, int], tuple[Any, ...]]] = {}
        for row in sorted(rows, key=_IN_ORDER):  # one comes twice where its two sides are in two lists
            decided.setdefault(row[_DECIDED - 2 : _DECIDED], {})[row[-2:]] = row
        for place, by_decision in decided.items():
            listed = tuple(by_decision.values())
            decisions = (decoding.decision_of(row[_DECIDED:-2]) for row in listed if row[_DECIDED] is not None)
            judged = Judged(decoding.transition_of(listed[0][: _DECIDED - 2]), tuple(decisions))
            for i in (judged.transition.from_id, judged.transition.to_id):
                if i is not None and i in self._moves:
                    self._moves[i][place] = judged

    def transition(self, transition_id: str) -> Judged | None:
        """One transition."""
        rows = all_or_in(self._transaction, queries.TRANSITIONS, queries.TRANSITIONS_BY_ID, (transition_id,))
        found = self._judged(map(decoding.transition_of, rows), every=False)
        return found[0] if found else None

    def _judged(self, transitions: Iterable[Transition], *, every: bool) -> list[Judged]:
        listed = list(transitions)
        decisions: defaultdict[str, list[Decision]] = defaultdict(list)
        for decision in (
            self._transaction.fetch(queries.DECISIONS, decoding.decision_of)
            if every
            else self._transaction.fetch_in(
                queries.DECISIONS_BY_TRANSITION, decoding.decision_of, [t.id for t in listed]
            )
        ):
            decisions[decision.transition_id].append(decision)
        return [Judged(t, tuple(decisions[t.id])) for t in listed]


def all_or_in(
    transaction: Transaction, every: Executable, chosen: Executable, values: Collection[str] | None
) -> list[tuple[Any, ...]]:
    """Rows that end with `written` and `ordinal`, in that order, each once, without the two."""
    if values is None:
        return [row[:-2] for row in transaction.fetch(every, tuple)]
    rows = dict.fromkeys(transaction.fetch_in(chosen, tuple, values))
    return [row[:-2] for row in sorted(rows, key=lambda row: row[-2:])]
