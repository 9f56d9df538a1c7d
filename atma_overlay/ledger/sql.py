"""The ledger in a SQL database: a SQLite file, or a schema of a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from atma_overlay.changes import Changeset
from atma_overlay.errors import AtmaError, ConflictError, LedgerError
from atma_overlay.ledger.answers import Answers, Mark
from atma_overlay.ledger.applying import apply
from atma_overlay.ledger.before_writing import Head, head_of, targets_of
from atma_overlay.ledger.database import Database
from atma_overlay.ledger.erasures import notice
from atma_overlay.ledger.faults import InterruptedTransactionError
from atma_overlay.ledger.instants import instant_of, moment_of
from atma_overlay.ledger.kept_rows import KeptRows
from atma_overlay.ledger.long_work import TakesLongError, off_the_lock
from atma_overlay.ledger.notes import note_of
from atma_overlay.ledger.reader import SqlReader
from atma_overlay.ledger.sqlite_file import file_of
from atma_overlay.ledger.stamping import Clock, next_instant, next_revision, utc_now
from atma_overlay.ledger.store import Key, Store
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed

__all__ = ["SqlLedger"]

T = TypeVar("T")
Work = Callable[[LedgerReader], tuple[Changeset, T]]

_TIMES_MORE = Retrying(
    retry=retry_if_exception_type(InterruptedTransactionError),
    stop=stop_after_attempt(3),
    wait=wait_random_exponential(multiplier=0.05, max=1),
    reraise=True,
)


class SqlLedger:
    """A ledger in a SQLite file or in PostgreSQL; threads and processes may share it.

    Args:
        url: ``sqlite:///relative/path`` or ``sqlite:////absolute/path``, the path as it is, without any quoting,
            created when it is not there; or ``postgresql+psycopg://USER:PASSWORD@HOST:PORT/DATABASE``, with
            ``?schema=NAME`` where its tables are not to stand in the schema ``atma``. ``sqlcipher:///path`` is a file
            whose pages SQLCipher encrypts.
        key: the passphrase of an encrypted file; by default what the variable ``ATMA_LEDGER_KEY`` holds.
        clock: gives the recorded time of writes, as aware datetimes.

    Raises:
        InvalidInputError: the URL names no SQLite file and no PostgreSQL database, or there is no passphrase.
        MissingExtraError: psycopg is not installed, or SQLCipher's driver.
        LedgerError: the file cannot be opened, or the server cannot be used.
    """

    @typed
    def __init__(self, url: str, *, clock: Clock = utc_now, key: str | None = None) -> None:
        on_a_server = url.startswith("postgresql")
        self._database: Store = _postgres(url) if on_a_server else Database(file_of(url, key=key))
        self._clock = clock
        self._plane = "main"
        self._kept = KeptRows()

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """Run `work` on one consistent snapshot of the scope's partition."""
        answer: T = _several_times(self._read_once, self._key(scope), work)
        return answer

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], *, durable: bool = True) -> T:
        """Run `work` under the write lock, store its changeset whole or not at all, return its second item.

        Where the database ends the transaction before its commit, `work` is run again.

        Raises:
            ConflictError: the changeset does not fit, or a write was started inside a write.
            LedgerError: nothing was written; or, where the message says so, the connection was lost while the
                database was committing, and only a read can tell.
        """
        key = self._key(scope)
        try:
            changes, answer = self._written(key, durable, work, unhurried=False)
        except TakesLongError:
            write: Callable[[Work[T], bool], tuple[Changeset, T]] = partial(self._written, key, durable)
            changes, answer = off_the_lock(work, read=partial(self.read, scope), write=write)
            if not changes.erased:  # who erased meanwhile found the snapshot in the way
                self._database.catch_up()
        if changes.erased:
            self._kept.drop()
            self._database.rewrite()
        return answer

    def plane(self, name: str) -> SqlLedger:
        """The same database, another plane."""
        other = SqlLedger.__new__(SqlLedger)
        other._database, other._clock, other._plane, other._kept = self._database, self._clock, name, self._kept
        return other

    @property
    def rewrite_pending(self) -> bool:
        """Whether erased text may still lie in unused parts of a file: something was in the way of its rewrite.

        The next opening, closing or erasure tries again, and of a large file `vacuum` alone.
        """
        return self._database.rewrite_pending

    def residue(self) -> tuple[str, ...]:
        """See `atma_overlay.ports.ledger.Residual`."""
        return self._database.residue()

    def vacuum(self) -> tuple[str, ...]:
        """Write a file anew, so that no unused part of it holds erased text; gives what is left or was in the way.

        An erasure does so itself where the file is small. Of a large one writes wait a second every 100 MB or so, and
        those of other processes fail after ten: choose a quiet hour. A server's tables are left to their owner.

        Raises:
            ConflictError: called from inside a write.
            LedgerError: the file cannot be read.
        """
        return self._database.vacuum()

    def settle(self, *, records: int) -> None:
        """See `atma_overlay.ports.ledger.Settling`."""
        self._database.settle(rows=records)

    def close(self) -> None:
        """Close the database for every plane of it."""
        self._database.close()

    def _key(self, scope: Scope) -> Key:
        return (self._plane, *scope.partition)

    def _read_once(self, key: Key, work: Callable[[LedgerReader], T]) -> T:
        kept = self._kept.of(key)
        with self._database.reading() as connection:
            transaction = Transaction(connection, key)
            self._database.foresee(transaction, met=bool(kept.rows))
            erasures = partial(self._database.erasures, transaction, writing=False)
            reader = SqlReader(
                transaction, self._database.text_index, kept, ledger=self._database.name, erasures=erasures
            )
            answer = self._worked(work, reader, erasures)
            counted = erasures()
        notice(self._database.name, counted)
        self._kept.add(key, kept, reader.new, reader.answers)
        return answer

    def _worked(self, work: Callable[[LedgerReader], T], reader: SqlReader, erasures: Callable[[], int]) -> T:
        """Run it; what it refuses, it may refuse because another process has erased what it is about."""
        try:
            return work(reader)
        except AtmaError as error:
            if not isinstance(error, LedgerError):  # which may have ended the transaction
                notice(self._database.name, erasures())
            raise

    def _written(self, key: Key, durable: bool, work: Work[T], unhurried: bool) -> tuple[Changeset, T]:  # noqa: FBT001
        write = partial(_several_times, self._write_once, key, work, durable, unhurried)
        stored: tuple[Changeset, T]
        try:
            stored = write(True)
        except ConflictError:
            stored = write(False)
        return stored

    def _write_once(
        self,
        key: Key,
        work: Work[T],
        durable: bool,  # noqa: FBT001 - inner
        unhurried: bool,  # noqa: FBT001 - inner
        supposing: bool,  # noqa: FBT001 - inner
    ) -> tuple[Changeset, T]:
        """One transaction.

        Where it is `supposing`, it does not ask what is known or new as a rule; a `ConflictError` is then no last word.
        Where it is `unhurried`, its work may take long under the lock.
        """
        text_index, kept = self._database.text_index, self._kept.of(key)
        stored: _Stored | None = None
        with self._database.writing(key, durable=durable) as connection:
            transaction = Transaction(connection, key)
            head = _Head(transaction)
            reader = SqlReader(
                transaction, text_index, kept, ledger=self._database.name, mark=head.mark, hurried=not unhurried
            )
            erasures = partial(self._database.erasures, transaction, writing=True)
            changes, answer = self._worked(work, reader, erasures)
            noted = self._noted(transaction, changes, kept.answers) if supposing else None
            if noted is None:
                targets = targets_of(transaction, changes, reader.standing, supposing=supposing)
                # Not before all is read: a server answers the first question that is put together with the lock.
                notice(self._database.name, erasures())
                if changes.empty:
                    connection.rollback()
                else:
                    mark, opened = apply(
                        transaction, changes, head=head.told(), targets=targets, met=reader.standing, clock=self._clock,
                        text_index=text_index,
                    )  # fmt: skip
                    stored = _Stored(head.mark(), mark, opened)
                if changes.erases:
                    self._database.note_erasure(connection, text_is_left=bool(changes.erased))
        if noted is not None:
            stored = noted()
        if not changes.erases:
            self._kept.add(key, kept, reader.new, reader.answers)
            if stored is not None:
                after = partial(
                    Answers.after, mark=stored.after, changes=changes, opened=stored.opened, met=reader.standing
                )
                self._kept.move(key, kept, stored.opened, before=stored.before, after=after)
        return changes, answer

    def _noted(
        self, transaction: Transaction, changes: Changeset, known: Answers | None
    ) -> Callable[[], _Stored] | None:
        """Have a note stored at once, by where the partition stood last; what is given tells whether that held."""
        note = note_of(changes)
        if note is None or known is None or known.mark == (0, 0):
            return None
        before = known.mark
        instant = next_instant(self._clock(), moment_of(before[1]), changes)
        after = (next_revision(before[0], changes), instant_of(instant))
        told = self._database.noted(transaction, note, before=before, after=after)
        if told is None:
            return None

        def stored() -> _Stored:
            done, erasures = told()
            notice(self._database.name, erasures)
            if not done:
                raise ConflictError("the partition was written to meanwhile: read again")
            return _Stored(before, after)

        return stored


class _Head:
    """Where the partition of a transaction stands before it writes, asked for once, and only where it is needed."""

    __slots__ = ("_found", "_transaction")

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._found: Head | None = None

    def told(self) -> Head:
        if self._found is None:
            self._found = head_of(self._transaction)
        return self._found

    def mark(self) -> Mark:
        mark = self.told().mark
        return mark if mark[0] else (0, 0)  # of a server's row that the lock has made


@dataclass(frozen=True, slots=True)
class _Stored:
    """What a write did: where the partition stood before it and after, and statements with versions that it opened."""

    before: Mark
    after: Mark
    opened: Collection[Held] = ()


def _several_times(work: Callable[..., T], *parts: object) -> T:
    """Run it, and again where the database ended it; tenacity is asked only then, since it costs a write's tenth."""
    try:
        return work(*parts)
    except InterruptedTransactionError:
        answer: T = _TIMES_MORE(work, *parts)
        return answer


def _postgres(url: str) -> Store:
    from atma_overlay.ledger.postgres import PostgresDatabase  # noqa: PLC0415 - of no use to who has a file

    return PostgresDatabase(url)
