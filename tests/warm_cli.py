"""The command line in forks of a process that has imported it: a call's own work, a tenth of the time.

Every call is still a process of its own, with its own folder, arguments, streams and exit code. What is there before
the fork is what every command on a memory loads first: the overlay, the ledger's library, the shipped lexicon and the
patterns that reading compiles.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent
_WIDTH = 8
"""Bytes that say how long a call is."""


class WarmCommandLine:
    """Runs calls of `atma` under one environment.

    Args:
        environment: what the process is started with; a call begins with it, and changes what it names.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="warm")
        self._address = f"{self._folder.name}/calls"
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), self._address],
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    def __call__(
        self, arguments: Sequence[str], *, folder: Path, given: bytes, variables: Mapping[str, str | None]
    ) -> tuple[int, bytes, bytes]:
        """The exit code, and what was written to the two streams; a variable that is None is not set."""
        call = json.dumps([str(folder), list(arguments), dict(variables)]).encode()
        with (
            socket.socket(socket.AF_UNIX) as connection,
            tempfile.TemporaryFile() as reads,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            reads.write(given)
            reads.seek(0)
            connection.connect(self._address)
            socket.send_fds(connection, [len(call).to_bytes(_WIDTH)], [f.fileno() for f in (reads, out, err)])
            connection.sendall(call)
            code = int.from_bytes(connection.recv(_WIDTH), signed=True)
            return code, _whole(out.fileno()), _whole(err.fileno())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._folder.cleanup()


@cache
def warm(environment: tuple[tuple[str, str], ...]) -> WarmCommandLine:
    """The one of an environment, which lives as long as this process."""
    made = WarmCommandLine(dict(environment))
    atexit.register(made.close)
    return made


def _whole(descriptor: int) -> bytes:
    size = os.fstat(descriptor).st_size
    return os.pread(descriptor, size, 0)


def _serve(address: str) -> list[str]:
    """Fork for every call; returns the arguments, in the process of a call alone."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(64)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        os.write(1, b"ready\n")
        while True:
            ready, _, _ = select.select([listener.fileno(), 0], [], [])
            if 0 in ready:  # closed, for the tests are over
                os._exit(0)
            connection, _ = listener.accept()
            if os.fork() == 0:
                return _keep(connection)
            connection.close()


def _keep(connection: socket.socket) -> list[str]:
    """Take the call, fork for it, and tell how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    head, streams, _, _ = socket.recv_fds(connection, _WIDTH, 3)
    length, call = int.from_bytes(head), b""
    while len(call) < length:
        call += connection.recv(length - len(call))
    runner = os.fork()
    if runner:
        _, status = os.waitpid(runner, 0)
        connection.sendall(os.waitstatus_to_exitcode(status).to_bytes(_WIDTH, signed=True))
        os._exit(0)
    connection.close()
    for stream, descriptor in enumerate(streams):
        os.dup2(descriptor, stream)
        os.close(descriptor)
    folder, arguments, variables = json.loads(call)
    os.chdir(folder)
    for name, value in variables.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    return list(arguments)


def _used() -> None:
    """Everything is imported and every pattern compiled that a write and a read need; nothing is left of these."""
    with Overlay(MemoryHost(), ledger="memory://", on_error="raise") as overlay:
        for text in ("I live in Leeds.", "I moved to York."):
            overlay.remember(text, scope=Scope(tenant="warm", user="up"))
        overlay.recall("Since I live in Leeds, which gym is near me?", scope=Scope(tenant="warm", user="up"))
    forget_texts()


def _ended(arguments: list[str]) -> NoReturn:
    """Run the command and end as Python does, without taking every object of the process apart."""
    try:
        main(arguments)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    import alembic.command  # noqa: F401
    import rich.table  # noqa: F401

    import atma_overlay.cli.application
    import atma_overlay.ledger.sql  # noqa: F401
    from atma_overlay import Overlay, Scope, forget_texts
    from atma_overlay.cli import main
    from atma_overlay.hosts.memory import MemoryHost

    _used()
    gc.collect()
    gc.freeze()  # a fork that ends looks at no object of this process, and copies none of its pages
    assert threading.active_count() == 1  # a fork has none but its own
    _ended(_serve(sys.argv[1]))
