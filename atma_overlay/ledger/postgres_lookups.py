"""Forms of a ledger's reads that PostgreSQL can answer in one way only, whatever its statistics say, or if it has none.

The planner multiplies the selectivities of the scope's three columns, as if they were independent. Where it has no
statistics, or where each tenant has users of its own, it takes a scope for one row: it then reads a scope as gladly as
it looks up a row in it, and begins a join at either end. So neither is left to it:

- what is joined to a row is looked up for that row: `JOIN LATERAL (SELECT … OFFSET 0)` is not taken apart;
- where several indexes could serve, what is looked up is the range from the value to the value, in the order of its
  column: only the index that ends in this column has that order, and sorting is switched off (see `postgres`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    CompoundSelect,
    Executable,
    Join,
    Select,
    Table,
    and_,
    bindparam,
    literal_column,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.dialects.postgresql.psycopg import PGCompiler_psycopg
from sqlalchemy.sql.elements import BinaryExpression, Tuple
from sqlalchemy.sql.operators import in_op
from sqlalchemy.sql.visitors import replacement_traverse

from atma_overlay.ledger import queries
from atma_overlay.ledger.decoding import DECISION, OUTBOX, TRANSITION
from atma_overlay.ledger.postgres_erasures import COUNT
from atma_overlay.ledger.tables import OPEN, SCOPE, decisions, observations, outbox, stagings, statements, transitions
from atma_overlay.ledger.transaction import scoped
from atma_overlay.ledger.words import Words
from atma_overlay.records import Residence

__all__ = ["DIALECT", "LISTS", "form_of", "listed", "one_by_one", "replaced"]

LISTS = ("values", "subjects", "attributes")
_LAST = ("values", "attributes")
"""Those that an index ends in."""
_UNCUT: ColumnElement[int] = literal_column("0")
"""An offset that skips nothing, and that the planner takes no select apart for."""


class _Compiler(PGCompiler_psycopg):
    """Renders a join as look-ups of its right side."""

    def visit_join(self, join: Join, asfrom: bool = False, from_linter: Any = None, **kwargs: Any) -> str:  # noqa: FBT001, FBT002 - SQLAlchemy's own
        """`left JOIN LATERAL (SELECT * FROM right WHERE …) AS right`, so that names stay what they are."""
        assert isinstance(join.right, Table)
        left = join.left._compiler_dispatch(self, asfrom=True, **kwargs)
        name = self.preparer.quote(join.right.name)
        conditions, order = [], ""
        for part in _parts(join.onclause):
            if part.left in _looked_up(join.right):
                order = f" ORDER BY {self.process(part.left, **kwargs)}"
                conditions += [part.left >= part.right, part.left <= part.right]
            else:
                conditions.append(part)
        on = self.process(and_(*conditions), **kwargs)
        how = "LEFT JOIN LATERAL" if join.isouter else "CROSS JOIN LATERAL"
        end = " ON true" if join.isouter else ""
        return f"{left} {how} (SELECT * FROM {name} WHERE {on}{order} OFFSET 0) AS {name}{end}"


class _Dialect(psycopg.dialect):
    statement_compiler = _Compiler


# With `$1` nothing is left for the driver to parse.
DIALECT = _Dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # SQLAlchemy has no type for it


def form_of(statement: Executable) -> Executable:
    """The statement in the form for this database."""
    return _INSTEAD.get(statement, statement)


def one_by_one(statement: Executable) -> tuple[Executable, list[str]]:
    """The statement for one value of each of its lists, which stands in a row of `wanted`, and the lists' names."""
    lists: list[str] = []
    order: list[ColumnElement[Any]] = []

    def single(element: Any, **_: Any) -> ColumnElement[bool] | None:
        name = listed(element)
        if name not in LISTS:
            return None
        if isinstance(element.left, Tuple):
            return true()  # its parts are looked up by lists of their own, see `queries.in_slots`
        if name not in lists:
            lists.append(name)
        wanted: ColumnElement[Any] = literal_column(f"wanted.{name}")
        if name not in _LAST or element.left not in _looked_up(element.left.table):
            found: ColumnElement[bool] = element.left == wanted
            return found
        order.append(element.left)
        return and_(element.left >= wanted, element.left <= wanted)

    found = replaced(statement, single)
    if order and isinstance(found, Select) and _own(found, order):
        found = found.order_by(None).order_by(*order)
    return found, lists


