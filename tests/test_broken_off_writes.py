"""A write that a signal's handler breaks off between two steps leaves the next ones free."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import open_ledger, sqlite_opening, sqlite_transactions
from atma_overlay.ledger.writer import Writer, Writers
from atma_overlay.ports.ledger import Ledger
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, told
from tests.postgres_server import needs_server, server


def is_free(writer: Writer) -> bool:
    """Whether another thread has its turn at once."""
    had = threading.Event()

    def take_it() -> None:
        with writer.turn():
            had.set()

    threading.Thread(target=take_it, daemon=True).start()
    return had.wait(1)


def test_the_lock_of_a_write_that_never_ended_is_taken_back_by_its_thread() -> None:
    writer = Writer()
    writer.begin()
    with writer.turn():
        assert not is_free(writer)
    assert is_free(writer)


def test_a_lock_whose_owner_was_not_noted_yet_is_taken_back_likewise() -> None:
    writer = Writer()
    writer._lock.acquire()
    with writer.turn():
        pass
    assert is_free(writer)


def test_a_thread_that_is_still_down_as_writing_may_write() -> None:
    writers = Writers()
    writers._writing.add(threading.get_ident())
    with writers.turn("a"):
        pass
    assert not writers._writing


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgresql", marks=needs_server)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    if request.param == "memory":
        return open_ledger("memory://")
    return open_ledger(f"sqlite:///{tmp_path}/l.db" if request.param == "sqlite" else server().new_url())


def test_a_write_inside_a_write_is_still_refused(ledger: Ledger) -> None:
    with pytest.raises(ConflictError, match="inside a ledger write"):
        ledger.write(ALICE, lambda _: (Changeset(), ledger.write(ALICE, lambda _: (Changeset(), None))))
    commit(ledger, told(by=observation("o-1")))
    assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-1"]
    ledger.close()


def _interrupted(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("steps", [("__exit__",), ("_commit",), ("_commit", "_let_go")])
@pytest.mark.parametrize("by", ["its thread", "another thread"])
def test_what_a_broken_off_write_left_open_is_ended_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: tuple[str, ...], by: str
) -> None:
    monkeypatch.setattr(sqlite_opening, "BUSY_TIMEOUT_SECONDS", 2.0)
    url = f"sqlite:///{tmp_path}/l.db"
    first: Any = open_ledger(url)
    second = open_ledger(url)
    commit(first, told(by=observation("o-1")))
    with monkeypatch.context() as broken:
        for step in steps:
            room: Any = sqlite_transactions.FileTransaction if step == "__exit__" else sqlite_transactions
            broken.setattr(room, step, _interrupted)
        with pytest.raises(KeyboardInterrupt) as kept:
            commit(first, told(by=observation("o-2")))
    if "__exit__" in steps and by == "another thread":
        first._database.writing()._writer.end()  # else only its own thread can take the lock back
    begun = time.monotonic()
    if by == "its thread":
        commit(second, told(by=observation("o-3")))
    else:
        other = threading.Thread(target=commit, args=(second, told(by=observation("o-3"))))
        other.start()
        other.join()
    assert time.monotonic() - begun < 1
    assert [o.id for o in first.read(ALICE, lambda r: r.observed_after(None))] == ["o-1", "o-3"]
    assert kept.traceback
    first.close()
    second.close()
