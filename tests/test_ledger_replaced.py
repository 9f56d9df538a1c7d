"""A SQLite file that goes away, or is replaced, under a ledger that has it open: no write is acknowledged and lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from atma_overlay import LedgerError, Overlay
from atma_overlay.hosts.memory import MemoryHost
from tests.dated_worlds import FIRST, ME

REMEDY = "removed or replaced while open: open it again"


def opened(path: Path) -> Overlay:
    overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{path}")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    return overlay


def test_a_write_to_a_file_that_was_removed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "l.db"
    with opened(path) as overlay:
        path.unlink()
        with pytest.raises(LedgerError, match=REMEDY):
            overlay.remember("I moved to York.", scope=ME)
        assert not path.exists()


def test_a_backup_that_is_put_in_the_place_of_an_open_file_is_not_written_beside(tmp_path: Path) -> None:
    path, copy = tmp_path / "l.db", tmp_path / "copy.db"
    opened(path).close()
    shutil.copy(path, copy)
    with opened(path) as overlay:
        copy.replace(path)
        with pytest.raises(LedgerError, match=REMEDY):
            overlay.remember("I moved to York.", scope=ME)
        assert overlay.recall("Where do I live?", scope=ME).degraded == "LedgerError"
    with opened(path) as overlay:
        overlay.remember("I moved to York.", scope=ME)
        assert [row.value for row in overlay.recall("Where do I live?", scope=ME).rows][:1] == ["York"]
