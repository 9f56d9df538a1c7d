"""A clock that does not go back: where it is set back a little, or is behind that of another process."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from atma_overlay.errors import InvalidInputError
from atma_overlay.forks import begins_anew

__all__ = ["MAX_HELD", "Steady", "after", "is_ahead", "latest"]

MAX_HELD = timedelta(hours=1)
"""A clock that goes back further than this was wrong before, and is right now."""
_TICK = timedelta(microseconds=1)
_END = datetime.max.replace(tzinfo=UTC)


class Steady:
    """Gives later instants for later calls, so that what is said undated keeps the order in which it was said.

    Args:
        clock: the clock behind it, aware.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._last: datetime | None = None
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads."""
        self._lock = threading.Lock()

    def __call__(self) -> datetime:
        """The clock's instant, in UTC; while it is behind what was given before, the next microsecond after that.

        Raises:
            InvalidInputError: the clock gave something else, or a naive instant.
        """
        with self._lock:
            given: object = self._clock()
            if not isinstance(given, datetime) or given.utcoffset() is None:
                raise InvalidInputError("clock", "gave no aware datetime: have it return datetime.now(UTC), for one")
            now = given.astimezone(UTC)  # two instants of one zone are subtracted as its clocks show them
            if self._last is not None and timedelta() < self._last - now <= MAX_HELD:
                now = after(self._last)
            self._last = now
            return now


def after(instant: datetime) -> datetime:
    """The next instant; the last one of the calendar has none."""
    return instant + _TICK if instant < _END else instant


def is_ahead(recorded_at: datetime | None, now: datetime) -> bool:
    """Whether what was recorded already lies ahead: by another clock, or by this one before it was set back."""
    return recorded_at is not None and timedelta() < recorded_at - now <= MAX_HELD


def latest(now: datetime, recorded_at: datetime | None) -> datetime:
    """What a read takes for now: what was said already is not to come."""
    return recorded_at if recorded_at is not None and is_ahead(recorded_at, now) else now
