"""A note on a PostgreSQL server: one statement that waits for no answer, since it looks itself where things stand.

A process that has just written to a partition knows where it stands, as a rule. What it knows goes with the statement:
where somebody else has written since, or the observation is erased, it changes nothing, and says so.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.applying import LINK_CHANGES
from atma_overlay.ledger.notes import Note
from atma_overlay.ledger.postgres_statements import Prepared, Values, putting, rows_of
from atma_overlay.ledger.store import Key
from atma_overlay.ledger.tables import SCOPE, links
from atma_overlay.ledger.words import escaped

__all__ = ["NOTING", "values_of"]


def _text(name: str) -> Callable[[Values], str | None]:
    return lambda values: escaped(values[name])


_PLACES: dict[str, tuple[str, Callable[[Values], object]]] = {
    **{name: ("TEXT", _text(name)) for name in SCOPE},
    "rows": ("JSON", itemgetter("rows")),
    "to_revision": ("INTEGER", itemgetter("to_revision")),
    "to_instant": ("BIGINT", itemgetter("to_instant")),
    "of_revision": ("INTEGER", itemgetter("of_revision")),
    "of_instant": ("BIGINT", itemgetter("of_instant")),
    "item": ("TEXT", _text("item")),
    "observation": ("TEXT", _text("observation")),
}
"""The values in the order of their numbers; the first four are those of `putting`."""
_GIVEN = {name: f"${number}::{kind}" for number, (name, (kind, _)) in enumerate(_PLACES.items(), start=1)}


def _scoped(table: str) -> str:
    return " AND ".join(f"{table}.{name} = {_GIVEN[name]}" for name in SCOPE)


def _row(column: str, table: str, name: str) -> str:
    """A column of the row of an id. Only the primary key has this order: see `postgres_lookups`."""
    at = f"{table}.id >= {_GIVEN[name]} AND {table}.id <= {_GIVEN[name]}"
    return f"SELECT {table}.{column} FROM {table} WHERE {_scoped(table)} AND {at} ORDER BY {table}.id LIMIT 1"


_MOVED = (
    f"UPDATE partitions SET revision = {_GIVEN['to_revision']}, recorded_at = {_GIVEN['to_instant']}"
    f" WHERE {_scoped('partitions')} AND revision = {_GIVEN['of_revision']} AND recorded_at = {_GIVEN['of_instant']}"
    f" AND ({_row('erased', 'observations', 'observation')}) IS NOT TRUE RETURNING revision"
)
_IF_MOVED = "EXISTS (SELECT FROM moved)"
_LINKED = putting(links, tuple(column.name for column in links.columns), LINK_CHANGES, where=_IF_MOVED).text
_TAKEN_OUT = (
    f"DELETE FROM outbox WHERE {_scoped('outbox')} AND outbox.ctid = ({_row('ctid', 'outbox', 'item')}) AND {_IF_MOVED}"
)

NOTING = Prepared(
    f"WITH moved AS ({_MOVED}), linked AS ({_LINKED}), taken_out AS ({_TAKEN_OUT})"
    f" SELECT {_IF_MOVED}, (SELECT number FROM erasures WHERE id = 1)",
    tuple(place for _, place in _PLACES.values()),
)
"""Answers whether it is done, and how often the ledger was erased from. It locks the row as a claim does."""


def values_of(key: Key, note: Note, *, before: Mark, after: Mark) -> Values:
    """What `NOTING` is told.

    Args:
        key: the partition.
        note: what is to be noted.
        before: where the partition has to stand.
        after: where it stands then.
    """
    return {
        **dict(zip(SCOPE, key, strict=True)),
        "rows": rows_of(links, note.links),
        "of_revision": before[0],
        "of_instant": before[1],
        "to_revision": after[0],
        "to_instant": after[1],
        "item": note.item_id,
        "observation": note.observation_id,
    }
