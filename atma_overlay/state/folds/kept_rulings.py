"""The answers about pairs that are kept: those of the ledger, and those that a write adds to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import DecisionState, Slot, Transition, Verdict
from atma_overlay.state.folds.carried import Carried
from atma_overlay.state.folds.narrowing import answer_of, rulings
from atma_overlay.state.folds.slot_keys import slot_key
from atma_overlay.state.pairs.adjudication import Answer


@dataclass(frozen=True, slots=True)
class Decided:
    """A person's word on one transition: the rulings on its pairs, and what becomes of it."""

    transition_id: str
    slot: Slot
    verdicts: tuple[Verdict, ...]
    state: DecisionState
    by: str


class KeptRulings:
    """The answers by slot and pair, read when first asked for.

    Args:
        reader: the ledger as it is.
        carried: what is taken over from another plane.
    """

    def __init__(self, reader: LedgerReader, carried: Carried) -> None:
        self._reader, self._carried = reader, carried
        self._by_slot: dict[Slot, dict[str, Answer]] = {}
        self._decided: list[Decided] = []
        self._ruled: list[Verdict] = []

    def of(self, slot: Slot) -> dict[str, Answer]:
        """The answers about the pairs of a slot."""
        if slot not in self._by_slot:
            self._by_slot[slot] = rulings(self._reader, slot) | self._carried_of(slot)
        return self._by_slot[slot]

    def are_stored(self, slot: Slot) -> bool:
        """Whether a write brings no answer of a slot: what is stored of it is by all that there are."""
        return not any(v.pair.startswith(slot_key(slot)) for v in self.new)

    def load(self, slots: Collection[Slot]) -> None:
        """Read those of several slots at once."""
        unread = {slot_key(slot): slot for slot in slots if slot not in self._by_slot}
        kept: dict[Slot, dict[str, Answer]] = {slot: {} for slot in unread.values()}
        for verdict in self._reader.verdicts(list(unread)) if unread else ():
            kept[unread[verdict.pair.partition(":")[0]]][verdict.pair] = answer_of(verdict)
        for slot, found in kept.items():
            self._by_slot[slot] = found | self._carried_of(slot)

    def decide(self, decided: Decided) -> None:
        """Put a person's rulings into force."""
        self._decided.append(decided)
        kept = self.of(decided.slot)
        for verdict in decided.verdicts:
            kept[verdict.pair] = answer_of(verdict)

    def add(self, slot: Slot, verdict: Verdict) -> bool:
        """Keep an answer, unless one is kept: what was asked once is not asked again. Whether it is new."""
        kept = self.of(slot)
        if verdict.pair in kept:
            return False
        kept[verdict.pair] = answer_of(verdict)
        self._ruled.append(verdict)
        return True

    def fate_of(self, transition: Transition) -> tuple[DecisionState, str]:
        """What a transition that follows no longer has become, and by whose word."""
        for decided in reversed(self._decided):
            if decided.transition_id == transition.id:
                return decided.state, decided.by
        return self._carried.words.get(transition.id, (DecisionState.WITHDRAWN, transition.decider))

    @property
    def new(self) -> tuple[Verdict, ...]:
        """The verdicts that a write adds."""
        return (*self._carried.verdicts, *(v for d in self._decided for v in d.verdicts), *self._ruled)

    def _carried_of(self, slot: Slot) -> dict[str, Answer]:
        if not self._carried.verdicts:
            return {}
        return {v.pair: answer_of(v) for v in self._carried.verdicts if v.pair.startswith(slot_key(slot))}
