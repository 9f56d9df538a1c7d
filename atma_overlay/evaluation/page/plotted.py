"""What the report plots, in one place: the metrics, the two systems compared, and the stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atma_overlay.evaluation.report import Levels, Report
from atma_overlay.evaluation.tallies import Metric

LEVELS = ("bank", "retrieval", "answer", "cost")
STAGES = ("bank", "retrieval", "answer")
BEFORE, AFTER = "host", "full"
CURVES = ("stale_as_current_rate", "stale_exposed_rate", "current_recall")
"""What is shown over conversation length, where a report has it."""


@dataclass(frozen=True, slots=True)
class Plotted:
    """A metric that is drawn: a rate in [0, 1].

    Attributes:
        level: where it is measured.
        metric: its name in the report.
        rising: whether higher is better.
    """

    level: str
    metric: str
    rising: bool = True

    @property
    def title(self) -> str:
        """The metric in words."""
        return self.metric.replace("_", " ")

    @property
    def better(self) -> str:
        """Which end is good."""
        return "higher is better" if self.rising else "lower is better"


MAIN = (
    Plotted("retrieval", "current_recall"),
    Plotted("retrieval", "current_labelled_recall"),
    Plotted("retrieval", "history_recall"),
    Plotted("retrieval", "premise_block_recall"),
    Plotted("retrieval", "label_accuracy"),
    Plotted("answer", "accuracy"),
    Plotted("answer", "uncertain_recall"),
    Plotted("bank", "state_recall"),
    Plotted("bank", "supersession_recall"),
    Plotted("bank", "supersession_precision"),
    Plotted("bank", "current_correct"),
    Plotted("bank", "history_kept"),
    Plotted("retrieval", "stale_as_current_rate", rising=False),
    Plotted("retrieval", "stale_exposed_rate", rising=False),
    Plotted("retrieval", "premise_false_block_rate", rising=False),
    Plotted("answer", "stale_rate", rising=False),
    Plotted("bank", "false_retirement_rate", rising=False),
)
"""In the order of the page; a metric that no report measured is passed over."""


def name_of(report: Report) -> str:
    """The system that a report is on."""
    return report.system


def metrics_of(levels: Levels, level: str) -> dict[str, Metric]:
    """The metrics of one level that have a case; those by view are named `metric.view`."""
    found: Mapping[str, Any] = getattr(levels, level, None) or {}
    out: dict[str, Metric] = {}
    for name, metric in found.items():
        parts = {f"{name}.{view}": each for view, each in metric.items()} if isinstance(metric, Mapping) else {}
        out |= parts or {name: metric}
    return {name: metric for name, metric in out.items() if metric.value is not None}


def main_metric(levels: Levels, plotted: Plotted) -> Metric | None:
    """The metric as it was measured, or None."""
    return metrics_of(levels, plotted.level).get(plotted.metric)


def compared(reports: Sequence[Report]) -> tuple[Report, Report] | None:
    """The systems before and after: `host` and `full`, else the first and the last; None for a single one."""
    by_name = {name_of(each): each for each in reports}
    if len(by_name) < 2:
        return None
    names = list(by_name)
    before = BEFORE if BEFORE in by_name else names[0]
    rest = [name for name in names if name != before]
    return by_name[before], by_name[AFTER if AFTER in rest else rest[-1]]


def curves_of(report: Report) -> dict[str, list[tuple[str, Metric]]]:
    """Metrics over conversation length as (bucket, metric); empty where the run did not measure them."""
    return {name: [(str(p.turns), p.metric) for p in report.curve[name]] for name in CURVES if report.curve.get(name)}
