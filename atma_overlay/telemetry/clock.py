"""The clock of traces."""

from __future__ import annotations

from time import perf_counter_ns, time_ns


class Clock:
    """The time in ns since the epoch, which never goes back: the spans and measurements of one call are read off it."""

    __slots__ = ("_offset",)

    def __init__(self) -> None:
        self._offset = time_ns() - perf_counter_ns()

    def now(self) -> int:
        """The time."""
        return perf_counter_ns() + self._offset
