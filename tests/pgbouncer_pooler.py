"""A PgBouncer of the tests' own before their PostgreSQL server: it hands out one of few servers by transaction."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import re2

from tests.postgres_server import Server, free_port

SERVERS = 3
"""Backends that it hands out."""
_FOLLOWS = (1, 21)
"""Since when it follows prepared statements."""


@dataclass
class Pooler:
    """One that runs.

    Attributes:
        port: where it listens.
        follows: whether it follows prepared statements.
    """

    port: int
    follows: bool
    program: str
    folder: Path
    identity: dict[str, Any]

    def through(self, url: str, *, port: int, pooling: str) -> str:
        """The URL of a server's ledger, through this one."""
        return f"{url.replace(f':{port}/', f':{self.port}/')}&pooling={pooling}"


def program() -> str | None:
    """The program; None where there is none."""
    found = os.environ.get("ATMA_PGBOUNCER") or shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    return found if found and Path(found).exists() else None


def version(named: str) -> tuple[int, ...]:
    said = subprocess.run([named, "--version"], capture_output=True, text=True, check=True).stdout
    found = re2.search(r"(\d+)\.(\d+)", said)
    assert found is not None
    return int(found[1]), int(found[2])


@contextmanager
def pooled(server: Server, named: str, *, how: str = "transaction") -> Iterator[Pooler]:
    """A pooler before a server, stopped at the end."""
    follows = version(named) >= _FOLLOWS
    folder = Path(tempfile.mkdtemp(prefix="atma-pgbouncer-"))
    port = free_port()
    (folder / "users.txt").write_text('"atma" ""\n')
    (folder / "pooler.ini").write_text(
        f"[databases]\n* = host=127.0.0.1 port={server.port}\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = trust\n"
        f"auth_file = {folder}/users.txt\npool_mode = {how}\ndefault_pool_size = {SERVERS}\nmax_client_conn = 300\n"
        + ("max_prepared_statements = 200\n" if follows else "")
    )
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen(
            [named, str(folder / "pooler.ini")], stdout=log, stderr=log, stdin=subprocess.DEVNULL, **server.identity
        )
    try:
        _wait(port, running, folder / "log")
        yield Pooler(port, follows, named, folder, server.identity)
    finally:
        running.kill()  # a later version would wait for its clients
        running.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(port: int, running: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(200):
        assert running.poll() is None, log.read_text()
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=atma dbname=postgres", connect_timeout=5).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(log.read_text())
