"""A SQLite file and its connections."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from atma_overlay.errors import AtmaError, InvalidInputError, LedgerError
from atma_overlay.forks import is_awaited
from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.checkpoints import Checkpoints
from atma_overlay.ledger.faults import raise_translated, translated
from atma_overlay.ledger.migrations import HEAD, known_revision, upgrade
from atma_overlay.ledger.notes import Note, store_note
from atma_overlay.ledger.prepared import CURSOR
from atma_overlay.ledger.sqlite_file import SqliteFile
from atma_overlay.ledger.store import Key, refuse_after_fork
from atma_overlay.ledger.text_index import Fts5Index
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ledger.writer import Writer

BUSY_TIMEOUT_SECONDS = 10.0
POOLED = 8
"""Connections that are kept open for reads, as many for writes, and as many for what else there is."""
APPLICATION_ID = 0x41544D41
"""Marks the file as a ledger ("ATMA"), so that no other program's database is taken for one."""
_PENDING = 1
_MOST = 2**30 - 1
"""Erasures are counted up to here, and from 0 again: SQLite keeps 32 bits, with a sign, for `user_version`."""

_PRAGMAS = (
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
    "PRAGMA temp_store=MEMORY",  # a spilled sort would leave texts in temporary files
    "PRAGMA cache_size=-16000",
    # `Checkpoints` empties the log behind the writes. Where it cannot keep up a commit does so at 16 MiB.
    "PRAGMA wal_autocheckpoint=4000",
)

# The log keeps its order: the next durable commit writes out what a hasty one left in the system's cache.
_BEGIN = {
    True: ("PRAGMA synchronous=FULL", "BEGIN IMMEDIATE"),
    False: ("PRAGMA synchronous=NORMAL", "BEGIN IMMEDIATE"),
}
"""What a transaction that writes begins with, by whether its commit waits for the disk."""

_writers: WeakValueDictionary[Path, Writer] = WeakValueDictionary()
_writers_lock = threading.Lock()


