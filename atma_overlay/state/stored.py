"""What a write has met of the ledger, as it is stored: the statements of slots, and those that are being erased."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Slot, Standing, Statement, Status
from atma_overlay.state.folds.beginnings import lost_with

_CLOSED = (Status.INVALIDATED, Status.RETRACTED)
"""What becomes of a record that is closed with nothing known in its place."""


class Stored:
    """Stored statements, read when first asked for, or all at once.

    Args:
        reader: the ledger as it is.
        gone: observations that are being erased.
        everything: read all there is at once; what is not told to stand as it is stored is then in no slot.
    """

    def __init__(self, reader: LedgerReader, *, gone: Collection[str], everything: bool) -> None:
        self._reader, self._everything = reader, everything
        held: list[Held] = reader.all_held() if everything else []
        self.lost: frozenset[str] = lost_with([h.statement for h in held], gone) if everything else frozenset()
        """The statements, by id, that are erased with those observations."""
        self.by_id: dict[str, Held] = {h.statement.id: h for h in held if h.statement.id not in self.lost}
        self.in_slot: dict[Slot, dict[str, Held]] = defaultdict(dict)
        self.lost_in: dict[Slot, dict[str, Held]] = defaultdict(dict)
        self.before: dict[Slot, list[Held]] = {}
        """Those of a slot that stand as they are stored, whatever else is resolved anew."""
        if everything:
            reader.transitions(list(self.by_id))  # at once, and so they are met
        for h in held:
            where = self.lost_in if h.statement.id in self.lost else self.in_slot
            where[h.statement.slot][h.statement.id] = h

    def begin(self, since: datetime) -> set[Slot]:
        """Have what was observed before an instant stand as it is stored; the slots that are not all of it."""
        for slot, stored in self.in_slot.items():
            self.before[slot] = [h for h in stored.values() if h.statement.observed_at < since]
        return {
            h.statement.slot
            for h in self.by_id.values()
            if h.statement.observed_at >= since or h.standing.status in _CLOSED  # that may have been later
        }

    def of(self, slot: Slot) -> Sequence[Held]:
        """The statements that a slot has to begin with."""
        return self.before.get(slot, ()) if self._everything else self._reader.in_slots([slot])

    def of_each(self, slots: Sequence[Slot]) -> dict[Slot, list[Held]]:
        """Likewise of several slots, read at once."""
        by_slot: dict[Slot, list[Held]] = {slot: [] for slot in slots}
        for held in self._reader.in_slots(slots):
            by_slot[held.statement.slot].append(held)
        return by_slot

    def meet(self, slot: Slot, held: Iterable[Held]) -> dict[str, Statement]:
        """Keep what was read of a slot; gives its statements by id."""
        found = {h.statement.id: h for h in held}
        self.by_id |= found
        self.in_slot[slot] |= found
        return {i: h.statement for i, h in found.items()}

    def with_lost(self, slot: Slot) -> dict[str, Held]:
        """The statements of a slot, and those that are being erased."""
        return self.in_slot[slot] | self.lost_in.get(slot, {})

    def withdrawn(self, slots: Mapping[Slot, Collection[str]]) -> list[str]:
        """The statements that nothing told again.

        Args:
            slots: the statements, by id, of the slots that were resolved anew.
        """
        present = {i for ids in slots.values() for i in ids}
        present |= {h.statement.id for slot, held in self.before.items() if slot not in slots for h in held}
        return [i for i in self.by_id if i not in present]

    def differs(self, statement_id: str, standing: Standing) -> bool:
        """Whether a statement is not stored, or stands otherwise."""
        stored = self.by_id.get(statement_id)
        return stored is None or stored.standing != standing

    def is_erased(self, statement_id: str) -> bool:
        """Whether a statement is gone for good; one that a late arrival withdrew is not."""
        if statement_id in self.by_id:
            return False
        return statement_id in self.lost or not self._reader.history([statement_id])


def closed_after(standing: Standing, at: datetime | None) -> bool:
    """Whether a record may have been closed by something erased that was said after an instant; None: no instant."""
    ahead = at is not None and standing.valid_to is not None and at < standing.valid_to
    return ahead and standing.status in _CLOSED
