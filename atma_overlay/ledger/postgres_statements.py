"""The texts of a ledger's statements for PostgreSQL, made once, in forms whose plans do not depend on statistics.

A list of values is one array, so that one prepared statement serves every length. A read looks each value up by itself
(`unnest … JOIN LATERAL`): for a list the planner may prefer to walk everything that a scope holds, since it takes a
scope for small; behind the `OFFSET 0` it has one equality for each column of an index to work with. Rows are inserted
from one JSON array for each table, whatever their number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Executable, Table, any_, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql.compiler import SQLCompiler

from atma_overlay.ledger.postgres_lookups import DIALECT, LISTS, form_of, listed, one_by_one, replaced
from atma_overlay.ledger.prepared import KEPT
from atma_overlay.ledger.tables import SCOPE
from atma_overlay.ledger.words import ESCAPE, Lookup, Words, escaped, shortened, unescaped

__all__ = ["Prepared", "Values", "inserting", "putting", "reading", "rows_of", "writing"]

Values = Mapping[str, Any]
Place = Callable[[Values], Any]

_PAIRED = {"subjects": 0, "attributes": 1}
"""The parts of a pair in `values`, which are looked up together."""
_UNSAFE = "\\u000"
"""How `json.dumps` begins what `Words` escapes."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as the server reads it, the value of each of its places, and the columns that hold texts."""

    text: str
    places: tuple[Place, ...]
    texts: tuple[int, ...] = ()

    def bound(self, values: Values) -> tuple[Any, ...]:
        """The values in the order of the text's places; a list is a tuple there."""
        return tuple([place(values) for place in self.places])

    def read(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """The rows with their texts as they were given to the ledger."""
        texts = self.texts
        if ESCAPE not in "".join([row[n] for row in rows for n in texts if row[n] is not None]):
            return rows
        return list(map(self._unescaped, rows))

    def _unescaped(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(unescaped(value) if n in self.texts else value for n, value in enumerate(row))


@lru_cache(maxsize=KEPT)
def reading(statement: Executable) -> Prepared:
    """A `SELECT` with or without a list of values."""
    single, lists = one_by_one(form_of(statement))
    compiled = _compiled(replaced(single, _in_array))
    texts = tuple(n for n, c in enumerate(compiled._result_columns) if isinstance(c.type, Words))
    places, text = _places(compiled), compiled.string
    if lists:
        arrays = ", ".join(f"${len(places) + number}::TEXT[]" for number in range(1, len(lists) + 1))
        wanted = f"unnest({arrays}) AS wanted({', '.join(lists)})"
        text = f"SELECT found.* FROM {wanted} CROSS JOIN LATERAL ({text} OFFSET 0) AS found"
        places += tuple(map(_listed_values, lists))
    return Prepared(text, places, texts)


@lru_cache(maxsize=KEPT)
def writing(statement: Executable, names: tuple[str, ...]) -> Prepared:
    """An `UPDATE` or a `DELETE` with values of these names."""
    compiled = _compiled(statement, names)
    return Prepared(compiled.string, _places(compiled))


@cache
def inserting(table: Table, names: tuple[str, ...]) -> Prepared:
    """An `INSERT` of any number of rows of these columns, which are given as `rows`: see `rows_of`."""
    kept = [name for name in names if name not in SCOPE]
    columns = ", ".join(_quoted(name) for name in (*SCOPE, *kept))
    types = ", ".join(f"{_quoted(name)} {table.c[name].type.compile(dialect=DIALECT)}" for name in kept)
    given = ", ".join(f"r.{_quoted(name)}" for name in kept)
    scope = ", ".join(f"${number}::TEXT" for number in range(1, len(SCOPE) + 1))
    rows = f"json_to_recordset(${len(SCOPE) + 1}::JSON) AS r({types})" if kept else ""
    text = f"INSERT INTO {table.name} ({columns}) SELECT {scope}, {given} FROM {rows}"
    return Prepared(text, (*(_processed(name, escaped) for name in SCOPE), itemgetter("rows")))


@cache
def putting(table: Table, names: tuple[str, ...], changing: tuple[str, ...], *, where: str = "") -> Prepared:
    """The same, where a row whose key is there has these columns changed, or is left alone where none is named.

    Args:
        table: into which.
        names: the columns of the rows.
        changing: those of them that are changed.
        where: the condition in SQL under which anything is done at all.
    """
    appended = inserting(table, names)
    key = ", ".join(_quoted(column.name) for column in table.primary_key)
    sets = ", ".join(f"{_quoted(name)} = excluded.{_quoted(name)}" for name in changing)
    then = f"UPDATE SET {sets}" if changing else "NOTHING"
    condition = f" WHERE {where}" if where else ""
    return replace(appended, text=f"{appended.text}{condition} ON CONFLICT ({key}) DO {then}")


def rows_of(table: Table, batch: Sequence[Values]) -> str:
    """The rows of a table as the JSON that `inserting` takes, which are given without the scope's columns."""
    rows = batch
    if names := _looked_up(table):
        rows = [{**row, **{name: shortened(row[name]) for name in names}} for row in batch]
    told = _json(rows)
    if _UNSAFE not in told:
        return told
    return _json([{k: escaped(v) if isinstance(v, str) else v for k, v in row.items()} for row in rows])


@cache
def _looked_up(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns if isinstance(column.type, Lookup))


_json: Callable[[Sequence[Values]], str] = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False
).encode


def _in_array(element: Any, **_: Any) -> ColumnElement[bool] | None:
    name = listed(element)
    if name is None:
        return None
    values = {} if name in LISTS else {"value": element.right.value}
    found: ColumnElement[bool] = element.left == any_(bindparam(name, type_=ARRAY(Words), **values))
    return found


def _compiled(statement: Any, names: Sequence[str] | None = None) -> SQLCompiler:
    compiled: SQLCompiler = statement.compile(dialect=DIALECT, column_keys=names)
    return compiled


def _places(compiled: SQLCompiler) -> tuple[Place, ...]:
    return tuple(_place(name, compiled.binds[name]) for name in compiled.positiontup or ())


def _place(name: str, bind: BindParameter[Any]) -> Place:
    if name in LISTS:
        return _listed_values(name)
    process = bind.type.dialect_impl(DIALECT).bind_processor(DIALECT)
    if bind.required:
        return _processed(name, process)
    given = bind.value if process is None else process(bind.value)
    if isinstance(given, list):
        given = tuple(given)
    return lambda _: given


def _processed(name: str, process: Callable[[Any], Any] | None) -> Place:
    return itemgetter(name) if process is None else lambda values: process(values[name])


def _listed_values(name: str) -> Place:
    part = _PAIRED.get(name)
    if part is None:
        return lambda values: tuple([escaped(value) for value in values["values"]])
    return lambda values: tuple([escaped(pair[part]) for pair in values["values"]])


def _quoted(name: str) -> str:
    return DIALECT.identifier_preparer.quote(name)
