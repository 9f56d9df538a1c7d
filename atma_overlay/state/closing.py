"""The closures of a slot in one run over its statements: which are due, and by which a record is retired in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from atma_overlay.records import Kind, Statement, Status
from atma_overlay.state.folded import Closure, Draft
from atma_overlay.state.spells import Spell, fold_order


class Closing:
    """What has been closed by now.

    Args:
        closures: by the record that each closes.
    """

    def __init__(self, closures: Mapping[str, Closure]) -> None:
        self._closures = closures
        self._there: set[str] = set()
        self._met: dict[int, tuple[Spell, Closure]] = {}
        self._overtaken: set[int] = set()

    def __len__(self) -> int:
        return len(self._met)

    def due(self, spells: Sequence[Spell], upcoming: Statement | None) -> Iterator[tuple[Spell, Closure]]:
        """The spells that are closed before a statement is taken (None: there is no more); `meet` those that are."""
        if upcoming is not None and upcoming.id in self._closures:
            self._there.add(upcoming.id)
        if len(self._met) == len(self._closures):
            return
        for spell in spells:
            closure = next((self._closures[m.id] for m in spell.members if m.id in self._closures), None)
            if closure is None or id(spell) in self._met or _before(upcoming, closure):
                continue
            retracted = closure.kind is Kind.RETRACTED and spell.status is not Status.CORRECTED
            if retracted or (spell.status is Status.ACTIVE and spell.valid_to is None):
                yield spell, closure

    def meet(self, spell: Spell, closure: Closure) -> None:
        """A spell is retired by a closure."""
        self._met[id(spell)] = (spell, closure)
        self._overtaken.discard(id(spell))

    def overtake(self, spell: Spell) -> None:
        """A spell is retired by something else from now on (law 4: by one transition)."""
        self._overtaken.add(id(spell))

    def outcome(self) -> tuple[tuple[Draft, ...], frozenset[str]]:
        """The transitions by which records are retired, under the id that each has by now, and those that are not."""
        closing = (pair for i, pair in self._met.items() if i not in self._overtaken)
        drafts = tuple(closure.draft(spell.record.id) for spell, closure in closing)
        there = frozenset(self._closures[i].transition.id for i in self._there)  # another may be read otherwise by now
        return drafts, there.difference(d.id for d in drafts)


def _before(upcoming: Statement | None, closure: Closure) -> bool:
    if upcoming is None:
        return False
    return upcoming.id in closure.members or fold_order(upcoming)[0] < closure.at
