"""How fast the memories of a host are adopted, and whether that takes more memory the longer it goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from atma_overlay.bench.figures import Figure, timed
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.world import told
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.overlay import Overlay
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope

BATCH = 200
"""Memories that one commit adopts."""


def backfill_figures(filled: Filled, *, kind: str, memories: int) -> Iterator[Figure]:
    """The rate, the time of a memory by batches, how it grows, and the growth of the process from half way to the end.

    A hundred thousand memories take some minutes.
    """
    scope = Scope(tenant=filled.tenant, user="adopted")
    host = MemoryHost()
    said = [each for slot in told(1_000_003, 0, memories) for each in slot][:memories]
    host.add([HostItem(f"k{n}", each.text, "user", each.at) for n, each in enumerate(said)], scope=scope)
    overlay = Overlay(host, ledger=filled.ledger, on_error="raise")
    noted: list[tuple[float, float]] = []
    started = time.perf_counter()
    overlay.backfill(
        scope=scope,
        batch=BATCH,
        role="user",
        on_progress=lambda *_: noted.append((time.perf_counter(), _resident_mib())),
    )
    elapsed = time.perf_counter() - started
    overlay.executor.close()
    moments = [started, *(at for at, _ in noted)]
    each = [(b - a) / BATCH for a, b in pairwise(moments)] or [elapsed / memories]
    whole = timed(kind, memories, "backfill_per_s", each)
    yield Figure(kind, memories, whole.measure, whole.p50_ms, whole.p95_ms, memories / elapsed, "1/s")
    slowed = slowing(each)
    if slowed is not None:
        yield Figure(kind, memories, "backfill_growth", None, None, slowed, "first tenth")
    if len(noted) > 1:
        half = noted[len(noted) // 2][1]
        yield Figure(kind, memories, "backfill_memory", None, None, noted[-1][1] / half, "half way")


def slowing(each: Sequence[float]) -> float | None:
    """The median time of the last tenth of the batches by that of the first; None where there are few.

    The first batch counts for neither: all of the host is read before it.
    """
    tenth = (len(each) - 1) // 10
    if tenth < 1:
        return None
    return median(each[-tenth:]) / median(each[1 : 1 + tenth])


def _resident_mib() -> float:
    """What the process holds in memory now; 0 where the system does not tell."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * 4096 / (1 << 20) if status.is_file() else 0.0
