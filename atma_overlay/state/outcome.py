"""The standings that follow from a slot's spells, brought up to date by those that changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.records import Standing, Statement, Status
from atma_overlay.state.spells import Note, Spell

_Contests = dict[int, tuple[str, ...]]
_Fate = tuple[str, Status, datetime, datetime | None, tuple[str, ...]]


class Outcome:
    """Standings by statement.

    A slot may hold thousands of values, and a new one touches few of them: what is noted is worked out anew, the rest
    stays as it is.
    """

    def __init__(self) -> None:
        self.standings: dict[str, Standing] = {}
        self._noted: dict[int, Spell] = {}
        self._spells: dict[int, Spell] = {}
        self._contests: _Contests = {}
        self._told: dict[int, tuple[int, _Fate]] = {}
        self._acts = 0

    def note(self, *spells: Spell) -> None:
        """These spells are new, have another member, or stand otherwise."""
        for spell in spells:
            self._noted[id(spell)] = spell

    def update(self, notes: Sequence[Note], acts: Sequence[Statement]) -> frozenset[str]:
        """Bring the standings up to date; gives the statements that have another one now.

        Args:
            notes: every proposal in the making.
            acts: every statement that ends or retracts, in the order of taking; none is ever taken back.
        """
        contests, before = _contests(notes), self._contests
        self._spells |= self._noted
        if contests != before:
            for i in contests.keys() | before.keys():
                if contests.get(i) != before.get(i):
                    self._noted[i] = self._spells[i]
        fresh = {}
        for i, spell in self._noted.items():
            fate = (spell.record.id, spell.status, spell.valid_from, spell.valid_to, contests.get(i, ()))
            told, before_that = self._told.get(i, (0, fate))
            for m in spell.members[told if before_that == fate else 0 :]:
                fresh[m.id] = Standing(m.id, *fate)
            self._told[i] = (len(spell.members), fate)
        for act in acts[self._acts :]:
            fresh[act.id] = Standing(act.id, act.id, Status.ACTIVE, act.valid_from, act.valid_from)
        self.standings |= fresh
        self._noted, self._contests, self._acts = {}, contests, len(acts)
        return frozenset(fresh)


def _contests(notes: Sequence[Note]) -> _Contests:
    """By the identity of a spell, the records that it is contested with."""
    if not notes:
        return {}
    found: dict[int, set[str]] = {}
    for note in notes:
        if note.contest and note.spell is not None:
            found.setdefault(id(note.spell), set()).add(note.holder.record.id)
            if note.spell.most_trusted.trust >= note.holder.most_trusted.trust:
                found.setdefault(id(note.holder), set()).add(note.spell.record.id)
    return {i: tuple(sorted(ids)) for i, ids in found.items()}