class Database:
    """One file, opened, migrated and ready; created readable by its owner only.

    Args:
        file: its folder must be there.

    Raises:
        InvalidInputError: there is no such folder, the file is one, or it is another program's database.
        LedgerError: the file cannot be opened, or is of a newer schema.
        LedgerCorruptError: the file is damaged or no database, or the key is not the one of the file.
        MissingExtraError: the file is encrypted, and there is no driver for that.
    """

    def __init__(self, file: SqliteFile) -> None:
        _refuse_place(file.path)
        self._file = replace(file, path=file.path.absolute())
        self.path = self._file.path
        driver = self._file.driver
        self._closed = False
        self._in_the_way = _OTHERS
        self._idle, self._idle_to_write = _Idle(), _Idle()
        self._checkpoints = Checkpoints(self._checkpoint)
        self.text_index = Fts5Index()
        resolved = self.path.resolve()
        self._name = str(resolved)
        with _writers_lock:
            self._writer = _writers.setdefault(resolved, Writer())
        is_awaited(self._writer)  # a child of a process that is writing finds the file locked, for ever
        _create(self.path)
        self._engine = _engine(self._file, driver)
        try:
            self._open()
        except BaseException:
            self._engine.dispose()
            raise

    def reading(self) -> _FileTransaction:
        """A connection on one snapshot."""
        return _FileTransaction(self._connected, self._idle, ("BEGIN",))

    # Durable or not, it is one connection: another's commit would empty what this one has read of the file.
    def writing(self, key: Key | None = None, *, durable: bool = True) -> _FileTransaction:
        """A connection that holds the file's write lock, which is every partition's."""
        write = self._writer, self._checkpoints
        return _FileTransaction(self._connected, self._idle_to_write, _BEGIN[durable], write)

    @property
    def name(self) -> str:
        """The file's path."""
        return self._name

    def erasures(self, transaction: Transaction, *, writing: bool) -> int:
        """See `Store.erasures`; it is a number in the first page of the file, which every transaction looks at."""
        try:
            return _mark(_raw(transaction.connection)) >> 1
        except Exception as error:
            raise_translated(error)

    def foresee(self, transaction: Transaction, *, met: bool) -> None:
        """Nothing: a file has no turns."""

    def noted(
        self, transaction: Transaction, note: Note, *, before: Mark, after: Mark
    ) -> Callable[[], tuple[bool, int]] | None:
        """See `Store.noted`; where it cannot be stored so, a file tells at once."""
        if not store_note(transaction, note, before=before, after=after):
            return None
        told = True, self.erasures(transaction, writing=True)
        return lambda: told

    def note_erasure(self, connection: Connection) -> None:
        """See `Store.note_erasure`."""
        with translated():
            raw = _raw(connection)
            raw.execute(f"PRAGMA user_version={((_mark(raw) >> 1) + 1 & _MOST) << 1 | _PENDING}")

    @property
    def rewrite_pending(self) -> bool:
        """Whether erased text may still be in parts of the file, or its log, that no table uses."""
        with self.reading() as connection, translated():
            return bool(_mark(_raw(connection)) & _PENDING)

    def rewrite(self) -> None:
        """Write the file anew without what is erased, and empty the log.

        `secure_delete` overwrites what is deleted, but not the copies that SQLite leaves in the unused middle of a
        page when it moves rows between pages. Where another process or a long read is in the way, the note stays
        and the next opening, closing or erasure tries again.
        """
        with self._checkpoints.held_off():
            self._rewrite()

    def _rewrite(self) -> None:
        connection = self._file.connect(timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA secure_delete=ON")
            mark = _mark(connection)
            connection.execute("VACUUM")
            connection.execute("PRAGMA busy_timeout=1000")
            self._in_the_way = _OTHERS
            if _emptied(connection):
                _done_with(connection, mark)
        except self._file.driver.Error as error:
            # The erasure itself is committed: the note says what is left to do.
            full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
            self._in_the_way = _NO_ROOM if full else _OTHERS
        finally:
            connection.close()

    def residue(self) -> tuple[str, ...]:
        """Nothing once the file is rewritten; copies of it are not the ledger's to find."""
        if not self.rewrite_pending:
            return ()
        left = "unused parts of the file may still hold the text until the ledger is next opened, closed or erased from"
        return (f"sqlite: {self._in_the_way}: {left}",)

    def settle(self, *, rows: int) -> None:
        """Nothing: the schema brings the averages that SQLite plans by."""

    def close(self) -> None:
        """Close every connection that is not in use; later calls are refused."""
        with suppress(LedgerError):
            if not self._closed and self.rewrite_pending:
                self.rewrite()
        self._closed = True
        self._checkpoints.close()
        self._idle.close()
        self._idle_to_write.close()
        self._engine.dispose()

    def _checkpoint(self) -> None:
        with self._connected() as connection:
            _raw(connection).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _connected(self) -> Connection:
        if self._closed:
            raise LedgerError("the ledger is closed: open it again")
        return self._engine.connect()

    def _open(self) -> None:
        with translated():
            _switch_to_wal(self._file)
        self._migrate()
        if self.rewrite_pending:
            self.rewrite()

    def _migrate(self) -> None:
        with self.reading() as connection, translated():
            if _schema(connection) == HEAD:
                return
        with self.writing() as connection, translated():
            # Another process may have come first while this one waited for the lock.
            if _schema(connection) != HEAD:
                upgrade(connection)
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")


_OTHERS = "another process or a long read was in the way of rewriting the file"
_NO_ROOM = "the disk has no room to rewrite the file, which takes as much as the file again: make room"


class _FileTransaction:
    """A transaction on the driver's own connection: SQLAlchemy's way through one costs several times SQLite's.

    Args:
        connect: gives a further connection, where none waits.
        idle: those that wait.
        begin: what is said first.
        write: the lock of those that write, and what is told of each commit; None for a read.
    """

    __slots__ = ("_begin", "_checkpoints", "_connect", "_connection", "_driver", "_idle", "_writer")

    def __init__(
        self, connect: Callable[[], Connection], idle: _Idle, begin: Sequence[str],
        write: tuple[Writer, Checkpoints] | None = None,
    ) -> None:  # fmt: skip
        self._connect, self._idle, self._begin = connect, idle, begin
        self._writer: Writer | None
        self._checkpoints: Checkpoints | None
        self._writer, self._checkpoints = write or (None, None)

    def __enter__(self) -> Connection:
        if self._writer is None:
            return self._begun()
        self._writer.begin()
        try:
            return self._begun()
        except BaseException:
            self._writer.end()
            raise

    def _begun(self) -> Connection:
        try:
            self._connection = connection = self._idle.take() or self._connect()
        except Exception as error:
            raise_translated(error)
        self._driver = raw = _raw(connection)
        try:
            if self._writer is not None:
                self._writer.left = partial(_break_off, connection, raw)
            for statement in self._begin:
                raw.execute(statement)
        except BaseException as error:
            _let_go(connection, raw, type(error))
            if isinstance(error, Exception):
                raise_translated(error)
            raise
        return connection

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if kind is None:
                _commit(self._connection)
                if self._checkpoints is not None:
                    self._checkpoints.committed()
        except BaseException as failed:
            kind = type(failed)
            if isinstance(failed, Exception):
                raise_translated(failed)
            raise
        finally:
            try:
                if kind is not None:
                    _let_go(self._connection, self._driver, kind)
                if self._writer is not None:
                    self._writer.left = None
                if kind is None:
                    self._idle.put(self._connection)
            finally:
                if self._writer is not None:
                    self._writer.end()


def _let_go(connection: Connection, raw: Any, failure: type[BaseException]) -> None:
    """Give back the connection of a transaction that failed.

    A read that was broken off holds the file as it was when it began, for as long as a traceback holds its cursor: it
    is ended here, and the connection is closed for good, but where the ledger itself refused what it was told.
    What was written is taken back before all else: SQLAlchemy closes a connection as if nothing could break that off.
    """
    with suppress(raw.Error):  # it is closed, or the failure has ended it
        raw.rollback()
    try:
        cursor = connection.info.pop(CURSOR, None)
        if cursor is not None:
            cursor.close()
        if issubclass(failure, LedgerError) or not issubclass(failure, AtmaError):
            connection.invalidate()
    finally:
        connection.close()


def _break_off(connection: Connection, raw: Any) -> None:
    """End the transaction of a write that was broken off between two steps, whatever became of the connection."""
    with suppress(SQLAlchemyError, raw.Error):
        _let_go(connection, raw, KeyboardInterrupt)


class _Idle:
    """Connections that wait for the next transaction, out of SQLAlchemy's hands: each way through its pool costs."""

    def __init__(self) -> None:
        self._waiting: list[Connection] = []
        self._process = os.getpid()
        self._closed = False

    def take(self) -> Connection | None:
        """One that waits, or None; after a fork none does: they are the parent's."""
        if self._process != os.getpid():
            self._waiting, self._process = [], os.getpid()
        try:
            return self._waiting.pop()
        except IndexError:
            return None

    def put(self, connection: Connection) -> None:
        """Let one wait, outside of any transaction."""
        if len(self._waiting) >= POOLED or self._process != os.getpid():
            connection.close()
            return
        self._waiting.append(connection)
        if self._closed:
            self.close()

    def close(self) -> None:
        """Give all of them back, and later ones at once."""
        self._closed = True
        while (connection := self.take()) is not None:
            connection.close()


def _commit(connection: Connection) -> None:
    if connection.in_transaction():  # somebody has asked SQLAlchemy for something in it
        connection.commit()
    elif (raw := _raw(connection)).in_transaction:  # else it was rolled back
        raw.execute("COMMIT")


def _mark(raw: Any) -> int:
    """How often the file was erased from, and in the lowest bit whether it is to be rewritten for that."""
    return int(raw.execute("PRAGMA user_version").fetchone()[0])


def _emptied(raw: Any) -> bool:
    """Empty the log; False where a long read is in the way, or others do not leave off.

    While another process is at a checkpoint SQLite refuses a second one at once, whatever the time to wait is.
    """
    deadline = time.monotonic() + 1
    while raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _done_with(raw: Any, mark: int) -> None:
    """Note that the file is rewritten; what was erased meanwhile is its eraser's, and still to do."""
    raw.execute("BEGIN IMMEDIATE")
    if _mark(raw) == mark:
        raw.execute(f"PRAGMA user_version={mark & ~_PENDING}")
    raw.execute("COMMIT")


def _raw(connection: Connection) -> Any:
    # SQLAlchemy's own type for what lies under a connection says no more than that it is one.
    return connection.connection.dbapi_connection


def _schema(connection: Connection) -> str | None:
    # SQLAlchemy is to know of the transaction too: else Alembic commits its steps one by one.
    connection.exec_driver_sql("SELECT 1")
    if not is_ledger(_raw(connection)):
        return None
    return known_revision(str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()))


