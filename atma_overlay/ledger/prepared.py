"""Statements on the driver's own connection; those of a SQLite file as texts that are not compiled each time.

SQLAlchemy expands the lists of a statement anew at every run, which costs several times what SQLite itself does.
Here the text is kept by the lengths of its lists, which are rounded up to powers of two so that few texts serve all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Protocol

from sqlalchemy import Connection, Dialect, Executable, Insert, Table, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from atma_overlay.ledger.tables import SCOPE

KEPT = 512
"""How many texts are kept; a ledger has some forty statements of at most three lists each."""

Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Place:
    """Which of the values stands at a place: a parameter's, or one of its list's, or one of a pair in its list."""

    name: str
    index: int | None = None
    part: int | None = None


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A value that the statement itself brings."""

    given: Any


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as the database reads it, with the places of its values and what its columns are turned into."""

    text: str
    bound: Callable[[Values], Sequence[Any]]
    converters: tuple[tuple[int, Callable[[Any], Any]], ...]

    def rows(self, cursor: Any, values: Values) -> list[tuple[Any, ...]]:
        """The rows, as tuples."""
        found: list[tuple[Any, ...]] = cursor.execute(self.text, self.bound(values)).fetchall()
        return [self._converted(row) for row in found] if self.converters else found

    def _converted(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        out = list(row)
        for column, convert in self.converters:
            out[column] = convert(out[column])
        return tuple(out)


class Direct(Protocol):
    """Runs statements without SQLAlchemy's execution, which costs several times what a database does."""

    def rows(self, statement: Executable, values: Values) -> list[tuple[Any, ...]]:
        """What a read finds; a list among the values holds no value twice."""

    def each(self, asked: Sequence[tuple[Executable, Values]]) -> list[list[tuple[Any, ...]]]:
        """What several reads find, each as of `rows`, put together where that saves a turn."""

    def foresee(self, statement: Executable, values: Values) -> None:
        """Be told that a read follows, as long as nothing is written: it may be put with the next thing said."""

    def insert(self, table: Table, scope: Values, rows: Sequence[Values]) -> None:
        """Append rows of one scope, which all have the same columns, and come without the scope's."""

    def put(self, table: Table, scope: Values, rows: Sequence[Values], changing: Sequence[str]) -> None:
        """Append rows; of one whose key is there these columns are changed, or nothing where none is named."""

    def change(self, statement: Executable, batch: Sequence[Values]) -> object:
        """Run an update or a delete for each set of values, which all have the same names."""


def direct(connection: Connection) -> Direct | None:
    """What runs statements on a connection; None where SQLAlchemy has to: it is not set up so, or has a listener.

    A database that runs them in its own way puts it under `DIRECT` into the `info` of its connections.
    """
    if connection.dialect.name == "sqlite":
        return None if connection.dispatch.before_cursor_execute else File(connection)
    found: Direct | None = connection.info.get(DIRECT)
    return found


DIRECT = "direct"
CURSOR = "cursor"


class File:
    """Runs statements on a SQLite file, by texts that are kept."""

    def __init__(self, connection: Connection) -> None:
        # SQLAlchemy's own type for what lies under a connection says no more than that it is one.
        raw: Any = connection.connection.dbapi_connection
        # One for all, and known by the connection: what it was asked for is fetched at once, or it was broken off.
        self._cursor = connection.info[CURSOR] = raw.cursor()
        self._dialect = _one_of_its_kind(connection.dialect)

    def rows(self, statement: Executable, values: Values) -> list[tuple[Any, ...]]:
        """See `Direct.rows`."""
        return _rows(self._cursor, self._dialect, statement, values)

    def each(self, asked: Sequence[tuple[Executable, Values]]) -> list[list[tuple[Any, ...]]]:
        """See `Direct.each`."""
        return [self.rows(statement, values) for statement, values in asked]

    def foresee(self, statement: Executable, values: Values) -> None:
        """Nothing: a file has no turns."""

    def insert(self, table: Table, scope: Values, rows: Sequence[Values]) -> None:
        """See `Direct.insert`."""
        self.append(into(table), tuple(scope.values()), rows)

    def put(self, table: Table, scope: Values, rows: Sequence[Values], changing: Sequence[str]) -> None:
        """See `Direct.put`."""
        self.append(over(table, tuple(changing)), tuple(scope.values()), rows)

    def append(self, statement: Executable, scope: tuple[str, ...], rows: Sequence[Values]) -> None:
        """Run `into` or `over` for rows of one scope, which come without its columns."""
        text, bound = _appended(statement, self._dialect, tuple(rows[0]))
        self._cursor.executemany(text, map(scope.__add__, map(bound, rows)))

    def change(self, statement: Executable, batch: Sequence[Values]) -> int:
        """See `Direct.change`; gives how many rows it changed."""
        found = _written(statement, self._dialect, tuple(batch[0]))
        changed: int = self._cursor.executemany(found.text, list(map(found.bound, batch))).rowcount
        return changed


_kinds: dict[object, Dialect] = {}


def _one_of_its_kind(dialect: Dialect) -> Dialect:
    """The first dialect seen that writes the same texts: each engine brings its own, and texts are kept by it."""
    return _kinds.setdefault((type(dialect), dialect.dbapi, dialect.server_version_info), dialect)


@cache
def into(table: Table) -> Insert:
    """The statement that appends a row."""
    return insert(table)


