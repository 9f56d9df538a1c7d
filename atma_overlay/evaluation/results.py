"""What running an episode measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.tallies import Tallies


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """A probe's task, its metrics and its failure."""

    task: str
    tallies: Tallies
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """What one episode measured."""

    episode: str
    family: str
    bank: Tallies
    probes: Mapping[str, Sequence[ProbeResult]]
    """By system."""
    remember_ms: Sequence[float]
    """One an episode's session, fillers not counted."""
    recall_ms: Mapping[str, Sequence[float]]
    """By system, one a probe."""
    dump: str = ""
