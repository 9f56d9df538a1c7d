"""The statements of one partition on one connection."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Executable, Table, and_, bindparam

from atma_overlay.ledger import prepared
from atma_overlay.ledger.encoding import Row
from atma_overlay.ledger.faults import raise_translated, translated
from atma_overlay.ledger.tables import SCOPE
from atma_overlay.records import Slot

T = TypeVar("T")
V = TypeVar("V")

CHUNK = 500
"""How many values one `IN` list holds."""
SQLITE_CHUNK = 64
"""The same on SQLite, whose planner knows a user by the averages that the schema gives it, of a thousand rows each:
for a longer list it reads all of the user's rows instead of looking up each value, however many those rows are."""


_BOUND = tuple(f"scope_{column}" for column in SCOPE)


def scoped(*tables: Table) -> ColumnElement[bool]:
    """The condition that confines a statement to the partition of its transaction."""
    columns = zip(SCOPE, _BOUND, strict=True)
    return and_(*(table.c[column] == bindparam(name) for column, name in columns for table in tables))


def bound_to(key: tuple[str, str, str]) -> dict[str, object]:
    """The values of `scoped` conditions."""
    return dict(zip(_BOUND, key, strict=True))


class Transaction:
    """One partition of a database, read and written by prebuilt statements that carry `scoped` conditions.

    Args:
        connection: with its transaction begun.
        key: (plane, tenant, user).
    """

    def __init__(self, connection: Connection, key: tuple[str, str, str]) -> None:
        self.connection = connection
        self.key = key
        self._is_file = connection.dialect.name == "sqlite"
        self._chunk = SQLITE_CHUNK if self._is_file else CHUNK
        self._direct = prepared.direct(connection)
        self._file = self._direct if isinstance(self._direct, prepared.File) else None
        self._scope = bound_to(key)

    def fetch(self, statement: Executable, build: Callable[[Sequence[Any]], T], **parameters: object) -> list[T]:
        """The rows of a statement, built into records."""
        values = {**self._scope, **parameters}
        try:
            if self._direct is None:
                return [build(row) for row in self.connection.execute(statement, values).all()]
            rows = self._direct.rows(statement, values)
            return cast("list[T]", rows) if build is tuple else [build(row) for row in rows]
        except Exception as error:
            raise_translated(error)

    def fetch_in(
        self,
        statement: Executable,
        build: Callable[[Sequence[Any]], T],
        values: Collection[object],
        **parameters: object,
    ) -> list[T]:
        """The rows of a statement with an `IN` list bound as `values`, however many they are."""
        wanted = list(dict.fromkeys(values))
        if len(wanted) <= self._chunk:
            return self.fetch(statement, build, values=wanted, **parameters) if wanted else []
        found: list[T] = []
        for chunk in chunks(wanted, self._chunk):
            found += self.fetch(statement, build, values=chunk, **parameters)
        return found

    def fetch_each(self, *asked: tuple[Executable, Callable[[Sequence[Any]], Any], Collection[object]]) -> list[Any]:
        """The rows of several statements with `IN` lists, as of `fetch_in`, for one turn of a server."""
        found: list[list[Any]] = [[] for _ in asked]
        questions = [
            (number, statement, {**self._scope, "values": chunk})
            for number, (statement, _, values) in enumerate(asked)
            for chunk in chunks(dict.fromkeys(values), self._chunk)
        ]
        if not questions:
            return found
        if self._direct is None:
            for number, statement, values in questions:
                found[number] += self.fetch(statement, asked[number][1], values=values["values"])
            return found
        try:
            answers = self._direct.each([(statement, values) for _, statement, values in questions])
            for (number, *_), rows in zip(questions, answers, strict=True):
                found[number] += map(asked[number][1], rows)
        except Exception as error:
            raise_translated(error)
        return found

    def foresee(self, statement: Executable, **parameters: object) -> None:
        """Say that a statement will be fetched with these, before something is written in this transaction."""
        if self._direct is not None:
            with translated():
                self._direct.foresee(statement, {**self._scope, **parameters})

    def ahead(self) -> Transaction | None:
        """The same transaction where what is fetched is foreseen instead, and answers nothing; None for a file."""
        return None if self._direct is None or self._is_file else _Ahead(self.connection, self.key)

    def fetch_in_slots(
        self,
        statement: Executable,
        build: Callable[[Sequence[Any]], T],
        slots: Collection[Slot],
        **parameters: object,
    ) -> list[T]:
        """The rows of a statement with a list of slots, see `queries`."""
        found: list[T] = []
        for chunk in chunks(sorted({(slot.subject, slot.attribute) for slot in slots}), self._chunk):
            subjects, attributes = (list(dict.fromkeys(names)) for names in zip(*chunk, strict=True))
            lists = {"values": chunk, "subjects": subjects, "attributes": attributes}
            found += self.fetch(statement, build, **lists, **parameters)
        return found

    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        """Append rows, without the scope's columns."""
        if rows:
            try:
                if self._file is not None:
                    self._file.append(prepared.into(table), self.key, rows)
                elif self._direct is not None:
                    self._direct.insert(table, self._columns(), rows)
                else:
                    self.connection.execute(prepared.into(table), self._whole(rows))
            except Exception as error:
                raise_translated(error)

    def put(self, table: Table, rows: Sequence[Row], *, changing: Sequence[str]) -> None:
        """Append rows; of one whose key is there these columns are changed, or nothing where none is named."""
        if rows:
            try:
                if self._file is not None:
                    self._file.append(prepared.over(table, tuple(changing)), self.key, rows)
                elif self._direct is not None:
                    self._direct.put(table, self._columns(), rows, changing)
                else:
                    self.connection.execute(prepared.over(table, tuple(changing)), self._whole(rows))
            except Exception as error:
                raise_translated(error)

    def _columns(self) -> dict[str, str]:
        return dict(zip(SCOPE, self.key, strict=True))

    def _whole(self, rows: Sequence[Row]) -> list[Row]:
        columns = self._columns()
        return [{**columns, **row} for row in rows]

    def change(self, statement: Executable, parameters: Iterable[Row]) -> None:
        """Run an update or a delete once for each set of parameters."""
        batch = [{**self._scope, **row} for row in parameters]
        if batch:
            try:
                if self._direct is None:
                    self.connection.execute(statement, batch)
                else:
                    self._direct.change(statement, batch)
            except Exception as error:
                raise_translated(error)

    def changes_one(self, statement: Executable, **parameters: object) -> bool:
        """Run an update that changes one row at most, of a file; whether it did."""
        values = {**self._scope, **parameters}
        try:
            if self._file is None:
                return self.connection.execute(statement, values).rowcount > 0
            return self._file.change(statement, [values]) > 0
        except Exception as error:
            raise_translated(error)


class _Ahead(Transaction):
    def fetch(self, statement: Executable, build: Callable[[Sequence[Any]], T], **parameters: object) -> list[T]:
        """Nothing yet."""
        self.foresee(statement, **parameters)
        return []


def chunks(values: Iterable[V], length: int = CHUNK) -> Iterator[list[V]]:
    """The values in lists of a length; by default one that fits an `IN` list."""
    rest = iter(values)
    while chunk := list(islice(rest, length)):
        yield chunk
