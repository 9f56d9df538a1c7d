"""The closures of a slot in one run over its statements: which are due, and by which a record is retired in the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from atma_overlay.records import Kind, Statement, Status
from atma_overlay.state.folded import Closure, Draft, Words, words_of
from atma_overlay.state.spells import Spell, fold_order


class Closing:
    """What has been closed by now.

    Args:
        closures: by the words of the record that each closes.
    """

    def __init__(self, closures: Mapping[Words, Closure]) -> None:
        self._closures = closures
        self._there: dict[Words, str] = {}
        self._last: dict[str, tuple[datetime, tuple[object, ...]]] = {}
        self._met: dict[int, tuple[Spell, Closure]] = {}
        self._overtaken: set[int] = set()

    def __len__(self) -> int:
        return len(self._met)

    def due(self, spells: Sequence[Spell], upcoming: Statement | None) -> Iterator[tuple[Spell, Closure]]:
        """The spells that are closed before a statement is taken (None: there is no more); `meet` those that are."""
        if not self._closures:
            return
        words = words_of(upcoming) if upcoming is not None else None
        if words is not None and words in self._closures:
            self._there[words] = upcoming.id if upcoming is not None else ""
        if len(self._met) == len(self._closures):
            return
        for spell in spells:
            closure = next(filter(None, (self._closures.get(words_of(m)) for m in spell.members)), None)
            if closure is None or id(spell) in self._met or self._before(upcoming, words, closure):
                continue
            retracted = closure.kind is Kind.RETRACTED and spell.status is not Status.CORRECTED
            if retracted or (spell.status is Status.ACTIVE and spell.valid_to is None):
                yield spell, closure

    def awaits(self, statements: Collection[Statement]) -> bool:
        """Whether a closure does not take effect before one of these: its record had them at that very instant."""
        return any(words_of(s) in c.members and _at(s, c) for c in self._closures.values() for s in statements)

    def expect(self, statements: Collection[Statement]) -> None:
        """All that will be taken, before the first of them is."""
        for closure in self._closures.values():
            own = [fold_order(s) for s in statements if words_of(s) in closure.members and _at(s, closure)]
            if own:
                self._last[closure.transition.id] = max(own)

    def meet(self, spell: Spell, closure: Closure) -> None:
        """A spell is retired by a closure."""
        self._met[id(spell)] = (spell, closure)
        self._overtaken.discard(id(spell))

    def overtake(self, spell: Spell) -> None:
        """A spell is retired by something else from now on (law 4: by one transition)."""
        self._overtaken.add(id(spell))

    def outcome(self) -> tuple[tuple[Draft, ...], tuple[Draft, ...]]:
        """The transitions by which records are retired, under the id that each has by now, and those that are not.

        What closed words that are of another slot by now is among neither.
        """
        closing = (pair for i, pair in self._met.items() if i not in self._overtaken)
        drafts = tuple(closure.draft(spell.record.id) for spell, closure in closing)
        kept = {d.id for d in drafts}
        there = (self._closures[words].draft(i) for words, i in self._there.items())
        return drafts, tuple(d for d in there if d.id not in kept)

    def _before(self, upcoming: Statement | None, words: Words | None, closure: Closure) -> bool:
        if upcoming is None:
            return False
        order, last = fold_order(upcoming), self._last.get(closure.transition.id)
        return words in closure.members or order[0] < closure.at or (last is not None and order < last)


def _at(statement: Statement, closure: Closure) -> bool:
    return fold_order(statement)[0] == closure.at
