"""What a ledger says to a PostgreSQL server within a transaction, in as few turns as there are answers to wait for.

The driver's pipeline carries the beginning of a transaction with its first read, and what is written with the next
read or with the commit. An error of something that was written is raised there, as its own: it names its constraint,
and nothing after it was done. `psycopg` prepares each statement once on each connection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.exc import DBAPIError

from atma_overlay.ledger.faults import committing, translated
from atma_overlay.ledger.postgres_statements import Prepared, Values, inserting, putting, reading, rows_of, writing

__all__ = ["PREPARED_MAX", "PostgresSession"]

PREPARED_MAX = 400
"""Statements that a connection keeps prepared; a ledger has some eighty."""

Rows = list[tuple[Any, ...]]


class PostgresSession:
    """One connection's statements.

    Within a transaction the same question is put once: what a partition holds changes by this very transaction alone,
    since a read has a snapshot and a write its partition's lock.

    Args:
        raw: the connection of psycopg.
        cursor: makes cursors on it that read `$1`, see `psycopg.RawCursor`.
    """

    def __init__(self, raw: Any, cursor: Any) -> None:
        self._raw, self._cursor = raw, cursor
        self._saying = cursor(raw)
        self._translated = _Translated(raw)
        self._answers: dict[tuple[str, ...], Rows] = {}
        self._foreseen: dict[tuple[str, ...], Any] = {}
        raw.prepared_max = PREPARED_MAX

    @contextmanager
    def open(self, connection: Connection, *, begin: str) -> Iterator[None]:
        """A transaction that goes through the pipeline, on SQLAlchemy's connection in its autocommit mode.

        It is committed with the last of what was said, unless SQLAlchemy rolled it back meanwhile.

        Args:
            connection: that of SQLAlchemy on the same one of the driver.
            begin: the statement that begins it.
        """
        self._translated.dialect = connection.dialect
        self._forget()
        ended = False
        with ExitStack() as stack:
            with translated(), self._translated:
                stack.enter_context(self._raw.pipeline())
            try:
                with translated():
                    self.say(begin)
                yield
                ended = True
            finally:
                if not ended:
                    # What was said and not answered yet fails here, and not where the driver logs it with its values.
                    with suppress(Exception):
                        stack.pop_all().close()
            with committing(), self._translated:
                if connection.in_transaction():
                    self.say("COMMIT")
                stack.pop_all().close()

    def rows(self, statement: Executable, values: Values) -> Rows:
        """What a read finds, with all that was said before it done."""
        prepared = reading(statement)
        bound = prepared.bound(values)
        key = _key(prepared, bound)
        if key not in self._answers:
            asked = self._foreseen.pop(key, None) or self._ask(prepared, bound)
            self._answers[key] = self._answer(prepared, asked)
        return self._answers[key]

    def each(self, asked: Sequence[tuple[Executable, Values]]) -> list[Rows]:
        """See `Direct.each`; one turn for all."""
        questions = [(prepared := reading(statement), self._ask(prepared, prepared.bound(v))) for statement, v in asked]
        return [self._answer(prepared, cursor) for prepared, cursor in questions]

    def foresee(self, statement: Executable, values: Values) -> None:
        """See `Direct.foresee`; it is sent with what is said next."""
        prepared = reading(statement)
        bound = prepared.bound(values)
        if (key := _key(prepared, bound)) not in self._answers and key not in self._foreseen:
            self._foreseen[key] = self._ask(prepared, bound)

    def know(self, statement: Executable, values: Values, rows: Sequence[tuple[Any, ...]]) -> None:
        """See `Direct.know`."""
        prepared = reading(statement)
        self._answers[_key(prepared, prepared.bound(values))] = list(rows)

    def change(self, statement: Executable, batch: Sequence[Values]) -> None:
        """Run an update or a delete for each set of values."""
        prepared = writing(statement, tuple(batch[0]))
        for values in batch:
            self.say(prepared.text, prepared.bound(values))

    def insert(self, table: Table, batch: Sequence[Values]) -> None:
        """Append rows, which all have the same columns."""
        self._insert(inserting(table, tuple(batch[0])), table, batch)

    def put(self, table: Table, batch: Sequence[Values], changing: Sequence[str]) -> None:
        """See `Direct.put`."""
        self._insert(putting(table, tuple(batch[0]), tuple(changing)), table, batch)

    def _insert(self, prepared: Prepared, table: Table, batch: Sequence[Values]) -> None:
        self.say(prepared.text, prepared.bound({**batch[0], "rows": rows_of(table, batch)}))

    def say(self, text: str, bound: Sequence[Any] = ()) -> None:
        """A statement that answers nothing; it is sent, and not waited for."""
        self._forget()
        with self._translated:
            # One for all: nobody asks it for an answer, and making one costs as much as sending with it.
            self._saying.execute(text, bound, prepare=bool(bound))

    def _ask(self, prepared: Prepared, bound: Sequence[Any]) -> Any:
        """Send a read; nothing is waited for yet."""
        with self._translated:
            return self._cursor(self._raw).execute(prepared.text, bound, prepare=True, binary=True)

    def _answer(self, prepared: Prepared, asked: Any) -> Rows:
        with self._translated:
            found = asked.fetchall()
        return prepared.read(found)

    def _forget(self) -> None:
        self._answers.clear()
        self._foreseen.clear()


class _Translated:
    """Raises what the driver raises as SQLAlchemy does, without a value of any parameter."""

    __slots__ = ("_raw", "dialect")

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self.dialect: Any = None

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        errors = self.dialect.loaded_dbapi.Error
        if isinstance(error, errors):
            gone = self.dialect.is_disconnect(error, self._raw, None)
            raise DBAPIError.instance(
                None, None, error, errors, hide_parameters=True, connection_invalidated=gone
            ) from None


def _key(prepared: Prepared, bound: Sequence[Any]) -> tuple[str, ...]:
    """What a question is known by."""
    return (prepared.text, *map(repr, bound))
