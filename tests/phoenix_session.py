"""Run as a program in a network of its own: starts Arize Phoenix, sends it traces, and prints what it kept as JSON.

Phoenix listens for gRPC on every interface whatever its host setting, hence the network without any but loopback.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atma_otel import exporting
from atma_overlay import Overlay
from atma_overlay.hosts import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.judge_worlds import GARLIC, JAIN, ME, day, diligent

HTTP, GRPC = "http://127.0.0.1:6006", "http://127.0.0.1:4317"
STARTING_SECONDS = 300
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 0x1


def loopback_up() -> None:
    """A new network namespace has a loopback that is down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        request = struct.pack("16sH14s", b"lo", 0, b"")
        (flags,) = struct.unpack("16xH14x", fcntl.ioctl(asked, _SIOCGIFFLAGS, request))
        fcntl.ioctl(asked, _SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", flags | _IFF_UP, b""))


@contextmanager
def phoenix(executable: str, folder: Path) -> Iterator[None]:
    """The server, until the block ends."""
    settings = {
        "PHOENIX_WORKING_DIR": str(folder), "PHOENIX_HOST": "127.0.0.1", "PHOENIX_TELEMETRY_ENABLED": "false",
        "PHOENIX_ALLOW_EXTERNAL_RESOURCES": "false", "PHOENIX_DISABLE_AGENT_ASSISTANT": "true",
        "PHOENIX_AGENTS_DISABLE_BASH": "true",
    }  # fmt: skip
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    with (folder / "log.txt").open("wb") as log:
        server = subprocess.Popen([executable, "serve"], env=kept | settings, stdout=log, stderr=log)
        try:
            _await(server, folder / "log.txt")
            yield
        finally:
            server.terminate()
            server.wait(30)


def _await(server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            get("/v1/projects")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.5)
        else:
            return
    raise SystemExit(f"Phoenix did not start:\n{log.read_text(errors='replace')[-2000:]}")


def get(path: str) -> Any:
    """A JSON answer of the server."""
    with urllib.request.urlopen(HTTP + path, timeout=30) as answer:
        return json.load(answer)


def session(url: str, protocol: Any) -> list[str]:
    """Two writes with a judge and a recall, sent; the ids of their traces in order."""
    sending = exporting(url, protocol=protocol)
    tracer = sending.traces.get_tracer("session")
    judge = Judge(ScriptedModel(diligent, name="scripted:judge"))
    overlay = Overlay(MemoryHost(), ledger="memory://", judge=judge, tracer_provider=sending.traces)
    traces = []
    with overlay:
        for call in (
            lambda: overlay.remember(GARLIC, scope=ME, observed_at=day(1)),
            lambda: overlay.remember(JAIN, scope=ME, observed_at=day(2)),
            lambda: overlay.recall("Suggest a dish with my favourite spice.", scope=ME, now=day(3)).render(),
        ):
            span = tracer.start_span("test")
            span.end()
            from opentelemetry.trace import use_span

            with use_span(span):
                call()
            traces.append(f"{span.get_span_context().trace_id:032x}")
    sending.finish()
    if sending.failures:
        raise SystemExit(f"{url} did not take the spans: {sending.failures}")
    return traces


def kept(trace_id: str) -> list[dict[str, Any]]:
    """The spans of a trace, once the server has stored them."""
    before = -1
    for _ in range(60):
        found: list[dict[str, Any]] = get(f"/v1/projects/default/spans?trace_id={trace_id}&limit=100")["data"]
        if found and len(found) == before:
            return found
        before = len(found)
        time.sleep(0.5)
    return found


def demo(url: str, protocol: str) -> str:
    """`atma trace-demo` as people run it."""
    command = [sys.executable, "-m", "atma_overlay.cli", "trace-demo", "--otlp", url, "--protocol", protocol]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return done.stdout + done.stderr


def main(executable: str) -> None:
    """Everything, printed as one JSON document."""
    loopback_up()
    with TemporaryDirectory(prefix="phoenix-") as folder, phoenix(executable, Path(folder)):
        out: dict[str, Any] = {
            name: [kept(trace) for trace in session(url, name)] for name, url in (("http", HTTP), ("grpc", GRPC))
        }
        out["demo"] = {name: demo(url, name) for name, url in (("http", HTTP), ("grpc", GRPC))}
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
