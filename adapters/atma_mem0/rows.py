"""Between memories and Mem0's messages and rows: pure mappings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostItem, HostMemory, HostPage

__all__ = ["KEY", "carriers", "from_row", "instant", "key_of", "page_of", "to_message", "to_metadata", "uuids"]

KEY = "atma_key"
"""The metadata field that a write's key is kept in: Mem0 takes no ids from its callers."""

Row = Mapping[str, Any]
_EARLIEST = datetime.min.replace(tzinfo=UTC)


def to_message(item: HostItem) -> dict[str, str]:
    """The message that carries an item.

    Mem0 passes over messages of a system without a word, and its prompt leaves out those of tools: whoever is
    not the user is an assistant to it.
    """
    message = {"role": "user" if item.role == "user" else "assistant", "content": item.text}
    return message if item.speaker is None else {**message, "name": item.speaker}


def to_metadata(item: HostItem) -> dict[str, str]:
    """What is stored beside the text. The date is text: a number in its place makes a whole scope unreadable."""
    return {"created_at": item.observed_at.astimezone(UTC).isoformat(), KEY: key_of(item.key)}


def key_of(key: str) -> str:
    """How a key is stored and looked for; never the `*` that a filter reads as any value."""
    return f"={key}"


def from_row(row: Row) -> HostMemory:
    """The memory that a row holds; with a score when it comes from a search."""
    key = (row.get("metadata") or {}).get(KEY)
    return HostMemory(
        str(row["id"]),
        row["memory"],
        created_at=instant(row.get("created_at")),
        score=row.get("score"),
        key=key.removeprefix("=") if isinstance(key, str) else None,
        hash=row.get("hash"),
    )


def instant(written: str | None) -> datetime | None:
    """The aware instant of a date as Mem0 keeps it; one without a zone is UTC, one that is no date is None."""
    try:
        parsed = datetime.fromisoformat(written) if written else None
    except ValueError:
        return None
    if parsed is None:
        return None
    return parsed.replace(tzinfo=UTC) if parsed.utcoffset() is None else parsed.astimezone(UTC)


def carriers(results: Sequence[Row]) -> tuple[str, ...]:
    """The ids that an answer to `add` says carry what was said, each once."""
    return tuple(dict.fromkeys(str(r["id"]) for r in results if r.get("event") != "DELETE"))


def page_of(rows: Iterable[Row], *, cursor: str | None, limit: int) -> HostPage:
    """The rows behind a cursor in the order of their dates, then of their ids.

    Raises:
        InvalidInputError: the limit is not positive, or the cursor did not come from this host.
    """
    if limit < 1:
        raise InvalidInputError("limit", f"{limit} makes an empty page: pass a positive number")
    after = None if cursor is None else _place(cursor)
    memories = sorted(map(from_row, rows), key=_order)
    rest = [m for m in memories if after is None or _order(m) > after]
    shown = tuple(rest[:limit])
    return HostPage(shown, cursor=_cursor(shown[-1]) if len(rest) > limit else None)


def _order(memory: HostMemory) -> tuple[datetime, str]:
    return (memory.created_at or _EARLIEST, memory.id)


def _cursor(memory: HostMemory) -> str:
    at, identifier = _order(memory)
    return f"{at.isoformat()}|{identifier}"


def _place(cursor: str) -> tuple[datetime, str]:
    written, _, identifier = cursor.partition("|")
    at = instant(written)
    if at is None or not identifier:
        raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
    return (at, identifier)


def uuids(ids: Iterable[str]) -> list[str]:
    """Those of the ids that can be a memory's at all, as Mem0 writes them, each once."""
    return list(dict.fromkeys(filter(None, map(_uuid, ids))))


def _uuid(identifier: str) -> str | None:
    try:
        return str(UUID(identifier))
    except ValueError:
        return None
