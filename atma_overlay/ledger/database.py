"""A SQLite file and its connections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from atma_overlay.errors import ConflictError, LedgerError
from atma_overlay.forks import is_awaited
from atma_overlay.ledger import sqlite_rewriting
from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.checkpoints import Checkpoints
from atma_overlay.ledger.faults import raise_translated, translated
from atma_overlay.ledger.migrations import HEAD, known_revision, upgrade
from atma_overlay.ledger.notes import Note, store_note
from atma_overlay.ledger.sqlite_file import SqliteFile
from atma_overlay.ledger.sqlite_opening import (
    APPLICATION_ID,
    create,
    engine_of,
    is_ledger,
    raw_of,
    refuse_place,
    switch_to_wal,
)  # fmt: skip
from atma_overlay.ledger.sqlite_rewriting import Rewriting, erasures_in, is_pending, note_erasure
from atma_overlay.ledger.sqlite_transactions import TO_READ, TO_WRITE, FileTransaction, Idle
from atma_overlay.ledger.store import BULK_ROWS, Key
from atma_overlay.ledger.text_index import Fts5Index
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ledger.writer import Writer

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
        refuse_place(file.path)
        self._file = replace(file, path=file.path.absolute())
        self.path = self._file.path
        driver = self._file.driver
        self._closed = False
        self._rewriting = Rewriting(self._file)
        self._idle, self._idle_to_write = Idle(), Idle()
        self._checkpoints = Checkpoints(self._checkpoint)
        self.text_index = Fts5Index()
        resolved = self.path.resolve()
        self._name = str(resolved)
        with _writers_lock:
            self._writer = _writers.setdefault(resolved, Writer())
        is_awaited(self._writer)  # a child of a process that is writing finds the file locked, for ever
        create(self.path)
        self._there = _identity(self.path)
        self._engine = engine_of(self._file, driver)
        try:
            self._open()
        except BaseException:
            self._engine.dispose()
            raise

    def reading(self) -> FileTransaction:
        """A connection on one snapshot."""
        self._refuse_another()
        return FileTransaction(self._connected, self._idle, TO_READ)

    # Durable or not, it is one connection: another's commit would empty what this one has read of the file.
    def writing(self, key: Key | None = None, *, durable: bool = True) -> FileTransaction:
        """A connection that holds the file's write lock, which is every partition's."""
        self._refuse_another()
        write = self._writer, self._checkpoints
        return FileTransaction(self._connected, self._idle_to_write, TO_WRITE[durable], write)

    @property
    def name(self) -> str:
        """The file's path."""
        return self._name

    def erasures(self, transaction: Transaction, *, writing: bool) -> int:
        """See `Store.erasures`."""
        try:
            return erasures_in(raw_of(transaction.connection))
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

    def note_erasure(self, connection: Connection, *, text_is_left: bool) -> None:
        """See `Store.note_erasure`."""
        with translated():
            note_erasure(raw_of(connection), text_is_left=text_is_left)

    @property
    def rewrite_pending(self) -> bool:
        """Whether erased text may still be in parts of the file, or its log, that no table uses."""
        with self.reading() as connection, translated():
            return is_pending(raw_of(connection))

    def rewrite(self) -> None:
        """See `Rewriting`; a large file is left to `vacuum`, and what is in the way leaves it pending."""
        self._rewrite(sqlite_rewriting.PATIENT_SECONDS)

    def catch_up(self) -> None:
        """See `Store.catch_up`."""
        with suppress(LedgerError):
            if self.rewrite_pending:
                self._rewrite(sqlite_rewriting.IN_PASSING_SECONDS)

    def vacuum(self, *, seconds: float | None = None) -> tuple[str, ...]:
        """See `Store.vacuum`; other processes' writes wait, and fail where that takes long."""
        patient = sqlite_rewriting.PATIENT_SECONDS if seconds is None else seconds
        with self._checkpoints.held_off():
            done = self._rewriting.run(self._writer.turn, seconds=patient)
        return self.residue() if done else (self._rewriting.residue(),)

    def residue(self) -> tuple[str, ...]:
        """Nothing once the file is rewritten; copies of it are not the ledger's to find."""
        if not self.rewrite_pending:
            return ()
        return (self._rewriting.residue(),)

    def settle(self, *, rows: int) -> None:
        """Put the segments of the full-text index into one after a bulk change, by turns with those that write.

        What is in the way of that fails nothing. The averages that SQLite plans by come with the schema.
        """
        if rows < BULK_ROWS:
            return
        first, left = True, True
        with suppress(ConflictError, LedgerError):
            while left:
                with self.writing(durable=False) as connection, translated():
                    left = self.text_index.merge_some(raw_of(connection), first=first)
                first = False

    def close(self) -> None:
        """Close every connection that is not in use; later calls are refused."""
        if not self._closed:
            self.catch_up()
        self._closed = True
        self._checkpoints.close()
        self._idle.close()
        self._idle_to_write.close()
        self._engine.dispose()

    def _checkpoint(self) -> None:
        with self._connected() as connection:
            raw_of(connection).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def _connected(self) -> Connection:
        if self._closed:
            raise LedgerError("the ledger is closed: open it again")
        return self._engine.connect()

    def _refuse_another(self) -> None:
        """Refuse to work on a file that is no longer where it was: no later process would find what is written there.

        Connections that are open go on with the one that was removed, new ones with what took its place.
        """
        if _identity(self.path) != self._there:
            what = "was removed or replaced while open"
            raise LedgerError(f"the ledger's file {str(self.path)!r} {what}: open it again", cause=f"its file {what}")

    def _open(self) -> None:
        with translated():
            switch_to_wal(self._file)
        self._migrate()
        self.catch_up()

    def _rewrite(self, seconds: float) -> None:
        with suppress(ConflictError, LedgerError):
            if self._rewriting.at_once:
                self.vacuum(seconds=seconds)

    def _migrate(self) -> None:
        with self.reading() as connection, translated():
            if _schema(connection) == HEAD:
                return
        with self.writing() as connection, translated():
            # Another process may have come first while this one waited for the lock.
            if _schema(connection) != HEAD:
                upgrade(connection)
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _schema(connection: Connection) -> str | None:
    # SQLAlchemy is to know of the transaction too: else Alembic commits its steps one by one.
    connection.exec_driver_sql("SELECT 1")
    if not is_ledger(raw_of(connection)):
        return None
    return known_revision(str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()))
