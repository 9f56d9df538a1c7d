"""The command line on a ledger in PostgreSQL, and what comes back from its backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from atma_overlay.ledger import SqlLedger
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
