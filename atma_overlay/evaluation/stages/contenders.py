"""The policies that are compared, and the ablations, each over the same total capacity."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from atma_overlay.evaluation.stages.memories import Flat, FrontDoor, Memory, Reinforced
from atma_overlay.evaluation.stages.tiered import Hybrid, Staged, TierManager
from atma_overlay.lifecycle import Capacity, StageMem, Thresholds
from atma_overlay.lifecycle.policy import STAGES, Dynamics, State
from atma_overlay.records import Stage

CAPACITIES: Mapping[str, Capacity] = {
    "tight": Capacity(3, 3, 4),
    "default": Capacity(4, 4, 5),
    "roomy": Capacity(6, 6, 6),
}
"""Totals of 10, 13 and 18, as the printed loads imply (Tables 3 and 10); the split over the stages is ours."""
Make = Callable[[StageMem], Memory]


@dataclass(frozen=True, slots=True)
class FixedSteps:
    """A simpler update: every piece of evidence moves by the same share, whatever the stage and the state."""

    confidence: float = 0.2
    strength: float = 0.05

    def admitted(self, state: State) -> State:
        """As they are."""
        return state

    def supported(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """A step up."""
        return state[0] + self.confidence * (1 - state[0]), state[1] + self.strength * (1 - state[1])

    def conflicted(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """A step down; strength stays."""
        return state[0] - self.confidence * state[0], state[1]

    def recalled(self, state: State, stage: Stage) -> State:
        """A step of strength."""
        return state[0], state[1] + self.strength * (1 - state[1])


@dataclass(frozen=True, slots=True)
class OneState:
    """Confidence and strength as one state: strength, moved by Appendix C."""

    dynamics: Dynamics = field(default_factory=Dynamics)

    def admitted(self, state: State) -> State:
        """Both the first strength."""
        return state[1], state[1]

    def supported(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """Both the new strength."""
        return _one(self.dynamics.supported(state, stage, evidence=evidence, shock=shock))

    def conflicted(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """Both the confidence that is left."""
        confidence, _ = self.dynamics.conflicted(state, stage, evidence=evidence, shock=shock)
        return confidence, confidence

    def recalled(self, state: State, stage: Stage) -> State:
        """Both the new strength."""
        return _one(self.dynamics.recalled(state, stage))


def _one(state: State) -> State:
    return state[1], state[1]


def weaker(policy: StageMem) -> StageMem:
    """A weaker settlement: strength hardly has to be earned, and nothing is evicted but for room."""
    eased = {s: Thresholds(policy.thresholds[s].confidence * 0.6, 0.1, 0.0) for s in STAGES}
    return replace(policy, thresholds=eased)


def confidence_only(policy: StageMem) -> StageMem:
    """Settlement by confidence alone, at the first stage's threshold."""
    gate = policy.thresholds[Stage.TRANSIENT].confidence
    return replace(policy, thresholds={s: Thresholds(gate, 0.0, 0.0) for s in STAGES})


FAMILIES: Mapping[str, Make] = {
    "stagemem": Staged,
    "single-layer": lambda policy: Flat(policy.capacity.total),
    "mem0-style": lambda policy: FrontDoor(policy.capacity.total),
    "memgpt-style": lambda policy: TierManager(
        policy.capacity.transient, policy.capacity.total - policy.capacity.transient
    ),
    "himem-style": lambda policy: Hybrid(policy.capacity.transient, policy.capacity.total - policy.capacity.transient),
    "memorybank-style": lambda policy: Reinforced(policy.capacity.total),
    "stagemem, archive": lambda policy: Staged(policy, archive=True),
}
"""The families of Tables 4 and 9, in their order, and the lifecycle with the ledger's archive behind it."""

MECHANISMS: Mapping[str, Make] = {
    "stagemem": Staged,
    "simpler update": lambda policy: Staged(replace(policy, update=FixedSteps())),
    "weaker settlement": lambda policy: Staged(weaker(policy)),
    "confidence-only settlement": lambda policy: Staged(confidence_only(policy)),
    "single-state memory": lambda policy: Staged(replace(policy, update=OneState())),
    "no-staging single-layer": lambda policy: Flat(policy.capacity.total),
}
"""The ablations of Tables 5 and 11, in their order."""


def variations(policy: StageMem) -> Mapping[str, StageMem]:
    """The policy with each constant that the paper does not print halved and doubled, one at a time."""
    made = {"as it is": policy}
    dynamics = policy.update if isinstance(policy.update, Dynamics) else Dynamics()
    for name in ("alpha", "beta", "sigma", "p_min"):
        for factor in (0.5, 2.0):
            moved = replace(dynamics, **{name: getattr(dynamics, name) * factor})
            made[f"{name} x {factor:g}"] = replace(policy, update=moved)
    for name in ("confidence", "strength", "keep"):
        for factor in (0.8, 1.2):
            moved_gates = {s: _scaled(policy.thresholds[s], name, factor) for s in STAGES}
            made[f"tau {name} x {factor:g}"] = replace(policy, thresholds=moved_gates)
    return made


def _scaled(thresholds: Thresholds, name: str, factor: float) -> Thresholds:
    return replace(thresholds, **{name: min(1.0, getattr(thresholds, name) * factor)})
