"""Posts by their grade: *analyst*, *senior analyst*."""

from __future__ import annotations

from atma_overlay.records import Change
from atma_overlay.values.sameness import graded

_RANKED = frozenset({"occupation", "role"})


def another_grade(attribute: str, before: str, after: str, change: Change) -> bool:
    """*I'm an analyst*, *I was promoted to senior analyst*: another post; who says less of it has told no change.

    Args:
        attribute: of both.
        before: the post that is known, normalised.
        after: the post that is told.
        change: how plainly it is told that something changed.
    """
    fallen = change is not Change.NONE and graded(after, before)
    return attribute in _RANKED and (graded(before, after) or fallen)
