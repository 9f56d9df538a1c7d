"""What is killed: a process that writes, adopts or erases, and says what it was told is done."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from atma_overlay import Overlay, Scope
from atma_overlay.ports.host import Host, HostItem

FAILED = "failed"
"""How the line begins that tells why a worker did not come to an end."""
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


def _qdrant(folder: Path) -> Host:
    from atma_qdrant import QdrantHost

    return QdrantHost(path=folder / "qdrant")


def _mem0(folder: Path) -> Host:
    os.environ.setdefault("MEM0_DIR", str(folder / "mem0-settings"))
    from atma_mem0 import Mem0Host

    return Mem0Host.from_spec(str(folder / "mem0"))


def _graphiti(folder: Path) -> Host:
    """Each text one fact, as it was said."""
    from atma_graphiti import GraphitiHost

    return GraphitiHost.from_spec(str(folder / "graphiti.kuzu"))


def _graphiti_episodes(folder: Path) -> Host:
    """Each text an episode, and one fact that a scripted model takes from it in the same words."""
    from atma_graphiti import Episodes, GraphitiHost, embedded
    from tests.graphiti_model import Script, ScriptedModel

    path = folder / "episodes.kuzu"
    return GraphitiHost(lambda: embedded(path, llm_client=ScriptedModel(Script())), writes=Episodes())


def _langchain(folder: Path) -> Host:
    from atma_vectorstore import VectorStoreHost

    return VectorStoreHost.from_spec(str(folder / "langchain.json"))


def _langchain_qdrant(folder: Path) -> Host:
    """A LangChain store that writes to its own files, a row at a time."""
    from langchain_qdrant import QdrantVectorStore
    from qdrant_client import QdrantClient, models

    from atma_vectorstore import VectorStoreHost, offline_embeddings

    # The overlay's threads take turns, see `capabilities.thread_safe`.
    client = QdrantClient(path=str(folder / "langchain-qdrant"), force_disable_check_same_thread=True)
    if not client.collection_exists("memories"):
        client.create_collection("memories", models.VectorParams(size=1024, distance=models.Distance.COSINE))

    class Closing(VectorStoreHost):
        def close(self) -> None:
            client.close()

    return Closing(QdrantVectorStore(client, "memories", offline_embeddings()))


def _llamaindex(folder: Path) -> Host:
    from atma_llamaindex import LlamaIndexHost

    return LlamaIndexHost.from_spec(str(folder / "llamaindex"))


HOSTS: dict[str, Callable[[Path], Host]] = {
    "qdrant": _qdrant,
    "mem0": _mem0,
    "graphiti": _graphiti,
    "graphiti-episodes": _graphiti_episodes,
    "langchain": _langchain,
    "langchain-qdrant": _langchain_qdrant,
    "llamaindex": _llamaindex,
}
"""Every host that persists, opened on the files of a folder."""


def open_overlay(kind: str, folder: Path) -> tuple[Host, Overlay]:
    """Host and overlay on the folder's files; the ledger is on a server where the folder names one."""
    host = HOSTS[kind](folder)
    return host, Overlay(host, ledger=ledger_of(folder), on_error="raise")


def ledger_of(folder: Path) -> str:
    """The URL of the folder's ledger."""
    named = folder / ELSEWHERE
    return named.read_text() if named.exists() else f"sqlite:///{folder}/ledger.db"


def fill(kind: str, folder: Path, *, count: int) -> None:
    """A store as somebody else filled it."""
    host = HOSTS[kind](folder)
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


def work(deed: str, start: int, kind: str, folder: Path) -> None:
    """Do a deed, say what went wrong if it did, and wait to be killed: whoever ends by itself is not there to kill."""
    try:
        _, overlay = open_overlay(kind, folder)
        say("open")
        DEEDS[deed](overlay, start)
    except BaseException:
        say(f"{FAILED} {traceback.format_exc()!r}")
    while True:
        signal.pause()


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
            work(deed, int(start), kind, Path(folder))
        say(f"{worker}")
        _, status = os.waitpid(worker, 0)
        say(f"{os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    serve(sys.argv[1])
