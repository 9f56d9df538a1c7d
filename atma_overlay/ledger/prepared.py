"""Reads of a SQLite file without a compilation each time: a statement's text, and where its values stand in it.

SQLAlchemy expands the lists of a statement anew at every run, which costs several times what SQLite itself does.
Here the text is kept by the lengths of its lists, which are rounded up to powers of two so that few texts serve all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import chain
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


class _Take(Enum):
    """What a run of places takes: a value that the statement brings, a parameter's, its list's, its pairs'."""

    FIXED = auto()
    ONE = auto()
    LIST = auto()
    PAIRS = auto()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as the database reads it, with its values by runs and what its columns are turned into."""

    text: str
    runs: tuple[tuple[_Take, Any], ...]
    converters: tuple[tuple[int, Callable[[Any], Any]], ...]

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """The rows, as tuples."""
        # SQLAlchemy's own type for what lies under a connection says no more than that it is one.
        raw: Any = connection.connection.dbapi_connection
        found: list[tuple[Any, ...]] = raw.execute(self.text, self.bound(values)).fetchall()
        return [self._converted(row) for row in found] if self.converters else found

    def bound(self, values: Values) -> list[Any]:
        """The values in the order of their places."""
        out: list[Any] = []
        for take, of in self.runs:
            if take is _Take.ONE:
                out.append(values[of])
            elif take is _Take.LIST:
                out += values[of]
            elif take is _Take.PAIRS:
                out += chain.from_iterable(values[of])
            else:
                out.append(of)
        return out

    def _converted(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        out = list(row)
        for column, convert in self.converters:
            out[column] = convert(out[column])
        return tuple(out)


def _runs(found: Iterable[Any]) -> tuple[tuple[_Take, Any], ...]:
    """A list stands in a text whole and in its order: its places are one run, from its first one on."""
    runs: list[tuple[_Take, Any]] = []
    for place in found:
        if not isinstance(place, _Place):
            runs.append((_Take.FIXED, place))
        elif place.index is None:
            runs.append((_Take.ONE, place.name))
        elif place.index == 0 and not place.part:
            runs.append((_Take.LIST if place.part is None else _Take.PAIRS, place.name))
    return tuple(runs)


def rows(connection: Connection, statement: Executable, values: Values) -> list[tuple[Any, ...]] | None:
    """The rows of a statement; None where SQLAlchemy has to run it: another database, or somebody listens to it."""
    dialect = connection.dialect
    if dialect.name != "sqlite" or connection.dispatch.before_cursor_execute:
        return None
    lists = {name: _padded(v) for name, v in values.items() if isinstance(v, list)}
    shape = tuple((name, len(v), len(v[0]) if isinstance(v[0], tuple) else 0) for name, v in lists.items())
    return _prepared(statement, dialect, shape).rows(connection, {**values, **lists} if lists else values)


def run(connection: Connection, statement: Executable, batch: Sequence[Values]) -> bool:
    """Run a write once for each set of values; False where SQLAlchemy has to, as with `rows`.

    Every set has the same names.
    """
    dialect = connection.dialect
    if dialect.name != "sqlite" or connection.dispatch.before_cursor_execute:
        return False
    found = _written(statement, dialect, tuple(batch[0]))
    raw: Any = connection.connection.dbapi_connection
    raw.executemany(found.text, [found.bound(values) for values in batch])
    return True


@lru_cache(maxsize=KEPT)
def _written(statement: Executable, dialect: Dialect, names: Sequence[str]) -> Prepared:
    compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=list(names))  # type: ignore[attr-defined]
    given = compiled.construct_params({name: _Place(name) for name in names})
    return Prepared(compiled.string, _runs(given[name] for name in compiled.positiontup or ()), ())


def _padded(values: list[Any]) -> list[Any]:
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values))


@lru_cache(maxsize=KEPT)
def _prepared(statement: Executable, dialect: Dialect, lists: Sequence[tuple[str, int, int]]) -> Prepared:
    """The text for lists of these lengths; those of pairs with the width of what is in them, others with 0."""
    compiled: SQLCompiler = statement.compile(dialect=dialect)  # type: ignore[attr-defined]  # every one of ours has it
    names = {bind.key for bind in compiled.binds.values()}
    given: dict[str, Any] = {bind.key: _Place(bind.key) for bind in compiled.binds.values() if bind.required}
    given |= {name: _probe(name, length, width) for name, length, width in lists if name in names}
    state = compiled.construct_expanded_state(given)
    runs = _runs(state.parameters[name] for name in state.positiontup or ())
    return Prepared(state.statement, runs, tuple(_converters(compiled, dialect)))


def _probe(name: str, length: int, width: int) -> list[Any]:
    """What stands for a list while the text is made, so that each place tells which value it takes."""
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
