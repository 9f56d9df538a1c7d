"""The clock of a measured conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(slots=True)
class Clock:
    """The time of the conversation, so that what is recorded is recorded when it was said."""

    now: datetime

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def move_to(self, moment: datetime) -> None:
        """Go on; never back."""
        self.now = max(self.now, moment)
