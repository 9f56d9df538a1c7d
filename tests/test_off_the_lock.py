"""Nobody waits while much is resolved: a write that takes long is worked out without the lock of the ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay, Scope, Turn
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.lifecycle import StageMem
from atma_overlay.lifecycle import ledger as staging_ledger
from atma_overlay.lifecycle.staging import restaged
from atma_overlay.state.resolution.utterance import resolve
from atma_overlay.writing import resolving
from tests.dated_worlds import FIRST, ME

OTHER = Scope(tenant="acme", user="u-2")
MUCH = resolving.MANY + 8
HOMES = [f"I live in {name}." for name in ("Leeds", "York", "Hull", "Bath", "Ely") * (MUCH // 5 + 1)][:MUCH]

Act = Callable[[Overlay], Any]


def minutes(number: int) -> datetime:
    return FIRST + timedelta(minutes=number)


def batch(overlay: Overlay) -> None:
    overlay.remember([Turn(text=t, observed_at=minutes(500 + n)) for n, t in enumerate(HOMES)], scope=ME)


def late(overlay: Overlay) -> None:
    overlay.remember("I moved to Ripon.", scope=ME, observed_at=FIRST)


def correct(overlay: Overlay) -> None:
    overlay.correct(first_record(overlay), "Ripon", scope=ME, observed_at=minutes(1))


def undo(overlay: Overlay) -> None:
    applied = [t for t in overlay.timeline(scope=ME).transitions if t.state == "applied"]
    overlay.undo(applied[0].id, scope=ME)


def erase(overlay: Overlay) -> None:
    overlay.erase(scope=ME, record_id=first_record(overlay))


def is_free(path: Path) -> bool:
    """Whether another process could write."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as process:
        with suppress(sqlite3.OperationalError):
            process.execute("BEGIN IMMEDIATE")
            process.execute("ROLLBACK")
            return True
        return False


def first_record(overlay: Overlay) -> str:
    return overlay.timeline(scope=ME).records[0].id


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def overlay(path: Path) -> Iterator[Overlay]:
    """One that was told much."""
    with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", on_error="raise") as made:
        made.remember([Turn(text=t, observed_at=minutes(n)) for n, t in enumerate(HOMES)], scope=ME)
        yield made


@pytest.mark.parametrize("act", [batch, late, correct, undo, erase], ids=lambda act: str(act.__name__))
def test_another_process_writes_while_much_is_resolved(
    overlay: Overlay, path: Path, act: Act, monkeypatch: pytest.MonkeyPatch
) -> None:
    free: list[bool] = []

    def looking(*parts: Any) -> Any:
        free.append(is_free(path))
        return resolve(*parts)

    monkeypatch.setattr(resolving, "resolve", looking)
    act(overlay)
    assert len(free) > resolving.MANY
    assert all(free)


@pytest.mark.parametrize("act", [batch, late, correct, undo, erase], ids=lambda act: str(act.__name__))
def test_the_outcome_is_that_of_a_write_under_the_lock(overlay: Overlay, act: Act) -> None:
    act(overlay)
    with pytest.MonkeyPatch.context() as patch, Overlay(MemoryHost(), ledger="memory://", on_error="raise") as under:
        patch.setattr(resolving, "MANY", 10**6)
        under.remember([Turn(text=t, observed_at=minutes(n)) for n, t in enumerate(HOMES)], scope=ME)
        act(under)
        assert states(overlay) == states(under)


def test_stages_are_folded_anew_without_the_lock(overlay: Overlay, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free: list[bool] = []

    def looking(*parts: Any) -> Any:
        free.append(is_free(path))
        return restaged(*parts)

    monkeypatch.setattr(staging_ledger, "restaged", looking)
    with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", lifecycle=StageMem(), on_error="raise") as later:
        later.remember("My gym is Pulse.", scope=ME, observed_at=minutes(900))
        assert later.ledger.vacuum() == ()  # type: ignore[attr-defined]  # whose is in a file
    assert free == [True]


def test_what_the_user_says_meanwhile_is_in_the_outcome(overlay: Overlay, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bool] = []

    def meanwhile(*parts: Any) -> Any:
        if not said:
            said.append(True)
            overlay.remember("My gym is Pulse.", scope=ME, observed_at=minutes(900))
            overlay.remember("My gym is FitWorks.", scope=OTHER)
        return resolve(*parts)

    monkeypatch.setattr(resolving, "resolve", meanwhile)
    overlay.erase(scope=ME, record_id=first_record(overlay))
    assert "Pulse" in [value for value, _ in states(overlay)]
    assert [r.value for r in overlay.timeline(scope=OTHER).records] == ["FitWorks"]


def states(overlay: Overlay) -> list[tuple[str | None, str]]:
    return [(r.value, str(r.status)) for r in overlay.timeline(scope=ME).records]
