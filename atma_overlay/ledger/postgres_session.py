"""What a ledger says to a PostgreSQL server within a transaction, in as few turns as there are answers to wait for.

The beginning of a transaction goes with its first read, and what is written with the next read or with the commit. An
error of something that was written is raised there, as its own: it names its constraint, and nothing after it was done.
A transaction that only read is ended without waiting: its connection hears of that when it is used next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Dialect, Executable, Table
from sqlalchemy.exc import DBAPIError

from atma_overlay.ledger.faults import committing, translated
from atma_overlay.ledger.postgres_pipeline import Asked, Pipeline
from atma_overlay.ledger.postgres_statements import Prepared, Values, inserting, putting, reading, rows_of, writing

__all__ = ["PostgresSession"]

Rows = list[tuple[Any, ...]]
_Question = tuple[Any, ...]


class PostgresSession:
    """One connection's statements.

    Within a transaction the same question is put once: what a partition holds changes by this very transaction alone,
    since a read has a snapshot and a write its partition's lock.

    Args:
        raw: the connection of psycopg.
        dialect: SQLAlchemy's, by which it tells what went wrong.
    """

    def __init__(self, raw: Any, dialect: Dialect) -> None:
        self._raw = raw
        self._pipeline = Pipeline(raw)
        self._translated = _Translated(raw, dialect)
        self._answers: dict[_Question, Rows] = {}
        self._foreseen: dict[_Question, Asked] = {}
        self._changed = False

    @property
    def closed(self) -> bool:
        """Whether it can be used no more."""
        return bool(self._raw.closed)

    @contextmanager
    def reading(self, begin: str) -> Iterator[None]:
        """A transaction that writes nothing, from the statement that begins it on."""
        try:
            self._begin(begin)
            yield
            with translated():
                self.say("COMMIT")
                with self._translated:
                    self._pipeline.end()
        except BaseException as error:
            self._abandon(error)
            raise

    @contextmanager
    def writing(self, *begin: str) -> Iterator[None]:
        """A transaction from the statements that begin it on; committed at the end if anything was changed."""
        try:
            self._begin(*begin)
            yield
            if not self._changed:
                self._pipeline.abandon()
                return
            self._hurry()  # what is lost before the commit is surely not stored
            self._commit()
        except BaseException as error:
            self._abandon(error)
            raise

    def _commit(self) -> None:
        commit = Asked()
        try:
            with self._translated:
                commit = self.say("COMMIT")
                self._pipeline.end()
                self._pipeline.settle()
        except DBAPIError as error:
            # What the server says against a statement before it keeps the commit from being done.
            refused = commit.result is None and getattr(error.orig, "sqlstate", None) is not None
            with translated() if refused else committing():
                raise

    def claim(self, statement: Executable, values: Values) -> None:
        """Lock a row, or append it; that is no change yet."""
        prepared = writing(statement, tuple(values))
        self.say(prepared.text, prepared.bound(values))
        self._hurry()

    def rows(self, statement: Executable, values: Values) -> Rows:
        """What a read finds, with all that was said before it done."""
        prepared = reading(statement)
        bound = prepared.bound(values)
        question = (prepared.text, bound)
        found = self._answers.get(question)
        if found is None:
            asked = self._foreseen.pop(question, None) or self._ask(prepared, bound)
            found = self._answers[question] = self._answer(prepared, asked)
        return found

    def each(self, asked: Sequence[tuple[Executable, Values]]) -> list[Rows]:
        """See `Direct.each`; one turn for all."""
        for statement, values in asked:
            self.foresee(statement, values)
        return [self.rows(statement, values) for statement, values in asked]

    def foresee(self, statement: Executable, values: Values) -> None:
        """See `Direct.foresee`; it is sent with what is said next."""
        prepared = reading(statement)
        bound = prepared.bound(values)
        question = (prepared.text, bound)
        if question not in self._answers and question not in self._foreseen:
            self._foreseen[question] = self._ask(prepared, bound)

    def change(self, statement: Executable, batch: Sequence[Values]) -> None:
        """Run an update or a delete for each set of values."""
        prepared = writing(statement, tuple(batch[0]))
        for values in batch:
            self._change(prepared, values)

    def insert(self, table: Table, batch: Sequence[Values]) -> None:
        """Append rows, which all have the same columns."""
        self._insert(inserting(table, tuple(batch[0])), table, batch)

    def put(self, table: Table, batch: Sequence[Values], changing: Sequence[str]) -> None:
        """See `Direct.put`."""
        self._insert(putting(table, tuple(batch[0]), tuple(changing)), table, batch)

    def say(self, text: str, bound: Sequence[Any] = ()) -> Asked:
        """A statement that answers nothing; it is sent, and not waited for."""
        self._answers.clear()
        self._foreseen.clear()
        with self._translated:
            return self._pipeline.say(text, bound)

    def _insert(self, prepared: Prepared, table: Table, batch: Sequence[Values]) -> None:
        self._change(prepared, {**batch[0], "rows": rows_of(table, batch)})

    def _change(self, prepared: Prepared, values: Values) -> None:
        self._changed = True
        self.say(prepared.text, prepared.bound(values))

    def _ask(self, prepared: Prepared, bound: Sequence[Any]) -> Asked:
        """Send a read; nothing is waited for yet."""
        with self._translated:
            return self._pipeline.say(prepared.text, bound)

    def _answer(self, prepared: Prepared, asked: Asked) -> Rows:
        with self._translated:
            found = self._pipeline.rows(asked)
        return prepared.read(found)

    def _begin(self, *begin: str) -> None:
        self._changed = False
        with translated(), self._translated:
            self._settle()
        for statement in begin:
            with translated():
                self.say(statement)

    def _settle(self) -> None:
        """Hear what became of the read before this one; of what failed there only a lost connection matters here."""
        try:
            self._pipeline.settle()
        except Exception:
            self._pipeline.abandon()
            if self.closed:
                raise

    def _hurry(self) -> None:
        with translated(), self._translated:
            self._pipeline.hurry()

    def _abandon(self, error: BaseException) -> None:
        # Whoever is interrupted waits for nothing any more.
        if isinstance(error, Exception):
            self._pipeline.abandon()
        else:
            self._pipeline.close()


class _Translated:
    """Raises what the driver raises as SQLAlchemy does, without a value of any parameter."""

    __slots__ = ("_dialect", "_errors", "_raw")

    def __init__(self, raw: Any, dialect: Dialect) -> None:
        self._raw, self._dialect = raw, dialect
        self._errors = dialect.loaded_dbapi.Error

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._errors):
            gone = self._dialect.is_disconnect(error, self._raw, None)
            raise DBAPIError.instance(
                None, None, error, self._errors, hide_parameters=True, connection_invalidated=gone
            ) from None
