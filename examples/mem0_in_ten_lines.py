"""Mem0 and the overlay, offline and without a key.

Run it: pip install ".[mem0]", then python examples/mem0_in_ten_lines.py.
"""

from datetime import UTC, datetime
from tempfile import TemporaryDirectory

from atma_mem0 import Mem0Host, offline_memory
from atma_overlay import Overlay, Scope

ME = Scope(tenant="acme", user="u-42")


def main() -> None:
    with TemporaryDirectory() as folder:
        memory = offline_memory(folder)  # yours: Memory.from_config(…), or AsyncMemory
        with Overlay(Mem0Host(memory, infer=False, tenant="acme"), ledger="memory://") as overlay:
            overlay.remember("I live in Lisbon.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
            overlay.remember("I moved, I live in Berlin now.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC))
            for memory_row in memory.search("Where do I live?", filters={"user_id": "u-42"})["results"]:
                print(f"mem0: {memory_row['memory']}")
            for row in overlay.recall("Where do I live?", scope=ME).rows:
                print(f"{row.label}: {row.value}")
        memory.close()
        memory.vector_store.client.close()  # which Mem0 leaves open


if __name__ == "__main__":
    main()