def _own(statement: Select[Any], columns: Sequence[ColumnElement[Any]]) -> bool:
    """Whether the columns are of a table that the statement itself begins with, and of no select in it."""
    first = statement.get_final_froms()[0]
    while isinstance(first, Join):
        first = first.left
    return all(getattr(column, "table", None) is first for column in columns)


def replaced(statement: Any, replace: Any) -> Executable:
    """The statement with some of its elements replaced."""
    found: Executable = replacement_traverse(statement, {}, replace)
    return found


def listed(element: Any) -> str | None:
    """The name of the list that a condition takes one of."""
    found = isinstance(element, BinaryExpression) and element.operator is in_op
    return element.right.key if found and isinstance(element.right, BindParameter) else None


def _parts(condition: Any) -> list[Any]:
    return list(condition.clauses) if hasattr(condition, "clauses") else [condition]


def _looked_up(table: Any) -> Collection[Column[Any]]:
    """The columns of a table that must be looked up as ranges: those of one with several indexes."""
    if not isinstance(table, Table) or not table.indexes:
        return ()
    return {column for column in table.columns if column.name not in SCOPE}


def _from(ranged: Select[Any], by: ColumnElement[Any]) -> Select[Any]:
    """A select as a part of another one, read in the order of the column that it looks up."""
    return select(ranged.order_by(None).order_by(by).offset(_UNCUT).subquery())


_ENDS = (transitions.c.from_id, transitions.c.to_id)


def _judged() -> Select[Any]:
    """`queries.JUDGED_OF_STATEMENTS` by two look-ups: an `OR` may be answered by everything that a scope holds."""
    every = select(transitions).where(scoped(transitions))
    moved = union_all(*(_from(every.where(end.in_(queries.VALUES)), end) for end in _ENDS)).subquery()
    decided = and_(scoped(decisions), decisions.c.transition_id == moved.c.id)
    return select(
        *(moved.c[column.name] for column in (*TRANSITION, transitions.c.written, transitions.c.ordinal)),
        *DECISION,
        decisions.c.written.label("decision_written"),
        decisions.c.ordinal.label("decision_ordinal"),
    ).outerjoin_from(moved, decisions, decided)


def _provenance() -> CompoundSelect[Any]:
    """`queries.PROVENANCE`, the same way."""
    ends = (_from(queries.traced_transitions(end.in_(queries.VALUES)), end) for end in _ENDS)
    return union_all(_from(queries.TRACED_STATEMENTS, statements.c.id), *ends)


def _waiting() -> Select[Any]:
    """`queries.WAITING`, state by state: only one at a time is read in the order of recording."""
    of_all = select(outbox).where(scoped(outbox))
    order = (outbox.c.written, outbox.c.ordinal)
    oldest = (of_all.where(outbox.c.state == state).order_by(*order) for state in queries.NOT_DONE)
    found = union_all(*(select(each.limit(bindparam("limit")).subquery()) for each in oldest)).subquery()
    chosen = select(*(found.c[column.name] for column in OUTBOX))
    return chosen.order_by(found.c.written, found.c.ordinal).limit(bindparam("limit"))


def _ranged(statement: Select[Any], column: Column[Any], value: Any) -> Select[Any]:
    return statement.where(column >= value, column <= value).order_by(None).order_by(column)


_INSTEAD: dict[Executable, Executable] = {
    queries.JUDGED_OF_STATEMENTS: _judged(),
    queries.PROVENANCE: _provenance(),
    queries.WAITING: _waiting(),
    queries.HEAD: queries.HEAD.add_columns(COUNT),
    queries.PARTITION: queries.PARTITION.add_columns(COUNT),
    queries.OBSERVATION_BY_KEY: _ranged(
        queries.ALL_OBSERVATIONS, observations.c.idempotency_key, bindparam("key", type_=Words)
    ),
    queries.STAGINGS_OPEN: _ranged(
        queries.STAGINGS.where(stagings.c.recorded_to == OPEN), stagings.c.residence, Residence.STAGED.value
    ),
}
