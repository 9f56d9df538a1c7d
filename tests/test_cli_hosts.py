"""What the commands say of a host that holds nothing of what the ledger has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from atma_overlay.cli.hooks import look_here_for
from tests.cli_shell import Shell, episode

NOTE = "the host is in memory and ends with this command: name one that lasts with --host\n"
SAID = "I live in York."


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def of_host(shell: Shell, *place: str) -> dict[str, Any]:
    found = shell("doctor", "--json", *place).json()
    assert found["healthy"] is True
    return next({k: v for k, v in row.items() if k != "name"} for row in found["checks"] if row["name"] == "host")


def test_a_host_that_was_not_named_and_is_in_memory_is_told_of(shell: Shell) -> None:
    shell.write("talk.jsonl", episode("talk", SAID))
    for command in (("remember", SAID), ("ingest", "talk.jsonl")):
        told = shell(*command, "--ledger", "memory://", ATMA_HOST=None)
        assert (told.code, told.err) == (0, NOTE)
        assert shell(*command, "--ledger", "memory://", "--json", ATMA_HOST=None).err == ""
        assert shell(*command, "--host", "memory").err == ""


OWN = """from atma_overlay.hosts.memory import MemoryHost


def make():
    import beside_my_host

    return MemoryHost()
"""
STARTED = "import sys; sys.path.remove(''); from atma_overlay.cli import main; main()"
"""As the installed script starts, which does not look in the working folder."""


def test_a_host_of_one_s_own_is_found_in_the_working_folder_and_what_it_imports_later_too(shell: Shell) -> None:
    shell.write("my_host.py", OWN)
    shell.write("beside_my_host.py", "")
    for command in (["remember", SAID], ["doctor"]):
        run = [sys.executable, "-c", STARTED, *command, "--host", "python:my_host:make"]
        done = subprocess.run(run, cwd=shell.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_the_working_folder_is_looked_in_last_and_for_what_is_one_s_own_alone(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shell.folder)
    before = [entry for entry in sys.path if entry not in {"", str(shell.folder)}]
    monkeypatch.setattr(sys, "path", list(before))
    look_here_for("memory", "qdrant:./memories", None)
    assert sys.path == before
    look_here_for("python:my_host:make")
    look_here_for(embedder="my_module:Embedder")
    assert sys.path == [*before, str(shell.folder)]


FAILING = """import os
from atma_overlay import HostError


def locked():
    raise RuntimeError("the folder is open already\\nby another process")


def unset():
    return os.environ["NO_SUCH_URL"]


def away():
    raise ConnectionRefusedError(111, "Connection refused")


def leaves():
    raise SystemExit(3)


def failed():
    raise HostError("mine", "open", "away")
