"""Reports side by side in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from atma_overlay.evaluation.notes import BOUNDED, EXTERNAL
from atma_overlay.evaluation.report import Levels, Report
from atma_overlay.evaluation.tallies import Metric

_WIDTH_OF_A_FILE = 140
_EDGES = 4
"""Characters that a table's edges and the first column's padding take."""
_BETWEEN = 3
"""Those that each further column takes beside its text."""
_FEW = 3
"""Up to so many systems are told apart by family and task too; of more, only the overlay."""


def print_reports(reports: Sequence[Report], *, misses: int = 0, console: Console | None = None) -> None:
    """Print the metrics of all systems side by side, then by family, task and category, then failed probes."""
    out = console or Console()
    if not out.is_terminal:
        out = Console(file=out.file, width=max(_WIDTH_OF_A_FILE, 45 + 22 * len(reports)))
    first = reports[0]
    title = f"{first.suite}  {first.path}  host {first.host}  judge {first.judge}  k={first.k}  n={first.n}"
    out.print(_systems(title, reports))
    detailed = reports if len(reports) <= _FEW else [r for r in reports if r.system == "full"]
    for each in detailed:
        for table in _details(each, width=out.width):
            out.print(table)
    for each in reports:
        if told := _stages(each):
            out.print(told, markup=False)
        for lost in each.failures[:misses]:
            reasons = ", ".join(lost.reasons)
            out.print(f"{lost.probe}  {lost.task}  {lost.stage}: {reasons}  {lost.query}", markup=False)
    for line in _comparisons(reports):
        out.print(line, markup=False)


def _details(report: Report, *, width: int) -> Iterator[Table]:
    whole = {"all": report.overall}
    families = report.by_family | whole
    banks = {name: levels.bank for name, levels in families.items() if levels.bank}
    if banks:
        yield from _groups(f"{report.system}, bank by family", banks, width=width)
    for title, groups in (("family", families), ("task", report.by_task), ("category", report.by_category)):
        if groups:
            rows = {name: _plain(levels) | levels.answer for name, levels in groups.items()}
            yield from _groups(f"{report.system}, retrieval by {title}", rows, width=width)


def _systems(title: str, reports: Sequence[Report]) -> Table:
    """Metrics down, systems across, each with its interval; `n` is the largest of the row."""
    table = Table("metric", title=title, title_justify="left")
    for name in ("n", *_columns(reports)):
        table.add_column(name, justify="right")
    columns = [_flat(each.overall) for each in reports]
    for name in dict.fromkeys(name for column in columns for name in column):
        found = [column.get(name) for column in columns]
        if largest := max((metric.n for metric in found if metric is not None), default=0):
            table.add_row(name, str(largest), *(_with_interval(metric) for metric in found))
    return table


def _columns(reports: Sequence[Report]) -> list[str]:
    """The systems; beside bounded notes, a memory without a bound is called external."""
    bounded = any(each.memory == BOUNDED for each in reports)
    return [f"{r.system} ({EXTERNAL})" if bounded and r.memory == EXTERNAL else r.system for r in reports]


def _groups(title: str, rows: Mapping[str, Mapping[str, Metric]], *, width: int) -> Iterator[Table]:
    """Groups down, metrics across, in as many tables as the width asks for; a metric without a case is left out."""
    everything = dict.fromkeys(name for row in rows.values() for name in row)
    names = [name for name in everything if any(name in row and row[name].n for row in rows.values())]
    columns = {name: [_counted(row.get(name)) for row in rows.values()] for name in names}
    for part in _fitting(columns, room=width - max(map(len, rows)) - _EDGES):
        table = Table("", title=title, title_justify="left")
        for name in part:
            table.add_column(name.replace("_", "\n"), justify="right", vertical="bottom", no_wrap=True)
        for number, group in enumerate(rows):
            table.add_row(group, *(columns[name][number] for name in part))
        yield table


def _fitting(columns: Mapping[str, Sequence[str]], *, room: int) -> Iterator[list[str]]:
    """The names of columns, in parts that fit side by side; a part has one at least."""
    part: list[str] = []
    left = room
    for name, cells in columns.items():
        needed = max(map(len, (*name.split("_"), *cells))) + _BETWEEN
        if part and needed > left:
            yield part
            part, left = [], room
        part.append(name)
        left -= needed
    if part:
        yield part


def _counted(metric: Metric | None) -> str:
    return f"{_value(metric)} ({metric.n})" if metric is not None and metric.n else "–"


def _plain(levels: Levels) -> dict[str, Metric]:
    return {name: metric for name, metric in levels.retrieval.items() if isinstance(metric, Metric)}


def _flat(levels: Levels) -> dict[str, Metric]:
    nested = {
        f"{name}.{view}": metric
        for name, views in levels.retrieval.items()
        if not isinstance(views, Metric)
        for view, metric in views.items()
    }
    answers = {f"answer.{name}": metric for name, metric in levels.answer.items()}
    costs = {f"cost.{name}": metric for name, metric in levels.cost.items() if metric.value}
    return {**levels.bank, **_plain(levels), **nested, **answers, **costs}


def _with_interval(metric: Metric | None) -> str:
    if metric is None or metric.ci95 is None:
        return "–"
    low, high = metric.ci95
    return f"{_value(metric)} [{low:.2f}, {high:.2f}]"


def _value(metric: Metric) -> str:
    return "–" if metric.value is None else f"{metric.value:.3f}"


def _stages(report: Report) -> str:
    """What was measured of a system beside its metrics, on one line; empty where nothing was."""
    counts = {stage: sum(f.stage == stage for f in report.failures) for stage in ("bank", "retrieval", "answer")}
    lost = ", ".join(f"{count} at {stage}" for stage, count in counts.items() if count)
    timing = ", ".join(f"{name} {ms.p50}/{ms.p95} ms" for name, ms in report.latency_ms.items())
    parts = [
        *([f"{len(report.failures)} of {report.probes} probes failed ({lost or 'none'})"] if report.probes else []),
        *([f"{timing} (p50/p95)"] if timing else []),
        *(f"{task}: {_counts(losses)}" for task, losses in report.losses.items()),
    ]
    return f"{report.system}: {'; '.join(parts)}" if parts else ""


def _counts(losses: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {loss}" for loss, count in losses.items())


def _comparisons(reports: Sequence[Report]) -> Iterator[str]:
    """The overlay against each other system, over the probes that only one of the two passed."""
    for each in reports:
        for found in each.comparisons if each.system == "full" else ():
            yield (
                f"full passed {found.only_system} probes that {found.against} failed, and failed {found.only_against} "
                f"that it passed (McNemar's exact p = {found.p:.4f}, {found.n} probes)"
            )
