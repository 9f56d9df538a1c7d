"""Whether every row that a ledger holds can be read: what `atma doctor` asks, of all partitions alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Column, Select, Table, select

from atma_overlay.errors import LedgerCorruptError
from atma_overlay.judge.outcome import split
from atma_overlay.ledger.decoding import EVERY
from atma_overlay.ledger.faults import TOLD
from atma_overlay.records import Extraction

_NAMED = 5
"""Rows that a complaint names, however many are damaged."""


def legible(rows_of: Callable[[Select[Any]], Iterable[Sequence[Any]]]) -> str:
    """Read every row of every table, one after the other, and tell how many there were.

    Args:
        rows_of: the rows of a statement, streamed.

    Raises:
        LedgerCorruptError: some cannot be read; the message names the first few by table and key.
    """
    count = 0
    damaged: list[str] = []

    def counted(rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        nonlocal count
        for row in rows:
            count += 1
            yield row

    for table, columns, build in EVERY:
        keys = tuple(table.primary_key.columns)
        rows = counted(rows_of(select(*keys, *columns).order_by(*keys)))
        damaged += islice(_damaged(table, keys, build, rows), _NAMED - len(damaged))
        if len(damaged) == _NAMED:
            break
    if damaged:
        raise LedgerCorruptError(
            f"rows cannot be read: {'; '.join(damaged)}: restore a backup or an export, or have who changed them"
            " outside of the ledger put them back"
        )
    return f"each of {count:,} rows can be read"


def _damaged(
    table: Table, keys: Sequence[Column[Any]], build: Callable[[Sequence[Any]], object], rows: Iterable[Sequence[Any]]
) -> Iterator[str]:
    for row in rows:
        try:
            record = build(row[len(keys) :])
            if isinstance(record, Extraction):
                split([record])
        except (LedgerCorruptError, ValueError, TypeError) as error:
            cause = error.__cause__ or error
            named = ", ".join(f"{key.name} {value!r}" for key, value in zip(keys, row, strict=False))
            yield f"{table.name} where {named} ({type(cause).__name__}: {cause})"[: 4 * TOLD]
