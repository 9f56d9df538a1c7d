"""A user whom the ledger does not know, on the command line and in Python: a mistyped name is no empty memory."""

from __future__ import annotations

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from tests.cli_shell import Shell
from tests.dated_worlds import FIRST, ME

UNKNOWN = "atma: this ledger knows no user 'an' of tenant 'local': check --user and --tenant\n"


@pytest.mark.parametrize(
    "command",
    [
        ("export", "an.jsonl"),
        ("export", "-"),
        ("erase", "--everything", "--yes"),
        ("erase", "--record", "rec_0"),
        ("timeline",),
        ("review",),
        ("review", "--accept-all"),
        ("prune", "--older-than", "0", "--apply"),
        ("restore", "--everything"),
        ("promote",),
        ("forget", "my home"),
        ("why", "rec_0"),
        ("undo", "tr_0"),
        ("reconcile", "--apply"),
        ("reconcile", "--refill", "--apply"),
        ("detach", "--yes"),
    ],
    ids=" ".join,
)
def test_a_user_whom_the_ledger_does_not_know_is_a_failure_that_makes_nothing(
    shell: Shell, command: tuple[str, ...]
) -> None:
    before, files = shell.dump(), sorted(shell.folder.iterdir())
    told = shell(*command, "--user", "an")
    assert (told.code, told.out, told.err) == (1, "", UNKNOWN)
    assert (shell.dump(), sorted(shell.folder.iterdir())) == (before, files)


def test_a_tenant_whom_the_ledger_does_not_know_is_told_alike(shell: Shell) -> None:
    told = shell("export", "-", "--tenant", "acm")
    assert (told.code, told.out) == (1, "")
    assert "no user 'me' of tenant 'acm'" in told.err


def test_no_host_is_made_for_a_user_whom_the_ledger_does_not_know(shell: Shell) -> None:
    pytest.importorskip("qdrant_client")
    assert shell("erase", "--everything", "--yes", "--user", "an", "--host", "qdrant:new").err == UNKNOWN
    assert not (shell.folder / "new").exists()
    assert shell("reconcile", "--refill", "--apply", "--user", "an", ATMA_HOST=None).err == UNKNOWN
    assert not (shell.folder / "memory.atma.db.qdrant").exists()


def test_a_user_of_whom_all_is_erased_is_known(shell: Shell) -> None:
    for _ in range(2):
        assert shell("erase", "--everything", "--yes").code == 0
    assert shell("timeline").out == "nothing is remembered here\n"
    assert shell("export", "-").code == 0


def test_a_user_of_shadow_mode_alone_is_known(empty: Shell) -> None:
    url = f"sqlite:///{empty.folder}/memory.atma.db"
    with Overlay(MemoryHost(), ledger=url, mode="shadow") as overlay:
        overlay.remember("I live in Leeds.", scope=Scope(tenant="local", user="me"), observed_at=FIRST)
    assert empty("export", "-").code == 0
    assert "1 observation" in empty("erase", "--everything", "--yes").out


def test_a_recall_for_a_user_whom_the_ledger_does_not_know_is_empty_and_says_so(shell: Shell) -> None:
    told = shell("recall", "Where do I live?", "--user", "an")
    assert (told.code, told.err) == (0, UNKNOWN.removeprefix("atma: "))
    assert shell("recall", "Which car do I drive?").err == ""


def test_the_doctor_remarks_a_user_whom_the_ledger_does_not_know(shell: Shell) -> None:
    checks = {check["name"]: check for check in shell("doctor", "--user", "an", "--json").json()["checks"]}
    assert (checks["user"]["ok"], checks["user"]["remark"]) == (True, True)
    assert "knows no user 'an'" in checks["user"]["detail"]
    mine = {check["name"]: check for check in shell("doctor", "--json").json()["checks"]}
    assert mine["user"]["detail"] == "'me' of tenant 'local'"


def test_in_python_erasing_a_user_who_was_never_stored_is_no_error_and_says_so() -> None:
    overlay = Overlay(MemoryHost(), ledger="memory://")
    receipt = overlay.erase(scope=ME, everything=True)
    assert (receipt.known, receipt.observation_ids) == (False, ())
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert [overlay.erase(scope=ME, everything=True).known for _ in range(2)] == [True, True]


def test_a_backup_says_that_everybody_is_in_it_and_an_export_that_all_of_a_user_is(shell: Shell) -> None:
    assert "with all users of the ledger" in shell("backup", "copy.db", "--user", "me").err
    assert "all of the user's memory, whatever" in shell("export", "out.jsonl", "--session", "s").err
    assert "whatever" not in shell("export", "all.jsonl").err
