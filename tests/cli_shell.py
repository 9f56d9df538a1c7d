"""Running `atma` in a folder of its own."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.warm_cli import warm

ROOT = Path(__file__).parent.parent
LEDGER = "memory.atma.db"


def usual() -> dict[str, str]:
    """The variables that a command is run with."""
    dropped = ("ATMA_", "COLUMNS", "PYTHONPATH", "PYTEST_CURRENT_TEST")
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
    paths = os.pathsep.join((str(ROOT), str(ROOT / "adapters"), str(ROOT / "integrations")))
    return inherited | {"ATMA_HOST": "memory", "PYTHONPATH": paths, "COLUMNS": "300"}


@dataclass(frozen=True, slots=True)
class Result:
    """What a process left behind."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Shell:
    """A folder with a ledger in it, and a way to run `atma` there."""

    folder: Path

    def __call__(self, *arguments: str, given: bytes = b"", **environment: str | None) -> Result:
        """Run `atma` in a process of its own, where there can be one the fork of a warm one.

        A variable that is None is not set. Variables that Python itself reads need a `cold` call.
        """
        if not sys.platform.startswith("linux"):
            return self.cold(*arguments, given=given, **environment)
        command = warm(tuple(usual().items()))
        code, out, err = command(arguments, folder=self.folder, given=given, variables=environment)
        return Result(code, out.decode(), err.decode())

    def cold(self, *arguments: str, given: bytes = b"", **environment: str | None) -> Result:
        """Run `atma` from nothing; a variable that is None is not set."""
        variables = {name: value for name, value in (usual() | environment).items() if value is not None}
        done = subprocess.run(
            [sys.executable, "-m", "atma_overlay.cli", *arguments],
            cwd=self.folder,
            env=variables,
            input=given,
            capture_output=True,
            check=False,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def dump(self) -> list[str]:
        """Every statement that would make the ledger again; nothing when there is none."""
        path = self.folder / LEDGER
        if not path.exists():
            return []
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return list(connection.iterdump())
        finally:
            connection.close()


def episode(identity: str, *texts: str) -> str:
    sessions = [
        {"at": f"2025-0{month}-01T09:00:00Z", "turns": [{"role": "user", "text": text}]}
        for month, text in enumerate(texts, start=1)
    ]
    return json.dumps({"id": identity, "sessions": sessions}) + "\n"


def seed(folder: Path) -> Path:
    """Make a ledger that knows of a move from Leeds to York."""
    shell = Shell(folder)
    for at, text in (
        ("2024-05-01T09:00:00Z", "I live in Leeds."),
        ("2025-03-01T09:00:00Z", "I moved to York."),
    ):
        result = shell("remember", text, "--at", at)
        assert result.code == 0, result.err
    return folder
