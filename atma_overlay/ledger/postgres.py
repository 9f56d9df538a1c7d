"""A PostgreSQL server and its connections."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import Connection, Engine, false, inspect, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.schema import CreateSchema

from atma_overlay.errors import InvalidInputError, LedgerError
from atma_overlay.ledger import queries
from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.faults import committing, translated
from atma_overlay.ledger.instants import instant_of
from atma_overlay.ledger.migrations import HEAD, known_revision, upgrade
from atma_overlay.ledger.notes import Note
from atma_overlay.ledger.postgres_connections import Connections
from atma_overlay.ledger.postgres_erasures import ADD_ONE, COUNT_ALONE
from atma_overlay.ledger.postgres_notes import NOTING, values_of
from atma_overlay.ledger.postgres_opening import LOCK_TIMEOUT_SECONDS, direct_engine, engine_of, target_of
from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ledger.postgres_statistics import analyse
from atma_overlay.ledger.postgres_text import PostgresTextIndex
from atma_overlay.ledger.prepared import DIRECT
from atma_overlay.ledger.stamping import BEFORE_ALL
from atma_overlay.ledger.store import BULK_ROWS, Key
from atma_overlay.ledger.tables import SCOPE, metadata, partitions
from atma_overlay.ledger.transaction import Transaction, bound_to
from atma_overlay.ledger.writer import Writers

_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
# What is asked behind the lock is answered as of a moment behind it: another level would keep the one before.
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
_HASTY = "SET LOCAL synchronous_commit TO off"
_MIGRATION_LOCK = text("SELECT pg_advisory_xact_lock(:schema, 0)")
_MIGRATION_WAIT = "120000"
_HAS_SCHEMA = text("SELECT to_regnamespace(:schema) IS NOT NULL")
# It locks the row that is there and leaves it alone, or appends it: either way by one statement.
_CLAIM = insert(partitions).on_conflict_do_update(
    index_elements=list(SCOPE), set_={"revision": partitions.c.revision}, where=false()
)


class PostgresDatabase:
    """One schema of a database, opened, migrated and ready.

    A write locks the row of its partition in `partitions` and nothing else, so that partitions never wait for one
    another and no two writes can wait in a circle. Reads take one snapshot (`REPEATABLE READ`) and wait for nobody.

    Args:
        url: ``postgresql+psycopg://…`` (or ``postgresql://…``) as SQLAlchemy and libpq read it; ``schema`` in its
            query names the schema of the tables, which is made when it is not there, and ``pooling`` a pooler that
            hands out servers by transaction (`Pooling`).

    Raises:
        InvalidInputError: the URL cannot be read.
        MissingExtraError: psycopg is not installed.
        InvalidInputError: the schema is another program's.
        LedgerError: the server cannot be reached, refuses, or holds a newer schema.
    """

    def __init__(self, url: str) -> None:
        target = target_of(url)
        self.schema = target.schema
        self._name = f"{target.url.set(query={}).render_as_string()}/{self.schema}"
        self._writers = Writers()
        self.text_index = PostgresTextIndex()
        self._engine = engine_of(target)
        self._direct = direct_engine(target)
        self._connections = Connections(self._direct, wait_seconds=LOCK_TIMEOUT_SECONDS)
        try:
            self._migrate()
        except BaseException:
            self._engine.dispose()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on one snapshot."""
        with self._connections.one() as (connection, session), session.reading(_SNAPSHOT):
            yield connection

    @contextmanager
    def writing(self, key: Key, *, durable: bool = True) -> Iterator[Connection]:
        """A connection that holds the lock of the partition's row from its first answer on.

        The lock is asked for with what is asked first.
        """
        begin = (_WRITE,) if durable else (_WRITE, _HASTY)
        with (
            self._writers.turn(key),
            self._connections.one() as (connection, session),
            session.writing(*begin),
        ):
            session.claim(_CLAIM, _unwritten(key), then=(queries.PARTITION, bound_to(key)))
            yield connection

    @property
    def rewrite_pending(self) -> bool:
        """Always False: what deleted rows leave behind is the server's to clear, see `rewrite`."""
        return False

    @property
    def name(self) -> str:
        """Its address and schema."""
        return self._name

    def erasures(self, transaction: Transaction, *, writing: bool) -> int:
        """See `Store.erasures`; it comes with the head of the partition, which is asked for ahead of all else."""
        found = transaction.fetch(queries.PARTITION if writing else queries.HEAD, tuple)
        if not found:  # a partition that was never written to has no head; a write makes one
            found = transaction.fetch(COUNT_ALONE, tuple)
        return int(found[0][-1] or 0)

    def foresee(self, transaction: Transaction, *, met: bool) -> None:
        """See `Store.foresee`: the head of the partition; and the count by itself where there may be no head."""
        transaction.foresee(queries.HEAD)
        if not met:
            transaction.foresee(COUNT_ALONE)

    def noted(
        self, transaction: Transaction, note: Note, *, before: Mark, after: Mark
    ) -> Callable[[], tuple[bool, int]] | None:
        """See `Store.noted`."""
        session: PostgresSession = transaction.connection.info[DIRECT]
        if not session.untouched:
            return None
        with translated():
            answer = session.note(NOTING, values_of(transaction.key, note, before=before, after=after))

        def told() -> tuple[bool, int]:
            ((done, erasures),) = answer()
            return bool(done), int(erasures or 0)

        return told

    def note_erasure(self, connection: Connection, *, text_is_left: bool) -> None:
        """See `Store.note_erasure`; what deleted rows leave behind is the server's."""
        with translated():
            connection.info[DIRECT].change(ADD_ONE, [{}])

    def rewrite(self) -> None:
        """Nothing that a partition's owner may do: `VACUUM FULL` locks everybody's, and the log is the server's."""

    def catch_up(self) -> None:
        """Nothing, likewise."""

    def vacuum(self) -> tuple[str, ...]:
        """Nothing, likewise; what is left is the server's."""
        return self.residue()

    def residue(self) -> tuple[str, ...]:
        """What only the server's owner can clear: dead rows, the planner's samples, the log, and copies of them."""
        tables = ", ".join(f"{self.schema}.{name}" for name in sorted(self._tables))
        return (
            "postgresql: dead rows and the planner's samples stay in the files of tables and indexes: run "
            f"VACUUM (FULL, ANALYZE) {tables}; VACUUM FULL pg_catalog.pg_statistic",
            "postgresql: the write-ahead log keeps them until its segments are overwritten, or removed where the "
            "server has wal_recycle = off: run "
            "SELECT pg_switch_wal(); CHECKPOINT and let the archive, replicas and replication slots catch up",
            "postgresql: backups and archived log keep them until they expire: apply your own retention to those",
        )

    def settle(self, *, rows: int) -> None:
        """Have the planner look at the tables after a bulk change; what is in the way of that fails nothing.

        Autovacuum does so within a minute or two where it is on, and `atma doctor` tells where nobody did.
        """
        if rows >= BULK_ROWS:
            engine = self._engine.execution_options(isolation_level="AUTOCOMMIT")
            with suppress(LedgerError), self._connected(engine) as connection, translated():
                analyse(connection, self.schema, self._tables)

    def close(self) -> None:
        """Close every connection that is not in use; later calls are refused."""
        self._connections.close()
        self._direct.dispose()
        self._engine.dispose()

    @contextmanager
    def _connected(self, engine: Engine) -> Iterator[Connection]:
        if self._connections.closed:
            raise LedgerError("the ledger is closed: open it again")
        with translated():
            connection = engine.connect()
        with connection:
            yield connection

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        with self._connected(engine) as connection:
            yield connection
            with committing():
                connection.commit()

    def _migrate(self) -> None:
        with self._transaction(self._engine) as connection, translated():
            if self._found(connection) == HEAD:
                return
        # What another process has made while this one waited is to be seen, whatever isolation the server sets.
        migrating = self._engine.execution_options(isolation_level="READ COMMITTED")
        with self._transaction(migrating) as connection, translated():
            connection.execute(text("SELECT set_config('lock_timeout', :wait, true)"), {"wait": _MIGRATION_WAIT})
            connection.execute(_MIGRATION_LOCK, {"schema": zlib.crc32(self.schema.encode()) - 2**31})
            # Another process may have come first while this one waited for the lock.
            if self._found(connection) == HEAD:
                return
            if not connection.execute(_HAS_SCHEMA, {"schema": self.schema}).scalar_one():
                connection.execute(CreateSchema(self.schema))
            upgrade(connection)
            self._found(connection)

    def _found(self, connection: Connection) -> str | None:
        """The revision of the tables; None where there are none yet."""
        encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
        if encoding != "UTF8":
            raise LedgerError(f"the database is encoded in {encoding}: make one with ENCODING 'UTF8' for the ledger")
        self._tables = tables = frozenset(inspect(connection).get_table_names(self.schema))
        if "alembic_version" not in tables or "partitions" not in tables:
            if tables & set(metadata.tables):
                problem = f"the schema {self.schema!r} is another program's: name another with '?schema=NAME'"
                raise InvalidInputError("ledger", problem)
            return None
        return known_revision(str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()))


@contextmanager
def connected(url: str) -> Iterator[tuple[Engine, str]]:
    """Connections to a ledger's database as it is, not migrated, and the name of its schema. Raises: as the class."""
    target = target_of(url)
    engine = engine_of(target)
    try:
        yield engine, target.schema
    finally:
        engine.dispose()


def _unwritten(key: Key) -> dict[str, object]:
    return dict(zip(SCOPE, key, strict=True)) | {"revision": 0, "recorded_at": instant_of(BEFORE_ALL)}
