"""Reads of a SQLite file without a compilation each time: a statement's text, and where its values stand in it.

SQLAlchemy expands the lists of a statement anew at every run, which costs several times what SQLite itself does.
Here the text is kept by the lengths of its lists, which are rounded up to powers of two so that few texts serve all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler

KEPT = 512
"""How many texts are kept; a ledger has some forty statements of at most three lists each."""

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Place:
    """Which of the values stands at a place: a parameter's, or one of its list's, or one of a pair in its list."""

    name: str
    index: int | None = None
    part: int | None = None

    def value(self, values: Values) -> Any:
        found = values[self.name]
        if self.index is not None:
            found = found[self.index]
        return found if self.part is None else found[self.part]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A value that the statement itself brings."""

    given: Any

    def value(self, _: Values) -> Any:
        return self.given


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as the database reads it, with the places of its values and what its columns are turned into."""

    text: str
    places: tuple[_Place | _Fixed, ...]
    converters: tuple[tuple[int, Callable[[Any], Any]], ...]

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """The rows, as tuples."""
        # SQLAlchemy's own type for what lies under a connection says no more than that it is one.
        raw: Any = connection.connection.dbapi_connection
        found: list[tuple[Any, ...]] = raw.execute(self.text, [p.value(values) for p in self.places]).fetchall()
        return [self._converted(row) for row in found] if self.converters else found

    def _converted(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        out = list(row)
        for column, convert in self.converters:
            out[column] = convert(out[column])
        return tuple(out)


def rows(connection: Connection, statement: Executable, values: Values) -> list[tuple[Any, ...]] | None:
    """The rows of a statement; None where SQLAlchemy has to run it: another database, or somebody listens to it."""
    dialect = connection.dialect
    if dialect.name != "sqlite" or connection.dispatch.before_cursor_execute:
        return None
    padded = {name: _padded(v) if isinstance(v, list) else v for name, v in values.items()}
    shape = tuple((name, _shape(v)) for name, v in padded.items())
    return _prepared(statement, dialect, shape).rows(connection, padded)


def run(connection: Connection, statement: Executable, batch: Sequence[Values]) -> bool:
    """Run a write once for each set of values; False where SQLAlchemy has to, as with `rows`.

    Every set has the same names.
    """
    dialect = connection.dialect
    if dialect.name != "sqlite" or connection.dispatch.before_cursor_execute:
        return False
    found = _written(statement, dialect, tuple(batch[0]))
    raw: Any = connection.connection.dbapi_connection
    raw.executemany(found.text, [[place.value(values) for place in found.places] for values in batch])
    return True


@lru_cache(maxsize=KEPT)
def _written(statement: Executable, dialect: Dialect, names: Sequence[str]) -> Prepared:
    compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=list(names))  # type: ignore[attr-defined]
    given = compiled.construct_params({name: _Place(name) for name in names})
    found = (given[name] for name in compiled.positiontup or ())
    places = tuple(place if isinstance(place, _Place) else _Fixed(place) for place in found)
    return Prepared(compiled.string, places, ())


def _padded(values: list[Any]) -> list[Any]:
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values))


def _shape(value: object) -> tuple[int, int] | None:
    """The length of a list, and of what is in it where that is a pair."""
    if not isinstance(value, list):
        return None
    return len(value), len(value[0]) if isinstance(value[0], tuple) else 0


@lru_cache(maxsize=KEPT)
def _prepared(statement: Executable, dialect: Dialect, shape: Sequence[tuple[str, tuple[int, int] | None]]) -> Prepared:
    compiled: SQLCompiler = statement.compile(dialect=dialect)  # type: ignore[attr-defined]  # every one of ours has it
    names = {bind.key for bind in compiled.binds.values()}
    state = compiled.construct_expanded_state({name: _probe(name, size) for name, size in shape if name in names})
    found = (state.parameters[name] for name in state.positiontup or ())
    places = tuple(place if isinstance(place, _Place) else _Fixed(place) for place in found)
    return Prepared(state.statement, places, tuple(_converters(compiled, dialect)))


def _probe(name: str, size: tuple[int, int] | None) -> object:
    """What stands for the values while the text is made, so that each place tells which value it takes."""
    if size is None:
        return _Place(name)
    length, width = size
    if not width:
        return [_Place(name, n) for n in range(length)]
    return [tuple(_Place(name, n, part) for part in range(width)) for n in range(length)]


def _converters(compiled: SQLCompiler, dialect: Dialect) -> list[tuple[int, Callable[[Any], Any]]]:
    found: list[tuple[int, Callable[[Any], Any]]] = []
    for number, column in enumerate(compiled._result_columns):
        convert = column.type.dialect_impl(dialect).result_processor(dialect, None)
        if convert is not None:
            found.append((number, convert))
    return found
