"""A Mem0 store that was there before the overlay. Offline, no key.

Run it: pip install ".[mem0]", then python examples/adopt_existing_store.py.
"""

from datetime import UTC, datetime
from tempfile import TemporaryDirectory

from atma_mem0 import Mem0Host, offline_memory
from atma_overlay import Overlay, Scope

ME = Scope(tenant="acme", user="u-42")
SAID = {2023: "I live in Lisbon.", 2024: "I'm vegetarian.", 2025: "I moved, I live in Berlin now."}


def main() -> None:
    with TemporaryDirectory() as folder:
        memory = offline_memory(folder)  # yours, as it has been running
        for year, text in SAID.items():
            dated = {"created_at": datetime(year, 5, 1, tzinfo=UTC).isoformat()}
            memory.add(text, user_id="u-42", metadata=dated, infer=False)

        with Overlay(Mem0Host(memory, infer=False, tenant="acme"), ledger="memory://") as overlay:
            planned = overlay.backfill(scope=ME, dry_run=True)  # a store without roles: role="user"
            print(f"{planned.memories} memories, {planned.to_read} to read, {planned.model_calls} model calls")
            done = overlay.backfill(scope=ME)
            print(f"{done.records} facts, {done.applied} retired, {done.proposed} to review")
            for row in overlay.recall("Where do I live?", scope=ME).rows:
                print(f"{row.label}: {row.value}")

            memory.add("I sold my car.", user_id="u-42", infer=False)  # around the overlay
            for difference in overlay.reconcile(scope=ME).differences:
                print(f"{difference.kind}: {difference.text}")
            print(f"agrees: {overlay.reconcile(scope=ME).agrees}, left behind: {overlay.detach(scope=ME).remaining}")
        memory.close()
        memory.vector_store.client.close()  # which Mem0 leaves open


if __name__ == "__main__":
    main()
