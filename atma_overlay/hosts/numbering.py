"""Numbers that tell which of two memories was written first, where their dates are the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

__all__ = ["Numbering"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Numbering:
    """Rising numbers: the microseconds since 1970 at the write, or one more than the last, whichever is more.

    One object never gives a number twice, also when the clock goes back. Those of several processes follow their
    clocks. Every number has fewer than 53 bits, so that a store which keeps numbers as floats keeps them exactly.

    Args:
        clock: tells the time; aware.
    """

    def __init__(self, clock: Callable[[], datetime] = _utc_now) -> None:
        self._clock = clock
        self._last = 0
        self._lock = Lock()

    def next(self) -> int:
        """A number above all that were given before."""
        with self._lock:
            self._last = max(self._last + 1, (self._clock() - _EPOCH) // timedelta(microseconds=1))
            return self._last
