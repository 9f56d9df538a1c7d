"""How a PostgreSQL server that knows nothing of the tables yet finds what a write changes or names: by its key."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Delete, ForeignKeyConstraint, Update

from atma_overlay import Overlay
from atma_overlay.bench.filling import Filled
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger, postgres_text
from atma_overlay.ledger.postgres_opening import target_of
from atma_overlay.ledger.postgres_statements import writing
from atma_overlay.ledger.tables import SCOPE, metadata
from tests.ledger_writes import WRITES
from tests.postgres_server import needs_server, server

pytestmark = needs_server
SAID = 400


@pytest.fixture(scope="module")
def url() -> str:
    """A ledger that is empty, and that no ANALYZE has seen."""
    url = server().new_url()
    SqlLedger(url).close()
    return url


def planned(url: str, statement: str, places: int) -> str:
    """The way in which a connection of the ledger would run a statement, whatever its values."""
    import psycopg

    target = target_of(url)
    where = f"host=127.0.0.1 port={server().port} user=atma dbname={target.url.database}"
    with psycopg.connect(where) as connection:
        connection.execute(target.settings.encode())
        connection.execute(f"PREPARE asked AS {statement}".encode())
        values = f"({', '.join(['NULL'] * places)})" if places else ""
        return "\n".join(str(row[0]) for row in connection.execute(f"EXPLAIN EXECUTE asked{values}".encode()))


_COLUMNS = {
    str(name): [column.name for column in columns]
    for table in (*metadata.sorted_tables, *postgres_text.metadata.sorted_tables)
    for name, columns in (
        (f"pk_{table.name}", table.primary_key.columns),
        *((index.name, index.columns) for index in table.indexes),
    )
}
LEADING = {name: columns[len(SCOPE)] for name, columns in _COLUMNS.items() if len(columns) > len(SCOPE)}
"""The first column behind the scope's of each index."""


def looked_up(plan: str) -> bool:
    """Whether the one index that is read is searched for a value of the column that leads it."""
    ((index, condition),) = re.findall(r"using (\w+) on .*\n\s+Index Cond: (.*)", plan)
    return f"({LEADING[index]} = " in condition


@pytest.mark.parametrize("write", [*WRITES, *postgres_text._REMOVALS])
def test_a_write_that_is_run_for_each_of_many_finds_it_by_its_key(write: Update | Delete, url: str) -> None:
    said = writing(write, tuple(write.compile().params))
    plan = planned(url, said.text, len(said.places))
    assert "pk_partitions" in plan or looked_up(plan), plan


REFERENCES = [
    pytest.param(key, id=str(key.name)) for table in metadata.sorted_tables for key in table.foreign_key_constraints
]


@pytest.mark.parametrize("reference", REFERENCES)
def test_a_reference_is_checked_by_the_key_of_what_it_names(reference: ForeignKeyConstraint, url: str) -> None:
    named = [element.column.name for element in reference.elements]
    wanted = " AND ".join(f"{name} = ${number}" for number, name in enumerate(named, start=1))
    table = reference.referred_table.name
    plan = planned(url, f"SELECT 1 FROM ONLY {table} x WHERE {wanted} FOR KEY SHARE OF x", len(named))
    assert f"using pk_{table}" in plan, plan


def test_the_first_large_user_of_a_ledger_is_stored_archived_and_erased_without_reading_it_over_and_over() -> None:
    """Each check of a reference, and each record that was archived, read all that the user had told."""
    ledger = SqlLedger(url := server().new_url())
    filled = Filled(ledger)
    filled._enlarge(SAID)
    overlay = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
    for _ in range(2):
        assert len(overlay.prune(scope=filled.large, older_than=timedelta(days=1), active=True).record_ids) >= SAID
        overlay.restore(scope=filled.large)
    overlay.erase(scope=filled.large, everything=True)
    overlay.close()
    ledger.close()
    server().settle()
    found: list[tuple[Any, ...]] = server().sql(
        "postgres",
        "SELECT relname, idx_tup_fetch FROM pg_stat_user_tables WHERE schemaname = %s",
        target_of(url).schema,
    )
    fetched = {table: count // SAID for table, count in found if table in metadata.tables}
    assert fetched
    assert {table: times for table, times in fetched.items() if times > 40} == {}
