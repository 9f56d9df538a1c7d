"""The ledger in a SQL database: SQLite today, in one file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from atma_overlay.changes import Changeset
from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger.applying import apply
from atma_overlay.ledger.database import Database
from atma_overlay.ledger.reader import SqlReader
from atma_overlay.ledger.stamping import Clock, utc_now
from atma_overlay.ledger.text_index import Fts5Index
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.scope import Scope

__all__ = ["SqlLedger"]

T = TypeVar("T")

_PREFIX = "sqlite:///"
_REMEDY = "pass 'sqlite:///PATH', or 'memory://' for a ledger that outlives nothing"


class SqlLedger:
    """A ledger in a SQLite file; threads and processes may share it.

    Args:
        url: ``sqlite:///relative/path`` or ``sqlite:////absolute/path``, the path as it is, without any quoting;
            created when it is not there.
        clock: gives the recorded time of writes, as aware datetimes.

    Raises:
        InvalidInputError: the URL names no SQLite file.
        LedgerError: the file cannot be opened.
    """

    def __init__(self, url: str, *, clock: Clock = utc_now) -> None:
        self._database = Database(_path(url))
        self._text_index = Fts5Index()
        self._clock = clock
        self._plane = "main"

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """Run `work` on one consistent snapshot of the scope's partition."""
        with self._database.reading() as connection:
            return work(SqlReader(Transaction(connection, (self._plane, *scope.partition)), self._text_index))

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]]) -> T:
        """Run `work` under the write lock, store its changeset whole or not at all, return its second item.

        Raises:
            ConflictError: the changeset does not fit, or a write was started inside a write.
            LedgerError: the file cannot be written; nothing was.
        """
        with self._database.writer.turn(), self._database.writing() as connection:
            transaction = Transaction(connection, (self._plane, *scope.partition))
            changes, answer = work(SqlReader(transaction, self._text_index))
            if not changes.empty:
                apply(transaction, changes, clock=self._clock, text_index=self._text_index)
            if changes.erased:
                self._database.require_rewrite(connection)
        if changes.erased:
            self._database.rewrite()
        return answer

    def plane(self, name: str) -> SqlLedger:
        """The same file, another plane."""
        other = SqlLedger.__new__(SqlLedger)
        other._database, other._text_index, other._clock = self._database, self._text_index, self._clock
        other._plane = name
        return other

    @property
    def rewrite_pending(self) -> bool:
        """Whether erased text may still lie in unused parts of the file: something was in the way of its rewrite.

        The next opening, closing or erasure tries again.
        """
        return self._database.rewrite_pending

    def close(self) -> None:
        """Close the file for every plane of it."""
        self._database.close()


def _path(url: str) -> Path:
    path = url.removeprefix(_PREFIX)
    if path == url or not path or path.startswith((":memory:", "file:")) or "?" in path:
        raise InvalidInputError("ledger", f"{url!r} names no SQLite file: {_REMEDY}")
    return Path(path)
