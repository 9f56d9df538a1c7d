"""The engine: rules fire on the shifts of an observation, over hops, each slot at most once (laws 1, 4, 5 and 9).

A firing is a statement in the child's slot (`effects`), so that everything else (who wins, what is undone, corrected or
erased) is the fold's. What the fold no longer holds for changed loses its consequences, over all hops.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from atma_overlay.language.candidates import Candidate, Part
from atma_overlay.records import STATING, Act, Contingency, Kind, Observation, Slot, Statement
from atma_overlay.state.propagation.children import Child, child_of
from atma_overlay.state.propagation.effects import effect
from atma_overlay.state.propagation.rulebook import Rulebook, Stated
from atma_overlay.state.propagation.shifts import Shift, current, shifts_of
from atma_overlay.state.slots.twins import twins
from atma_overlay.state.workspace import Workspace

MAX_HOPS = 8
MAX_CONSEQUENCES = 8
"""Per observation; what is beyond is proposed, not applied."""


class Outcome(StrEnum):
    """What became of a rule whose parent changed."""

    CASCADED = "cascaded"
    INVALIDATED = "invalidated"
    NO_CHILD = "child not found"
    TOLD = "child told directly"
    CYCLE = "child already changed"
    DEPTH = "too many hops"


@dataclass(frozen=True, slots=True)
class Firing:
    """A rule that was set off, by which transition, and what became of it."""

    rule_id: str
    transition_id: str
    outcome: Outcome
    statement: Statement | None = None


@dataclass(slots=True)
class _Fired:
    """A shift with the statements that it set off."""

    shift: Shift
    statements: list[Statement] = field(default_factory=list)


class Propagation:
    """Puts stated rules into force, observation by observation, in the order of saying.

    Args:
        stated: rules of earlier observations that are not resolved anew.
        replayed: whether everything is resolved anew, so that what an earlier shift set off is known here.
    """

    def __init__(self, stated: Iterable[Stated] = (), *, replayed: bool = False) -> None:
        self._book, self._replayed = Rulebook(stated), replayed
        self._fired: dict[Slot, dict[str, _Fired]] = defaultdict(dict)
        self.firings: list[Firing] = []
        self.reopens = False
        """Whether an earlier shift came to look different: everything has to be resolved anew."""

    @property
    def waits(self) -> bool:
        """Whether any rule is in force that a change could set off."""
        return bool(self._book)

    def revise(self, workspace: Workspace) -> None:
        """Take back what followed from a change that is none any more, though nobody says so."""
        moved = workspace.moved()
        if self._book:
            self._revise(moved, workspace)
            workspace.moved()

    def follow(
        self, observation: Observation, topics: Sequence[Candidate], rules: Iterable[Contingency], workspace: Workspace
    ) -> None:
        """Fire what an observation sets off, once all of its own statements are in the workspace."""
        moved = workspace.moved()
        if self._book:
            self._book.forget((c for c in topics if c.part is Part.RETRACTED), observation, workspace)
            self._revise(moved, workspace)
            shifts = [s for slot in moved for s in shifts_of(slot, workspace, cause=observation.id, root=observation)]
            self._spread(shifts, workspace)
            self._happen(observation, {s.slot for s in shifts}, workspace)
            workspace.moved()
        self._book.hear(rules, observation)

    def _spread(self, waiting: list[Shift], workspace: Workspace) -> None:
        """Breadth first: what fewer rules lie behind wins; every slot changes once for one observation."""
        changed = {s.slot for s in waiting}
        count = 0
        while waiting:
            shift = waiting.pop(0)
            fired = self._fired[shift.slot].setdefault(shift.draft.id, _Fired(shift))
            for stated in self._book.waiting_for(shift, workspace):
                child, outcome = self._aim(stated, shift, changed, workspace)
                if child is None:
                    self.firings.append(Firing(stated.rule.id, shift.draft.id, outcome))
                    continue
                capped = count >= MAX_CONSEQUENCES
                places = (child, *_beside(stated, child, shift, changed, workspace))
                for place in places:  # the same words in another slot share the child's fate, and count once
                    statement = effect(stated.rule, stated.said, place, shift, capped=capped)
                    workspace.add(statement)
                    changed.add(place.slot)
                    fired.statements.append(statement)
                    if place is child:
                        self.firings.append(Firing(stated.rule.id, shift.draft.id, outcome, statement))
                count += 1
                passed = (*shift.passed, shift.slot)
                waiting += shifts_of(child.slot, workspace, cause=shift.draft.id, root=shift.root, passed=passed)

    def _happen(self, observation: Observation, changed: set[Slot], workspace: Workspace) -> None:
        """Fire the rules whose condition the observation tells as come true, and what follows from that."""
        for count, (stated, shift) in enumerate(self._book.told_by(observation, workspace)):
            child, outcome = self._aim(stated, shift, changed, workspace)
            if child is None:
                self.firings.append(Firing(stated.rule.id, observation.id, outcome))
                continue
            statement = effect(stated.rule, stated.said, child, shift, capped=count >= MAX_CONSEQUENCES)
            workspace.add(statement)
            changed.add(child.slot)
            self.firings.append(Firing(stated.rule.id, observation.id, outcome, statement))
            further = shifts_of(child.slot, workspace, cause=observation.id, root=observation, passed=(shift.slot,))
            self._spread(list(further), workspace)

    def _aim(
        self, stated: Stated, shift: Shift, changed: set[Slot], workspace: Workspace
    ) -> tuple[Child | None, Outcome]:
        child = child_of(stated.rule, shift, workspace)
        if child is None or (child.record is None and stated.rule.value is None):
            return None, Outcome.NO_CHILD
        if child.slot in changed or child.slot in shift.passed:
            return None, Outcome.CYCLE
        if shift.hops >= MAX_HOPS:
            return None, Outcome.DEPTH
        if _told(child.slot, shift.root, workspace, empties=stated.rule.value is None):
            return None, Outcome.TOLD
        return child, Outcome.CASCADED if stated.rule.value is not None else Outcome.INVALIDATED

    def _revise(self, moved: Sequence[Slot], workspace: Workspace) -> None:
        """Take back what follows from shifts that are gone, and fire anew for those that look different now."""
        if not self._replayed:
            self.reopens = self.reopens or any(_reopened(slot, workspace) for slot in moved)
        waiting, again = list(moved), []
        while waiting:
            slot = waiting.pop()
            for key, fired in list(self._fired[slot].items()):
                now = current(fired.shift, workspace)
                if now is not None and now.signature == fired.shift.signature:
                    continue
                del self._fired[slot][key]
                for statement in fired.statements:
                    workspace.discard(statement)
                    waiting.append(statement.slot)
                if now is not None and fired.shift.hops == 0:
                    again.append(now)
        for shift in again:
            self._spread([shift], workspace)


def _beside(stated: Stated, child: Child, shift: Shift, changed: set[Slot], workspace: Workspace) -> list[Child]:
    """The twins of the child's record, but for those that changed already or that the change itself tells."""
    found = twins(child.record, workspace) if child.record is not None else []
    free = [s for s in found if s.slot not in changed and s.slot not in shift.passed]
    empties = stated.rule.value is None
    return [Child(s.slot, s) for s in free if not _told(s.slot, shift.root, workspace, empties=empties)]


def _told(slot: Slot, root: Observation, workspace: Workspace, *, empties: bool) -> bool:
    """Whether the observation behind a change says of the child itself how it is: that is later, and surer.

    `empties` says that the rule has no value to give: then a stated end settles the child too.
    """
    tells = (*STATING, Act.END) if empties else STATING
    return any(
        s.observation_id == root.id and not s.follows and s.act in tells for s in workspace.statements(slot).values()
    )


def _reopened(slot: Slot, workspace: Workspace) -> bool:
    """Whether a stored transition of a slot is gone, or was corrected by what is being written."""
    drafts = {d.id: d for d in workspace.folded(slot).drafts if d.applied}
    stored = workspace.stored_moves(slot)
    gone = any(i not in drafts for i in stored)
    reached = set(stored.values())
    mended = any(d.kind is Kind.CORRECTED and i not in stored and d.from_id in reached for i, d in drafts.items())
    return gone or mended
