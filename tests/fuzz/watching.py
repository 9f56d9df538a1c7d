"""Running a target on inputs: how many, how long the worst of them took, and that none takes too long."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from atma_overlay.kept import forget_texts

SECONDS = 1.0
"""Processor time that one input may take, of up to `FREE` bytes."""
SECONDS_A_KILOBYTE = 0.25
"""And for each kilobyte beyond: reading is linear in the length."""
FREE = 4_096


class TooSlowError(AssertionError):
    """An input took longer than inputs of its size may."""


@dataclass(slots=True)
class Watch:
    """A target that is counted and timed."""

    target: Callable[[bytes], None]
    count: int = 0
    total: float = 0.0
    worst: float = 0.0
    slowest: bytes = field(default=b"", repr=False)

    def __call__(self, data: bytes) -> None:
        taken = self._taken(data)
        self.count += 1
        if self.count > 1 and taken > allowed(data):  # what it was the first to load is no cost of it
            forget_texts()
            taken = min(taken, self._taken(data))
        self.total += taken
        if taken > self.worst and self.count > 1:
            self.worst, self.slowest = taken, data
        if self.count > 1 and taken > allowed(data):
            raise TooSlowError(f"{taken:.2f} s for {len(data)} bytes, more than {allowed(data):.2f} s")

    def _taken(self, data: bytes) -> float:
        start = time.process_time()
        self.target(data)
        return time.process_time() - start


def allowed(data: bytes) -> float:
    """Seconds of processor time that an input may take."""
    return SECONDS + SECONDS_A_KILOBYTE * max(0, len(data) - FREE) / 1024
