"""Transactions on a SQLite file, and the connections that wait for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from atma_overlay.errors import AtmaError, LedgerError
from atma_overlay.ledger.checkpoints import Checkpoints
from atma_overlay.ledger.faults import raise_translated
from atma_overlay.ledger.prepared import CURSOR
from atma_overlay.ledger.sqlite_opening import POOLED, raw_of
from atma_overlay.ledger.writer import Writer

__all__ = ["TO_READ", "TO_WRITE", "FileTransaction", "Idle"]

TO_READ = ("BEGIN",)
# The log keeps its order: the next durable commit writes out what a hasty one left in the system's cache.
TO_WRITE = {
    True: ("PRAGMA synchronous=FULL", "BEGIN IMMEDIATE"),
    False: ("PRAGMA synchronous=NORMAL", "BEGIN IMMEDIATE"),
}
"""What a transaction that writes begins with, by whether its commit waits for the disk."""


class FileTransaction:
    """A transaction on the driver's own connection: SQLAlchemy's way through one costs several times SQLite's.

    Args:
        connect: gives a further connection, where none waits.
        idle: those that wait.
        begin: what is said first.
        write: the lock of those that write, and what is told of each commit; None for a read.
    """

    __slots__ = ("_begin", "_checkpoints", "_connect", "_connection", "_driver", "_idle", "_writer")

    def __init__(
        self, connect: Callable[[], Connection], idle: Idle, begin: Sequence[str],
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
        self._driver = raw = raw_of(connection)
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
                    _close_cursor(self._connection)
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
        _close_cursor(connection)
        if issubclass(failure, LedgerError) or not issubclass(failure, AtmaError):
            connection.invalidate()
    finally:
        connection.close()


def _close_cursor(connection: Connection) -> None:
    """Have a transaction's cursor let go of its statement before another thread runs that on this connection.

    Python's driver keeps the statement of a finished `executemany` with the cursor and resets it when that is dropped:
    under the next thread's hands, where this one drops its reader late, and the next one's write then fails.
    """
    cursor = connection.info.pop(CURSOR, None)
    if cursor is not None:
        cursor.close()


def _break_off(connection: Connection, raw: Any) -> None:
    """End the transaction of a write that was broken off between two steps, whatever became of the connection."""
    with suppress(SQLAlchemyError, raw.Error):
        _let_go(connection, raw, KeyboardInterrupt)


class Idle:
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
    elif (raw := raw_of(connection)).in_transaction:  # else it was rolled back
        raw.execute("COMMIT")
