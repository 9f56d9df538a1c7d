"""The open records of slots, kept up to date while a write is in the making."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Mapping

from atma_overlay.records import STATING, Slot, Standing, Statement, Status


def content_order(s: Statement) -> tuple[object, ...]:
    """By time and content to the end: an id hangs on one that is drawn at random, and may not decide."""
    told = (s.slot.subject, s.slot.attribute, s.norm, s.act, s.affirmed, s.extractor, s.confidence)
    return (s.observed_at, s.position, s.digest, s.span, *told, s.id)


class OpenOnes:
    """The records of a slot that are active and not bounded in time.

    Args:
        statements: those of the slot by id.
        standings: what the fold makes of them.
    """

    def __init__(self, statements: Mapping[str, Statement], standings: Mapping[str, Standing]) -> None:
        self.by_id = {i: s for i, s in statements.items() if _is_open(s, standings.get(i))}
        self._ranked: list[tuple[object, ...]] | None = None

    def latest(self, count: int) -> list[Statement]:
        """So many of them, those that were observed last in `content_order`; where there are no more, as they come."""
        if len(self.by_id) <= count:
            return list(self.by_id.values())
        if self._ranked is None:
            self._ranked = sorted(map(content_order, self.by_id.values()))
        return [self.by_id[str(order[-1])] for order in self._ranked[-count:]]

    def update(self, changed: Mapping[str, Statement | None], standings: Mapping[str, Standing]) -> bool:
        """Bring them up to date by the statements that have another standing now.

        False where one of several new ones has to be put before what is there: then they are to be made anew.
        """
        added = []
        for i, statement in changed.items():
            opened = statement is not None and _is_open(statement, standings.get(i))
            if opened and i not in self.by_id and statement is not None:
                added.append(statement)
            elif not opened and i in self.by_id:
                self._remove(self.by_id.pop(i))
        if len(added) > 1:
            return False
        for statement in added:
            self.by_id[statement.id] = statement
            if self._ranked is not None:
                insort(self._ranked, content_order(statement))
        return True

    def _remove(self, statement: Statement) -> None:
        if self._ranked is not None:
            del self._ranked[bisect_left(self._ranked, content_order(statement))]


def _is_open(statement: Statement, standing: Standing | None) -> bool:
    if standing is None or standing.valid_to is not None or standing.record_id != statement.id:
        return False
    return statement.act in STATING and standing.status is Status.ACTIVE


class OpenBySlot:
    """The open records of each slot that was asked for them."""

    def __init__(self) -> None:
        self._known: dict[Slot, OpenOnes] = {}
        self._changed: defaultdict[Slot, list[Collection[str]]] = defaultdict(list)

    def note(self, slot: Slot, changed: Collection[str] | None) -> None:
        """These statements of the slot have another standing; None where all may have."""
        if changed is None:
            self._known.pop(slot, None)
        elif changed and slot in self._known:
            self._changed[slot].append(changed)

    def of(self, slot: Slot, statements: Mapping[str, Statement], standings: Mapping[str, Standing]) -> OpenOnes:
        """Those of one slot.

        Args:
            slot: the slot.
            statements: its statements by id.
            standings: what the fold makes of them.
        """
        known = self._known.get(slot)
        for changed in self._changed.pop(slot, ()):
            if known is not None and not known.update({i: statements.get(i) for i in changed}, standings):
                known = None
        if known is None:
            known = self._known[slot] = OpenOnes(statements, standings)
        return known
