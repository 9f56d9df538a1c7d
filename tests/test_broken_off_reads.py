"""A read that is broken off keeps nobody from what is written after it, however long its traceback is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.errors import LedgerError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import prepared

ME = Scope(tenant="acme", user="u-1")
OTHER = Scope(tenant="acme", user="u-2")
PIN = "My PIN is 4711."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def _stepped_once(self: prepared.Prepared, cursor: Any, values: prepared.Values) -> list[tuple[Any, ...]]:
    cursor.execute(self.text, self.bound(values))  # its first row is there, and the others are not fetched
    raise KeyboardInterrupt


def _timeline(overlay: Overlay) -> object:
    return overlay.timeline(scope=ME)


def _remember(overlay: Overlay) -> object:
    return overlay.remember("I work at Acme.", scope=ME)


@pytest.mark.parametrize("call", [_timeline, _remember])
def test_an_interrupted_call_leaves_no_old_view_behind(
    file: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[[Overlay], object]
) -> None:
    url = f"sqlite:///{file}"
    with Overlay(MemoryHost(), ledger=url) as mine, Overlay(MemoryHost(), ledger=url) as theirs:
        mine.remember("I live in Chicago.", scope=ME)
        pin = mine.remember(PIN, scope=ME).observation_ids[0]
        with monkeypatch.context() as broken:
            broken.setattr(prepared.Prepared, "rows", _stepped_once)
            with pytest.raises(KeyboardInterrupt) as kept:
                call(mine)
        theirs.remember("I moved to Austin.", scope=ME)
        receipt = theirs.erase(scope=ME, observation_id=pin)
        assert receipt.residue == ()
        assert mine.timeline(scope=ME).revision == theirs.timeline(scope=ME).revision
        assert [r.text for r in mine.recall("Where do I live, and my PIN?", scope=ME).rows if "PIN" in r.text] == []
        mine.remember("I like jazz.", scope=ME)
        assert mine.timeline(scope=ME).revision == theirs.timeline(scope=ME).revision
    assert kept.traceback


def test_a_damaged_row_of_one_user_leaves_the_others_as_they_are(file: Path) -> None:
    url = f"sqlite:///{file}"
    with Overlay(MemoryHost(), ledger=url) as mine, Overlay(MemoryHost(), ledger=url) as theirs:
        mine.remember("I live in Chicago.", scope=ME)
        for number in range(5):
            theirs.remember(f"I live in Boston. My friend{number} lives in York.", scope=OTHER)
        damaging = sqlite3.connect(file)
        damaging.execute("UPDATE statements SET evidence = CAST(x'41ff42' AS TEXT) WHERE user_id = 'u-2'")
        damaging.commit()
        damaging.close()
        kept = []
        for call in (lambda: mine.timeline(scope=OTHER), lambda: mine.remember("I live in Oslo.", scope=OTHER)):
            with pytest.raises(LedgerError) as error:
                call()
            kept.append(error)
        theirs.remember("I moved to Austin.", scope=ME)
        assert mine.timeline(scope=ME).revision == theirs.timeline(scope=ME).revision
        mine.remember("I like tea.", scope=ME)
        assert mine.timeline(scope=ME).revision == theirs.timeline(scope=ME).revision
