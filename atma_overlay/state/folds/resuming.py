"""A fold taken up from what a ledger holds of its slot: what was decided once is not decided again.

A process that has not met a slot, or finds that another one has written to it, would else compare every value that the
slot ever had with the one before it, for one new value. What it would find is stored: the standings, and the
transitions between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from atma_overlay.ports.ledger import Judged
from atma_overlay.records import STATING, DecisionState, Held, Standing, Statement, Status, Transition
from atma_overlay.state.folds.folded import Draft
from atma_overlay.state.folds.notes import RIVALS
from atma_overlay.state.folds.spells import Note, Spell, fold_order


class Resumed:
    """A slot as it is stored, in the parts that a run over its statements has.

    Attributes:
        statements: in the order of their effect.
        spells: in the order of what opened them.
        acts: what ends or retracts, likewise.
        notes: the transitions that count, in recorded order.
        standings: by statement.
    """

    __slots__ = ("acts", "notes", "spells", "standings", "statements")

    def __init__(self, held: Iterable[Held]) -> None:
        by_id = {h.statement.id: h for h in held}
        self.statements: list[Statement] = sorted((h.statement for h in by_id.values()), key=fold_order)
        self.standings: dict[str, Standing] = {s.id: by_id[s.id].standing for s in self.statements}
        self.spells: list[Spell] = []
        self.acts: list[Statement] = []
        self.notes: list[Note] = []

    @classmethod
    def of(cls, held: Iterable[Held], judged: Iterable[Judged]) -> Resumed | None:
        """The parts, or None where they cannot be told from what is stored.

        That is so where records stand otherwise than any run has them, and where so much is in doubt that some of the
        doubts are not stored (`RIVALS`).

        Args:
            held: all statements of the slot as they stand.
            judged: the transitions from and to them; those of other slots among them are passed over.
        """
        found = cls(held)
        records = found._told_apart()
        if records is None or not found._note(judged, records):
            return None
        return found

    def _told_apart(self) -> Mapping[str, Spell] | None:
        """The spells by their records; None where a statement stands otherwise than its record, or comes before it."""
        by_record: dict[str, Spell] = {}
        for statement in self.statements:
            standing = self.standings[statement.id]
            if statement.act not in STATING:
                instant = statement.valid_from
                if standing != Standing(statement.id, statement.id, Status.ACTIVE, instant, instant):
                    return None
                self.acts.append(statement)
                continue
            spell = by_record.get(standing.record_id)
            if spell is not None and _stands_as(standing, self.standings[standing.record_id]):
                spell.join(statement)
            elif standing.record_id == statement.id:
                by_record[statement.id] = spell = Spell(
                    [statement], standing.valid_from, status=standing.status, valid_to=standing.valid_to
                )
                self.spells.append(spell)
            else:
                return None
        return by_record

    def _note(self, judged: Iterable[Judged], records: Mapping[str, Spell]) -> bool:
        """Have the transitions that count; whether none may be lacking."""
        doubts: dict[str, int] = {}
        for each in judged:
            moved, state = each.dated, each.latest.state
            if not state.is_live or moved.from_id not in self.standings:
                continue
            holder, spell = records.get(moved.from_id), records.get(moved.to_id or "")
            if holder is None or (spell is None and moved.to_id in self.standings):
                return False  # of a statement that is no record
            draft = _draft(moved, applied=state is DecisionState.APPLIED)
            self.notes.append(Note(holder, spell, moved.kind, draft, moved.valid_at, draft.applied))
            if not draft.applied and spell is not None:
                doubts[spell.record.id] = doubts.get(spell.record.id, 0) + 1
        return max(doubts.values(), default=0) < RIVALS


def _stands_as(standing: Standing, record: Standing) -> bool:
    fate, its = ((s.status, s.valid_from, s.valid_to, s.contested_with) for s in (standing, record))
    return fate == its


def _draft(moved: Transition, *, applied: bool) -> Draft:
    return Draft(
        moved.slot, moved.from_id, moved.to_id, moved.kind, moved.cause, moved.decider, moved.reason, moved.confidence,
        moved.valid_at, applied,
    )  # fmt: skip
