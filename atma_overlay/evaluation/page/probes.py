"""Failed probes, each once, with what every system that failed it lost and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.page.plotted import STAGES
from atma_overlay.evaluation.report import Report

MOST = 1000
"""Failed probes that a page lists; the JSON holds all of them."""
LONGEST = 400
"""Characters of a query that are shown."""


@dataclass(frozen=True, slots=True)
class FailedProbe:
    """A probe that one or more systems failed, with their failures by system."""

    probe: str
    episode: str
    task: str
    query: str
    losses: Mapping[str, Failure]


def failed_probes(reports: Sequence[Report]) -> list[FailedProbe]:
    """Every probe that some system failed: those that most systems failed first."""
    found: dict[tuple[str, str], dict[str, Failure]] = {}
    for report in reports:
        for failure in report.failures:
            found.setdefault((failure.episode, failure.probe), {})[report.system] = failure
    probes = [
        FailedProbe(probe, episode, first.task, first.query, losses)
        for (episode, probe), losses in found.items()
        for first in [next(iter(losses.values()))]
    ]
    return sorted(probes, key=lambda each: -len(each.losses))


def lost_at(report: Report) -> dict[str, int]:
    """How many probes a system passed, and how many each stage lost."""
    lost = {stage: sum(f.stage == stage for f in report.failures) for stage in STAGES}
    return {"passed": max(0, report.probes - len(report.failures)), **lost}


def lost_by_task(report: Report) -> dict[str, dict[str, int]]:
    """How many probes of each task each stage lost; a task without a failure has zeros."""
    tasks = dict.fromkeys((*report.by_task, *(f.task for f in report.failures)))
    return {task: {s: sum(f.stage == s and f.task == task for f in report.failures) for s in STAGES} for task in tasks}
