"""What a write takes over from another plane, besides what was said there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from atma_overlay.records import DecisionState, Slot, Verdict
from atma_overlay.state.folds.folded import ByWords


@dataclass(frozen=True, slots=True)
class Carried:
    """What another plane has that does not follow from what was said there.

    Attributes:
        verdicts: rulings to keep from now on, besides the stored ones.
        closed: by slot, what was retired by something that is erased, and stays retired (law 7).
        words: by transition, what a person made of it, and who: what it is once it follows no longer.
    """

    verdicts: tuple[Verdict, ...] = ()
    closed: Mapping[Slot, ByWords] = field(default_factory=dict)
    words: Mapping[str, tuple[DecisionState, str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything may be folded otherwise by it."""
        return bool(self.verdicts or self.closed)


NOTHING_CARRIED = Carried()
