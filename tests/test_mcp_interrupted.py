"""How `atma mcp` over stdio ends: with Ctrl-C, and with its client."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")

from tests.cli_shell import Shell, usual

SLOW = """import time
from atma_overlay.hosts.memory import MemoryHost


class Slow(MemoryHost):
    def search(self, query, *, scope, limit):
        time.sleep(60)
"""
WAIT_SECONDS = 20
"""Far below what the slow host takes, and far above what an end does."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A server over stdio, spoken to in the lines of the protocol."""

    process: subprocess.Popen[bytes]

    def send(self, method: str, params: dict[str, Any], **more: int) -> None:
        assert self.process.stdin is not None
        line = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        assert self.process.stdout is not None
        self.send(method, params, id=1)
        return json.loads(self.process.stdout.readline())["result"]

    def ended(self) -> tuple[int, bytes]:
        assert self.process.stderr is not None
        code = self.process.wait(timeout=WAIT_SECONDS)
        return code, self.process.stderr.read()


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Serving]:
    ours = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell ignores it
    process = subprocess.Popen(
        [sys.executable, "-m", "atma_overlay.cli", "mcp", *options],
        cwd=folder, env=usual(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    signal.signal(signal.SIGINT, ours)
    with process:
        server = Serving(process)
        try:
            client = {"name": "x", "version": "1"}
            server.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
            server.send("notifications/initialized", {})
            yield server
        finally:
            process.kill()


@pytest.mark.slow
def test_ctrl_c_ends_a_server_that_waits_for_its_client_and_what_was_written_is_there(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.ask("tools/call", {"name": "remember", "arguments": {"text": "I live in York."}})
        server.process.send_signal(signal.SIGINT)
        assert server.ended() == (130, b"")
    assert Shell(tmp_path)("timeline", "--json").json()["records"][0]["value"] == "York"
    assert not list(tmp_path.glob("memory.atma.db-wal"))


@pytest.mark.slow
def test_ctrl_c_ends_a_server_whose_host_does_not_answer(tmp_path: Path) -> None:
    (tmp_path / "slow_host.py").write_text(SLOW)
    with serving(tmp_path, "--host", "python:slow_host:Slow") as server:
        server.send("tools/call", {"name": "recall", "arguments": {"query": "Where do I live?"}}, id=2)
        assert server.ask("tools/list", {})["tools"]
        server.process.send_signal(signal.SIGINT)
        assert server.ended() == (130, b"")


@pytest.mark.slow
def test_a_client_that_leaves_ends_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.process.stdin is not None
        server.process.stdin.close()
        assert server.ended() == (0, b"")
