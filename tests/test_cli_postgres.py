"""The command line on a ledger in PostgreSQL, and what comes back from its backup."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.world import changes
from atma_overlay.bench.world import told as told_by_numbers
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger, open_ledger
from atma_overlay.ledger.postgres import PostgresDatabase
from atma_overlay.ledger.stamping import utc_now
from atma_overlay.ledger.store import BULK_ROWS
from atma_overlay.ports.host import HostItem
from atma_overlay.ports.ledger import Settling
from atma_overlay.testing.ledger_contract import answers, secretive
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, told
from tests.cli_shell import Shell, seed
from tests.postgres_server import needs_server, server

pytestmark = needs_server


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_memory_is_kept_asked_and_examined_on_a_server(shell: Shell) -> None:
    url = server().new_url()
    missing = shell("doctor", "--ledger", url)
    assert missing.code == 1
    assert "has no tables" in missing.out
    for at, text in (("2024-05-01T09:00:00Z", "I live in Leeds."), ("2025-03-01T09:00:00Z", "I moved to York.")):
        assert shell("remember", text, "--at", at, "--ledger", url).code == 0
    found = shell("recall", "Where do I live?", "--json", ATMA_LEDGER=url).json()
    assert [(row["label"], row["value"]) for row in found["rows"]] == [("current", "York")]
    checks = {check["name"]: check for check in shell("doctor", "--json", "--ledger", url).json()["checks"]}
    assert all(check["ok"] for check in checks.values())
    assert "PostgreSQL 1" in checks["ledger"]["detail"]
    assert "dead ones wait for VACUUM" in checks["rows"]["detail"]
    assert list(shell.folder.iterdir()) == []


def test_the_doctor_says_what_to_do_about_a_server_that_is_away_or_unsafe(shell: Shell) -> None:
    gone = shell("doctor", "--ledger", "postgresql://atma:hunter2@127.0.0.1:1/x")
    assert (gone.code, "start it, or check the URL" in gone.out, "hunter2" in gone.out) == (1, True, False)


def test_a_memory_moves_from_a_file_to_a_server_without_loss(shell: Shell) -> None:
    seed(shell.folder)
    url = server().new_url()
    assert shell("export", "all.jsonl").code == 0
    assert shell("import", "all.jsonl", "--ledger", url).code == 0
    assert shell("export", "again.jsonl", "--ledger", url).code == 0
    assert (shell.folder / "again.jsonl").read_bytes() == (shell.folder / "all.jsonl").read_bytes()


def test_a_dump_of_a_running_server_restores_to_the_same_ledger(shell: Shell) -> None:
    refused = shell("vacuum", "--ledger", server().new_url())
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "is on a server" in refused.err
    refused = shell("backup", "copy.db", "--ledger", server().new_url())
    assert refused.code == 2
    assert "pg_dump --format=custom --schema=atma" in refused.err
    name, other = server().new_database(), server().new_database()
    ledger = SqlLedger(server().url(name))
    commit(ledger, secretive())
    connection = ("-h", "127.0.0.1", "-p", str(server().port), "-U", "atma")
    dump = str(server().folder / f"{name}.dump")
    server().run("pg_dump", *connection, "--format=custom", "--schema=atma", "-f", dump, name)
    before = ledger.read(ALICE, answers)
    commit(ledger, told(by=observation("o-later", minute=99)))
    server().run("pg_restore", *connection, "-d", other, dump)
    restored = SqlLedger(server().url(other))
    assert restored.read(ALICE, answers) == before
    for one in (ledger, restored):
        one.close()


def grown(name: str) -> Filled:
    """Six thousand records in a database of their own where nobody but the ledger looks at tables."""
    filled = Filled(open_ledger(server().url(name)), tenant="acme")
    tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'atma'::regnamespace"
    for (table,) in server().sql(name, tables):
        server().sql(name, f"ALTER TABLE atma.{table} SET (autovacuum_enabled = off)")
    return filled


def test_a_bulk_change_leaves_tables_that_the_planner_knows_and_the_doctor_tells_where_none_did(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = server().new_database()
    filled = grown(name)
    assert isinstance(filled.ledger, SqlLedger)
    settle = filled.ledger.settle
    monkeypatch.setattr(filled.ledger, "settle", lambda **_: None)
    filled.grow(6_000)
    found = shell("doctor", "--ledger", server().url(name))
    assert found.code == 1
    assert "run ANALYZE atma.extractions" in " ".join(found.out.split())
    settle(records=BULK_ROWS - 1)
    assert shell("doctor", "--ledger", server().url(name)).code == 1
    settle(records=BULK_ROWS)
    filled.ledger.close()
    assert shell("doctor", "--ledger", server().url(name)).code == 0


def test_what_is_in_the_way_of_looking_at_the_tables_fails_no_bulk_change() -> None:
    name, role = server().new_database(), f"u_{uuid4().hex[:8]}"
    filled = grown(name)
    filled.grow(2_000)
    for statement in (
        f"CREATE ROLE {role} LOGIN",
        f"GRANT USAGE ON SCHEMA atma TO {role}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA atma TO {role}",
        "DELETE FROM pg_statistic",
    ):
        server().sql(name, statement)
    visitor = open_ledger(server().url(name).replace("://atma@", f"://{role}@"))
    assert isinstance(visitor, Settling)
    visitor.settle(records=BULK_ROWS)
    visitor.close()
    visitor.settle(records=BULK_ROWS)
    filled.ledger.close()
    assert server().sql(name, "SELECT count(*) FROM pg_stats WHERE schemaname = 'atma'") == [(0,)]


def test_an_import_and_a_backfill_settle_the_ledger(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    name, me = server().new_database(), Scope(tenant="local", user="me")
    with closing(open_ledger(f"sqlite:///{shell.folder / 'large.db'}")) as file:
        large = changes(list(told_by_numbers(1, 0, 400)), scope=me, host="memory", now=utc_now())
        file.write(me, lambda _: (large, None))
    to, which = ("--ledger", server().url(name)), ("--tenant", me.tenant, "--user", me.user)
    assert shell("export", "all.jsonl", "--ledger", "sqlite:///large.db", *which).code == 0
    assert shell("import", "all.jsonl", *to, *which).code == 0
    assert server().sql(name, "SELECT count(*) > 0 FROM pg_stats WHERE tablename = 'statements'") == [(True,)]
    settled: list[int] = []
    monkeypatch.setattr(PostgresDatabase, "settle", lambda _, *, rows: settled.append(rows))
    host = MemoryHost()
    host.add([HostItem("k-1", "I live in Leeds.", "user", utc_now())], scope=ALICE)
    with Overlay(host, ledger=server().new_url()) as overlay:
        assert overlay.backfill(scope=ALICE, dry_run=True).taken == 0
        assert settled == []
        assert overlay.backfill(scope=ALICE).taken == 1
    assert settled == [1]
