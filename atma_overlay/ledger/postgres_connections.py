"""Connections to a PostgreSQL server for the ledger's own statements, out of SQLAlchemy's hands while they wait.

SQLAlchemy opens and closes them; each way through its pool would cost a tenth of a recall.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from atma_overlay.errors import LedgerError
from atma_overlay.ledger.faults import InterruptedTransactionError, translated
from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ledger.prepared import DIRECT

__all__ = ["KEPT_OPEN", "MOST", "SINCE", "Connections"]

KEPT_OPEN = 4
"""Connections that stay open while nobody uses them."""
MOST = 16
"""Connections of one ledger in one process."""
SINCE = "since"
"""Where a connection's `info` says when it was opened, on the monotonic clock."""


class Connections:
    """At most `MOST` connections, each used by one thread at a time.

    Args:
        engine: opens them in autocommit mode, with a `PostgresSession` in their `info`.
        wait_seconds: how long one is waited for where all are in use.
    """

    def __init__(self, engine: Engine, *, wait_seconds: float) -> None:
        self._engine, self._wait_seconds = engine, wait_seconds
        self._waiting: list[Connection] = []
        self._parents: list[list[Connection]] = []
        self._lost_at = 0.0
        self.closed = False
        self._begin_anew()

    @contextmanager
    def one(self) -> Iterator[tuple[Connection, PostgresSession]]:
        """A connection and its session, which has to leave it in no transaction, or closed.

        Raises:
            LedgerError: there is none, or they are closed.
            InterruptedTransactionError: the server is not reached, or was lost meanwhile.
        """
        if self._process != os.getpid():
            self._begin_anew()
        free = self._free
        with translated():
            if not free.acquire(timeout=self._wait_seconds):
                raise PoolTimeoutError
        try:
            connection = self._taken()
            session: PostgresSession = connection.info[DIRECT]
            try:
                yield connection, session
            except LedgerError as error:
                if any(isinstance(e, InterruptedTransactionError) for e in (error, error.__cause__)):
                    self._lost_at = time.monotonic()
                raise
            finally:
                self._put(connection, session)
        finally:
            free.release()

    def close(self) -> None:
        """Close what is not in use, and the rest when it is given back."""
        self.closed = True
        if self._process == os.getpid():
            while self._waiting:
                _close(self._waiting.pop())

    def _begin_anew(self) -> None:
        """After a fork all are the parent's: they are let lie, since closing one would be heard by its server."""
        self._parents.append(self._waiting)
        self._process, self._waiting = os.getpid(), []
        self._free = threading.BoundedSemaphore(MOST)

    def _taken(self) -> Connection:
        if self.closed:
            raise LedgerError("the ledger is closed: open it again")
        while self._waiting:
            try:
                connection = self._waiting.pop()
            except IndexError:
                break
            # What was opened before the server was lost is gone with it.
            if connection.info[SINCE] > self._lost_at:
                return connection
            _close(connection)
        with translated():
            return self._engine.connect()

    def _put(self, connection: Connection, session: PostgresSession) -> None:
        if self._process != os.getpid():  # a fork in the middle of a transaction: it is the parent's
            self._parents.append([connection])
        elif session.closed or len(self._waiting) >= KEPT_OPEN:
            _close(connection)
        else:
            self._waiting.append(connection)
            if self.closed:
                self.close()


def _close(connection: Connection) -> None:
    connection.invalidate()
    connection.close()
