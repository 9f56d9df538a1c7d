"""What takes the transitions of a ledger from what is stored to what follows now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import Decision, DecisionState, Slot, Transition
from atma_overlay.state.folds.closures import OVERTAKEN
from atma_overlay.state.folds.folded import Draft, Folded
from atma_overlay.state.folds.slot_folds import Base

LONG, FEW = 32, 4
"""Where more transitions follow than the first, up to the second that differ are read one by one.

A record may have had thousands that were proposed and fell away.
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """Transitions and decisions to be written.

    Attributes:
        reader: the ledger as it is.
        folded: the outcome of each slot that was touched.
        bases: the slots of which it is known how they are stored: of theirs, only what changes is read.
        stored: the stored statements of the other slots, and those that are withdrawn or erased.
        fresh: observations of this write: what they cause is not stored.
        erased: whether a statement is gone for good.
        fate: what a transition that follows no longer has become, and by whose word.
        now: when it is written.
    """

    reader: LedgerReader
    folded: Mapping[Slot, Folded]
    bases: Mapping[Slot, Base]
    stored: Collection[str]
    fresh: Collection[str]
    erased: Callable[[str], bool]
    fate: Callable[[Transition], tuple[DecisionState, str]]
    now: datetime

    def of(self, known: Callable[[str], bool]) -> tuple[list[Transition], list[Decision]]:
        """The new transitions, and the decisions on new and old ones; `known` says which statements are stored."""
        fresh: dict[str, Draft] = {}
        unlike: dict[str, Draft] = {}
        gone: dict[str, Draft] = {}
        for slot, folded in self.folded.items():
            base = self.bases.get(slot)
            if base is None:
                fresh |= {d.id: d for d in (*folded.drafts, *folded.closed)}
            else:
                new, left = base.unlike(folded)
                fresh |= new
                unlike |= new
                gone |= left
        stored = {j.transition.id: j for j in self._read(unlike | gone, len(gone), known)}
        transitions = [_transition(d, self.now) for i, d in fresh.items() if i not in stored]
        decisions = []
        for i, draft in fresh.items():
            state = DecisionState.APPLIED if draft.applied else DecisionState.PROPOSED
            at = draft.valid_at if i in stored and stored[i].dated.valid_at != draft.valid_at else None
            if i not in stored or stored[i].latest.state is not state or at is not None:
                decisions.append(Decision(i, state, draft.decider, self.now, 0, valid_at=at))
        wanted = {d.id for f in self.folded.values() for d in (*f.drafts, *f.closed)} if stored else set()
        overtaken = {d.id: d for f in self.folded.values() for d in f.overtaken}
        for i, judged in stored.items():
            # What led here from another slot is that slot's own: it is withdrawn where that one is folded.
            ours = judged.transition.slot in self.folded and judged.latest.state.is_live
            proposal = judged.latest.state is DecisionState.PROPOSED  # of what is erased, nobody can decide any more
            if ours and i not in wanted and (proposal or not self.erased(judged.transition.from_id)):
                state, by = self.fate(judged.transition)
                by = OVERTAKEN if i in overtaken and state is DecisionState.WITHDRAWN else by
                decisions.append(Decision(i, state, by, self.now, 0))
        for i, draft in overtaken.items():  # under the id that its words had before, nothing finds it again
            if i in fresh:
                continue
            last = stored[i].latest if i in stored else None
            if last is None:
                transitions.append(_transition(draft, self.now))
            if last is None or (last.state is DecisionState.WITHDRAWN and last.by != OVERTAKEN):
                decisions.append(Decision(i, DecisionState.WITHDRAWN, OVERTAKEN, self.now, 0))
        return transitions, decisions

    def _read(self, unlike: Mapping[str, Draft], gone: int, known: Callable[[str], bool]) -> Iterable[Judged]:
        """The stored transitions that may differ, in recorded order; `gone` of them follow no longer."""
        unsure = [d for d in unlike.values() if d.cause not in self.fresh]
        moved = {i for d in unsure for i in (d.from_id, d.to_id) if i is not None and known(i)}
        long = sum(len(base.drafts) for base in self.bases.values()) > LONG
        if long and not self.stored and len(unsure) <= FEW and gone <= 1:
            return (judged for d in unsure if (judged := self.reader.transition(d.id)) is not None)
        ids = {*self.stored, *moved}
        return self.reader.transitions(ids) if ids else ()


def _transition(draft: Draft, now: datetime) -> Transition:
    return Transition(
        draft.id, draft.slot, draft.from_id, draft.to_id, draft.kind, draft.cause, draft.decider, draft.reason,
        draft.confidence, draft.valid_at, now,
    )  # fmt: skip
