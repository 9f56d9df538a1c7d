"""Shifts: the changes of a slot as the rules see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from atma_overlay.records import Kind, Observation, Slot, Statement
from atma_overlay.state.folds.folded import Draft
from atma_overlay.state.workspace import Workspace
from atma_overlay.values.sameness import same_value

CHANGES = frozenset({Kind.REPLACED, Kind.CASCADED, Kind.ENDED, Kind.INVALIDATED})
"""What moves a slot: a refinement says the same, and what was corrected or retracted was never to be relied on."""


@dataclass(frozen=True, slots=True)
class Shift:
    """An applied transition of a parent, or what a rule waits for told as come true (see `propagation.events`).

    `before` is None for the latter. `after` is None where nothing is known in the value's place. A value that was
    corrected since counts as what it was corrected to. `root` is the observation that began the chain, `passed` the
    slots that it went through.
    """

    draft: Draft
    before: Statement | None
    after: Statement | None
    root: Observation
    passed: tuple[Slot, ...]

    @property
    def slot(self) -> Slot:
        """The slot that changed."""
        return self.draft.slot

    @property
    def hops(self) -> int:
        """How many rules lie between the observation and this shift."""
        return len(self.passed)

    @property
    def signature(self) -> tuple[str, str | None]:
        """What the firings of a shift depend on beside the rules."""
        return self.before.norm if self.before else "", self.after.norm if self.after else None


def shifts_of(
    slot: Slot, workspace: Workspace, *, cause: str, root: Observation, passed: Sequence[Slot] = ()
) -> Iterator[Shift]:
    """The shifts of a slot that stand behind one cause, an observation or a transition."""
    drafts = workspace.folded(slot).drafts
    for draft in drafts:
        if draft.applied and draft.cause == cause and draft.kind in CHANGES:
            shift = _shift(draft, drafts, workspace, root, tuple(passed))
            if shift is not None:
                yield shift


def current(shift: Shift, workspace: Workspace) -> Shift | None:
    """A shift as it stands by now; None where its transition is gone, or was corrected into no change."""
    drafts = workspace.folded(shift.slot).drafts
    draft = next((d for d in drafts if d.id == shift.draft.id and d.applied), None)
    return _shift(draft, drafts, workspace, shift.root, shift.passed) if draft is not None else None


def _shift(
    draft: Draft, drafts: Sequence[Draft], workspace: Workspace, root: Observation, passed: tuple[Slot, ...]
) -> Shift | None:
    before = workspace.statement(draft.from_id)
    after = workspace.statement(draft.to_id) if draft.to_id else None
    if before is None:
        return None
    shift = Shift(draft, before, after, root, passed)
    mended = {d.from_id: d.to_id for d in drafts if d.applied and d.kind is Kind.CORRECTED}
    seen = set()
    while shift.after is not None and shift.after.id in mended and shift.after.id not in seen:
        seen.add(shift.after.id)
        to_id = mended[shift.after.id]
        shift = replace(shift, after=workspace.statement(to_id) if to_id else None)
    if (
        shift.after is not None
        and same_value(shift.after.norm, before.norm)
        and shift.after.affirmed == before.affirmed
    ):
        return None
    return shift
