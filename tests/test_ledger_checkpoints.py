"""A SQLite file takes in its log behind the writes, and neither an erasure nor a fork is disturbed by that."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.ledger import SqlLedger, checkpoints
from atma_overlay.ledger.checkpoints import Checkpoints
from atma_overlay.testing.ledger_erasure_rules import SECRET, secretive
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told
from atma_overlay.workers import Workers

PATIENCE = 10.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlLedger]:
    monkeypatch.setattr(checkpoints, "EVERY", 3)
    ledger = SqlLedger(f"sqlite:///{path}")
    yield ledger
    ledger.close()


def say(ledger: SqlLedger, number: int) -> str:
    said = observation(f"o-{number}", text=f"remark number {number}", minute=number)
    commit(ledger, told(statement(f"s-{number}", said), by=said))
    return said.text


def comes_true(what: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def reaches_the_file(ledger: SqlLedger, path: Path, first: int) -> bool:
    """Whether three texts come to be in the file while others follow: a checkpoint leaves what is being read."""
    texts = [say(ledger, first + each) for each in range(6)]
    for following in range(40):
        if all(text.encode() in path.read_bytes() for text in texts[:3]):
            return True
        time.sleep(0.05)
        say(ledger, first + 6 + following)
    return False


def test_what_is_committed_reaches_the_file_behind_the_writes(ledger: SqlLedger, path: Path) -> None:
    assert reaches_the_file(ledger, path, 0)


def test_a_checkpoint_that_fails_disturbs_no_write_and_the_next_one_is_tried() -> None:
    tried: list[int] = []

    def run() -> None:
        tried.append(1)
        if len(tried) == 1:
            raise sqlite3.OperationalError("disk I/O error")

    behind = Checkpoints(run)
    for _ in range(checkpoints.EVERY):
        behind.committed()
    assert comes_true(lambda: len(tried) == 1)
    for _ in range(checkpoints.EVERY):
        behind.committed()
    assert comes_true(lambda: len(tried) == 2)
    behind.close()


class Slow:
    """A checkpoint that takes as long as it is let."""

    def __init__(self) -> None:
        self.going, self.go_on = threading.Event(), threading.Event()
        self.ended = 0

    def __call__(self) -> None:
        self.going.set()
        self.go_on.wait(PATIENCE)
        self.ended += 1


def under_way(slow: Slow) -> Checkpoints:
    behind = Checkpoints(slow)
    for _ in range(checkpoints.EVERY):
        behind.committed()
    assert slow.going.wait(PATIENCE)
    return behind


def test_one_runs_at_a_time_and_what_is_committed_meanwhile_is_owed_one_more() -> None:
    slow = Slow()
    behind = under_way(slow)
    for _ in range(5 * checkpoints.EVERY):
        behind.committed()
    assert slow.ended == 0
    slow.go_on.set()
    assert comes_true(lambda: slow.ended == 2)
    behind.close()
    time.sleep(0.05)
    assert slow.ended == 2


def test_closing_waits_for_one_that_is_under_way_and_starts_none() -> None:
    slow = Slow()
    behind = under_way(slow)
    threading.Timer(0.1, slow.go_on.set).start()
    behind.close()
    assert slow.ended == 1
    for _ in range(2 * checkpoints.EVERY):
        behind.committed()
    time.sleep(0.05)
    assert slow.ended == 1


def test_a_write_is_stored_where_no_thread_is_to_be_had_and_the_next_one_asks_again(
    ledger: SqlLedger, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        for number in range(7):
            say(ledger, number)
    assert ledger.read(ALICE, lambda reader: len(reader.all_held())) == 7
    assert reaches_the_file(ledger, path, 100)


def test_a_handler_of_signals_that_raises_while_one_is_asked_for_keeps_later_ones_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran, interrupted = threading.Event(), [KeyboardInterrupt()]
    behind = Checkpoints(ran.set)
    submit = Workers.submit

    def broken_off(workers: Workers, work: Callable[[], object]) -> object:
        if interrupted:
            raise interrupted.pop()
        return submit(workers, work)

    monkeypatch.setattr(Workers, "submit", broken_off)
    monkeypatch.setattr(checkpoints, "EVERY", 1)
    with pytest.raises(KeyboardInterrupt):
        behind.committed()
    behind.committed()
    assert ran.wait(PATIENCE)
    behind.close()


def test_a_closed_ledger_leaves_one_file_and_no_thread(ledger: SqlLedger, path: Path) -> None:
    for number in range(7):
        say(ledger, number)
    ledger.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert comes_true(lambda: all(thread.name != "atma-checkpoint" for thread in threading.enumerate()))


def test_an_erasure_among_checkpoints_leaves_nothing_behind(
    ledger: SqlLedger, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 1)
    for number in range(20):
        say(ledger, 10 + number)
        commit(ledger, secretive() if number == 0 else Changeset(erased=(f"o-{9 + number}",)))
        if number:
            assert not ledger.rewrite_pending
    commit(ledger, Changeset(erased=("o-2",)))
    assert ledger.residue() == ()
    assert SECRET.encode() not in path.read_bytes()


def test_an_erasure_waits_for_the_checkpoint_of_another_process(ledger: SqlLedger, path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready, over = context.Event(), context.Event()
    other = context.Process(target=_checkpoint_for_ever, args=(path, ready, over))
    other.start()
    try:
        assert ready.wait(PATIENCE)
        for number in range(10):
            say(ledger, number)
            commit(ledger, Changeset(erased=(f"o-{number}",)))
            assert ledger.residue() == ()
    finally:
        over.set()
        other.join(PATIENCE)


def _checkpoint_for_ever(path: Path, ready: Event, over: Event) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        ready.set()
        while not over.is_set():
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            time.sleep(0.002)


def test_a_fork_waits_for_one_that_is_under_way() -> None:
    slow = Slow()
    behind = under_way(slow)
    threading.Timer(0.2, slow.go_on.set).start()
    child = os.fork()
    if child == 0:
        os._exit(0 if slow.ended else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    behind.close()


def test_a_child_that_is_forked_off_meanwhile_runs_its_own(ledger: SqlLedger, path: Path) -> None:
    for number in range(8):
        say(ledger, number)
        child = os.fork()
        if child == 0:
            ended = 1
            try:
                ended = 0 if reaches_the_file(ledger, path, 100 * (number + 1)) else 2
            finally:
                os._exit(ended)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
