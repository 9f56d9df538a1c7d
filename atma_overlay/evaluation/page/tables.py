"""The tables behind the charts: metrics down, systems or groups across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.page.plotted import LEVELS, metrics_of, name_of
from atma_overlay.evaluation.report import Levels, Report
from atma_overlay.evaluation.tallies import Metric


@dataclass(frozen=True, slots=True)
class Cell:
    """A number as text, and its interval and number of cases in small print."""

    value: str
    small: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a heading a column and a name a row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def systems_grid(reports: Sequence[Report], level: str) -> Grid | None:
    """The metrics of one level, systems across; None where no system has any."""
    return _grid(f"{level}, all systems", {name_of(r): metrics_of(r.overall, level) for r in reports})


def group_grids(report: Report, groups: Mapping[str, Levels], *, by: str) -> list[Grid]:
    """One table a level with the groups across, e.g. by task."""
    made = []
    for level in LEVELS:
        found = {group: metrics_of(levels, level) for group, levels in groups.items()}
        made.append(_grid(f"{report.system}, {level} by {by}", found, first=metrics_of(report.overall, level)))
    return [grid for grid in made if grid]


def latency_grid(reports: Sequence[Report]) -> Grid | None:
    """Milliseconds at the median and at the 95th of a hundred."""
    names = dict.fromkeys(name for r in reports for name in r.latency_ms)
    rows = [
        (f"{name} {cut}", tuple(_milliseconds(r, name, cut) for r in reports))
        for name in names
        for cut in ("p50", "p95")
    ]
    return Grid("latency in milliseconds", tuple(map(name_of, reports)), tuple(rows)) if rows else None


def _milliseconds(report: Report, name: str, cut: str) -> Cell:
    found = report.latency_ms.get(name)
    return Cell(f"{getattr(found, cut):.1f}" if found else "–")


def _grid(caption: str, found: Mapping[str, Mapping[str, Metric]], *, first: Iterable[str] = ()) -> Grid | None:
    """Groups across; the metrics named first come first, and one that no group has is passed over."""
    measured = dict.fromkeys(name for metrics in found.values() for name in metrics)
    names = [name for name in dict.fromkeys((*first, *measured)) if name in measured]
    columns = [group for group, metrics in found.items() if metrics]
    if not names:
        return None
    rows = ((name.replace("_", " "), tuple(cell(found[column].get(name)) for column in columns)) for name in names)
    return Grid(caption, tuple(columns), tuple(rows))


def cell(metric: Metric | None) -> Cell:
    """A metric with its interval and the number of its cases."""
    if metric is None or metric.value is None:
        return Cell("–")
    if metric.ci95 is None:
        return Cell(_number(metric.value), f"n {metric.n}")
    low, high = metric.ci95
    return Cell(_number(metric.value), f"{_number(low)} to {_number(high)}, n {metric.n}")


def _number(value: float) -> str:
    """A rate with three digits, a count or an amount with what is worth reading."""
    if float(value).is_integer() or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3f}" if abs(value) <= 1 else f"{value:.2f}"
