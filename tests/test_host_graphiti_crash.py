"""A process that is killed while it writes to Graphiti loses nothing that was acknowledged, and doubles nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atma_graphiti import Episodes, Facts, GraphitiHost, embedded
from atma_graphiti.writing import Writes
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope
from tests.graphiti_model import Script, ScriptedModel

ROOT = Path(__file__).parent.parent
ME = Scope(tenant="acme", user="me")
ITEMS = [
    HostItem(key=f"k{n}", text=f"Ship {n} sailed.", role="user", observed_at=datetime(2024, 5, 1, 12, n, tzinfo=UTC))
    for n in range(60)
]
WRITER = """
import sys
from tests.test_host_graphiti_crash import ITEMS, ME, opened
host = opened(sys.argv[1], sys.argv[2])
for item in ITEMS:
    [ids] = host.add([item], scope=ME)
    print(ids[0], flush=True)
"""


def opened(path: str | Path, writes: str) -> GraphitiHost:
    ways: dict[str, Writes] = {"facts": Facts(), "episodes": Episodes()}
    return GraphitiHost(lambda: embedded(path, llm_client=ScriptedModel(Script())), writes=ways[writes])


@pytest.mark.slow
@pytest.mark.parametrize("writes", ["facts", "episodes"])
@pytest.mark.parametrize(("lines", "milliseconds"), [(1, 3), (4, 11), (7, 29)])
def test_a_killed_writer_leaves_what_it_acknowledged_and_a_retry_doubles_nothing(
    tmp_path: Path, writes: str, lines: int, milliseconds: int
) -> None:
    database = tmp_path / "memory.kuzu"
    path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database), writes],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline().strip() for _ in range(lines)]
    time.sleep(milliseconds / 1000)
    writer.kill()
    acknowledged += writer.stdout.read().split()
    writer.stdout.close()
    writer.wait()

    host = opened(database, writes)
    assert len(acknowledged) < len(ITEMS)
    assert [memory.id for memory in host.get(acknowledged, scope=ME)] == acknowledged
    newest = host.search(ITEMS[len(acknowledged) - 1].text, scope=ME, limit=len(ITEMS)).memories
    assert set(acknowledged) <= {memory.id for memory in newest}
    again = host.add(ITEMS[: len(acknowledged) + 2], scope=ME)
    assert [ids[0] for ids in again][: len(acknowledged)] == acknowledged
    texts = [memory.text for memory in host.page(scope=ME).memories]
    copies = 1 if writes == "facts" else 2  # the fact, and the episode of the same words
    assert sorted(texts) == sorted(item.text for item in ITEMS[: len(again)] for _ in range(copies))
    host.close()
