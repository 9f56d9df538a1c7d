"""What Mem0's history table says that a memory said before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from atma_mem0.rows import instant
from atma_overlay.ports.host_powers import EarlierText

__all__ = ["earlier_texts"]

_LATEST = datetime.max.replace(tzinfo=UTC)


def earlier_texts(rows: Sequence[Mapping[str, Any]]) -> tuple[EarlierText, ...]:
    """The texts that were overwritten, oldest first.

    A row of a metadata update repeats the text and is passed over. The first row is missing after a write that
    broke off between the vector and its history; the date of creation stands in.

    Args:
        rows: the history of one memory as `Memory.history` returns it, in any order.
    """
    overwritings = [r for r in rows if r["event"] != "ADD" and r["old_memory"] and r["old_memory"] != r["new_memory"]]
    overwritings.sort(key=_until)
    since = next((instant(r["created_at"]) for r in rows if r["created_at"]), None)
    found = []
    for row in overwritings:
        found.append(EarlierText(row["old_memory"], since, _until(row)))
        since = _until(row)
    return tuple(found)


def _until(row: Mapping[str, Any]) -> datetime:
    return instant(row["updated_at"]) or instant(row["created_at"]) or _LATEST
