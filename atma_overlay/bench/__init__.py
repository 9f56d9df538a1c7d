"""What the overlay costs, by the size of its ledger: measured in one run, as ratios beside the times."""

from __future__ import annotations

from atma_overlay.bench.figures import Figure, as_json
from atma_overlay.bench.run import Plan, run_bench

__all__ = ["Figure", "Plan", "as_json", "run_bench"]
