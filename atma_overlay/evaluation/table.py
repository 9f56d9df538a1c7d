"""Reports side by side in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from atma_overlay.evaluation.report import Levels, Report
from atma_overlay.evaluation.tallies import Metric

_WIDTH_OF_A_FILE = 140


def print_reports(reports: Sequence[Report], *, misses: int = 0, console: Console | None = None) -> None:
    """Print the metrics of each system, then by family and by task, then some of the failed probes."""
    out = console or Console()
    if not out.is_terminal:
        out = Console(width=_WIDTH_OF_A_FILE)
    first = reports[0]
    title = f"{first.suite}  {first.path}  host {first.host}  judge {first.judge}  k={first.k}  n={first.n}"
    out.print(_systems(title, reports))
    for each in reports:
        whole = {"all": each.overall}
        banks = {name: levels.bank for name, levels in (each.by_family | whole).items() if levels.bank}
        if banks:
            out.print(_groups(f"{each.system}, bank by family", banks))
        families = {name: _plain(levels) for name, levels in (each.by_family | whole).items()}
        out.print(_groups(f"{each.system}, retrieval by family", families))
        tasks = {name: _plain(levels) for name, levels in each.by_task.items()}
        out.print(_groups(f"{each.system}, retrieval by task", tasks))
        out.print(_stages(each), markup=False)
        for lost in each.failures[:misses]:
            reasons = ", ".join(lost.reasons)
            out.print(f"{lost.probe}  {lost.task}  {lost.stage}: {reasons}  {lost.query}", markup=False)


def _systems(title: str, reports: Sequence[Report]) -> Table:
    """Metrics down, systems across, with intervals."""
    table = Table("metric", title=title, title_justify="left")
    for each in reports:
        table.add_column(each.system, justify="right")
    columns = [_flat(each.overall) for each in reports]
    for name in dict.fromkeys(name for column in columns for name in column):
        found = [column.get(name) for column in columns]
        if any(metric is not None and metric.n for metric in found):
            table.add_row(name, *(_with_interval(metric) for metric in found))
    return table


def _groups(title: str, rows: Mapping[str, Mapping[str, Metric]]) -> Table:
    """Groups down, metrics across; a metric without a case in any group is left out."""
    table = Table("", title=title, title_justify="left")
    names = [n for n in dict.fromkeys(n for row in rows.values() for n in row) if any(r[n].n for r in rows.values())]
    for name in names:
        table.add_column(name.replace("_", "\n"), justify="right", vertical="bottom", no_wrap=True)
    for group, row in rows.items():
        table.add_row(group, *(f"{_value(row[name])} ({row[name].n})" if row[name].n else "–" for name in names))
    return table


def _plain(levels: Levels) -> dict[str, Metric]:
    return {name: metric for name, metric in levels.retrieval.items() if isinstance(metric, Metric)}


def _flat(levels: Levels) -> dict[str, Metric]:
    nested = {
        f"{name}.{view}": metric
        for name, views in levels.retrieval.items()
        if not isinstance(views, Metric)
        for view, metric in views.items()
    }
    return {**levels.bank, **_plain(levels), **nested, **levels.answer}


def _with_interval(metric: Metric | None) -> str:
    if metric is None or metric.ci95 is None:
        return "–"
    low, high = metric.ci95
    return f"{_value(metric)} [{low:.2f}, {high:.2f}] ({metric.n})"


def _value(metric: Metric) -> str:
    return "–" if metric.value is None else f"{metric.value:.3f}"


def _stages(report: Report) -> str:
    counts = {stage: sum(f.stage == stage for f in report.failures) for stage in ("bank", "retrieval", "answer")}
    lost = ", ".join(f"{count} at {stage}" for stage, count in counts.items() if count)
    timing = ", ".join(f"{name} {ms.p50}/{ms.p95} ms" for name, ms in report.latency_ms.items())
    failed = f"{len(report.failures)} of {report.probes} probes failed"
    return f"{report.system}: {failed} ({lost or 'none'}); {timing} (p50/p95)\n"
