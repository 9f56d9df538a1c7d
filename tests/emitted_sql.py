"""What a ledger says to its database, read: which tables a statement touches, and what confines it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import Engine, Executable, Table, event
from sqlglot import exp, parse_one

from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ledger.postgres_statements import Prepared, Values, inserting, putting, reading, writing

SCOPE = ("plane", "tenant", "user_id")
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Emitted:
    """One statement, with the parameters of each of its runs."""

    dialect: str
    text: str
    runs: tuple[dict[str, Any], ...]


@contextmanager
def recorded() -> Iterator[list[Emitted]]:
    """Everything that is said to any database meanwhile."""
    said: list[Emitted] = []

    def note(_: object, __: object, text: str, parameters: Any, context: Any, ___: object) -> None:
        compiled = getattr(context, "compiled_parameters", None) or [{}]
        said.append(Emitted(context.dialect.name, text, tuple(dict(run) for run in compiled)))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        with _noted_on_postgres(said):
            yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)


@contextmanager
def _noted_on_postgres(said: list[Emitted]) -> Iterator[None]:
    """What a session hands to the driver itself: its texts, with the values that stand in their places."""
    rows, change, insert = PostgresSession.rows, PostgresSession.change, PostgresSession.insert
    each, puts, claim = PostgresSession.each, PostgresSession.put, PostgresSession.claim
    noted = PostgresSession.note

    def note(prepared: Prepared, batch: Sequence[Values]) -> None:
        said.append(Emitted("postgresql", prepared.text, tuple(dict(values) for values in batch)))

    def read(self: PostgresSession, statement: Executable, values: Values) -> list[tuple[Any, ...]]:
        note(reading(statement), [values])
        return rows(self, statement, values)

    def changed(self: PostgresSession, statement: Executable, batch: Sequence[Values]) -> None:
        note(writing(statement, tuple(batch[0])), batch)
        change(self, statement, batch)

    def inserted(self: PostgresSession, table: Table, scope: Values, rows: Sequence[Values]) -> None:
        note(inserting(table, tuple(rows[0])), [{**scope, **row} for row in rows])
        insert(self, table, scope, rows)

    def put(
        self: PostgresSession, table: Table, scope: Values, rows: Sequence[Values], changing: Sequence[str]
    ) -> None:
        note(putting(table, tuple(rows[0]), tuple(changing)), [{**scope, **row} for row in rows])
        puts(self, table, scope, rows, changing)

    def claimed(
        self: PostgresSession, statement: Executable, values: Values, *, then: tuple[Executable, Values]
    ) -> None:
        note(writing(statement, tuple(values)), [values])
        claim(self, statement, values, then=then)

    def note_of(self: PostgresSession, prepared: Prepared, values: Values) -> Callable[[], list[tuple[Any, ...]]]:
        note(prepared, [values])
        return noted(self, prepared, values)

    def each_read(self: PostgresSession, asked: Sequence[tuple[Executable, Values]]) -> list[list[tuple[Any, ...]]]:
        for statement, values in asked:
            note(reading(statement), [values])
        return each(self, asked)

    with pytest.MonkeyPatch.context() as patch:
        for name, noting in (
            ("rows", read), ("each", each_read), ("change", changed), ("insert", inserted), ("put", put),
            ("claim", claimed), ("note", note_of),
        ):  # fmt: skip
            patch.setattr(PostgresSession, name, noting)
        yield


def unconfined(emitted: Emitted) -> list[str]:
    """The tables of a statement that it does not confine to one scope first of all."""
    text = re.sub(r"%\((\w+)\)s|\$(\d+)", r":p\1\2", emitted.text)
    tree = parse_one(text, read="postgres" if emitted.dialect == "postgresql" else "sqlite")
    if isinstance(tree, exp.Insert):
        return _led_elsewhere(tree)
    changing = list(tree.find_all(exp.Update, exp.Delete))
    changed = [part.this.name for part in changing if not _leads(part.args.get("where"), part.this.name)]
    changed += [name for part in tree.find_all(exp.Insert) for name in _led_elsewhere(part)]
    given = {cte.alias for cte in tree.find_all(exp.CTE)}  # what is in them is looked at itself
    return changed + [name for select in tree.find_all(exp.Select) for name in _loose(select) if name not in given]


def _led_elsewhere(appended: exp.Insert) -> list[str]:
    """The table of an `INSERT` whose columns are not led by the scope's."""
    return [] if tuple(c.name for c in appended.this.expressions[:3]) == SCOPE else [appended.this.this.name]


def scopes(emitted: Emitted) -> set[Key]:
    """The scopes that the runs of a statement name."""
    found: set[Key] = set()
    for run in emitted.runs:
        found |= {
            tuple(run[f"{prefix}{column}"] for column in SCOPE)
            for prefix in ("", "scope_")
            if all(f"{prefix}{column}" in run for column in SCOPE)
        }
    return found


def _loose(select: exp.Select) -> list[str]:
    from_ = select.args.get("from_") or select.args.get("from")
    joins = select.args.get("joins") or []
    if from_ is None:
        return []
    confined = {from_.this.alias_or_name: select.args.get("where")}
    confined |= {join.this.alias_or_name: join.args.get("on") or select.args.get("where") for join in joins}
    named = [source.this for source in (from_, *joins) if isinstance(source.this, exp.Table)]
    tables = {table.alias_or_name for table in named if not isinstance(table.this, exp.Func)}  # of its parameters' rows
    return [name for name in tables if not _confines(confined[name], name)]


def _leads(condition: exp.Expression | None, table: str) -> bool:
    """Whether the scope's columns are the first that a condition names."""
    return _named(condition, table)[:3] == list(SCOPE)


def _confines(condition: exp.Expression | None, table: str) -> bool:
    return set(_named(condition, table)) >= set(SCOPE)


def _named(condition: exp.Expression | None, table: str) -> list[str]:
    """The columns of a table that must be equal to a parameter, in the order of the text."""
    if condition is None:
        return []
    inner = condition.this if isinstance(condition, exp.Where) else condition
    parts = inner.flatten() if isinstance(inner, exp.And) else [inner]
    return [
        part.this.name
        for part in parts
        if isinstance(part, exp.EQ)
        and isinstance(part.this, exp.Column)
        and part.this.table in (table, "")
        and part.expression.find(exp.Placeholder, exp.Parameter)
    ]
