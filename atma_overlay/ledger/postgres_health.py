"""What `atma doctor` asks a PostgreSQL server; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from atma_overlay.errors import LedgerCorruptError, LedgerError
from atma_overlay.ledger.faults import translated
from atma_overlay.ledger.legibility import legible
from atma_overlay.ledger.migrations import HEAD
from atma_overlay.ledger.postgres import connected
from atma_overlay.ledger.postgres_statistics import unanalysed

_AT_A_TIME = 1000
"""Rows that are fetched together where all of them are."""
_SETTINGS = ("fsync", "full_page_writes", "data_checksums", "server_version")
_SIZE = text("SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class AS c"
             " WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(:schema)")  # fmt: skip
_BROKEN = text("SELECT c.relname FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid"
               " WHERE NOT i.indisvalid AND c.relnamespace = to_regnamespace(:schema)")  # fmt: skip
_ROWS = text("SELECT relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE schemaname = :schema"
             " AND relname <> 'alembic_version' ORDER BY relname")  # fmt: skip
_VERSION = text("SELECT version_num FROM alembic_version")


def soundness(url: str) -> str:
    """Whether the server keeps what it acknowledged, in a few words.

    Raises:
        LedgerError: it cannot be reached, or may lose writes in a crash.
        LedgerCorruptError: an index is not valid.
    """
    with _examined(url) as (connection, schema, address):
        found = {name: str(connection.execute(text(f"SHOW {name}")).scalar_one()) for name in _SETTINGS}
        unsafe = [name for name in ("fsync", "full_page_writes") if found[name] != "on"]
        if unsafe:
            raise LedgerError(f"{', '.join(unsafe)} is off at the server, a crash may lose memory: switch it on")
        broken = [str(row[0]) for row in connection.execute(_BROKEN, {"schema": schema})]
        if broken:
            raise LedgerCorruptError(f"the indexes {broken} are not valid: run REINDEX SCHEMA {schema}")
        size = connection.execute(_SIZE, {"schema": schema}).scalar_one()
        checksums = f"data checksums {found['data_checksums']}"
        return f"{address}, PostgreSQL {found['server_version']}, {int(size):,} bytes, {checksums}"


def revision(url: str) -> str:
    """The revision of the schema.

    Raises:
        LedgerError: there are no tables yet, or they are of another version of this package.
    """
    with _examined(url) as (connection, schema, _):
        names = {"table": f"{schema}.alembic_version"}
        if not connection.execute(text("SELECT to_regclass(:table) IS NOT NULL"), names).scalar_one():
            raise LedgerError(f"has no tables in {schema!r} yet: remember something first, or check --ledger")
        found = str(connection.execute(_VERSION).scalar_one())
    if found != HEAD:
        raise LedgerError(f"is {found} where this version knows {HEAD}: upgrade atma-overlay")
    return f"version {HEAD}"


def planning(url: str) -> str:
    """Whether the server's planner has looked at what the tables hold.

    Raises:
        LedgerError: it never did, and they are large.
    """
    with _examined(url) as (connection, schema, _):
        unknown = [f"{schema}.{name}" for name in unanalysed(connection, schema)]
    if unknown:
        raise LedgerError(
            f"the server never looked at {len(unknown)} large tables and plans blindly:"
            f" run ANALYZE {', '.join(unknown)} as their owner, and leave autovacuum on"
        )
    return "the server plans by what the tables hold"


def reading(url: str) -> str:
    """Whether each row can be read, in a few words.

    Raises:
        LedgerCorruptError: some cannot.
    """
    with _examined(url) as (connection, _, _):
        streamed = connection.execution_options(yield_per=_AT_A_TIME)
        return legible(streamed.execute)


def rows(url: str) -> str:
    """How many rows there are by the server's own count, of the tables that hold any, and how many of them are dead."""
    with _examined(url) as (connection, schema, _):
        found = connection.execute(_ROWS, {"schema": schema}).all()
    live = ", ".join(f"{name} {count:,}" for name, count, _ in found if count) or "none yet"
    return f"{live}; {sum(dead for *_, dead in found):,} dead ones wait for VACUUM"


@contextmanager
def _examined(url: str) -> Iterator[tuple[Connection, str, str]]:
    with connected(url) as (engine, schema), translated(), engine.connect() as connection:
        yield connection, schema, engine.url.set(query={}).render_as_string()