def is_ledger(connection: sqlite3.Connection) -> bool:
    """Whether a file is a ledger; it can be made one where it is not.

    Raises:
        InvalidInputError: it is another program's.
    """
    # In this order: whoever makes a ledger of the file meanwhile commits its tables together with the mark.
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if mark == APPLICATION_ID:
        return True
    if mark or tables:
        raise InvalidInputError("ledger", "the file is another program's database: name another file")
    return False


def look_at(file: SqliteFile) -> None:
    """Refuse a place where no ledger can be opened, and make nothing there.

    An encrypted file is not looked into: that takes as long as opening it.

    Raises:
        InvalidInputError: as opening it.
        LedgerCorruptError: the file is no database.
    """
    _refuse_place(file.path)
    if file.key is not None or not file.path.exists():
        return
    with translated():
        try:
            with closing(file.connect(timeout=BUSY_TIMEOUT_SECONDS)) as connection:
                is_ledger(connection)
        except sqlite3.OperationalError:
            return  # it is locked, or may not be read: the opening waits, and says so


def _refuse_place(path: Path) -> None:
    if path.is_dir():
        raise InvalidInputError("ledger", f"{str(path)!r} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise InvalidInputError("ledger", f"there is no folder {str(path.parent)!r}: make it first")


def _create(path: Path) -> None:
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise LedgerError(f"cannot create {str(path)!r} ({error.strerror}): check the folder") from error


def _switch_to_wal(file: SqliteFile) -> None:
    # SQLite does not wait for its busy timeout here when another process switches at the same moment.
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    connection = file.connect(timeout=BUSY_TIMEOUT_SECONDS)
    try:
        while True:
            try:
                is_ledger(connection)  # the switch is written into the file: not into another program's
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except file.driver.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    finally:
        connection.close()


def _engine(file: SqliteFile, driver: Any) -> Engine:
    engine = create_engine(
        URL.create("sqlite+pysqlite", database=str(file.path)),
        module=driver,
        poolclass=QueuePool,
        pool_size=POOLED,
        max_overflow=-1,
        hide_parameters=True,
        connect_args={"timeout": BUSY_TIMEOUT_SECONDS, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        file.unlocked(connection)
        for pragma in _PRAGMAS:
            connection.execute(pragma)

    refuse_after_fork(engine)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        raw = _raw(connection)
        if not raw.in_transaction:  # see `_transaction`
            raw.execute("BEGIN")

    return engine
