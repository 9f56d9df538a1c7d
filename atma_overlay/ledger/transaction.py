"""The statements of one partition on one connection."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Insert, Table, and_, bindparam, insert

from atma_overlay.ledger import prepared
from atma_overlay.ledger.encoding import Row
from atma_overlay.ledger.faults import translated
from atma_overlay.ledger.tables import SCOPE
from atma_overlay.records import Slot

T = TypeVar("T")
V = TypeVar("V")

CHUNK = 500
"""How many values one `IN` list holds."""


def scoped(*tables: Table) -> ColumnElement[bool]:
    """The condition that confines a statement to the partition of its transaction."""
    return and_(*(table.c[column] == bindparam(f"scope_{column}") for table in tables for column in SCOPE))


@cache
def _into(table: Table) -> Insert:
    return insert(table)


class Transaction:
    """One partition of a database, read and written by prebuilt statements that carry `scoped` conditions.

    Args:
        connection: with its transaction begun.
        key: (plane, tenant, user).
    """

    def __init__(self, connection: Connection, key: tuple[str, str, str]) -> None:
        self.connection = connection
        self.key = key
        self._dialect = connection.dialect
        self._prepares = self._dialect.name == "postgresql"
        self._below = prepared.below(connection)
        self._columns = dict(zip(SCOPE, key, strict=True))
        self._scope = {f"scope_{column}": value for column, value in self._columns.items()}

    def fetch(self, statement: Executable, build: Callable[[Sequence[Any]], T], **parameters: object) -> list[T]:
        """The rows of a statement, built into records."""
        values = {**self._scope, **parameters}
        with translated():
            if self._below is None:
                return [build(row) for row in self.connection.execute(statement, values).all()]
            return [build(row) for row in prepared.rows(self._below, self._dialect, statement, values)]

    def fetch_in(
        self,
        statement: Executable,
        build: Callable[[Sequence[Any]], T],
        values: Collection[object],
        **parameters: object,
    ) -> list[T]:
        """The rows of a statement with an `IN` list bound as `values`, however many they are."""
        found: list[T] = []
        for chunk in chunks(dict.fromkeys(values)):
            found += self.fetch(statement, build, values=self._rounded(chunk), **parameters)
        return found

    def fetch_in_slots(
        self,
        statement: Executable,
        build: Callable[[Sequence[Any]], T],
        slots: Collection[Slot],
        **parameters: object,
    ) -> list[T]:
        """The rows of a statement with a list of slots, see `queries`."""
        found: list[T] = []
        for chunk in chunks(sorted({(slot.subject, slot.attribute) for slot in slots})):
            subjects, attributes = (list(dict.fromkeys(names)) for names in zip(*chunk, strict=True))
            lists = {"values": chunk, "subjects": subjects, "attributes": attributes}
            rounded = {name: self._rounded(values) for name, values in lists.items()}
            found += self.fetch(statement, build, **rounded, **parameters)
        return found

    def _rounded(self, values: list[V]) -> list[V]:
        """A list as long as a power of two, its last value repeated: so the server prepares few statements."""
        if not self._prepares:
            return values
        return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values))

    def insert(self, table: Table, rows: Iterable[Row]) -> None:
        """Append rows."""
        batch = [{**self._columns, **row} for row in rows]
        if batch:
            with translated():
                self._run(_into(table), batch)

    def change(self, statement: Executable, parameters: Iterable[Row]) -> None:
        """Run an update or a delete once for each set of parameters."""
        batch = [{**self._scope, **row} for row in parameters]
        if batch:
            with translated():
                self._run(statement, batch)

    def _run(self, statement: Executable, batch: Sequence[Row]) -> None:
        if self._below is None:
            self.connection.execute(statement, batch)
        else:
            prepared.run(self._below, self._dialect, statement, batch)


def chunks(values: Iterable[V], length: int = CHUNK) -> Iterator[list[V]]:
    """The values in lists of a length; by default one that fits an `IN` list."""
    rest = iter(values)
    while chunk := list(islice(rest, length)):
        yield chunk
