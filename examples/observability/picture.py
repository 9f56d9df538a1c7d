"""Draws the span trees of two calls of a real run, a write and a recall, as an SVG.

Run it: pip install ".[otel]", then python examples/observability/picture.py examples/observability/trace.svg.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from atma_otel import Recorder
from atma_overlay import Overlay, Scope
from atma_overlay.cli.tracing import print_traces
from atma_overlay.hosts import MemoryHost

ME = Scope(tenant="acme", user="u-42")


def main(out: Path) -> None:
    recorder = Recorder()
    with Overlay(MemoryHost(), ledger="memory://") as warm:  # the first call of a process loads the rules
        warm.remember("I live in Chicago.", scope=ME)
        warm.recall("Where do I live?", scope=ME)
    with Overlay(MemoryHost(), ledger="memory://", tracer_provider=recorder.provider) as overlay:
        overlay.remember("I live in Chicago.", scope=ME, observed_at=datetime(2024, 5, 1, tzinfo=UTC))
        first = len(recorder.spans())
        overlay.remember(
            "I moved again; I'm in Atlanta now.", scope=ME, observed_at=datetime(2025, 3, 1, tzinfo=UTC)
        )  # fmt: skip
        overlay.recall("Since I live in Chicago, which gym is near me?", scope=ME).render()
    console = Console(record=True, width=150, file=Path("/dev/null").open("w"), markup=False, highlight=False)  # noqa: SIM115
    print_traces(console, recorder.spans()[first:])
    drawing = console.export_svg(title="one write, one recall")
    fonts = re.compile(r"@font-face\s*\{[^}]*\}\s*")  # the viewer's own monospace will do
    out.write_text(fonts.sub("", drawing), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python examples/observability/picture.py OUT.svg")
    main(Path(sys.argv[1]))
