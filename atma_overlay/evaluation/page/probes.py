"""Failed probes, each once, with what every system that failed it lost and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.page.plotted import STAGES, name_of
from atma_overlay.evaluation.report import Report

MOST = 1000
"""Failed probes that a page lists; the JSON holds all of them."""
LONGEST = 240
"""Characters of a query that are shown."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One way in which a probe was lost, and by which systems."""

    stage: str
    reasons: tuple[str, ...]
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FailedProbe:
    """A probe that one or more systems failed."""

    probe: str
    episode: str
    task: str
    query: str
    losses: tuple[Loss, ...]


def failed_probes(reports: Sequence[Report]) -> list[FailedProbe]:
    """Every probe that some system failed: those that most systems failed first."""
    found: dict[tuple[str, str], list[tuple[str, Failure]]] = {}
    for report in reports:
        for failure in report.failures:
            found.setdefault((failure.episode, failure.probe), []).append((name_of(report), failure))
    return [_failed(by_system) for by_system in sorted(found.values(), key=len, reverse=True)]


def _failed(by_system: Sequence[tuple[str, Failure]]) -> FailedProbe:
    ways: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for system, failure in by_system:
        ways.setdefault((failure.stage, failure.reasons), []).append(system)
    losses = tuple(Loss(stage, reasons, tuple(systems)) for (stage, reasons), systems in ways.items())
    first = by_system[0][1]
    return FailedProbe(first.probe, first.episode, first.task, first.query, losses)


def lost_at(report: Report) -> dict[str, int]:
    """How many probes a system passed, and how many each stage lost."""
    lost = {stage: sum(f.stage == stage for f in report.failures) for stage in STAGES}
    return {"passed": max(0, report.probes - len(report.failures)), **lost}


def lost_by_task(report: Report) -> dict[str, dict[str, int]]:
    """How many probes of each task each stage lost; a task without a failure has zeros."""
    tasks = dict.fromkeys((*report.by_task, *(f.task for f in report.failures)))
    return {task: {s: sum(f.stage == s and f.task == task for f in report.failures) for s in STAGES} for task in tasks}
