"""What is killed: a process that writes, adopts or erases, and says what it was told is done."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from atma_overlay import Overlay, Scope
from atma_overlay.ports.host import Host, HostItem

ME = Scope(tenant="acme", user="u-1")
FIRST = datetime(2024, 3, 4, 9, tzinfo=UTC)
ELSEWHERE = "ledger.url"
"""The file that names a ledger outside of its folder."""
CITIES = ("Porto", "Leeds", "York", "Bonn", "Hull", "Ghent", "Turin")


def text(number: int) -> str:
    """What is said in the place `number`: different each time, and of one slot."""
    return f"I moved to {CITIES[number % len(CITIES)]}, flat {number}."


def instant(number: int) -> datetime:
    """When it is said."""
    return FIRST + timedelta(minutes=number)


def open_host(kind: str, folder: Path) -> Host:
    """The host under test in its folder, one that persists."""
    if kind == "mem0":
        os.environ.setdefault("MEM0_DIR", str(folder / "mem0-settings"))
        from atma_mem0 import Mem0Host

        return Mem0Host.from_spec(str(folder / "mem0"))
    from atma_qdrant import QdrantHost

    return QdrantHost(path=folder / "qdrant")


def open_overlay(kind: str, folder: Path) -> tuple[Host, Overlay]:
    """Host and overlay on the folder's files; the ledger is on a server where the folder names one."""
    host = open_host(kind, folder)
    return host, Overlay(host, ledger=ledger_of(folder), on_error="raise")


def ledger_of(folder: Path) -> str:
    """The URL of the folder's ledger."""
    named = folder / ELSEWHERE
    return named.read_text() if named.exists() else f"sqlite:///{folder}/ledger.db"


def fill(kind: str, folder: Path, *, count: int) -> None:
    """A store as somebody else filled it."""
    host = open_host(kind, folder)
    host.add([HostItem(f"theirs-{n}", text(n), "user", instant(n)) for n in range(count)], scope=ME)
    host.close()


def say(line: str) -> None:
    """An acknowledgement, out of the process before the next thing is done."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def write(overlay: Overlay, start: int) -> None:
    """Remember for ever."""
    number = start
    while True:
        overlay.remember(text(number), scope=ME, observed_at=instant(number), key=f"said-{number}")
        say(f"{number}")
        number += 1


def adopt(overlay: Overlay, _: int) -> None:
    """Adopt the store in small batches."""
    overlay.backfill(scope=ME, batch=3, on_progress=lambda done, of: say(f"{done}"))
    say("whole")


def erase(overlay: Overlay, _: int) -> None:
    """Erase one observation after the other, the oldest first."""
    for observation in overlay.ledger.read(ME, lambda reader: reader.observed_after(None)):
        overlay.erase(observation_id=observation.id, scope=ME)
        say(observation.id)


DEEDS = {"write": write, "adopt": adopt, "erase": erase}


def warm_up(kind: str, folder: Path) -> None:
    """Load what the deeds need, once and not in every fork."""
    fill(kind, folder, count=2)
    host, overlay = open_overlay(kind, folder)
    overlay.backfill(scope=ME)
    overlay.remember(text(2), scope=ME, observed_at=instant(2))
    overlay.erase(everything=True, scope=ME)
    overlay.close()
    host.close()


def serve(kind: str) -> None:
    """Fork a worker for each line `DEED START FOLDER`, and say its process id: a fork has imported everything."""
    with TemporaryDirectory() as folder:
        warm_up(kind, Path(folder))
    say("ready")
    for line in sys.stdin:
        deed, start, folder = line.rstrip("\n").split(" ", 2)
        if (worker := os.fork()) == 0:
            with (Path(folder) / "said").open("ab", buffering=0) as said:
                os.dup2(said.fileno(), sys.stdout.fileno())
            _, overlay = open_overlay(kind, Path(folder))
            say("open")
            DEEDS[deed](overlay, int(start))
            os._exit(0)
        say(f"{worker}")
        _, status = os.waitpid(worker, 0)
        say(f"{os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    serve(sys.argv[1])
