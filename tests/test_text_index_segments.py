"""The full-text index of a file stays in few segments: each of them is looked through for each word of a query."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from atma_overlay.ledger import SqlLedger
from atma_overlay.ledger.store import BULK_ROWS
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told

WRITES = 60
SIZES = 4
"""How many sizes of segments there are after so many writes, with up to three of each waiting."""


def segments_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as raw:
        return int(raw.execute("SELECT count(DISTINCT segid) FROM statement_text_idx").fetchone()[0])


def written(ledger: SqlLedger, begin: int, end: int) -> None:
    for n in range(begin, end):
        said = observation(f"o-{n}")
        commit(ledger, told(statement(f"s-{n}", said, value=f"Town{n}"), by=said))


def found(ledger: SqlLedger, n: int) -> list[str]:
    return [h.statement.id for h, _ in ledger.read(ALICE, lambda reader: reader.search([f"Town{n}"], limit=3))]


def test_however_often_it_is_written_few_segments_wait(tmp_path: Path) -> None:
    path, most = tmp_path / "ledger.db", []
    with closing(SqlLedger(f"sqlite:///{path}")) as ledger:
        for begin in range(0, WRITES, 5):
            written(ledger, begin, begin + 5)
            most.append(segments_of(path))
        assert [found(ledger, n) for n in range(WRITES)] == [[f"s-{n}"] for n in range(WRITES)]
    assert max(most) <= 3 * SIZES


def test_a_bulk_change_leaves_one_segment_and_everything_is_found(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with closing(SqlLedger(f"sqlite:///{path}")) as ledger:
        written(ledger, 0, WRITES)
        ledger.settle(records=BULK_ROWS - 1)
        assert segments_of(path) > 1
        ledger.settle(records=BULK_ROWS)
        assert segments_of(path) == 1
        ledger.settle(records=BULK_ROWS)
        written(ledger, WRITES, WRITES + 3)
        assert [found(ledger, n) for n in range(WRITES + 3)] == [[f"s-{n}"] for n in range(WRITES + 3)]


def test_what_is_in_the_way_of_settling_fails_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with closing(SqlLedger(f"sqlite:///{path}")) as ledger:
        written(ledger, 0, 3)
        ledger.close()
        ledger.settle(records=BULK_ROWS)
    with closing(SqlLedger(f"sqlite:///{path}")) as again:
        assert found(again, 1) == ["s-1"]
