"""The standings that follow from a slot's spells, brought up to date by those that changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.records import Standing, Statement, Status
from atma_overlay.state.folds.notes import Notes
from atma_overlay.state.folds.resuming import Resumed
from atma_overlay.state.folds.spells import Spell

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
        self._contests: dict[int, tuple[str, ...]] = {}
        self._told: dict[int, tuple[int, _Fate]] = {}
        self._acts = 0

    def resume(self, stored: Resumed, notes: Notes) -> bool:
        """Have what is stored; whether it is what the transitions in the making leave of their doubts."""
        self.standings, self._acts = stored.standings, len(stored.acts)
        self._spells = {id(spell): spell for spell in stored.spells}
        notes.settle(self._spells.keys())
        for i, spell in self._spells.items():
            contests = self.standings[spell.record.id].contested_with
            if contests != notes.contests(i):
                return False
            self._contests[i] = contests
            fate = (spell.record.id, spell.status, spell.valid_from, spell.valid_to, contests)
            self._told[i] = (len(spell.members), fate)
        return True

    def note(self, *spells: Spell) -> None:
        """These spells are new, have another member, or stand otherwise."""
        for spell in spells:
            self._noted[id(spell)] = spell

    def update(self, notes: Notes, acts: Sequence[Statement]) -> frozenset[str]:
        """Bring the standings up to date; gives the statements that have another one now.

        Args:
            notes: the transitions in the making, which are settled by this.
            acts: every statement that ends or retracts, in the order of taking; none is ever taken back.
        """
        self._spells |= self._noted
        for i in notes.settle(self._noted.keys()):
            if notes.contests(i) != self._contests.get(i, ()):
                self._noted[i] = self._spells[i]
        fresh = {}
        for i, spell in self._noted.items():
            contests = self._contests[i] = notes.contests(i)
            fate = (spell.record.id, spell.status, spell.valid_from, spell.valid_to, contests)
            told, before_that = self._told.get(i, (0, fate))
            for m in spell.members[told if before_that == fate else 0 :]:
                fresh[m.id] = Standing(m.id, *fate)
            self._told[i] = (len(spell.members), fate)
        for act in acts[self._acts :]:
            fresh[act.id] = Standing(act.id, act.id, Status.ACTIVE, act.valid_from, act.valid_from)
        self.standings |= fresh
        self._noted, self._acts = {}, len(acts)
        return frozenset(fresh)
