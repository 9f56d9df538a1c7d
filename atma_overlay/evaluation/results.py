"""What running an episode measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from atma_overlay.evaluation.diagnosis import Failure
from atma_overlay.evaluation.tallies import Tallies


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What a system did with one probe.

    Attributes:
        probe: its id.
        task: its task.
        tallies: the metrics that it says something about.
        failure: what was lost, and where; None where the packet serves the probe.
        pair: the same question asked before the change: a pass counts only if that one passed too.
        category: the benchmark's own kind of question.
        answer: the metrics of its answer.
        passed: whether its packet serves the probe; None of a system that shows none.
        loss: the benchmark's own word for what failed.
        cost: tokens, embeddings and model calls.
        held_turns: how many turns the memory held when it was asked.
    """

    probe: str
    task: str
    tallies: Tallies
    failure: Failure | None
    pair: str | None = None
    category: str | None = None
    answer: Tallies = field(default_factory=dict)
    passed: bool | None = None
    loss: str | None = None
    cost: Tallies = field(default_factory=dict)
    held_turns: int = 0


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """What one episode measured."""

    episode: str
    family: str
    bank: Mapping[str, Tallies]
    """By reading of the ledger."""
    probes: Mapping[str, Sequence[ProbeResult]]
    """By system."""
    remember_ms: Sequence[float]
    """One an episode's session, fillers not counted."""
    recall_ms: Mapping[str, Sequence[float]]
    """By system, one a probe."""
    dump: str = ""
    unjudged: int = 0
    """Turns and queries that no judge read because its model failed; such a result is not kept for a later run."""