@cache
def over(table: Table, changing: Sequence[str]) -> Executable:
    """The statement that appends a row, or changes columns of the one that has its key."""
    appended = sqlite.insert(table)
    key = list(table.primary_key)
    if not changing:
        return appended.on_conflict_do_nothing(index_elements=key)
    return appended.on_conflict_do_update(index_elements=key, set_={name: appended.excluded[name] for name in changing})


def _rows(cursor: Any, dialect: Dialect, statement: Executable, values: Values) -> list[tuple[Any, ...]]:
    lists = [(name, v) for name, v in values.items() if type(v) is list]
    if not lists:
        return _prepared(statement, dialect, ()).rows(cursor, values)
    padded = {name: _padded(v) for name, v in lists}
    shape = tuple((name, *_shape(v)) for name, v in padded.items())
    return _prepared(statement, dialect, shape).rows(cursor, {**values, **padded})


@lru_cache(maxsize=KEPT)
def _written(statement: Executable, dialect: Dialect, names: Sequence[str]) -> Prepared:
    compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=list(names))  # type: ignore[attr-defined]
    given = compiled.construct_params({name: _Place(name) for name in names})
    return Prepared(compiled.string, _binding(given[name] for name in compiled.positiontup or ()), ())


@lru_cache(maxsize=KEPT)
def _appended(
    statement: Executable, dialect: Dialect, names: Sequence[str]
) -> tuple[str, Callable[[Values], tuple[Any, ...]]]:
    """Its text, and what gives a row's values in their places, which are behind those of the scope's columns."""
    whole: SQLCompiler = statement.compile(dialect=dialect, column_keys=[*SCOPE, *names])  # type: ignore[attr-defined]
    places = tuple(whole.positiontup or ())
    if places[: len(SCOPE)] != SCOPE:
        raise AssertionError(f"the scope's columns do not come first: {whole.string}")
    given = whole.construct_params({name: _Place(name) for name in (*SCOPE, *names)})
    bound = _binding(given[name] for name in places[len(SCOPE) :])
    return whole.string, bound if isinstance(bound, itemgetter) else lambda row: tuple(bound(row))


def _padded(values: list[Any]) -> list[Any]:
    return values + values[-1:] * ((1 << (len(values) - 1).bit_length()) - len(values))


def _shape(values: list[Any]) -> tuple[int, int]:
    """The length of a list, and of what is in it where that is a pair."""
    return len(values), len(values[0]) if isinstance(values[0], tuple) else 0


@lru_cache(maxsize=KEPT)
def _prepared(statement: Executable, dialect: Dialect, lists: Sequence[tuple[str, int, int]]) -> Prepared:
    compiled: SQLCompiler = statement.compile(dialect=dialect)  # type: ignore[attr-defined]  # every one of ours has it
    names = {bind.key for bind in compiled.binds.values()}
    probes = {bind.key: _Place(bind.key) for bind in compiled.binds.values() if bind.required and not bind.expanding}
    listed = {name: _probe(name, length, width) for name, length, width in lists if name in names}
    state = compiled.construct_expanded_state({**probes, **listed})
    binding = _binding(state.parameters[name] for name in state.positiontup or ())
    return Prepared(state.statement, binding, tuple(_converters(compiled, dialect)))


def _probe(name: str, length: int, width: int) -> list[Any]:
    """What stands for a list while the text is made, so that each place tells which value it takes."""
    if not width:
        return [_Place(name, n) for n in range(length)]
    return [tuple(_Place(name, n, part) for part in range(width)) for n in range(length)]


def _binding(found: Iterable[Any]) -> Callable[[Values], Sequence[Any]]:
    """The values in the order of the text's places."""
    places = [place if isinstance(place, _Place) else _Fixed(place) for place in found]
    parts = [_part(list(run)) for _, run in groupby(places, key=_kind)]
    if len(parts) == 1:
        return parts[0]

    def bound(values: Values) -> list[Any]:
        out: list[Any] = []
        for part in parts:
            out += part(values)
        return out

    return bound


def _kind(place: _Place | _Fixed) -> object:
    """What tells apart the runs of places that are bound at once: parameters, what is fixed, one list, its pairs."""
    if isinstance(place, _Fixed):
        return None
    return place.index is not None and (place.name, place.part is not None)


def _part(run: Sequence[_Place | _Fixed]) -> Callable[[Values], Sequence[Any]]:
    """The values of one run."""
    places = [place for place in run if isinstance(place, _Place)]
    if not places:
        fixed = [place.given for place in run if isinstance(place, _Fixed)]
        return lambda _: fixed
    name = places[0].name
    if places[0].index is None:
        names = [place.name for place in places]
        return itemgetter(*names) if len(names) > 1 else lambda values: (values[name],)
    if places[0].part is not None:
        at = [(place.index, place.part) for place in places]
        return lambda values: [values[name][n][part] for n, part in at]
    if len(places) > 1 and [place.index for place in places] == list(range(len(places))):
        return lambda values: values[name]
    indices = [place.index for place in places]
    return lambda values: [values[name][n] for n in indices]


def _converters(compiled: SQLCompiler, dialect: Dialect) -> list[tuple[int, Callable[[Any], Any]]]:
    found: list[tuple[int, Callable[[Any], Any]]] = []
    for number, column in enumerate(compiled._result_columns):
        convert = column.type.dialect_impl(dialect).result_processor(dialect, None)
        if convert is not None:
            found.append((number, convert))
    return found
