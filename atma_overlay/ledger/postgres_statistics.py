"""What a PostgreSQL server plans by: whether it has looked at a ledger's tables, and looking at them."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, text

__all__ = ["analyse", "unanalysed"]

_LARGE_PAGES = 128
"""Pages of a table from which on it matters how it is read: a megabyte, some thousand rows."""
_UNANALYSED = text(
    "SELECT c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace"
    " WHERE c.relkind = 'r' AND n.nspname = :schema"
    " AND pg_relation_size(c.oid) >= :pages * current_setting('block_size')::INTEGER"
    " AND NOT EXISTS (SELECT FROM pg_stats AS s WHERE s.schemaname = n.nspname AND s.tablename = c.relname)"
    " ORDER BY c.relname"
)


def analyse(connection: Connection, schema: str, tables: Collection[str]) -> None:
    """Have the planner look at tables of a schema; those that another session is looking at are passed over.

    A server that does not let this user do so warns, and passes over them too: `unanalysed` tells.
    """
    names = ", ".join(f"{schema}.{name}" for name in sorted(tables))
    connection.execute(text(f"ANALYZE (SKIP_LOCKED) {names}"))


def unanalysed(connection: Connection, schema: str) -> list[str]:
    """The tables of a schema that are large and that the planner knows nothing of.

    What the planner knows is asked for, and not when it last looked: a restored dump may bring it along, and the
    counters of a server do not outlive a crash.
    """
    found = connection.execute(_UNANALYSED, {"schema": schema, "pages": _LARGE_PAGES})
    return [str(row[0]) for row in found]
