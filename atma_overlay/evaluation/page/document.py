"""The page itself: what its template is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.page import figures, tables
from atma_overlay.evaluation.page.figures import Figure
from atma_overlay.evaluation.page.plotted import (
    AFTER,
    LEVELS,
    MAIN,
    STAGES,
    Plotted,
    compared,
    curves_of,
    main_metric,
    name_of,
)
from atma_overlay.evaluation.page.probes import LONGEST, MOST, failed_probes, lost_at, lost_by_task
from atma_overlay.evaluation.report import Report
from atma_overlay.pages import rendered, require_pages

if TYPE_CHECKING:
    from markupsafe import Markup

_NO_METRIC = "–"


def report_page(reports: Sequence[Report]) -> str:
    """One self-contained HTML page on the systems of one run; it loads nothing, and every text in it is escaped.

    Args:
        reports: one a system, of the same suite and settings.

    Raises:
        InvalidInputError: there is no report.
        MissingExtraError: Jinja2 or pygal is not installed.
    """
    if not reports:
        raise InvalidInputError("reports", "is empty: pass at least one system's report")
    require_page()
    pair = compared(reports)
    probes = failed_probes(reports)
    shown = list(pair) if pair else list(reports[:1])
    return rendered(
        "report.html",
        script="report.js",
        first=reports[0],
        systems=[r.system for r in reports],
        pair=[r.system for r in pair] if pair else [],
        where=_where(reports),
        stages=[(r.system, lost_at(r)) for r in reports],
        by_task=[_by_task(r) for r in shown],
        compared=_compared(pair) if pair else [],
        curves=_curves(reports),
        panels=[made for plotted in MAIN if (made := _panel(reports, plotted))],
        grids=[grid for level in LEVELS if (grid := tables.systems_grid(reports, level))],
        latency=tables.latency_grid(reports),
        groups=[(r.system, _groups(r)) for r in shown],
        probes=probes[:MOST],
        failed=len(probes),
        tasks=sorted({each.task for each in probes}),
        stage_names=STAGES,
        longest=LONGEST,
    )


def require_page() -> None:
    """Find out before a long run whether its page can be made.

    Raises:
        MissingExtraError: Jinja2 or pygal is not installed.
    """
    require_pages()
    figures.require_charts()


def _figure(title: str, draw: Callable[[int], Markup]) -> Figure:
    return Figure(title, draw(figures.WIDE), draw(figures.NARROW))


def _where(reports: Sequence[Report]) -> Figure:
    lost = [lost_at(r) for r in reports]
    series = {name: [each[name] for each in lost] for name in ("passed", *STAGES)}
    alt = "; ".join(f"{r.system}: " + _listed(each) for r, each in zip(reports, lost, strict=True))
    names = [r.system for r in reports]
    return _figure("Probes by the stage that lost them", lambda w: figures.stacks(names, series, width=w, alt=alt))


def _by_task(report: Report) -> tuple[Figure, dict[str, dict[str, int]]]:
    lost = lost_by_task(report)
    series = {stage: [each[stage] for each in lost.values()] for stage in STAGES}
    alt = "; ".join(f"{task}: {_listed(each)}" for task, each in lost.items()) or "no probe failed"
    title = f"{report.system}: failed probes by task"
    return _figure(title, lambda w: figures.stacks(list(lost), series, width=w, alt=alt)), lost


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "none"


def _compared(pair: tuple[Report, Report]) -> list[Figure]:
    """Two charts: what should rise, and what should fall."""
    made = []
    for rising in (True, False):
        chosen = [p for p in MAIN if p.rising is rising and any(main_metric(r.overall, p) for r in pair)]
        if not chosen:
            continue
        series = {name_of(r): [main_metric(r.overall, p) for p in chosen] for r in pair}
        alt = "; ".join(f"{p.title}: {_each(pair, p)}" for p in chosen)
        titles = [p.title for p in chosen]
        made.append(_figure(chosen[0].better.capitalize(), _bars(titles, series, alt)))
    return made


def _bars(titles: Sequence[str], series: figures.Series, alt: str) -> Callable[[int], Markup]:
    return lambda width: figures.bars(titles, series, width=width, alt=alt)


def _each(reports: Sequence[Report], plotted: Plotted) -> str:
    return ", ".join(f"{r.system} {_short(r, plotted)}" for r in reports)


def _short(report: Report, plotted: Plotted) -> str:
    metric = main_metric(report.overall, plotted)
    return _NO_METRIC if metric is None or metric.value is None else f"{metric.value:.2f}"


def _panel(reports: Sequence[Report], plotted: Plotted) -> tuple[Plotted, Markup] | None:
    found = {name_of(r): main_metric(r.overall, plotted) for r in reports}
    measured = {name: metric for name, metric in found.items() if metric}
    if not measured:
        return None
    alt = f"{plotted.title}: {_each(reports, plotted)}"
    return plotted, figures.panel(measured, marked=AFTER, alt=alt)


def _curves(reports: Sequence[Report]) -> list[Figure]:
    """One chart a metric: the compared systems over conversation length."""
    pair = compared(reports)
    found = {name_of(r): curves_of(r) for r in (pair or reports[:1])}
    made = []
    for name in dict.fromkeys(name for curves in found.values() for name in curves):
        points = {system: dict(curves[name]) for system, curves in found.items() if name in curves}
        buckets = list(dict.fromkeys(bucket for each in points.values() for bucket in each))
        series = {system: [each.get(bucket) for bucket in buckets] for system, each in points.items()}
        title = name.replace("_", " ")
        alt = f"{title} over conversation length, {buckets[0]} to {buckets[-1]}"
        made.append(_figure(title, _lines(buckets, series, alt)))
    return made


def _lines(buckets: Sequence[str], series: figures.Series, alt: str) -> Callable[[int], Markup]:
    return lambda width: figures.lines(buckets, series, width=width, alt=alt)


def _groups(report: Report) -> list[tables.Grid]:
    """By task, by family and, where the suite has them, by category."""
    groupings = {"task": report.by_task, "family": report.by_family, "category": report.by_category}
    return [g for by, groups in groupings.items() if groups for g in tables.group_grids(report, groups, by=by)]
