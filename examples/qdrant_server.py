"""Qdrant and the overlay, without a model or a key.

Run it: pip install ".[qdrant]", then python examples/qdrant_server.py http://localhost:6333.
Without a URL, Qdrant's engine runs in this process.
"""

import sys
from datetime import UTC, datetime

from atma_overlay import Overlay, Scope
from atma_qdrant import QdrantHost

ME = Scope(tenant="acme", user="u-42")


def main(url: str | None = None) -> None:
    host = QdrantHost(url=url) if url is not None else QdrantHost(path=":memory:")
    with Overlay(host, ledger="memory://") as overlay:
        overlay.remember("I live in Lisbon.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
        overlay.remember("I moved, I live in Berlin now.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC))
        for memory in host.search("Where do I live?", scope=ME, limit=5).memories:
            print(f"qdrant: {memory.text}")
        for row in overlay.recall("Where do I live?", scope=ME).rows:
            print(f"{row.label}: {row.value}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
