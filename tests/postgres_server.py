"""A PostgreSQL server of the tests' own: a new cluster in a folder of its own, on a free port of the loopback."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/opt/postgresql*/bin", "/usr/local/bin")


@cache
def binaries() -> Path | None:
    """The folder of `initdb` and `pg_ctl`, the newest of several."""
    found = [Path(path) for place in _PLACES for path in Path("/").glob(place[1:]) if (Path(path) / "initdb").exists()]
    named = shutil.which("initdb")
    return max(found, key=_version, default=Path(named).parent if named else None)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.parent.name.split("-")[-1].split(".") if part.isdigit())


def missing() -> str | None:
    """Why there can be no server here; None where there can."""
    if find_spec("psycopg") is None:
        return "psycopg is not installed: pip install 'atma-overlay[postgres]'"
    if binaries() is None:
        return "no PostgreSQL server is installed: apt install postgresql"
    return None


needs_server = [
    pytest.mark.service,
    pytest.mark.skipif(missing() is not None, reason=missing() or ""),
]


class Server:
    """One cluster; `initdb` refuses to be root, so root starts it as another user."""

    def __init__(self) -> None:
        found = binaries()
        assert found is not None
        self._binaries = found
        self.identity: dict[str, Any] = {}
        self.folder = Path(tempfile.mkdtemp(prefix="atma-postgres-"))
        if os.geteuid() == 0:
            person = _unprivileged()
            self.identity = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
            os.chown(self.folder, person.pw_uid, person.pw_gid)
        self.data = self.folder / "data"
        self.port = free_port()
        self.run("initdb", "-D", str(self.data), "-U", "atma", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self.start()

    def start(self, *settings: str) -> None:
        """Start it, and wait until it answers."""
        options = [f"-k {self.folder}", "-c listen_addresses=127.0.0.1", f"-p {self.port}", "-c max_connections=200"]
        options += [f"-c {setting}" for setting in settings]
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-t", "60", "-o", " ".join(options), "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it: `smart`, `fast`, or `immediate`, as a crash would."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-t", "60", "-m", how, "stop")

    def kill(self) -> None:
        """Kill the postmaster, and wait until its children are gone with it."""
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, signal.SIGQUIT)
        subprocess.run(["tail", f"--pid={postmaster}", "-f", "/dev/null"], check=True, timeout=60)

    def url(self, database: str = "postgres", *, schema: str | None = None) -> str:
        """The URL of a ledger in a database."""
        query = "" if schema is None else f"?schema={schema}"
        return f"postgresql+psycopg://atma@127.0.0.1:{self.port}/{database}{query}"

    def new_url(self) -> str:
        """The URL of a ledger in a schema of its own, which is much faster than a database."""
        return self.url(schema=f"t_{uuid.uuid4().hex[:12]}")

    def new_database(self, *, options: str = "") -> str:
        """The name of a new and empty database."""
        name = f"t_{uuid.uuid4().hex[:12]}"
        self.sql("postgres", f"CREATE DATABASE {name} {options}")
        return name

    def sql(self, database: str, statement: str, *parameters: object, options: str = "") -> list[tuple[Any, ...]]:
        """Run a statement beside the ledger, and what it answers."""
        import psycopg

        where = f"host=127.0.0.1 port={self.port} user=atma dbname={database}"
        with psycopg.connect(where, autocommit=True, options=options) as connection:
            cursor = connection.execute(statement, parameters or None)
            return cursor.fetchall() if cursor.description else []

    def settle(self) -> None:
        """Wait until it has carried out, or undone, what clients that are gone had given it."""
        busy = (
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND state <> 'idle' "
            "AND pid <> pg_backend_pid()"
        )
        deadline = time.monotonic() + 60
        while self.sql("postgres", busy) != [(0,)]:
            assert time.monotonic() < deadline, "a client is in a transaction"
            time.sleep(0.01)

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as the server's user."""
        done = subprocess.run(
            [str(self._binaries / program), *arguments], cwd=self.folder, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **self.identity,
        )  # fmt: skip
        assert done.returncode == 0, (program, done.stdout)
        return str(done.stdout)

    def close(self) -> None:
        """Stop it for good."""
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def server() -> Server:
    """The one of this run; stopped when the run ends."""
    started = Server()
    owner = os.getpid()
    # A fork that ends does not take the server with it.
    atexit.register(lambda: started.close() if os.getpid() == owner else None)
    return started


def _unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError("there is no user 'postgres' or 'nobody' to run the server as")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
