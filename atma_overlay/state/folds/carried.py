"""What a write takes over from another plane, besides what was said there."""

from __future__ import annotations

from dataclasses import dataclass

from atma_overlay.records import Verdict


@dataclass(frozen=True, slots=True)
class Carried:
    """What another plane has that does not follow from what was said there.

    Attributes:
        verdicts: rulings to keep from now on, besides the stored ones.
    """

    verdicts: tuple[Verdict, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything may be folded otherwise by it."""
        return bool(self.verdicts)


NOTHING_CARRIED = Carried()
