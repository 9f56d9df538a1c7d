"""How SQLite finds what a write changes: by a key, so that no write takes longer the more a user has told."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Delete, Update
from sqlalchemy.dialects import sqlite

from atma_overlay.ledger import SqlLedger
from tests.ledger_writes import WRITES


@pytest.mark.parametrize("write", WRITES)
def test_a_write_that_is_run_for_each_of_many_finds_it_by_its_key(write: Update | Delete, tmp_path: Path) -> None:
    SqlLedger(f"sqlite:///{tmp_path / 'ledger.db'}").close()
    compiled = write.compile(dialect=sqlite.dialect(), compile_kwargs={"render_postcompile": True})
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as file:
        nothing = [None] * len(compiled.positiontup or ())
        step = file.execute(f"EXPLAIN QUERY PLAN {compiled}", nothing).fetchone()[3]
    scope, key = "(plane=? AND tenant=? AND user_id=?", re.search(r" AND (\w+)=\?\)$", step)
    assert step.startswith("SEARCH")
    assert scope in step
    assert "SEARCH partitions" in step or (key is not None and key[1].endswith(("id", "_key")) and key[1] != "user_id")
