"""One chart a measure: its median over the size of the ledger, with the 95th percentile above it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from atma_overlay.bench.figures import Figure
from atma_overlay.pages import drawing


def require_plots() -> None:
    """Find out before a long run whether its charts can be drawn.

    Raises:
        MissingExtraError: pygal is not installed.
    """
    drawing()


def write_plots(figures: Sequence[Figure], folder: Path) -> list[Path]:
    """An SVG for each measure that was timed at more than one size; the folder is made when missing.

    Raises:
        MissingExtraError: pygal is not installed.
    """
    pygal = drawing()
    folder.mkdir(parents=True, exist_ok=True)
    by_measure: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.p50_ms is not None:
            by_measure.setdefault(f"{figure.ledger}_{figure.measure}", []).append(figure)
    out = []
    for name, rows in by_measure.items():
        ordered = sorted({row.records: row for row in rows}.values(), key=lambda row: row.records)
        if len(ordered) < 2:
            continue
        chart = pygal.Line(
            title=name.replace("_", " "), x_title="records", y_title="ms", js=[], range=(0, _top(ordered))
        )
        chart.x_labels = [f"{row.records:,}" for row in ordered]
        chart.add("p50", [row.p50_ms for row in ordered])
        chart.add("p95", [row.p95_ms for row in ordered])
        path = folder / f"{name}.svg"
        path.write_bytes(chart.render())
        out.append(path)
    return out


def _top(rows: Sequence[Figure]) -> float:
    return max(row.p95_ms or 0.0 for row in rows) or 1.0
