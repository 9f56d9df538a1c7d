"""How connections to a PostgreSQL server are opened: what its URL says, and the settings that the ledger needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from atma_overlay import re2
from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.ledger.postgres_connections import KEPT_OPEN, MOST, SINCE
from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ledger.prepared import DIRECT
from atma_overlay.ledger.sqlite_file import is_sendable
from atma_overlay.ledger.store import refuse_after_fork

__all__ = ["LOCK_TIMEOUT_SECONDS", "Pooling", "Target", "direct_engine", "engine_of", "target_of"]

DEFAULT_SCHEMA = "atma"
LOCK_TIMEOUT_SECONDS = 10.0
"""How long a write waits for one of another process in the same partition."""
IDLE_TIMEOUT_SECONDS = 300.0
"""After which the server ends a transaction whose process hangs: it would hold its partition for ever."""

_REMEDY = (
    "pass 'postgresql+psycopg://USER:PASSWORD@HOST:PORT/DATABASE', its parts percent-encoded, with '?schema=NAME' for"
    " another schema"
)
_SCHEMA_NAME = re2.compile(r"[a-z_][a-z0-9_]{0,62}")
_LIBPQ_DEFAULTS = {
    "connect_timeout": "10",
    # A server that is gone is found out in half a minute: by what it did not take, or where it is waited for, by what
    # its machine does not answer. One that is alive may take as long as it likes.
    "tcp_user_timeout": "20000",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "application_name": "atma-overlay",
}
_LIBPQ_NEEDS = {"client_encoding": "UTF8"}
"""Whatever the process, the role or the database says: the ledger writes and reads UTF-8."""


class Pooling(StrEnum):
    """Who is at the other end of a connection."""

    NONE = "none"
    """A server of one's own, for as long as the connection is open; or a pooler that hands one out for as long."""
    TRANSACTION = "transaction"
    """A pooler that hands out another server for each transaction. Every statement is planned each time."""
    PREPARED = "prepared"
    """One that also follows prepared statements: PgBouncer from 1.21 on, with `max_prepared_statements` set."""


@dataclass(frozen=True, slots=True)
class Target:
    """What the URL of a ledger says.

    Attributes:
        url: for the driver.
        schema: of the tables: lower-case letters, digits and underscores.
        pooling: who is at the other end.
    """

    url: URL
    schema: str
    pooling: Pooling

    @property
    def settings(self) -> str:
        """The statement that sets what the ledger needs: for the connection, or where it is pooled, the transaction."""
        own = self.pooling is Pooling.NONE
        given = {
            "search_path": self.schema,
            "lock_timeout": _milliseconds(LOCK_TIMEOUT_SECONDS),
            "idle_in_transaction_session_timeout": _milliseconds(IDLE_TIMEOUT_SECONDS),
            # Planning anew costs more than any statement does, and each has one way that is right however much there
            # is: see `postgres_lookups`. A cost that says "never" is no reason to compile a statement.
            "plan_cache_mode": "force_generic_plan",
            **dict.fromkeys(("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_sort", "jit"), "off"),
        }
        local = "false" if own else "true"
        told = ", ".join(f"set_config('{name}', '{value}', {local})" for name, value in given.items())
        # Where the server confirms what it has not written yet, an acknowledged write could be lost (law 12).
        on = f"set_config('synchronous_commit', 'on', {local})"
        return f"SELECT {told}, CASE WHEN current_setting('synchronous_commit') = 'off' THEN {on} END"


def target_of(url: str) -> Target:
    """Read the URL of a ledger. Raises: InvalidInputError, where it cannot be read."""
    if url.count("@") > 1:  # else what stands behind the first is told as the server's name
        raise InvalidInputError(
            "ledger", "holds an '@' too many: write those of the user, the password and the query as %40"
        )
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise InvalidInputError("ledger", f"is no URL of a PostgreSQL database: {_REMEDY}") from None
    if not is_sendable(url) or not all(map(is_sendable, _parts(parsed))):
        raise InvalidInputError("ledger", "holds a NUL, or a byte that is no UTF-8: percent-encode its parts as UTF-8")
    if parsed.get_backend_name() != "postgresql" or parsed.drivername not in ("postgresql", "postgresql+psycopg"):
        raise InvalidInputError("ledger", f"{parsed.drivername!r} is no driver of this ledger: {_REMEDY}")
    if not parsed.database:
        raise InvalidInputError("ledger", f"names no database: {_REMEDY}")
    query = dict(parsed.query)
    schema = query.pop("schema", DEFAULT_SCHEMA)
    if not isinstance(schema, str) or not _SCHEMA_NAME.fullmatch(schema):
        raise InvalidInputError("ledger", f"the schema {schema!r} is no name of lower-case letters, digits and '_'")
    pooling = query.pop("pooling", Pooling.NONE)
    if pooling not in tuple(Pooling):
        known = ", ".join(f"'{each}'" for each in Pooling)
        raise InvalidInputError("ledger", f"the pooling {pooling!r} is none of {known}")
    whole = parsed.set(drivername="postgresql+psycopg", query={**_LIBPQ_DEFAULTS, **query, **_LIBPQ_NEEDS})
    return Target(whole, schema, Pooling(str(pooling)))


def _parts(url: URL) -> Iterator[str]:
    """What of a URL is handed to the driver."""
    yield from (part for part in (url.username, url.password, url.host, url.database) if part)
    for values in url.normalized_query.values():
        yield from values


def engine_of(target: Target, **options: Any) -> Engine:
    """Connections on which SQLAlchemy runs transactions of the ledger's schema."""
    given: dict[str, Any] = {"pool_size": KEPT_OPEN, "max_overflow": -1, "connect_args": {}, **options}
    if target.pooling is not Pooling.NONE:  # the driver's own prepared statements have names that it chooses
        given["connect_args"] = {**given["connect_args"], "prepare_threshold": None}
    try:
        engine = create_engine(target.url, hide_parameters=True, **given)
    except ImportError as error:
        raise MissingExtraError("psycopg", "postgres", error) from error
    if target.pooling is Pooling.NONE:
        _set_up_once(engine, target.settings)
    else:
        _set_up_each_time(engine, target.settings)
    refuse_after_fork(engine)
    return engine


def direct_engine(target: Target) -> Engine:
    """One whose connections `Connections` holds: nothing is said to them that it does not know of, forks included."""
    engine = engine_of(target, pool_size=MOST, pool_reset_on_return=None, connect_args={"autocommit": True})
    pooled = target.pooling is not Pooling.NONE

    @event.listens_for(engine, "connect")
    def hand_over(connection: Any, entry: ConnectionPoolEntry) -> None:
        entry.info[SINCE] = time.monotonic()
        entry.info[DIRECT] = PostgresSession(
            connection, engine.dialect, settings=target.settings if pooled else None,
            prepares=target.pooling is not Pooling.TRANSACTION, closes=not pooled,
        )  # fmt: skip

    return engine


def _set_up_once(engine: Engine, settings: str) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, entry: ConnectionPoolEntry) -> None:
        with connection.cursor() as cursor:
            cursor.execute(settings)
        connection.commit()


def _set_up_each_time(engine: Engine, settings: str) -> None:
    @event.listens_for(engine, "begin")
    def set_up(connection: Connection) -> None:
        connection.exec_driver_sql(settings)


def _milliseconds(seconds: float) -> str:
    return str(int(seconds * 1000))
