"""How a SQLite file is opened: which files may be ledgers, what their connections are told, and the pool of them."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from atma_overlay.errors import InvalidInputError, LedgerError
from atma_overlay.ledger.faults import translated
from atma_overlay.ledger.sqlite_file import SqliteFile
from atma_overlay.ledger.store import refuse_after_fork

__all__ = [
    "APPLICATION_ID", "BUSY_TIMEOUT_SECONDS", "POOLED", "create", "engine_of", "is_ledger", "look_at", "raw_of",
    "refuse_place", "switch_to_wal",
]  # fmt: skip

BUSY_TIMEOUT_SECONDS = 10.0
POOLED = 8
"""Connections that are kept open for reads, as many for writes, and as many for what else there is."""
APPLICATION_ID = 0x41544D41
"""Marks the file as a ledger ("ATMA"), so that no other program's database is taken for one."""

_PRAGMAS = (
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
    "PRAGMA temp_store=MEMORY",  # a spilled sort would leave texts in temporary files
    "PRAGMA cache_size=-16000",
    # `Checkpoints` empties the log behind the writes. Where it cannot keep up a commit does so at 16 MiB.
    "PRAGMA wal_autocheckpoint=4000",
)


def raw_of(connection: Connection) -> Any:
    """The driver's own connection under one of SQLAlchemy's."""
    # SQLAlchemy's own type for what lies under a connection says no more than that it is one.
    return connection.connection.dbapi_connection


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
    refuse_place(file.path)
    if file.key is not None or not file.path.exists():
        return
    with translated():
        try:
            with closing(file.connect(timeout=BUSY_TIMEOUT_SECONDS)) as connection:
                is_ledger(connection)
        except sqlite3.OperationalError:
            return  # it is locked, or may not be read: the opening waits, and says so


def refuse_place(path: Path) -> None:
    """Raises: InvalidInputError, where no file of a ledger can be."""
    try:
        is_folder = path.is_dir()
    except OSError as error:
        raise InvalidInputError("ledger", f"{str(path)!r} names no file ({error.strerror}): name another") from error
    if is_folder:
        raise InvalidInputError("ledger", f"{str(path)!r} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise InvalidInputError("ledger", f"there is no folder {str(path.parent)!r}: make it first")


def create(path: Path) -> None:
    """Make the file, readable by its owner only, where it is not there.

    Raises:
        LedgerError: it cannot be made.
    """
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise LedgerError(f"cannot create {str(path)!r} ({error.strerror}): check the folder") from error


def switch_to_wal(file: SqliteFile) -> None:
    """Have the file keep a write-ahead log; a backup that may not be written to is read without one.

    Raises:
        InvalidInputError: it is another program's.
    """
    # SQLite does not wait for its busy timeout here when another process switches at the same moment.
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    connection, ours = file.connect(timeout=BUSY_TIMEOUT_SECONDS), False
    try:
        while True:
            try:
                ours = is_ledger(connection)  # the switch is written into the file: not into another program's
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except file.driver.OperationalError as error:
                code = error.sqlite_errorcode & 0xFF
                if code == sqlite3.SQLITE_READONLY and ours:
                    return
                if code != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    finally:
        connection.close()


def engine_of(file: SqliteFile, driver: Any) -> Engine:
    """The pool of the file's connections; each is told what a ledger needs, and none outlives a fork."""
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
        raw = raw_of(connection)
        if not raw.in_transaction:  # see `_transaction`
            raw.execute("BEGIN")

    return engine
