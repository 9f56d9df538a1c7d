"""The closures of a slot in one run over its statements: which are due, and by which a record is retired in the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from atma_overlay.records import Kind, Statement, Status
from atma_overlay.state.folds.folded import ByWords, Closure, Draft, Event, Words, words_of
from atma_overlay.state.folds.spells import Spell, fold_order


class Closing:
    """What has been closed by now.

    Args:
        closures: by the words that each closes.
    """

    def __init__(self, closures: ByWords) -> None:
        self._closures = closures
        self._all = {c.transition.id: c for each in closures.values() for c in each}
        self._last: dict[str, tuple[datetime, tuple[object, ...]]] = {}
        self._ours: list[tuple[Spell, list[Closure]]] = []
        self._stale = False
        self._met: dict[int, Event] = {}
        self._overtaken: set[int] = set()
        self.count = 0
        """How often one took effect."""

    def due(self, spells: Sequence[Spell], upcoming: Statement | None) -> Iterator[tuple[Spell, Closure]]:
        """The spells that are closed before a statement is taken (None: there is no more); `meet` those that are.

        Of several closures of one record the first closes it; what retracted it after that does so still.
        """
        if not self._closures:
            return
        if self._stale:  # what was taken before this is in its spell by now
            self._ours = [(spell, closures) for spell in spells if (closures := self._of(spell))]
        words = words_of(upcoming) if upcoming is not None else None
        self._stale = words in self._closures
        for spell, closures in self._ours:
            for closure in closures:
                if self._before(upcoming, words, closure):
                    continue
                retracted = closure.kind is Kind.RETRACTED and spell.status not in (Status.CORRECTED, Status.RETRACTED)
                if retracted or (spell.status is Status.ACTIVE and spell.valid_to is None):
                    yield spell, closure

    def _of(self, spell: Spell) -> list[Closure]:
        """The closures of the words of a spell, the first before the others."""
        found = {c.event: c for m in spell.members for c in self._closures.get(words_of(m), ())}
        return [found[event] for event in sorted(found)]

    def awaits(self, statements: Collection[Statement]) -> bool:
        """Whether a closure does not take effect before one of these: its record had them at that very instant."""
        return any(words_of(s) in c.members and _at(s, c) for c in self._all.values() for s in statements)

    def expect(self, statements: Collection[Statement]) -> None:
        """All that will be taken, before the first of them is."""
        for i, closure in self._all.items():
            own = [fold_order(s) for s in statements if words_of(s) in closure.members and _at(s, closure)]
            if own:
                self._last[i] = max(own)

    def meet(self, spell: Spell, closure: Closure) -> None:
        """A spell is retired by a closure."""
        self._met[id(spell)] = closure.event
        self.count += 1
        self._overtaken.discard(id(spell))

    def overtake(self, spell: Spell) -> None:
        """A spell is retired by something else from now on (law 4: by one transition)."""
        self._overtaken.add(id(spell))

    def outcome(self) -> tuple[tuple[Draft, ...], tuple[Draft, ...]]:
        """The transitions by which records are retired, under the id that each has by now, and those that are not.

        What closed words that are of another slot by now is among neither.
        """
        kept: list[Draft] = []
        others: list[Draft] = []
        for spell, closures in self._ours:
            by = None if id(spell) in self._overtaken else self._met.get(id(spell))
            for closure in closures:
                (kept if closure.event == by else others).append(closure.draft(spell.record.id))
        return tuple(kept), tuple(others)

    def _before(self, upcoming: Statement | None, words: Words | None, closure: Closure) -> bool:
        if upcoming is None:
            return False
        order, last = fold_order(upcoming), self._last.get(closure.transition.id)
        return words in closure.members or order[0] < closure.at or (last is not None and order < last)


def _at(statement: Statement, closure: Closure) -> bool:
    return fold_order(statement)[0] == closure.at
