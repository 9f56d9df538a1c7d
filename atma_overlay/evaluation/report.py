"""The report of a run: metrics with intervals, overall, by task, by category and by family, and every failed probe."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import quantiles

from pydantic import BaseModel, ConfigDict

from atma_overlay.evaluation import bank, retrieval
from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.notes import MemoryKind
from atma_overlay.evaluation.passes import PASS_RATE, Comparison, compared, pass_tally, passes
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.settings import Settings
from atma_overlay.evaluation.systems import SYSTEMS
from atma_overlay.evaluation.systems.readings import AS_KEPT
from atma_overlay.evaluation.tallies import Metric, Tallies, Tally, added, measure
from atma_overlay.release import __version__

VIEWS = ("current", "historical", "change", "neutral")
TOTALS = ("model_calls", "tokens_in", "tokens_out", "embeddings")
"""Costs that are summed over the run; `packet_tokens` is the mean of a packet."""
COSTS = (*TOTALS, "packet_tokens")
CURVES = ("stale_as_current_rate", "stale_exposed_rate")
POINTS = 6

Chosen = Callable[[ProbeResult], bool]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Levels(_Part):
    """The metrics of some probes, level by level; a level that does not apply is empty."""

    bank: dict[str, Metric] = {}
    retrieval: dict[str, Metric | dict[str, Metric]] = {}
    answer: dict[str, Metric] = {}
    cost: dict[str, Metric] = {}


class Latency(_Part):
    """Milliseconds at the median and at the 95th of a hundred."""

    p50: float
    p95: float


class CurvePoint(_Part):
    """A metric over the probes asked when the memory held up to so many turns."""

    turns: int
    metric: Metric


class Report(_Part):
    """What one run measured of one system.

    `n` counts episodes. `comparisons` are between this system and each other one of the run, over the probes that
    passed. `curve` is over the length of the conversation, in turns held. `losses` counts failed probes by task
    and by the benchmark's own split. `memory` tells bounded notes from a ledger without a bound, `external` to them.
    `unjudged` counts the turns and queries of the run that no judge read because its model failed.
    """

    suite: str
    path: str
    system: str
    memory: MemoryKind | None = None
    host: str
    judge: str
    k: int
    n: int
    probes: int
    version: str
    settings: Settings
    overall: Levels
    by_task: dict[str, Levels]
    by_category: dict[str, Levels]
    by_family: dict[str, Levels]
    curve: dict[str, tuple[CurvePoint, ...]]
    comparisons: tuple[Comparison, ...]
    losses: dict[str, dict[str, int]]
    latency_ms: dict[str, Latency]
    failures: tuple[Failure, ...]
    unjudged: int = 0


def report(results: Sequence[EpisodeResult], *, system: str, path: str, settings: Settings) -> Report:
    """The report on one system."""
    families = sorted({result.family for result in results})
    probes = [probe for result in results for probe in result.probes.get(system, ())]
    measured = _Measured(results, system)
    return Report(
        suite=settings.suite,
        path=path,
        system=system,
        memory=SYSTEMS[system].memory,
        host=settings.host,
        judge=settings.models.judge,
        k=settings.k,
        n=len(results),
        probes=len(probes),
        version=__version__,
        settings=settings,
        overall=measured.levels(),
        by_task=measured.split(lambda probe: probe.task),
        by_category=measured.split(lambda probe: probe.category or ""),
        by_family={f: _Measured([r for r in results if r.family == f], system).levels() for f in families},
        curve=measured.curves(),
        comparisons=_comparisons(results, system, settings.systems),
        losses=_losses(probes),
        latency_ms=_latency(results, system),
        failures=tuple(probe.failure for probe in probes if probe.failure),
        unjudged=sum(result.unjudged for result in results),
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


class _Measured:
    """The metrics of one system over some episodes."""

    def __init__(self, results: Sequence[EpisodeResult], system: str) -> None:
        self.results, self.system = results, system
        self.passed = passes(results, system=system)

    def levels(self) -> Levels:
        reading = SYSTEMS[self.system].reading
        banks = {
            name: measure(
                [r.bank[reading][name] for r in self.results if name in r.bank.get(reading, {})],
                counted=name in bank.COUNTS,
            )
            for name in bank.NAMES
            if reading is not None
        }
        return self.of(lambda _: True).model_copy(update={"bank": banks})

    def of(self, chosen: Chosen) -> Levels:
        episodes = [added(p.tallies for p in self._probes(r, chosen)) for r in self.results]
        shown: dict[str, Metric | dict[str, Metric]] = {
            name: _metric(episodes, name) for name in retrieval.NAMES if name != retrieval.PRECISION
        }
        shown[retrieval.PRECISION] = {view: _metric(episodes, f"{retrieval.PRECISION}.{view}") for view in VIEWS}
        tallies = (pass_tally(r, self._probes(r, chosen), passed=self.passed) for r in self.results)
        shown[PASS_RATE] = measure(list(tallies))
        return Levels(retrieval=shown, answer=self._answers(chosen), cost=self._costs(chosen))

    def split(self, kind: Callable[[ProbeResult], str]) -> dict[str, Levels]:
        kinds = sorted({kind(p) for r in self.results for p in r.probes.get(self.system, ())} - {""})
        return {name: self.of(lambda probe, name=name: kind(probe) == name) for name in kinds}  # type: ignore[misc]

    def curves(self) -> dict[str, tuple[CurvePoint, ...]]:
        """Each curve's probes in groups of one size, by the turns held when they were asked."""
        return {name: tuple(self._curve(name)) for name in CURVES}

    def _curve(self, name: str) -> Iterable[CurvePoint]:
        told = [p for r in self.results for p in r.probes.get(self.system, ()) if name in p.tallies]
        told.sort(key=lambda probe: probe.held_turns)
        size = max(1, -(-len(told) // POINTS))
        for start in range(0, len(told), size):
            group = told[start : start + size]
            yield CurvePoint(turns=group[-1].held_turns, metric=measure([p.tallies[name] for p in group]))

    def _answers(self, chosen: Chosen) -> dict[str, Metric]:
        answers = [added(p.answer for p in self._probes(r, chosen)) for r in self.results]
        names = dict.fromkeys(name for episode in answers for name in episode)
        return {name: _metric(answers, name) for name in names}

    def _costs(self, chosen: Chosen) -> dict[str, Metric]:
        costs = [added(p.cost for p in self._probes(r, chosen)) for r in self.results]
        return {name: _metric(costs, name, counted=name in TOTALS) for name in COSTS}

    def _probes(self, result: EpisodeResult, chosen: Chosen) -> list[ProbeResult]:
        return [probe for probe in result.probes.get(self.system, ()) if chosen(probe)]


def _metric(episodes: Sequence[Tallies], name: str, *, counted: bool = False) -> Metric:
    tallies: list[Tally] = [episode[name] for episode in episodes if name in episode]
    return measure(tallies, counted=counted)


def _losses(probes: Iterable[ProbeResult]) -> dict[str, dict[str, int]]:
    """How many probes of each task failed in which way, in the benchmark's own words."""
    counts = Counter((probe.task, probe.loss) for probe in probes if probe.loss is not None)
    out: dict[str, dict[str, int]] = {}
    for (task, loss), count in sorted(counts.items()):
        out.setdefault(task, {})[loss] = count
    return out


def _comparisons(results: Sequence[EpisodeResult], system: str, systems: Sequence[str]) -> tuple[Comparison, ...]:
    own = passes(results, system=system)
    others = {other: passes(results, system=other) for other in systems if other != system}
    return tuple(compared(own, passed, names=(system, other)) for other, passed in others.items() if own and passed)


def _latency(results: Sequence[EpisodeResult], system: str) -> dict[str, Latency]:
    taken = {"recall": [ms for r in results for ms in r.recall_ms.get(system, ())]}
    if SYSTEMS[system].reading == AS_KEPT:
        taken["remember"] = [ms for r in results for ms in r.remember_ms]
    return {name: _percentiles(ms) for name, ms in taken.items() if len(ms) > 1}


def _percentiles(milliseconds: Sequence[float]) -> Latency:
    cuts = quantiles(milliseconds, n=100, method="inclusive")
    return Latency(p50=round(cuts[49], 2), p95=round(cuts[94], 2))
