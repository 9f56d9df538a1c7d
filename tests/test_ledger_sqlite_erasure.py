"""What is erased from a SQLite ledger is in no byte of its files, whatever stood in the way of the rewrite."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import SqlLedger, sqlite_rewriting
from atma_overlay.ledger import writer as writing
from atma_overlay.ledger.sqlite_file import SqliteFile
from atma_overlay.ledger.store import BULK_ROWS
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Slot
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_erasure_rules import SECRET, answers, secretive
from atma_overlay.testing.ledger_samples import (
    ALICE,
    commit,
    contingency,
    decision,
    extraction,
    link,
    observation,
    outbox_item,
    statement,
    told,
    transition,
    verdict,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


class Full(sqlite3.Connection):
    """A connection on a disk that has no room for the file again."""

    def execute(self, statement: str, *parameters: Any) -> sqlite3.Cursor:
        """Likewise."""
        if statement == "VACUUM":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(statement, *parameters)


def bytes_on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name))


def test_erased_text_is_in_no_byte_of_the_file_or_its_log(url: str, path: Path) -> None:
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    assert SECRET.encode() in bytes_on_disk(path)
    commit(ledger, Changeset(erased=("o-2",)))
    assert SECRET.encode() not in bytes_on_disk(path)
    assert not ledger.rewrite_pending
    ledger.close()
    assert SECRET.encode() not in bytes_on_disk(path)


def test_nothing_is_left_among_rows_that_moved_between_pages(url: str, path: Path) -> None:
    ledger = SqlLedger(url)
    chance = random.Random(7)
    names = [f"{SECRET}{n:03}" for n in range(240)]
    for start in range(0, len(names), 12):
        changes = Changeset()
        for name in names[start : start + 12]:
            changes += _scattered(name, chance)
        commit(ledger, changes)
    gone = chance.sample(names, 60)
    for start in range(0, len(gone), 20):
        commit(ledger, Changeset(erased=tuple(f"o-{_place(name)}" for name in gone[start : start + 20])))
        left = bytes_on_disk(path)
        assert [name for name in gone[: start + 20] if name.encode() in left] == []
    kept = sorted(set(names) - set(gone))
    assert [h.statement.value for h in ledger.read(ALICE, lambda r: r.all_held())] == kept
    ledger.close()


def test_what_a_long_read_kept_in_the_log_goes_at_the_next_chance(
    url: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = SqlLedger(url)
    commit(ledger, secretive())

    def slow(reader: LedgerReader) -> bool:
        reader.revision()
        commit(ledger, Changeset(erased=("o-2",)))
        return ledger.rewrite_pending

    assert ledger.residue() == ()
    assert ledger.read(ALICE, slow)
    assert "until the ledger is next opened, closed or erased from" in ledger.residue()[0]
    assert SECRET not in repr(ledger.read(ALICE, answers))
    ledger.close()
    assert SECRET.encode() not in bytes_on_disk(path)


def test_long_work_that_was_in_the_way_of_a_rewrite_makes_up_for_it(
    url: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_rewriting, "PATIENT_SECONDS", 0.0)
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    pending: list[bool] = []

    def work(reader: LedgerReader) -> tuple[Changeset, None]:
        reader.takes_long()
        reader.revision()
        commit(ledger, Changeset(erased=("o-2",)))
        pending.append(ledger.rewrite_pending)
        return told(by=observation("o-1")), None

    ledger.write(Scope(tenant="acme", user="bob"), work)
    assert pending == [True]
    assert not ledger.rewrite_pending
    assert SECRET.encode() not in bytes_on_disk(path)
    ledger.close()


def test_whoever_writes_waits_little_while_a_rewrite_waits_for_a_long_read(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_rewriting, "PATIENT_SECONDS", 2.0)
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    erasing = threading.Thread(target=lambda: commit(ledger, Changeset(erased=("o-2",))))

    def slow(reader: LedgerReader) -> list[float]:
        reader.revision()
        erasing.start()
        waited: list[float] = []
        while erasing.is_alive():
            started = time.monotonic()
            commit(ledger, told(by=observation(f"o-{100 + len(waited)}")), scope=Scope(tenant="acme", user="bob"))
            waited.append(time.monotonic() - started)
        return waited

    assert max(ledger.read(ALICE, slow)) < 1
    ledger.close()


def test_whoever_opens_or_closes_a_file_is_not_as_patient_with_a_long_read_as_who_erases(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_rewriting, "PATIENT_SECONDS", 2.0)
    monkeypatch.setattr(sqlite_rewriting, "IN_PASSING_SECONDS", 0.0)
    ledger = SqlLedger(url)
    commit(ledger, secretive())

    def slow(reader: LedgerReader) -> tuple[float, float]:
        reader.revision()
        started = time.monotonic()
        commit(ledger, Changeset(erased=("o-2",)))
        erased = time.monotonic()
        SqlLedger(url).close()
        return erased - started, time.monotonic() - erased

    erasing, passing = ledger.read(ALICE, slow)
    assert passing < 2 < erasing
    ledger.close()


def test_a_large_file_is_written_anew_when_told_and_by_nothing_else(
    url: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_rewriting, "AT_ONCE_BYTES", 1000)
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    commit(ledger, Changeset(erased=("o-2",)))
    assert SECRET not in repr(ledger.read(ALICE, answers))
    assert ledger.rewrite_pending
    assert "until `atma vacuum` has rewritten it" in ledger.residue()[0]
    ledger.close()
    again = SqlLedger(url)
    assert again.rewrite_pending
    assert again.vacuum() == ()
    assert again.residue() == ()
    assert SECRET.encode() not in bytes_on_disk(path)
    again.close()


def test_the_log_is_emptied_beside_one_who_writes_all_the_time(url: str, path: Path) -> None:
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    commit(ledger, Changeset(erased=("o-2",)))
    over = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(path, timeout=60, isolation_level=None)) as process:
            process.execute("CREATE TABLE others (n)")
            while not over.wait(0.002):
                process.execute("INSERT INTO others VALUES (1)")

    other = threading.Thread(target=write)
    other.start()
    try:
        for _ in range(5):
            assert ledger.vacuum() == ()
    finally:
        over.set()
        other.join()
    ledger.close()


def test_where_the_disk_has_no_room_for_the_rewrite_the_residue_says_so(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    connect = SqliteFile.connect
    with monkeypatch.context() as patch:
        patch.setattr(SqliteFile, "connect", lambda file, **options: connect(file, factory=Full, **options))
        commit(ledger, Changeset(erased=("o-2",)))
    assert "make room" in ledger.residue()[0]
    commit(ledger, Changeset(erased=("o-1",)))
    assert ledger.residue() == ()
    ledger.close()


def test_a_write_in_which_the_file_is_to_be_written_anew_is_refused_that_and_is_stored(url: str) -> None:
    ledger = SqlLedger(url)

    def work(reader: LedgerReader) -> tuple[Changeset, int]:
        with pytest.raises(ConflictError, match="inside a ledger write"):
            ledger.vacuum()
        ledger.settle(records=BULK_ROWS)
        return told(by=observation("o-1")), reader.revision()

    assert ledger.write(ALICE, work) == 0
    assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-1"]
    ledger.close()


def test_a_vacuum_that_had_something_in_its_way_says_what_whether_or_not_something_was_erased(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_rewriting, "AT_ONCE_BYTES", 1000)
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    connect = SqliteFile.connect
    with monkeypatch.context() as patch:
        patch.setattr(SqliteFile, "connect", lambda file, **options: connect(file, factory=Full, **options))
        assert "make room" in ledger.vacuum()[0]
    assert ledger.residue() == ()
    commit(ledger, Changeset(erased=("o-2",)))
    monkeypatch.setattr(sqlite_rewriting, "PATIENT_SECONDS", 0.0)

    def slow(reader: LedgerReader) -> tuple[str, ...]:
        reader.revision()
        commit(ledger, told(by=observation("o-9", minute=99)))
        return ledger.vacuum()

    assert "another process or a long read was in the way" in ledger.read(ALICE, slow)[0]
    assert "another process or a long read was in the way" in ledger.residue()[0]
    assert ledger.vacuum() == ()
    ledger.close()


def test_an_erasure_that_others_leave_no_time_for_the_rewrite_is_done_and_says_so(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    writer = ledger._database._writer  # type: ignore[attr-defined]  # a file's own
    begun, over = threading.Event(), threading.Event()

    def write() -> None:
        with writer.turn():
            begun.set()
            over.wait(60)

    other = threading.Thread(target=write)

    def at_once(_: object) -> bool:
        other.start()
        return begun.wait(60)

    with monkeypatch.context() as patch:
        patch.setattr(writing, "MAX_WAIT_SECONDS", 0.05)
        patch.setattr(sqlite_rewriting.Rewriting, "at_once", property(at_once))
        commit(ledger, Changeset(erased=("o-2",)))
    over.set()
    other.join()
    assert ledger.rewrite_pending
    assert SECRET not in repr(ledger.read(ALICE, answers))
    ledger.close()


def test_a_process_that_dies_before_the_rewrite_leaves_it_to_the_next(url: str, path: Path) -> None:
    ledger = SqlLedger(url)
    commit(ledger, secretive())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger._database, "rewrite", lambda: None)
        commit(ledger, Changeset(erased=("o-2",)))
        assert ledger.rewrite_pending
        # Closed without a chance to catch up.
        ledger._database._engine.dispose()  # type: ignore[attr-defined]  # a file's own
    again = SqlLedger(url)
    assert not again.rewrite_pending
    assert SECRET.encode() not in bytes_on_disk(path)
    again.close()


def _place(name: str) -> str:
    return str(int(name.removeprefix(SECRET)) * 7919 % 1009)


def _scattered(name: str, chance: random.Random) -> Changeset:
    """A secret in every table, among rows of other sizes, under ids out of order."""
    place = _place(name)
    filler = "filler " * chance.choice([1, 10, 100, 1000])
    said = replace(observation(f"o-{place}", f"{name} {filler}", digest=name), idempotency_key=name)
    stated = replace(statement(f"s-{place}", said, name, slot=Slot(name, name), unit=name), valid_from=said.observed_at)
    return told(stated, by=said) + Changeset(
        extractions=(extraction(said, name * chance.choice([1, 40])),),
        transitions=(replace(transition(f"t-{place}", stated.id, slot=stated.slot), reason=name),),
        decisions=(decision(f"t-{place}", note=name),),
        verdicts=(verdict(f"p-{place}", reason=name),),
        contingencies=(replace(contingency(f"c-{place}", said, parent=Slot(name, name)), value=name),),
        links=(link(f"h-{place}", said, text_hash=name),),
        outbox=(replace(outbox_item(f"w-{place}", said), error=name),),
    )
