"""What is said undated comes after what the ledger has, also where the clock of that was ahead."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.steady import after, is_ahead


def in_turn(reader: LedgerReader, at: datetime, *, clock: Callable[[], datetime]) -> datetime:
    """When something is said that this process' clock dates: later than what the ledger has, where that is behind.

    Args:
        reader: the ledger before the write.
        at: when it is said, by the clock.
        clock: that of this process.
    """
    last = reader.last_observation()
    if last is None or at >= last.observed_at or last.observed_at > last.recorded_at:
        return at
    return after(last.observed_at) if is_ahead(reader.recorded_at(), clock()) else at
