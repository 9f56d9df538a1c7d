"""The command line in forks of a process that has imported it: a call's own work, a tenth of the time.

Every call is still a process of its own, with its own folder, arguments, streams and exit code. What is there before
the fork is what every command on a memory loads first: the overlay, the ledger's library and the shipped lexicon.
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
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
_WIDTH = 8
"""Bytes that say how long a call is."""


class WarmCommandLine:
    """Runs calls of `atma` under one environment.

    Args:
        environment: what the process is started with, and every call with it.
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

    def __call__(self, arguments: Sequence[str], *, folder: Path, given: bytes) -> tuple[int, bytes, bytes]:
        """The exit code, and what was written to the two streams."""
        call = json.dumps([str(folder), list(arguments)]).encode()
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
    folder, arguments = json.loads(call)
    os.chdir(folder)
    return list(arguments)


if __name__ == "__main__":
    import atma_overlay.cli.application
    import atma_overlay.ledger.sql
    import atma_overlay.overlay  # noqa: F401
    from atma_overlay.cli import main
    from atma_overlay.language.extract import default_extractor

    default_extractor()
    gc.collect()
    gc.freeze()  # a fork that ends looks at no object of this process, and copies none of its pages
    main(_serve(sys.argv[1]))
