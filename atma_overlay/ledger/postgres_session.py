"""What a ledger says to a PostgreSQL server within a transaction, in as few turns as there are answers to wait for.

The beginning of a transaction goes with its first read, and what is written with the next read or with the commit. An
error of something that was written is raised there, as its own: it names its constraint, and nothing after it was done.
A transaction that only read is ended without waiting: its connection hears of that when it is used next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
        settings: a statement that every transaction begins with, where the connection keeps none.
        prepares, closes: see `Pipeline`.
    """

    def __init__(
        self, raw: Any, dialect: Dialect, *, settings: str | None = None, prepares: bool = True, closes: bool = True
    ) -> None:
        self._raw, self._settings = raw, settings
        self._pipeline = Pipeline(raw, prepares=prepares, closes=closes)
        self._translated = _Translated(raw, dialect)
        self._answers: dict[_Question, Rows] = {}
        self._foreseen: dict[_Question, Asked] = {}
        self._claim: Callable[[], None] | None = None
        self._noted: Callable[[], None] | None = None
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
            if self._noted is not None:
                self._noted()
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
            # What the server says against a statement before it keeps the commit from being done; what somebody says of
            # the connection (class 08), a pooler who has lost the server, does not tell.
            state = getattr(error.orig, "sqlstate", None)
            refused = commit.result is None and state is not None and not state.startswith("08")
            with translated() if refused else committing():
                raise

    def claim(self, statement: Executable, values: Values, *, then: tuple[Executable, Values]) -> None:
        """Lock a row, or append it, before anything else is said; that is no change yet.

        Args:
            statement: locks.
            values: of its parameters.
            then: a read that is foreseen behind it.
        """

        def claim() -> None:
            prepared = writing(statement, tuple(values))
            self.say(prepared.text, prepared.bound(values))
            self._hurry()
            self.foresee(*then)

        self._claim = claim

    @property
    def untouched(self) -> bool:
        """Whether nothing is asked or changed yet that waits for the lock."""
        return self._claim is not None

    def note(self, prepared: Prepared, values: Values) -> Callable[[], Rows]:
        """Change something by a statement that locks for itself; what it answers is told after the commit."""
        self._claim, self._changed = None, True
        asked = self.say(prepared.text, prepared.bound(values))
        found: Rows = []

        def noted() -> None:  # as long as the connection is nobody else's: it reads one answer at a time
            found.extend(self._answer(prepared, asked))

        self._noted = noted
        return lambda: found

    def rows(self, statement: Executable, values: Values) -> Rows:
        """What a read finds, with all that was said before it done."""
        self._claimed()
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
        self._claimed()
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

    def insert(self, table: Table, scope: Values, rows: Sequence[Values]) -> None:
        """See `Direct.insert`."""
        self._change(inserting(table, tuple(rows[0])), {**scope, "rows": rows_of(table, rows)})

    def put(self, table: Table, scope: Values, rows: Sequence[Values], changing: Sequence[str]) -> None:
        """See `Direct.put`."""
        self._change(putting(table, tuple(rows[0]), tuple(changing)), {**scope, "rows": rows_of(table, rows)})

    def say(self, text: str, bound: Sequence[Any] = ()) -> Asked:
        """A statement that answers nothing; it is sent, and not waited for."""
        self._answers.clear()
        self._foreseen.clear()
        with self._translated:
            return self._pipeline.say(text, bound)

    def _change(self, prepared: Prepared, values: Values) -> None:
        self._claimed()
        self._changed = True
        self.say(prepared.text, prepared.bound(values))

    def _claimed(self) -> None:
        claim, self._claim = self._claim, None
        if claim is not None:
            claim()

    def _ask(self, prepared: Prepared, bound: Sequence[Any]) -> Asked:
        """Send a read; nothing is waited for yet."""
        with self._translated:
            return self._pipeline.say(prepared.text, bound)

    def _answer(self, prepared: Prepared, asked: Asked) -> Rows:
        with self._translated:
            found = self._pipeline.rows(asked)
        return prepared.read(found)

    def _begin(self, *begin: str) -> None:
        self._claim, self._noted, self._changed = None, None, False
        with translated(), self._translated:
            self._settle()
        first, *rest = begin
        for statement in (first, self._settings, *rest):
            if statement is not None:
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
