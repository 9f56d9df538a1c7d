"""The overlay in memory: a fact changes, and the answer knows. Run it: python examples/quickstart.py."""

from datetime import UTC, datetime

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-42")


def main() -> None:
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember("I live in Chicago.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
        receipt = overlay.remember(
            "I moved to Atlanta last week.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC)
        )
        for transition in receipt.transitions:
            print(f"{transition.kind}: {transition.from_value} -> {transition.to_value} ({transition.state})")

        packet = overlay.recall("Since I live in Chicago, which gym is near me?", scope=ME)
        for row in packet.rows:
            print(f"{row.label}: {row.value}")
        for premise in packet.blocked:
            print(f"blocked: {premise.text} (now: {', '.join(premise.current)})")
        print(packet.render())


if __name__ == "__main__":
    main()
