"""Where Mem0 keeps a deleted memory's text: its history, its log of raw turns, its entities, its store's files."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from atma_mem0.scopes import Owner, admits

__all__ = ["compact_store", "forget_entities", "session_of", "sessions_within", "wipe_history"]

_IDS = ("agent_id", "run_id", "user_id")
_ENTITIES = 10_000
_NO_HISTORY = "history: the database is not reached from here: delete the rows of these ids from its `history` table"
_NAMES = "entities: the names drawn from these memories could not be removed: delete them from that collection"
_FILES = "vector store: its files and backups may keep deleted rows until it compacts them"
_ESCAPES = (("%", "%25"), ("&", "%26"), ("=", "%3D"))


def session_of(row: Mapping[str, Any]) -> str:
    """The name under which Mem0's log of raw turns keeps those of a row's user, agent and run."""
    return "&".join(f"{name}={_escaped(row[name])}" for name in _IDS if row.get(name))


def _escaped(value: str) -> str:
    for sign, written in _ESCAPES:
        value = value.replace(sign, written)
    return value


def sessions_within(database: Any, owner: Owner) -> set[str]:
    """The sessions of an owner that the log of raw turns knows."""
    connection = getattr(database, "connection", None)
    if connection is None:
        return set()
    with _locked(database):
        found = connection.execute("SELECT DISTINCT session_scope FROM messages").fetchall()
    return {session for (session,) in found if session and admits(owner, _ids(session))}


def _ids(session: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in session.split("&"))
    return {name: _unescaped(value) for name, _, value in pairs}


def _unescaped(value: str) -> str:
    for sign, written in reversed(_ESCAPES):
        value = value.replace(written, sign)
    return value


def wipe_history(database: Any, ids: Collection[str], sessions: Collection[str]) -> list[str]:
    """Remove the history of memories and the raw turns of sessions, also from the file's free pages.

    Returns:
        What is left: nothing, or that the database is out of reach.
    """
    connection = getattr(database, "connection", None)
    if not isinstance(connection, sqlite3.Connection):
        return [_NO_HISTORY]
    with _locked(database):
        with connection:
            connection.executemany("DELETE FROM history WHERE memory_id = ?", [(i,) for i in ids])
            connection.executemany("DELETE FROM messages WHERE session_scope = ?", [(s,) for s in sessions])
        connection.execute("VACUUM")
    return []


def _locked(database: Any) -> Any:
    return getattr(database, "_lock", None) or nullcontext()


def forget_entities(memory: Any, ids: Collection[str], owner: Owner) -> list[str]:
    """Unlink memories from the names that Mem0 drew from them; a name that no other memory has goes too.

    Mem0 does so itself only in a process that has used the names before.

    Returns:
        What is left: nothing, or that the store of the names could not be changed.
    """
    try:
        store = memory.entity_store
        for row in _rows(store.list(filters=dict(owner), top_k=_ENTITIES)):
            _unlink(store, row, ids)
    except Exception:  # whatever the store raises, the memories themselves are erased
        return [_NAMES]
    return []


def _unlink(store: Any, row: Any, ids: Collection[str]) -> None:
    payload = getattr(row, "payload", None) or {}
    linked = payload.get("linked_memory_ids") or []
    left = [identifier for identifier in linked if identifier not in ids]
    if linked and not left:
        store.delete(vector_id=row.id)
    elif len(left) < len(linked):
        store.update(vector_id=row.id, vector=None, payload={**payload, "linked_memory_ids": left})


def _rows(listed: Any) -> list[Any]:
    nested = isinstance(listed, list | tuple) and listed and isinstance(listed[0], list)
    return list((listed[0] if nested else listed) or [])


def compact_store(store: Any) -> list[str]:
    """Rewrite the files of an in-process Qdrant without its deleted rows.

    Returns:
        What is left: nothing, or that a store of another kind keeps files of its own.
    """
    local = getattr(getattr(store, "client", None), "_client", None)
    collections = getattr(local, "collections", None)
    if not isinstance(collections, dict):
        return [_FILES]
    for path in _files(collections):
        # A connection of its own: that of the collection may belong to another thread.
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("VACUUM")
    return []


def _files(collections: Mapping[str, Any]) -> Iterator[Path]:
    for collection in collections.values():
        location = getattr(getattr(collection, "storage", None), "location", None)
        if location is not None:
            yield Path(location)
