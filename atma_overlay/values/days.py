"""Instants as the days of a time zone."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo


def day(instant: datetime, zone: tzinfo = UTC) -> str:
    """The day of an instant where a zone's clock shows it, as `2025-06-01`; its own at the calendar's ends."""
    try:
        return instant.astimezone(zone).date().isoformat()
    except OverflowError:
        return instant.date().isoformat()
