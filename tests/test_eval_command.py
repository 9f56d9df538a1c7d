"""`atma eval` as a process: several systems side by side, reports in files, refusals in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli_shell import ROOT, Shell

MOVED: dict[str, Any] = {
    "id": "e1",
    "family": "conflict",
    "sessions": [
        {"at": "2025-03-01T09:00:00Z", "turns": [{"role": "user", "text": "I live in Leeds."}]},
        {"at": "2025-05-01T09:00:00Z", "turns": [{"role": "user", "text": "I live in York now."}]},
    ],
    "states": [
        {
            "slot": "user / home city",
            "history": [
                {"value": "Leeds", "from_session": 0, "until_session": 1, "ended_by": "replaced"},
                {"value": "York", "from_session": 1},
            ],
        }
    ],
    "probes": [
        {
            "id": "p1", "after_session": 0, "task": "exact_recall", "query": "Where do I live?", "view": "current",
            "expect": "answer", "gold": ["Leeds"],
        },
        {
            "id": "p2", "after_session": 1, "task": "conflict", "query": "Where do I live now?", "view": "current",
            "expect": "answer", "gold": ["York"], "stale": ["Leeds"], "pair": "p1",
        },
        {
            "id": "p3", "after_session": 1, "task": "historical", "query": "Where did I live before York?",
            "view": "historical", "expect": "answer", "gold": ["Leeds"],
        },
    ],
}  # fmt: skip


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path)
    shell.write("own.jsonl", json.dumps(MOVED) + "\n")
    return shell


def test_the_nine_systems_are_measured_in_one_run(shell: Shell) -> None:
    done = shell("eval", "episodes", "own.jsonl", "--fillers", "4", "--json", "out.json", "--processes", "2")
    assert done.code == 0, done.err
    report = json.loads((shell.folder / "out.json").read_text())
    shares = {
        name: {metric: found["overall"]["retrieval"][metric]["value"] for metric in ("pass_rate", "history_recall")}
        for name, found in report["systems"].items()
    }
    assert list(shares) == [
        "host", "host-sorted", "last-write-wins", "append-only", "labels-only", "no-labels", "no-packet",
        "volume-matched", "full",
    ]  # fmt: skip
    assert shares["full"] == {"pass_rate": 1.0, "history_recall": 1.0}
    assert shares["last-write-wins"]["history_recall"] == 0.0
    assert report["systems"]["append-only"]["overall"]["bank"]["supersession_recall"]["value"] == 0.0
    assert report["systems"]["last-write-wins"]["overall"]["bank"]["history_kept"]["value"] == 0.0
    assert report["systems"]["host"]["overall"]["bank"] == {}
    assert "history_recall" in done.out
    assert "full passed" in done.out


def test_a_dump_tells_the_episode(shell: Shell) -> None:
    assert shell("eval", "episodes", "own.jsonl", "--systems", "full", "--fillers", "0", "--dump", "told").code == 0
    assert (shell.folder / "told" / "e1.txt").read_text().startswith("e1  family conflict")


def test_suites_and_systems_are_listed(shell: Shell) -> None:
    listed = shell("eval", "--list")
    assert listed.code == 0
    for name in ("episodes", "volume-matched", "gold-facts"):
        assert name in listed.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "suite: is missing"),
        (["nothing"], "suite: 'nothing' is none of episodes"),
        (["episodes"], "path: is missing"),
        (["episodes", "nowhere.jsonl"], "nowhere.jsonl: there is no such file"),
        (["episodes", "own.jsonl", "--k", "0"], "k: is 0: pass a number greater"),
        (["episodes", "own.jsonl", "--systems", "best"], "systems: 'best' is none of host"),
        (["episodes", "own.jsonl", "--fillers-in", "none"], "fillers-in: is 'none': pass 'host' or 'both'"),
        (["episodes", "own.jsonl", "--processes", "0"], "processes: 0 is not between 1 and 1000"),
        (["episodes", "own.jsonl", "--set", "hops"], "set: 'hops' is no NAME=VALUE"),
        (["episodes", "own.jsonl", "--set", "hops=2"], "set: 'hops' is no setting of the suite episodes"),
        (["episodes", "own.jsonl", "--embedder", "json:dumps"], "embedder: 'json:dumps' cannot be made"),
        (["episodes", "own.jsonl", "--json", "no/out.json"], "json: 'no/out.json' cannot be written"),
        (["episodes", "own.jsonl", "--json", "own.jsonl"], "json: 'own.jsonl' is read too: name another file"),
        (["episodes", "own.jsonl", "--keep", "./own.jsonl"], "keep: 'own.jsonl' is read too"),
        (["episodes", "own.jsonl", "--filler-file", "f.jsonl", "--html", "f.jsonl"], "html: 'f.jsonl' is read too"),
        (["episodes", "own.jsonl", "--json", "a", "--html", "a"], "html: 'a' is written by --json too"),
        (
            ["episodes", "own.jsonl", "--reader", "openai:x", "--record", "own.jsonl"],
            "record: 'own.jsonl' cannot be written: name a folder",
        ),
        (["episodes", "own.jsonl", "--filler-file", "list.jsonl"], "list.jsonl:1: must be an object: write a session"),
    ],
)
def test_what_cannot_be_run_is_one_line_and_an_error_code(shell: Shell, arguments: list[str], message: str) -> None:
    shell.write("list.jsonl", "[1, 2]\n")
    own = shell.folder / "own.jsonl"
    before = own.read_bytes()
    done = shell("eval", *arguments)
    assert (done.code, done.out) == (2, "")
    assert own.read_bytes() == before
    assert done.err.startswith(f"atma: {message}")
    assert len(done.err.splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ctrl_c_ends_a_run_of_several_processes_without_a_traceback(shell: Shell) -> None:
    arguments = ("eval", "meme", "--limit", "4", "--set", "filler_tokens=0", "--systems", "host", "--processes", "2")
    # A shell has what it starts in the background ignore the signal, and so does what that starts.
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)
    run = subprocess.Popen(
        [sys.executable, "-m", "atma_overlay.cli", *arguments], cwd=shell.folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    signal.signal(signal.SIGINT, ours)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    while run.poll() is None and len(children.read_text().split()) < 3:  # two workers, and what watches them
        time.sleep(0.01)
    time.sleep(0.3)  # they are importing
    os.killpg(run.pid, signal.SIGINT)
    _, told = run.communicate(timeout=60)
    assert run.returncode != 0
    assert told == ""
