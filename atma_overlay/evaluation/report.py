"""The report of a run: metrics with intervals, overall and by task and family, and every failed probe."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from statistics import quantiles

from pydantic import BaseModel, ConfigDict

from atma_overlay.evaluation import bank, retrieval
from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.settings import Settings, SystemName
from atma_overlay.evaluation.systems import KEEPS_A_LEDGER
from atma_overlay.evaluation.tallies import Metric, Tallies, added, measure

VIEWS = ("current", "historical", "change", "neutral")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Levels(_Part):
    """The metrics of some probes, level by level; a level that does not apply is empty."""

    bank: dict[str, Metric] = {}
    retrieval: dict[str, Metric | dict[str, Metric]] = {}
    answer: dict[str, Metric] = {}


class Latency(_Part):
    """Milliseconds at the median and at the 95th of a hundred."""

    p50: float
    p95: float


class Report(_Part):
    """What one run measured of one system."""

    suite: str
    path: str
    system: SystemName
    host: str
    judge: str
    k: int
    n: int
    """Episodes."""
    probes: int
    version: str
    settings: Settings
    overall: Levels
    by_task: dict[str, Levels]
    by_family: dict[str, Levels]
    latency_ms: dict[str, Latency]
    failures: tuple[Failure, ...]


def report(results: Sequence[EpisodeResult], *, system: SystemName, path: str, settings: Settings) -> Report:
    """The report on one system."""
    families = sorted({result.family for result in results})
    probes = [probe for result in results for probe in result.probes.get(system, ())]
    return Report(
        suite="episodes",
        path=path,
        system=system,
        host=settings.host,
        judge="none",
        k=settings.k,
        n=len(results),
        probes=len(probes),
        version=_version(),
        settings=settings,
        overall=_levels(results, system),
        by_task={
            task: Levels(retrieval=_retrieval(results, system, lambda p, task=task: p.task == task))  # type: ignore[misc]
            for task in sorted({probe.task for probe in probes})
        },
        by_family={f: _levels([r for r in results if r.family == f], system) for f in families},
        latency_ms=_latency(results, system),
        failures=tuple(probe.failure for probe in probes if probe.failure),
    )


def as_json(reports: Sequence[Report]) -> str:
    """One report as an object; several as one object that holds them under `systems`, by name."""
    shared = ("suite", "path", "host", "judge", "k", "n", "probes", "version", "settings")
    dumped = [each.model_dump(mode="json") for each in reports]
    if len(dumped) == 1:
        return json.dumps(dumped[0], ensure_ascii=False, indent=2)
    whole = {name: dumped[0][name] for name in shared}
    whole["system"] = [each["system"] for each in dumped]
    whole["systems"] = {each["system"]: each for each in dumped}
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _levels(results: Sequence[EpisodeResult], system: SystemName) -> Levels:
    measured = system in KEEPS_A_LEDGER
    banks = {
        name: measure([r.bank[name] for r in results if name in r.bank], counted=name in bank.COUNTS)
        for name in bank.NAMES
    }
    return Levels(bank=banks if measured else {}, retrieval=_retrieval(results, system, lambda _: True))


def _retrieval(
    results: Sequence[EpisodeResult], system: SystemName, chosen: Callable[[ProbeResult], bool]
) -> dict[str, Metric | dict[str, Metric]]:
    episodes = [added(p.tallies for p in r.probes.get(system, ()) if chosen(p)) for r in results]
    out: dict[str, Metric | dict[str, Metric]] = {
        name: _metric(episodes, name) for name in retrieval.NAMES if name != retrieval.PRECISION
    }
    out[retrieval.PRECISION] = {view: _metric(episodes, f"{retrieval.PRECISION}.{view}") for view in VIEWS}
    return out


def _metric(episodes: Sequence[Tallies], name: str) -> Metric:
    return measure([episode[name] for episode in episodes if name in episode])


def _latency(results: Sequence[EpisodeResult], system: SystemName) -> dict[str, Latency]:
    taken = {"recall": [ms for r in results for ms in r.recall_ms.get(system, ())]}
    if system in KEEPS_A_LEDGER:
        taken["remember"] = [ms for r in results for ms in r.remember_ms]
    return {name: _percentiles(ms) for name, ms in taken.items() if len(ms) > 1}


def _percentiles(milliseconds: Sequence[float]) -> Latency:
    cuts = quantiles(milliseconds, n=100, method="inclusive")
    return Latency(p50=round(cuts[49], 2), p95=round(cuts[94], 2))


def _version() -> str:
    try:
        return version("atma-overlay")
    except PackageNotFoundError:
        return "unknown"
