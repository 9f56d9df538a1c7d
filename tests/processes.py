"""Other processes: an example, one that knows only the sources, and one that writes until it is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
_SEARCH_PATH = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])

_WRITER = """
import sys
from datetime import UTC, datetime
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope
from {module} import {kind}
host = {kind}.from_spec(sys.argv[1])
for number in range(10_000):
    item = HostItem(key=str(number), text=f"Ship {{number}}", role="user", observed_at=datetime(2024, 5, 1, tzinfo=UTC))
    host.add([item], scope=Scope(tenant="acme", user="me"))
    print(number, flush=True)
"""


def environment() -> dict[str, str]:
    """The variables of this process, with the sources on the search path."""
    return {**os.environ, "PYTHONPATH": _SEARCH_PATH}


def killed_writer(place: Path, *, module: str, kind: str, after: int) -> int:
    """Write until so many are acknowledged, kill, and say how many were."""
    code = _WRITER.format(module=module, kind=kind)
    writer = subprocess.Popen(
        [sys.executable, "-c", code, str(place)],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    for _ in range(after):
        writer.stdout.readline()
    time.sleep(after % 7 / 500)
    writer.send_signal(signal.SIGKILL)
    rest = writer.stdout.read().split()
    writer.wait()
    writer.stdout.close()
    return after + len(rest)


def bare(*arguments: str) -> str:
    """What Python prints in a process of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    environment = {**kept, "PYTHONPATH": _SEARCH_PATH}
    done = subprocess.run([sys.executable, *arguments], env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def example(name: str, home: Path, *flags: str) -> list[str]:
    """The lines that an example prints, run in an empty home."""
    kept = {variable: os.environ[variable] for variable in ("PATH", "LANG", "TMPDIR") if variable in os.environ}
    search_path = os.pathsep.join((_SEARCH_PATH, str(ROOT / "integrations")))
    done = subprocess.run(
        [sys.executable, *flags, str(ROOT / "examples" / name)],
        env={**kept, "PYTHONPATH": search_path, "HOME": str(home)},
        cwd=home,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.splitlines()