"""


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("locked", "(RuntimeError: the folder is open already)"),
        ("unset", "(KeyError: 'NO_SUCH_URL')"),
        ("away", "(ConnectionRefusedError: [Errno 111] Connection refused)"),
        ("leaves", "(SystemExit: 3)"),
        ("gone", "(AttributeError: module 'failing' has no attribute 'gone')"),
    ],
)
def test_a_host_of_one_s_own_that_fails_is_one_line_with_the_reason(shell: Shell, function: str, reason: str) -> None:
    shell.write("failing.py", FAILING)
    refused = shell("remember", SAID, "--host", f"python:failing:{function}")
    problem = f"'python:failing:{function}' cannot be made {reason}: pass python:MODULE:FUNCTION"
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"atma: host: {problem}")
    assert refused.err.count("\n") == 1


@pytest.mark.parametrize("body", ["def make(:\n", "raise ValueError('no configuration')\n"])
def test_a_module_of_one_s_own_that_cannot_be_imported_is_one_line_too(shell: Shell, body: str) -> None:
    shell.write("broken.py", body)
    refused = shell("remember", SAID, "--host", "python:broken:make")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert refused.err.startswith("atma: host: 'python:broken:make' cannot be made (")


def test_a_host_of_one_s_own_that_says_itself_what_failed_is_told_so(shell: Shell) -> None:
    shell.write("failing.py", FAILING)
    refused = shell("remember", SAID, "--host", "python:failing:failed")
    assert (refused.code, refused.err) == (1, "atma: host 'mine' failed to open: away\n")


def test_what_a_host_of_one_s_own_prints_while_it_is_made_is_no_part_of_an_answer(shell: Shell) -> None:
    shell.write(
        "talks.py",
        "print('connecting')\nfrom atma_overlay.hosts import MemoryHost\n"
        "def make():\n    print('made')\n    return MemoryHost()\n",
    )
    answered = shell("remember", SAID, "--json", "--host", "python:talks:make")
    assert answered.json()["observation_ids"]
    assert "connecting\nmade\n" in answered.err


def test_a_host_beside_the_ledger_is_not_told_of(shell: Shell) -> None:
    pytest.importorskip("qdrant_client")
    assert shell("remember", SAID, ATMA_HOST=None).err == ""


def test_the_doctor_remarks_a_host_in_memory_that_holds_nothing_of_what_is_stored(shell: Shell) -> None:
    shell("remember", SAID)
    shell("remember", "I have a dog.")
    shell("forget", "York")  # which is no text of the host's
    remedy = "name one that lasts with --host, and hand them over: `atma reconcile --refill --apply`"
    told = f"memory answers, and holds none of 2 stored texts: it ends with each command: {remedy}"
    assert of_host(shell) == {"ok": True, "detail": told, "remark": True}
    (row,) = [line for line in shell("doctor").out.splitlines() if "stored texts" in line]
    assert row.split()[:2] == ["host", "!"]
    assert of_host(shell, "--user", "somebody") == {
        "ok": True, "detail": "memory answers, holds no memories of this scope", "remark": False
    }  # fmt: skip


def test_the_host_beside_the_ledger_is_made_to_be_filled(shell: Shell) -> None:
    pytest.importorskip("qdrant_client")
    shell("remember", SAID)
    told = shell("doctor", ATMA_HOST=None).out
    assert "the host beside the ledger is not made yet, and holds none of 1 stored text: name the one that does" in told
    assert shell("reconcile", "--refill", ATMA_HOST=None).code == 2
    assert shell("reconcile", "--refill", "--apply", ATMA_HOST=None).code == 0
    assert "answers, holds memories of this scope" in shell("doctor", ATMA_HOST=None).out
    refused = shell("reconcile", "--refill", "--apply", "--host", "qdrant:elsewhere", ATMA_HOST=None)
    assert (refused.code, "'elsewhere' is no folder" in refused.err) == (2, True)


def test_the_doctor_remarks_an_empty_host_until_it_was_filled(shell: Shell) -> None:
    pytest.importorskip("qdrant_client")
    shell("remember", SAID)
    elsewhere = ("--host", "qdrant:elsewhere")
    shell("remember", "I have a dog.", "--user", "somebody", *elsewhere)
    found = of_host(shell, *elsewhere)
    assert found["remark"] is True
    assert "holds none of 1 stored text: name the one that does with --host, or hand them over" in found["detail"]
    assert shell("reconcile", "--refill", "--apply", *elsewhere).code == 0
    assert of_host(shell, *elsewhere) == {
        "ok": True, "detail": "qdrant:atma_memories answers, holds memories of this scope", "remark": False
    }  # fmt: skip


INFINITE = """from dataclasses import replace
from atma_overlay.hosts import MemoryHost
from atma_overlay.ports.host import HostMemory, HostSearch


class Odd(MemoryHost):
    def search(self, *asked, **how):
        return HostSearch((HostMemory("m-1", "The sky was nice.", score=float("{score}")),))
"""


def test_a_score_that_json_has_no_word_for_is_null_in_it(shell: Shell) -> None:
    shell("remember", SAID)
    shell.write("odd.py", INFINITE.format(score="-inf"))
    answered = shell("recall", "What about the sky?", "--view", "neutral", "--json", "--host", "python:odd:Odd")
    assert [row["score"] for row in answered.json()["rows"]] == [None]


def test_a_score_that_is_no_number_is_a_failure_of_the_host(shell: Shell) -> None:
    shell("remember", SAID)
    shell.write("odd.py", INFINITE.format(score="nan"))
    refused = shell("recall", "What about the sky?", "--json", "--host", "python:odd:Odd")
    problem = "answered with a float where a number other than NaN for a score is due: mend its adapter"
    assert (refused.code, refused.err) == (1, f"atma: host 'memory' failed to search: {problem}\n")
