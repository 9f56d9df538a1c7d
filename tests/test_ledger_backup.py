"""A copy of a ledger that is being written is a whole ledger, as of one of its commits."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

import pytest

from atma_overlay.cli.tidying import tidying
from atma_overlay.errors import LedgerCorruptError, LedgerError
from atma_overlay.ledger import SqlLedger, backup, sqlite_rewriting
from atma_overlay.ledger.backup import back_up
from atma_overlay.ledger.sqlite_file import SqliteFile
from atma_overlay.testing.ledger_contract import answers, secretive
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told
from tests.cli_shell import LEDGER, Shell, seed
from tests.ledger_writers import check_whole


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@contextmanager
def writer_of(path: Path) -> Iterator[IO[str]]:
    """What another process prints that writes to the ledger until the end of the block: its revisions."""
    code = "import sys\nfrom tests.ledger_writers import write_for_ever\nwrite_for_ever(sys.argv[1])\n"
    writer = subprocess.Popen(
        [sys.executable, "-c", code, f"sqlite:///{path}"],
        stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    assert writer.stdout is not None
    try:
        yield writer.stdout
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()


def test_copies_taken_beside_a_writer_hold_whole_changesets_only(path: Path) -> None:
    with writer_of(path) as writer:
        for number in range(3):
            acknowledged = int(writer.readline())
            copy = path.with_name(f"copy-{number}.db")
            back_up(SqliteFile(path), copy)
            ledger = SqlLedger(f"sqlite:///{copy}")
            revision = ledger.read(ALICE, lambda r: r.revision())
            assert revision >= acknowledged
            ledger.read(ALICE, lambda r, n=revision: check_whole(r, n))  # type: ignore[misc]
            ledger.close()


def test_a_copy_is_done_while_another_process_goes_on_writing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "_PAGES_A_STEP", 1)  # many steps, and a commit between each two
    with writer_of(path) as writer:
        for _ in range(600):
            writer.readline()
        copying = threading.Thread(target=back_up, args=(SqliteFile(path), path.with_name("copy.db")))
        copying.start()
        copying.join(PATIENCE_SECONDS)
        ended = not copying.is_alive()
    copying.join()
    assert ended


def test_a_copy_that_takes_the_place_of_a_ledger_that_crashed_is_not_read_with_its_log(path: Path) -> None:
    crashed, copy = path.with_name("crashed.db"), path.with_name("copy.db")
    with closing(SqlLedger(f"sqlite:///{path}")) as ledger:
        for number in range(3):
            said = observation(f"o-{number}", minute=number)
            commit(ledger, told(statement(f"s-{number}", said), by=said))
            if number == 0:
                back_up(SqliteFile(path), copy)
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{crashed}{end}")
    back_up(SqliteFile(copy), crashed)
    assert not crashed.with_name("crashed.db-wal").exists()
    with closing(SqlLedger(f"sqlite:///{crashed}")) as ledger:
        assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-0"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_copy_that_is_told_to_end_leaves_nothing_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
) -> None:
    with closing(SqlLedger(f"sqlite:///{path}")) as ledger:
        commit(ledger, secretive())
    monkeypatch.setattr(backup, "_PAGES_A_STEP", 1)
    monkeypatch.setattr(backup, "_heed", lambda *_: os.kill(os.getpid(), number))
    before = signal.signal(number, signal.SIG_DFL)  # whoever runs the tests may have it ignored, as `nohup` does
    try:
        with pytest.raises(SystemExit) as ended, tidying():
            back_up(SqliteFile(path), path.with_name("copy.db"))
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert ended.value.code == code
    assert [each.name for each in path.parent.iterdir() if "copy" in each.name] == []


PATIENCE_SECONDS = 8
"""For a copy that takes a tenth of a second."""


def test_a_copy_answers_as_the_ledger_and_is_its_owners_alone(path: Path) -> None:
    ledger = SqlLedger(f"sqlite:///{path}")
    commit(ledger, secretive())
    copy = path.with_name("copy.db")
    assert back_up(SqliteFile(path), copy) == copy.stat().st_size
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir() if "copy" in file.name] == ["copy.db"]
    again = SqlLedger(f"sqlite:///{copy}")
    assert again.read(ALICE, answers) == ledger.read(ALICE, answers)
    for one in (ledger, again):
        one.close()


def test_a_damaged_ledger_gives_no_copy_and_leaves_the_last_one(path: Path) -> None:
    ledger = SqlLedger(f"sqlite:///{path}")
    said = observation("o-1")
    commit(ledger, told(*(statement(f"s-{n}", said, f"value {n}") for n in range(300)), by=said))
    ledger.close()
    content = bytearray(path.read_bytes())
    start = content.index(b"value 150") // 4096 * 4096
    content[start : start + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    copy = path.with_name("copy.db")
    copy.write_text("the last good one")
    with pytest.raises(LedgerCorruptError, match="atma doctor"):
        back_up(SqliteFile(path), copy)
    assert copy.read_text() == "the last good one"
    assert sorted(file.name for file in path.parent.iterdir() if "copy" in file.name) == ["copy.db"]


def test_a_folder_that_is_not_there_is_named(path: Path) -> None:
    with pytest.raises(LedgerError, match="check the folder"):
        back_up(SqliteFile(path), path.parent / "missing" / "copy.db")


def test_the_command_writes_the_file_anew_and_refuses(tmp_path: Path) -> None:
    shell = Shell(seed(tmp_path))
    with closing(sqlite3.connect(tmp_path / LEDGER)) as ledger, ledger:
        ledger.execute("CREATE TABLE filler AS SELECT zeroblob(?)", (sqlite_rewriting.AT_ONCE_BYTES,))
    left = shell("erase", "--everything", "--yes").out
    assert "on disk: sqlite: the file has " in left.replace("\n", " ")
    (found,) = [check for check in shell("doctor", "--json").json()["checks"] if check["name"] == "erased"]
    assert (found["ok"], found["remark"]) == (True, True)
    assert "`atma vacuum`" in found["detail"]
    done = shell("vacuum", "--json").json()
    assert done == {"file": LEDGER, "bytes": (tmp_path / LEDGER).stat().st_size}
    (found,) = [check for check in shell("doctor", "--json").json()["checks"] if check["name"] == "erased"]
    assert (found["remark"], found["detail"]) == (False, "nothing is left")
    assert "has no file" in shell("vacuum", "--ledger", "memory://").err
    assert "there is no file" in shell("vacuum", "--ledger", "sqlite:///none.db").err


def test_the_command_copies_and_refuses(tmp_path: Path) -> None:
    shell = Shell(seed(tmp_path))
    assert shell("backup", "copy.db", "--json").json()["file"] == "copy.db"
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy, copy:
        assert copy.execute("SELECT count(*) FROM observations").fetchone() == (2,)
    copy.close()
    assert shell("recall", "Where do I live?", "--ledger", "sqlite:///copy.db").out.count("York") > 0
    assert "exists: pass --force" in shell("backup", "copy.db").err
    assert shell("backup", "copy.db", "--force").code == 0
    assert "is the ledger itself" in shell("backup", LEDGER, "--force").err
    assert "has no file" in shell("backup", "x.db", "--ledger", "memory://").err
