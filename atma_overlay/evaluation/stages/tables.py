"""What a run of policies came to: tables for the terminal, as JSON, and as one page."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict
from rich.console import Console
from rich.table import Table

from atma_overlay.evaluation.tallies import Metric
from atma_overlay.release import __version__

_WIDTH_OF_A_FILE = 160


class Bench(BaseModel):
    """One table: rows of metrics by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: dict[str, dict[str, Metric]]


def print_benches(benches: Sequence[Bench], *, console: Console) -> None:
    """The tables, one below the other."""
    out = console if console.is_terminal else Console(file=console.file, width=_WIDTH_OF_A_FILE)
    for bench in benches:
        out.print(_metrics_down(bench) if len(bench.columns) > len(bench.rows) else _metrics_across(bench))


def _metrics_across(bench: Bench) -> Table:
    table = Table("", title=bench.caption, title_justify="left")
    for column in bench.columns:
        table.add_column(column.replace("_", "\n"), justify="right", vertical="bottom", no_wrap=True)
    for row, metrics in bench.rows.items():
        table.add_row(row, *(_number(metrics.get(column)) for column in bench.columns))
    return table


def _metrics_down(bench: Bench) -> Table:
    table = Table("", title=bench.caption, title_justify="left")
    for row in bench.rows:
        table.add_column(row.replace(" ", "\n"), justify="right", vertical="bottom", no_wrap=True)
    for column in bench.columns:
        cells = (_number(metrics.get(column)) for metrics in bench.rows.values())
        table.add_row(column.replace("_", " "), *cells)
    return table


def as_json(benches: Sequence[Bench], *, suite: str, seed: int) -> str:
    """The tables as one JSON document."""
    tables = [bench.model_dump(mode="json") for bench in benches]
    body = {"suite": suite, "seed": seed, "version": __version__, "tables": tables}
    return json.dumps(body, indent=2)


def bench_page(benches: Sequence[Bench], *, suite: str, seed: int) -> str:
    """The tables on one self-contained HTML page, with a chart of what is recalled at which load.

    Raises:
        MissingExtraError: Jinja2 or pygal is not installed.
    """
    from atma_overlay.evaluation.page.figures import WIDE, bars  # noqa: PLC0415 - an extra, loaded when asked
    from atma_overlay.pages import rendered  # noqa: PLC0415

    charts = {}
    for bench in benches:
        plotted = [name for name in ("recall", "final_load", "deeper_noncritical") if name in bench.columns]
        if plotted:
            series = {name.replace("_", " "): [row.get(name) for row in bench.rows.values()] for name in plotted}
            charts[bench.name] = bars(list(bench.rows), series, width=WIDE, alt=bench.caption)
    return rendered(
        "stages.html", script="report.js", suite=suite, seed=seed, version=__version__, benches=benches, charts=charts,
        number=_number,
    )  # fmt: skip


def _number(metric: Metric | None) -> str:
    return "–" if metric is None or metric.value is None else f"{metric.value:.4f}"
