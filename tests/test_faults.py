"""A full disk, a file that cannot be written or read, a clock that goes back: said plainly, and nothing lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from atma_overlay import LedgerError, Overlay
from atma_overlay.errors import LedgerCorruptError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger
from atma_overlay.ledger.backup import back_up
from atma_overlay.ledger.sqlite_file import SqliteFile
from tests.cli_shell import LEDGER, Shell, seed
from tests.dated_worlds import FIRST, ME, is_open

NOBODY = 65_534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def overlay(path: Path) -> Iterator[Overlay]:
    overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{path}", on_error="raise")
    yield overlay
    overlay.close()


def values(overlay: Overlay) -> list[str]:
    return [r.value for r in overlay.timeline(scope=ME).records if is_open(r)]


class TestDisk:
    def test_a_full_disk_stores_nothing_says_so_and_leaves_the_memory_readable(self, overlay: Overlay) -> None:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        assert isinstance(overlay.ledger, SqlLedger)
        database: Any = overlay.ledger._database
        engine = database._engine  # where the limit is set

        def connect_anew() -> None:
            while (waiting := database._idle_to_write.take()) is not None:
                waiting.close()
            engine.dispose()

        connect_anew()

        def limit(connection: sqlite3.Connection, _: object) -> None:
            connection.execute("PRAGMA max_page_count=1")  # no less than what the file has

        event.listen(engine, "connect", limit)
        with pytest.raises(LedgerError, match="make room on the disk, nothing was stored"):
            overlay.remember(f"I moved to York. {'I like it there. ' * 5_000}", scope=ME, observed_at=FIRST)
        assert values(overlay) == ["Leeds"]
        assert overlay.recall("Where do I live?", scope=ME).rows[0].value == "Leeds"
        event.remove(engine, "connect", limit)
        connect_anew()
        overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + timedelta(days=9))
        assert values(overlay) == ["York"]

    def test_a_file_that_cannot_be_written_is_named_with_the_remedy(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="atma-faults-"))
        try:
            SqlLedger(f"sqlite:///{folder}/ledger.db").close()
            (folder / "ledger.db").chmod(0o444)
            folder.chmod(0o555)
            said = as_nobody(lambda: written(f"sqlite:///{folder}/ledger.db"))
            assert "see to their rights" in said or "check the folder" in said, said
            said = as_nobody(lambda: written(f"sqlite:///{folder}/new.db"))
            assert "Permission denied" in said
            assert "check the folder" in said
        finally:
            folder.chmod(0o755)
            shutil.rmtree(folder)

    def test_a_backup_that_may_not_be_written_to_can_be_read(self) -> None:
        folder = Path(tempfile.mkdtemp(prefix="atma-faults-"))
        url = f"sqlite:///{folder}/ledger.db"
        try:
            assert written(url) == "written"
            back_up(SqliteFile(folder / "ledger.db"), folder / "copy.db")
            (folder / "copy.db").chmod(0o444)
            folder.chmod(0o555)
            assert as_nobody(lambda: read_at(f"sqlite:///{folder}/copy.db")) == "I live in Leeds."
        finally:
            folder.chmod(0o755)
            shutil.rmtree(folder)

    @pytest.mark.parametrize("left", [0.3, 0.9])
    def test_a_file_that_was_cut_short_is_found_damaged_and_the_doctor_says_what_to_do(
        self, tmp_path: Path, left: float
    ) -> None:
        shell = Shell(seed(tmp_path))
        path = tmp_path / LEDGER
        content = path.read_bytes()
        path.write_bytes(content[: int(len(content) * left)])
        with pytest.raises(LedgerCorruptError, match="atma doctor"):
            read_everything(f"sqlite:///{path}")
        found = shell("doctor")
        assert found.code == 1
        assert "restore a backup or an export" in found.out


def written(url: str) -> str:
    """What a write to a ledger ends with."""
    try:
        with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
            overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    except LedgerError as error:
        return str(error)
    return "written"


def read_at(url: str) -> str:
    """What a ledger has of `ME`."""
    with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
        return overlay.timeline(scope=ME).records[0].evidence


def read_everything(url: str) -> None:
    ledger = SqlLedger(url)
    try:
        ledger.read(
            ME, lambda r: (r.history(), r.observed_after(None), r.transitions(), r.extractions(["x"]), r.outbox())
        )
    finally:
        ledger.close()


def as_nobody(work: Callable[[], str]) -> str:
    """Run it in a fork without root's right to write everywhere."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setegid(NOBODY)
                os.seteuid(NOBODY)
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        text = said.read()
    os.waitpid(child, 0)
    return text


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 3, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class TestClock:
    def test_what_is_said_after_a_clock_went_back_still_comes_after(self, path: Path) -> None:
        """Undated utterances: the clock alone says in which order they came."""
        clock = Clock()
        overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=clock, on_error="raise")
        for text, step in (("I live in Leeds.", 0), ("I moved to York.", -30), ("I moved to Bonn.", -600)):
            clock.now += timedelta(seconds=step)
            overlay.remember(text, scope=ME)
        assert values(overlay) == ["Bonn"]
        clock.now += timedelta(hours=2)
        overlay.remember("I moved to Hull.", scope=ME)
        assert values(overlay) == ["Hull"]
        overlay.close()

    def test_what_was_known_then_is_known_then_after_the_clock_went_back(self, path: Path) -> None:
        clock = Clock()
        overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=clock, on_error="raise")
        overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
        then = clock.now
        clock.now += timedelta(hours=1)
        overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + timedelta(days=1))
        before = overlay.timeline(scope=ME, known_at=then)
        clock.now -= timedelta(minutes=30)
        overlay.remember("I moved to Bonn.", scope=ME, observed_at=FIRST + timedelta(days=2))
        assert overlay.timeline(scope=ME, known_at=then).records == before.records
        assert values(overlay) == ["Bonn"]
        overlay.close()

    def test_a_clock_that_was_far_ahead_and_was_set_right_is_believed(self, path: Path) -> None:
        clock = Clock()
        overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=clock, on_error="raise")
        clock.now += timedelta(days=400)
        assert overlay._clock() == clock.now
        clock.now -= timedelta(days=400)
        assert overlay._clock() == clock.now
        overlay.close()

    @pytest.mark.parametrize("steps", [(-30, 5, 5), (-1800, 1, 60), (-2, 1, 1)])
    @pytest.mark.parametrize("turns", ["by turns", "one of many", "begun anew"])
    def test_what_is_said_to_a_process_whose_clock_is_behind_comes_after(
        self, path: Path, steps: tuple[int, ...], turns: str
    ) -> None:
        """The first clock is right; that of the others, or of the process that is begun anew, is behind."""
        ahead, behind = Clock(), Clock()
        behind.now += timedelta(seconds=steps[0])
        host = MemoryHost()
        with ExitStack() as opened:
            first, second = (
                opened.enter_context(Overlay(host, ledger=f"sqlite:///{path}", clock=clock, on_error="raise"))
                for clock in (ahead, behind)
            )
            order = {
                "by turns": (first, second, first, second), "one of many": (first, second, second, second),
                "begun anew": (first, second, None, second),
            }[turns]  # fmt: skip
            for place, (told, home) in enumerate(zip(order, ("Leeds", "York", "Bonn", "Hull"), strict=True)):
                overlay = told or opened.enter_context(Overlay(host, ledger=f"sqlite:///{path}", clock=behind))
                overlay.remember(f"I moved to {home}." if place else "I live in Leeds.", scope=ME)
                assert values(first) == values(second) == [home]
                for reader in (first, second):
                    rows = reader.recall("Where do I live?", scope=ME).rows
                    assert [r.value for r in rows if r.label == "current"] == [home]
                for clock in (ahead, behind):
                    clock.now += timedelta(seconds=steps[1 + place % 2])

    def test_what_is_taken_back_by_a_process_whose_clock_is_behind_is_so(self, path: Path) -> None:
        ahead, behind = Clock(), Clock()
        behind.now -= timedelta(minutes=5)
        with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=ahead) as overlay:
            told = overlay.remember("I live in Leeds.", scope=ME).records[0]
            overlay.remember("My gym is Pulse.", scope=ME)
        with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=behind) as overlay:
            overlay.correct(told.id, "York", scope=ME)
            assert values(overlay) == ["Pulse", "York"]
            overlay.forget("my gym", scope=ME)
            assert values(overlay) == ["York"]

    def test_what_is_dated_keeps_its_date_where_another_clock_is_ahead(self, path: Path) -> None:
        ahead, behind = Clock(), Clock()
        behind.now -= timedelta(minutes=5)
        with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=ahead) as overlay:
            overlay.remember("I live in Leeds.", scope=ME)
        with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=behind) as overlay:
            overlay.remember("I moved to York.", scope=ME, observed_at=behind.now - timedelta(minutes=1))
            assert values(overlay) == ["Leeds"]
            overlay.remember("I moved to Bonn.", scope=ME)
            assert values(overlay) == ["Bonn"]

    def test_a_clock_that_was_ahead_by_hours_is_taken_for_wrong(self, path: Path) -> None:
        wrong, right = Clock(), Clock()
        wrong.now += timedelta(hours=2)
        with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=wrong) as overlay:
            overlay.remember("I live in Leeds.", scope=ME)
        with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=right) as overlay:
            said = overlay.remember("My gym is Pulse.", scope=ME).records[0]
        assert said.observed_at == right.now
