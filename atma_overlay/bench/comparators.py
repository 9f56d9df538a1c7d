"""Hosts that people run: their own search and their own write, on the same facts and through their adapters."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

from atma_overlay.bench.figures import Figure, repeated, timed
from atma_overlay.bench.world import told
from atma_overlay.hosts.registry import open_host
from atma_overlay.ports.host import HostItem
from atma_overlay.scope import Scope

LIMIT = 20
ADDED = 50
"""Memories that one call adds while a host is filled."""


def comparator_figures(spec: str, *, memories: int, folder: Path, repeats: int) -> Iterator[Figure]:
    """A host's search for twenty memories, and the time of one write.

    Args:
        spec: a host specification; a bare `mem0`, `graphiti` or `qdrant` gets a place in `folder`.
        memories: how many it is filled with.
        folder: for what it keeps.
        repeats: how often it is asked.

    Raises:
        HostError: the host fails.
        MissingExtraError: its SDK is not installed.
    """
    name = spec.partition(":")[0]
    host = open_host(spec if ":" in spec or spec == "memory" else f"{spec}:{folder / name}")
    scope = Scope(tenant="bench", user=f"u-{uuid.uuid4().hex[:8]}")
    said = [each for slot in told(1, 0, memories + repeats) for each in slot]
    items = [HostItem(f"k{n}", each.text, "user", each.at) for n, each in enumerate(said)]
    try:
        for start in range(0, memories, ADDED):
            host.add(items[start : min(start + ADDED, memories)], scope=scope)
        queries = [each.text for each in said[:: max(1, memories // repeats)]]
        host.search(queries[0], scope=scope, limit=LIMIT)
        searched = repeated(lambda n: host.search(queries[n % len(queries)], scope=scope, limit=LIMIT), repeats)
        yield timed(name, memories, "search", searched)
        yield timed(name, memories, "add", repeated(lambda n: host.add([items[memories + n]], scope=scope), repeats))
    finally:
        host.close()
