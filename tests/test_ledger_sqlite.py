"""The SQLite ledger keeps the contract, and what a file adds to it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.sql.elements import CompilerElement

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, InvalidInputError, LedgerCorruptError, LedgerError
from atma_overlay.ledger import SqlLedger, migrations, open_ledger, sqlite_opening
from atma_overlay.ledger.tables import metadata
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import DecisionState, Status
from atma_overlay.testing.ledger_erasure_rules import SECRET, secretive
from atma_overlay.testing.ledger_samples import (
    ALICE,
    HOME,
    JOB,
    commit,
    decision,
    link,
    observation,
    outbox_item,
    standing,
    statement,
    told,
    verdict,
)
from tests.ledger_writers import check_whole
from tests.sql_ledger_contract import SqlLedgerContract

SAID = observation("o-1")
APPENDED_ONLY = ("transitions", "decisions", "verdicts")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


class TestSqliteLedger(SqlLedgerContract):
    pass


def pragma(ledger: SqlLedger, name: str) -> object:
    with ledger._database.reading() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()


class TestFile:
    def test_every_connection_is_set_up_for_durability_and_erasure(self, url: str) -> None:
        ledger = SqlLedger(url)
        commit(ledger, told(by=SAID))
        assert pragma(ledger, "journal_mode") == "wal"
        assert pragma(ledger, "synchronous") == 2
        assert pragma(ledger, "secure_delete") == 1
        assert pragma(ledger, "foreign_keys") == 1
        assert pragma(ledger, "busy_timeout") == 10_000
        assert pragma(ledger, "temp_store") == 2
        ledger.close()

    def test_only_its_owner_can_read_it(self, url: str, path: Path) -> None:
        before = os.umask(0)
        try:
            ledger = SqlLedger(url)
            commit(ledger, told(by=SAID))
            files = list(path.parent.iterdir())
            assert {file.name for file in files} == {"ledger.db", "ledger.db-wal", "ledger.db-shm"}
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
            ledger.close()
        finally:
            os.umask(before)

    def test_the_rights_of_a_file_that_is_there_are_left_alone(self, url: str, path: Path) -> None:
        path.touch(mode=0o640)
        path.chmod(0o640)
        SqlLedger(url).close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o640

    @pytest.mark.parametrize("name", ["a b.db", "100%.db", "%41.db", "naïve 東京.db", "it's.db", "a+b&c=d.db"])
    def test_a_file_may_have_any_name(self, tmp_path: Path, name: str) -> None:
        ledger = SqlLedger(f"sqlite:///{tmp_path / name}")
        commit(ledger, told(by=SAID))
        ledger.close()
        assert [file.name for file in tmp_path.iterdir()] == [name]

    def test_open_ledger_opens_it(self, url: str, path: Path) -> None:
        ledger = open_ledger(url)
        assert isinstance(ledger, SqlLedger)
        ledger.close()
        assert path.exists()

    @pytest.mark.parametrize(
        "bad",
        ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///x.db?mode=ro", "sqlite://host/x.db", "sqlite:x"],
    )
    def test_a_url_without_a_file_is_refused(self, bad: str) -> None:
        with pytest.raises(InvalidInputError, match="memory://"):
            open_ledger(bad)

    def test_a_missing_folder_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidInputError, match=r"ledger: there is no folder .*missing': make it first"):
            SqlLedger(f"sqlite:///{tmp_path}/missing/ledger.db")

    def test_a_file_that_is_no_database_is_refused_and_left_alone(self, url: str, path: Path) -> None:
        path.write_bytes(b"this is no database" * 500)
        with pytest.raises(LedgerCorruptError, match="atma doctor"):
            SqlLedger(url)
        assert path.read_bytes() == b"this is no database" * 500

    def test_another_programs_database_is_refused_and_left_alone(self, url: str, path: Path) -> None:
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("CREATE TABLE bookmarks (address TEXT)")
        other.close()
        before = path.read_bytes()
        with pytest.raises(InvalidInputError, match=r"ledger: .* another program"):
            SqlLedger(url)
        assert path.read_bytes() == before
        with closing(sqlite3.connect(path)) as other, other:
            assert other.execute("SELECT name FROM sqlite_schema").fetchall() == [("bookmarks",)]
        other.close()

    def test_a_newer_schema_is_refused(self, url: str, path: Path) -> None:
        SqlLedger(url).close()
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.close()
        with pytest.raises(LedgerError, match="upgrade atma-overlay"):
            SqlLedger(url)

    def test_a_damaged_page_is_an_error_of_its_own(self, url: str, path: Path) -> None:
        ledger = SqlLedger(url)
        stated = [statement(f"s-{n:03}", SAID, f"value {n}") for n in range(300)]
        commit(ledger, told(*stated, by=SAID))
        ledger.close()
        content = bytearray(path.read_bytes())
        start = content.index(b"value 150") // 4096 * 4096
        content[start : start + 4096] = b"\xff" * 4096
        path.write_bytes(content)
        ledger = SqlLedger(url)
        with pytest.raises(LedgerCorruptError):
            ledger.read(ALICE, lambda r: r.history())
        ledger.close()

    def test_a_row_that_no_version_of_the_package_wrote_is_an_error_of_its_own(self, url: str, path: Path) -> None:
        ledger = SqlLedger(url)
        commit(ledger, told(by=SAID))
        with closing(sqlite3.connect(path)) as file, file:
            file.execute("UPDATE observations SET origin = 'nobody'")
        file.close()
        with pytest.raises(LedgerCorruptError, match="atma doctor"):
            ledger.read(ALICE, lambda r: r.observations(["o-1"]))
        ledger.close()

    def test_a_file_that_another_process_holds_is_an_error_that_says_so(
        self, url: str, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sqlite_opening, "BUSY_TIMEOUT_SECONDS", 0.1)
        ledger = SqlLedger(url)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerError, match="try again"):
            commit(ledger, told(by=SAID))
        assert ledger.read(ALICE, lambda r: r.revision()) == 0
        other.execute("ROLLBACK")
        other.close()
        commit(ledger, told(by=SAID))
        ledger.close()

    def test_half_a_surrogate_pair_is_refused_before_anything_is_stored(self, url: str) -> None:
        ledger = SqlLedger(url)
        broken = observation("o-2", "half \ud83d of a pair", minute=1)
        with pytest.raises(InvalidInputError, match="surrogate"):
            commit(ledger, told(by=SAID) + told(by=broken))
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == []
        ledger.close()

    def test_an_error_quotes_no_memory(self, url: str) -> None:
        ledger = SqlLedger(url)
        secret = observation("o-1", f"I live in {SECRET}.")
        commit(ledger, told(by=secret))
        with pytest.raises(ConflictError) as caught:
            commit(ledger, told(by=replace(secret, role=SECRET)))
        error: BaseException | None = caught.value
        while error is not None:
            assert SECRET not in str(error)
            error = error.__cause__
        ledger.close()


class TestSchema:
    @pytest.mark.usefixtures("migrated")
    def test_the_migrations_make_the_tables_of_the_package(self, url: str, path: Path) -> None:
        SqlLedger(url).close()
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            options = {
                "compare_type": True,
                "compare_server_default": True,
                "include_name": lambda name, kind, _: kind != "table" or not str(name).startswith("statement_text"),
            }
            context = MigrationContext.configure(connection, opts=options)
            assert compare_metadata(context, metadata) == []
        engine.dispose()

    def test_the_package_names_every_migration(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        scripts = ScriptDirectory.from_config(config)
        assert tuple(script.revision for script in reversed(list(scripts.walk_revisions()))) == migrations.REVISIONS
        assert scripts.get_current_head() == migrations.HEAD

    def test_the_scope_is_first_in_every_key_and_index(self) -> None:
        for table in metadata.sorted_tables:
            keys = [table.primary_key.columns, *(index.columns for index in table.indexes)]
            for key in keys:
                assert [column.name for column in key][:3] == ["plane", "tenant", "user_id"], table.name

    def test_no_read_walks_a_table_or_more_of_a_partition_than_it_asks_for(self, url: str, path: Path) -> None:
        ledger = SqlLedger(url)
        commit(ledger, secretive())
        asked: list[tuple[str, Any]] = []

        def note(_c: object, _k: object, statement: str, parameters: Any, _x: object, _m: object) -> None:
            if statement.startswith("SELECT"):
                asked.append((statement, parameters))

        event.listen(Engine, "before_cursor_execute", note)
        try:
            ledger.read(ALICE, _narrow_reads)
            ledger.read(ALICE, _long_reads)
        finally:
            event.remove(Engine, "before_cursor_execute", note)
        ledger.close()
        file = sqlite3.connect(path)
        for statement_text, parameters in asked:
            plan = [row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {statement_text}", parameters)]
            for step in plan:
                reads_file = step.startswith(("SCAN", "SEARCH")) and "CONSTANT ROW" not in step
                if not reads_file or step.startswith(("SCAN anon", "SCAN f VIRTUAL")):
                    continue
                assert step.startswith("SEARCH"), (statement_text, plan)
                assert "plane=? AND tenant=? AND user_id=?" in step, (statement_text, plan)
                narrow = step.count("=?") > 3 or ">(?" in step or "partitions" in step
                # The latest observation is the end of an index.
                assert narrow or "LIMIT" in statement_text, (statement_text, plan)
        file.close()
        assert len(asked) > 15


def _long_reads(reader: LedgerReader) -> None:
    """More values at once than the planner thinks it worth to look up one by one, if they came in one list."""
    ids = [f"x-{n}" for n in range(300)]
    reader.observations(ids)
    reader.ids_by_key(ids)
    reader.extractions(ids)
    reader.held(ids)
    reader.of_observations(ids)
    reader.history(ids)
    reader.transitions(ids)
    reader.verdicts(ids)
    reader.links(host_ids=ids, observation_ids=ids)
    reader.staged(ids)


def _narrow_reads(reader: LedgerReader) -> None:
    reader.revision()
    reader.observations(["o-1", "o-2"])
    reader.observed_after(SAID.order)
    reader.observation_by_key("k")
    reader.last_observation()
    reader.extractions(["o-1", "o-2"])
    reader.in_slots([HOME, JOB])
    reader.held(["s-1", "s-2"])
    reader.of_observations(["o-1", "o-2"])
    reader.with_terms("value", ["chicago", "oslo", "rome"])
    reader.search(["chicago", "oslo"], limit=5)
    reader.history(["s-1", "s-2"])
    reader.transitions(["s-1", "s-2"])
    reader.transition("t-1")
    reader.verdicts(["p-1", "p-2"])
    reader.contingencies([HOME, JOB])
    reader.links(host_ids=["h-1", "h-2"], observation_ids=["o-1", "o-2"])
    reader.outbox()
    reader.outbox(pending_at="memory")
    reader.given_up("memory")


class TestAppending:
    def test_no_write_but_an_erasure_updates_or_deletes_what_is_appended(self, url: str) -> None:
        ledger = SqlLedger(url)
        changing: list[str] = []

        def note(_c: object, _k: object, statement: str, _p: object, _x: object, _m: object) -> None:
            if statement.startswith(("UPDATE", "DELETE")) or "DO UPDATE" in statement:
                changing.append(statement.split()[1 if statement.startswith("UPDATE") else 2])

        event.listen(Engine, "before_cursor_execute", note)
        try:
            commit(ledger, secretive())
            commit(ledger, Changeset(decisions=(decision("t-1", DecisionState.UNDONE),), verdicts=(verdict("p-1"),)))
            commit(ledger, Changeset(standings=(standing(statement("s-1", SAID), Status.ENDED),), withdrawn=("s-2",)))
            commit(ledger, Changeset(outbox=(outbox_item("w-2", SAID),), links=(link("h-1", SAID, text_hash="x"),)))
            assert set(changing) == {"partitions", "versions", "outbox", "links"}
            commit(ledger, Changeset(erased=("o-2",)))
            assert set(APPENDED_ONLY) <= set(changing)
        finally:
            event.remove(Engine, "before_cursor_execute", note)
        ledger.close()


class TestProcesses:
    def test_processes_that_open_one_new_file_at_once_all_succeed(self, url: str) -> None:
        context = multiprocessing.get_context("spawn")
        with context.Pool(4) as pool:
            revisions = pool.map(_open_and_write, [(url, n) for n in range(8)])
        assert sorted(revisions) == list(range(1, 9))
        ledger = SqlLedger(url)
        assert len(ledger.read(ALICE, lambda r: r.all_held())) == 8
        ledger.close()

    def test_a_fork_does_not_share_connections(self, url: str) -> None:
        ledger = SqlLedger(url)
        commit(ledger, told(statement("s-1", SAID), by=SAID))
        child = os.fork()
        if child == 0:
            try:
                said = observation("o-2", minute=1)
                commit(ledger, told(statement("s-2", said), by=said))
                os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
        said = observation("o-3", minute=2)
        commit(ledger, told(statement("s-3", said), by=said))
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.all_held())] == ["s-1", "s-2", "s-3"]
        ledger.close()

    def test_a_process_killed_while_writing_leaves_whole_changesets_only(self, url: str, path: Path) -> None:
        code = "import sys\nfrom tests.ledger_writers import write_for_ever\nwrite_for_ever(sys.argv[1])\n"
        acknowledged = 0
        for _ in range(3):
            writer = subprocess.Popen(
                [sys.executable, "-c", code, url],
                stdout=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parent.parent,
            )
            assert writer.stdout is not None
            for _ in range(15):
                acknowledged = int(writer.stdout.readline())
            time.sleep(0.003)
            os.kill(writer.pid, signal.SIGKILL)
            acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
            writer.stdout.close()
            writer.wait()
            ledger = SqlLedger(url)
            revision = ledger.read(ALICE, lambda r: r.revision())
            assert acknowledged <= revision <= acknowledged + 1
            ledger.read(ALICE, lambda r, n=revision: check_whole(r, n))  # type: ignore[misc]
            ledger.close()
        with closing(sqlite3.connect(path)) as file, file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        file.close()


def test_what_was_compiled_for_one_file_serves_every_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    compiles = CompilerElement.compile

    def noting(self: CompilerElement, *args: Any, **given: Any) -> Any:
        compiled.append(self)
        return compiles(self, *args, **given)

    _open_and_write((f"sqlite:///{tmp_path / 'first.db'}", 0))
    monkeypatch.setattr(CompilerElement, "compile", noting)
    _open_and_write((f"sqlite:///{tmp_path / 'second.db'}", 1))
    assert compiled == []


def _open_and_write(arguments: tuple[str, int]) -> int:
    url, number = arguments
    ledger = SqlLedger(url)
    said = observation(f"o-{number}", minute=number)
    changes = told(statement(f"s-{number}", said), by=said)
    revision = ledger.write(ALICE, lambda r: (changes, r.revision() + 1))
    ledger.close()
    return revision
