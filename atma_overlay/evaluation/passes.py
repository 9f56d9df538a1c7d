"""Which probes a system passed, and whether one system passed more of them than another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from atma_overlay.evaluation.answers.pairs import mcnemar
from atma_overlay.evaluation.results import EpisodeResult, ProbeResult
from atma_overlay.evaluation.tallies import Tally

PASS_RATE = "pass_rate"
ProbeKey = tuple[str, str]
"""(episode, probe)."""


def passes(results: Sequence[EpisodeResult], *, system: str) -> dict[ProbeKey, bool]:
    """Whether each probe was passed, behind the trivial-pass filter (MEME, section 4).

    A probe that is paired with the same question asked before the change passes only if that one did too: who
    never knew the value has not noticed that it is gone.
    """
    out: dict[ProbeKey, bool] = {}
    for result in results:
        own = {p.probe: p.passed for p in result.probes.get(system, ()) if p.passed is not None}
        for probe in result.probes.get(system, ()):
            if probe.probe in own:
                paired = own.get(probe.pair or probe.probe, False)
                out[result.episode, probe.probe] = own[probe.probe] and paired
    return out


def pass_tally(result: EpisodeResult, chosen: Sequence[ProbeResult], *, passed: Mapping[ProbeKey, bool]) -> Tally:
    """How many of an episode's chosen probes passed."""
    keys = [(result.episode, probe.probe) for probe in chosen]
    return Tally.of(passed[key] for key in keys if key in passed)


class Comparison(BaseModel):
    """Two systems over the same probes: McNemar's exact test on those that only one of them passed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    against: str
    only_system: int
    only_against: int
    n: int
    p: float
    """Two-sided."""


def compared(
    system: Mapping[ProbeKey, bool], against: Mapping[ProbeKey, bool], *, names: tuple[str, str]
) -> Comparison:
    """McNemar's exact test over the probes of a run."""
    found = mcnemar(system, against)
    return Comparison(
        system=names[0], against=names[1], only_system=found.only_first, only_against=found.only_second, n=found.n,
        p=round(found.p, 6),
    )  # fmt: skip
