"""What holds in the place of retired records: worked out once for each slot, however often its value has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from atma_overlay.reading.gather import Gathered, single_valued
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.rows import Evidence, live_row, row_of
from atma_overlay.reading.selection import Question
from atma_overlay.reading.unresolved import Doubts, doubts_of, unresolved_rows
from atma_overlay.records import Held, Slot, Status
from atma_overlay.state.present import label_of
from atma_overlay.values.sameness import one_form
from atma_overlay.views import Label


@dataclass(slots=True)
class _Present:
    """A slot as it stands at the question's clock."""

    current: dict[str, Held]
    lone: bool
    """Whether it holds one value at a time."""
    doubts: Doubts
    unshown: list[Held]
    """Of what is current, what may not have been shown yet."""
    following: dict[str, list[str]] | None = field(default=None)
    """By retired record, the sides of its transitions that are current; None before they were asked for."""


class InPlace:
    """What holds in the place of retired records.

    Args:
        gathered: everything that the query touched.
        ranked: the records of which it may be asked.
        question: what selection works for.
    """

    def __init__(self, gathered: Gathered, ranked: Iterable[Ranked], question: Question) -> None:
        self._gathered, self._question = gathered, question
        self._slots: dict[Slot, _Present] = {}
        self._read_behind = False
        self._asked: defaultdict[Slot, list[Held]] = defaultdict(list)
        for r in ranked:
            if r.strong:
                self._asked[r.held.statement.slot].append(r.held)

    def rows(self, held: Held, score: float, *, shown: Collection[str]) -> list[Evidence]:
        """What holds in a retired record's place, but for what is shown; an unknown slot is shown as unresolved."""
        if elsewhere := self._gathered.after.get(held.statement.id):
            return [live_row(h, score, self._gathered) for h in _but(elsewhere, shown)]
        present = self._present(held.statement.slot)
        if present.current:
            return [row_of(h, Label.CURRENT, score) for h in self._instead(held, present, shown)]
        if held.standing.status is Status.ENDED:
            return [row_of(held, Label.HISTORICAL, score, note="stated to have stopped; nothing is known in its place")]
        if held.standing.status is Status.INVALIDATED:
            return unresolved_rows(held, present.doubts, score, statements=self._question.statements)
        return []

    def _present(self, slot: Slot) -> _Present:
        present = self._slots.get(slot)
        if present is None:
            members = self._gathered.slots.get(slot, [])
            at = self._question.at
            current = [h for h in members if h.is_record and label_of(h, at=at) is Label.CURRENT]
            doubts = {} if current else doubts_of(members)
            if doubts and not self._read_behind:
                self._read_behind = True
                self._question.statements(self._behind())  # all at once: what follows asks one by one
            by_id = {h.statement.id: h for h in current}
            present = self._slots[slot] = _Present(by_id, single_valued(members), doubts, current)
        return present

    def _behind(self) -> list[str]:
        """What made the records unsafe that are asked for, of all slots."""
        found: list[str] = []
        for slot, asked in self._asked.items():
            unsafe = {one_form(h.statement.norm) for h in asked if h.standing.status is Status.INVALIDATED}
            doubts = doubts_of(self._gathered.slots.get(slot, ())) if unsafe else {}
            found += [i for value in unsafe & doubts.keys() for i in doubts[value].lineage]
        return found

    def _instead(self, held: Held, present: _Present, shown: Collection[str]) -> list[Held]:
        """What came of the record itself; where nothing did and the slot holds one value, that."""
        if not present.lone or len(present.current) > 1:
            if present.following is None:
                present.following = self._following(held.statement.slot, present)
            if direct := present.following.get(held.statement.id):
                return _but([present.current[i] for i in direct], shown)
        if not present.lone:
            return []
        present.unshown = _but(present.unshown, shown)
        return present.unshown

    def _following(self, slot: Slot, present: _Present) -> dict[str, list[str]]:
        """Of all records of a slot that are asked for at once: the transitions are read together."""
        ids = [h.statement.id for h in self._asked[slot] if h.statement.id not in present.current]
        places = {i: place for place, i in enumerate(present.current)}
        found: defaultdict[str, set[str]] = defaultdict(set)
        for judged in self._question.transitions(ids):
            if judged.transition.to_id in places:
                found[judged.transition.from_id].add(judged.transition.to_id)
        return {i: sorted(to_ids, key=places.__getitem__) for i, to_ids in found.items()}


def _but(held: Sequence[Held], shown: Collection[str]) -> list[Held]:
    return [h for h in held if h.statement.id not in shown]
