"""The overlay on Graphiti, embedded and offline.

Run it: pip install ".[graphiti]", then python examples/graphiti_in_ten_lines.py.

With a model, Graphiti extracts the facts itself: `GraphitiHost(embedded("memory.kuzu", llm_client=…))`, or any
`Graphiti` of your own, on any database: `GraphitiHost(graphiti)`.
"""

from atma_graphiti import Facts, GraphitiHost, embedded
from atma_overlay import Overlay, Scope

ME = Scope(tenant="acme", user="u-42")


def main() -> None:
    with Overlay(GraphitiHost(embedded(), writes=Facts()), ledger="memory://") as overlay:
        overlay.remember("I live in Lisbon.", scope=ME)
        overlay.remember("I moved, I live in Berlin now.", scope=ME)
        for row in overlay.recall("Where do I live?", scope=ME).rows:
            print(f"{row.label}: {row.value}")


if __name__ == "__main__":
    main()
