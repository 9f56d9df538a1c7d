"""What a SQL ledger needs of its database: the one place where SQLite and PostgreSQL differ."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.notes import Note
from atma_overlay.ledger.text_index import TextIndex

if TYPE_CHECKING:
    from atma_overlay.ledger.transaction import Transaction

Key = tuple[str, str, str]
"""(plane, tenant, user): what every statement of a ledger is confined to."""

BULK_ROWS = 1_000
"""So many records stored at once are a bulk change, after which a database is settled."""


class Store(Protocol):
    """A database with the tables of the ledger, brought up to this version's schema."""

    @property
    def text_index(self) -> TextIndex:
        """Its full-text search."""

    @property
    def rewrite_pending(self) -> bool:
        """Whether erased text may still lie where no table uses it."""

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection on one snapshot."""

    def writing(self, key: Key, *, durable: bool = True) -> AbstractContextManager[Connection]:
        """A connection that holds the partition's write lock; committed at the end, rolled back on an error.

        A server is asked for the lock together with what is read first: it is held when that is answered.

        What is not `durable` is committed without waiting for the disk, see `Ledger.write`.

        Raises:
            ConflictError: this thread is writing already.
            LedgerError: the lock was not to be had in time.
        """

    @property
    def name(self) -> str:
        """What tells it from other databases in this process."""

    def erasures(self, transaction: Transaction, *, writing: bool) -> int:
        """How often the database was erased from, in whatever scope, as of the transaction's snapshot.

        A write asks before it writes and a read at its end, both after their work: then it is not waited for.
        """

    def foresee(self, transaction: Transaction, *, met: bool) -> None:
        """Say ahead of a read what is asked for in any case.

        Args:
            transaction: that of the read.
            met: whether the process has met rows of the partition before.
        """

    def noted(
        self, transaction: Transaction, note: Note, *, before: Mark, after: Mark
    ) -> Callable[[], tuple[bool, int]] | None:
        """Store a note of a host by a short way, as the only thing that the transaction does.

        Args:
            transaction: has asked nothing yet.
            note: what a host has taken.
            before: where the partition stands, as far as this process knows.
            after: where it stands with the note.

        Returns:
            What tells after the commit whether it was done, and the number of `erasures`: nothing is done where the
            partition stands elsewhere, or the observation is erased. None where it cannot be stored so.
        """

    def note_erasure(self, connection: Connection, *, text_is_left: bool) -> None:
        """Count one more, in the transaction of the connection, and note that a `rewrite` has to follow it.

        Not where no text is left behind: an import brings what was erased elsewhere.
        """

    def rewrite(self) -> None:
        """Do away with what is left of erased text, where that does not take long."""

    def catch_up(self) -> None:
        """The `rewrite` that is still to follow an erasure, where one is: a long read was in its way."""

    def vacuum(self) -> tuple[str, ...]:
        """Do away with it, however long that takes; gives what was in the way and what is left, see `residue`."""

    def residue(self) -> tuple[str, ...]:
        """Where erased text may still lie after a `rewrite`, and what to run or to wait for, a line each."""

    def settle(self, *, rows: int) -> None:
        """Put in order what reads go by, where so many records at once are a bulk change to it."""

    def close(self) -> None:
        """Release every connection that is not in use; later calls are refused."""


def refuse_after_fork(engine: Engine) -> None:
    """Let the pool replace a connection that a fork carried over: two processes would write into one another's."""

    @event.listens_for(engine, "connect")
    def note(connection: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["process"] = os.getpid()

    @event.listens_for(engine, "checkout")
    def refuse(connection: Any, entry: ConnectionPoolEntry, proxy: Any) -> None:
        if entry.info["process"] != os.getpid():
            entry.dbapi_connection = proxy.dbapi_connection = None  # type: ignore[misc]
            raise DisconnectionError("opened by another process")
