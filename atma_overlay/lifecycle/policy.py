"""What a lifecycle is run with: capacities, thresholds, the constants of the equations, and its ports.

The paper prints lambda, gamma, the weights of Eqs. 10 and 11 and the bounds of Eq. 14. It prints neither alpha,
beta, sigma and p_min nor any threshold: those below are ours, and `atma eval lifecycle --set sweep=constants` shows
what becomes of the paper's ordering when each is halved or doubled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from atma_overlay.errors import InvalidInputError
from atma_overlay.lifecycle import equations as eq
from atma_overlay.lifecycle.equations import Sign
from atma_overlay.lifecycle.salience import EvidenceSalience, Salience
from atma_overlay.ports.embedder import Embedder
from atma_overlay.records import Stage
from atma_overlay.signatures import typed_under

STAGES = (Stage.TRANSIENT, Stage.WORKING, Stage.DURABLE)
"""From the shallowest to the deepest."""
PLASTICITY: Mapping[Stage, float] = MappingProxyType({Stage.TRANSIENT: 1.0, Stage.WORKING: 0.35, Stage.DURABLE: 0.10})
"""Lambda of Eqs. 6 and 9, as printed."""


_BOUNDS = 2
"""Numbers that bound a range."""


def _share(field_name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise InvalidInputError(field_name, f"{value} is not between 0 and 1: pass a share")


@typed_under("capacity")
@dataclass(frozen=True, slots=True)
class Capacity:
    """How many records each stage holds, per user.

    Raises:
        InvalidInputError: a stage holds none.
    """

    transient: int = 100
    working: int = 400
    durable: int = 2000

    def __post_init__(self) -> None:
        for stage in STAGES:
            if self.of(stage) < 1:
                raise InvalidInputError(f"capacity.{stage}", f"{self.of(stage)} holds nothing: pass 1 or more")

    def of(self, stage: Stage) -> int:
        """How many records a stage holds."""
        held: int = getattr(self, stage.value)
        return held

    @property
    def total(self) -> int:
        """How many records all stages hold."""
        return sum(self.of(stage) for stage in STAGES)


@typed_under("thresholds")
@dataclass(frozen=True, slots=True)
class Thresholds:
    """What settlement asks of the records of one stage; all in [0, 1].

    `confidence` and `strength` are tau_c and tau_m of Eq. 2, for the way out of the stage into the next one; the
    deepest stage has no next. A record below `keep` is evicted where its stage settles.

    Raises:
        InvalidInputError: one lies outside.
    """

    confidence: float
    strength: float
    keep: float

    def __post_init__(self) -> None:
        for name in ("confidence", "strength", "keep"):
            _share(f"thresholds.{name}", getattr(self, name))


State = tuple[float, float]
"""Confidence and strength."""


class Update(Protocol):
    """How evidence moves a record's confidence and strength."""

    def admitted(self, state: State) -> State:
        """What a record starts with, given its evidence's confidence and its first strength (Eq. 14)."""

    def supported(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """After the same value was stated again."""

    def conflicted(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """After another value was stated; strength is that of the anchor, see `Course.succeed`."""

    def recalled(self, state: State, stage: Stage) -> State:
        """After a recall showed it as current."""


@typed_under("dynamics")
@dataclass(frozen=True, slots=True)
class Dynamics:
    """The continuous updates of Appendix C, with its constants.

    Attributes:
        alpha: how sharply strong evidence is amplified (Eq. 3); ours.
        beta: how strongly consolidation resists change (Eq. 5); ours.
        sigma: how strongly stored confidence lets support pass and holds conflict back (Eq. 4); ours.
        p_min: the least plasticity (Eq. 6); ours.
        gamma: the least confidence step, as a share (Eq. 9); printed.

    Raises:
        InvalidInputError: a constant cannot be used.
    """

    alpha: float = 2.0
    beta: float = 1.0
    sigma: float = 1.0
    p_min: float = 0.02
    gamma: float = 0.05

    def __post_init__(self) -> None:
        for name in ("alpha", "sigma"):
            if not 0 < getattr(self, name) <= 20:
                raise InvalidInputError(f"dynamics.{name}", f"{getattr(self, name)} is not above 0 and at most 20")
        if not 0 <= self.beta <= 20:
            raise InvalidInputError("dynamics.beta", f"{self.beta} is not between 0 and 20")
        for name in ("p_min", "gamma"):
            _share(f"dynamics.{name}", getattr(self, name))

    def admitted(self, state: State) -> State:
        """As they are: two states, of which neither makes the other."""
        return state

    def supported(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """Eqs. 3 to 11 with sign +1."""
        return self._moved(state, stage, evidence=evidence, shock=shock, sign=eq.SUPPORT)

    def conflicted(self, state: State, stage: Stage, *, evidence: float, shock: float) -> State:
        """Eqs. 3 to 11 with sign -1."""
        return self._moved(state, stage, evidence=evidence, shock=shock, sign=eq.CONFLICT)

    def recalled(self, state: State, stage: Stage) -> State:
        """Eq. 11 with the record's own confidence as evidence: use says nothing about validity."""
        confidence, _ = state
        return confidence, self.supported(state, stage, evidence=confidence, shock=0.0)[1]

    def _moved(self, state: State, stage: Stage, *, evidence: float, shock: float, sign: Sign) -> State:
        confidence, strength = state
        rate = PLASTICITY[stage]
        gated = (
            eq.evidence_gain(evidence, alpha=self.alpha),
            eq.confidence_gate(confidence, sign, sigma=self.sigma),
            eq.strength_gate(strength, beta=self.beta),
        )
        step = eq.confidence_step(*gated, rate=rate, gamma=self.gamma)
        share = eq.plasticity(*gated, rate=rate, floor=self.p_min)
        moved = eq.moved_confidence(confidence, step, sign)
        return moved, eq.grown_strength(strength, share, eq.reinforcement(evidence, shock))


THRESHOLDS: Mapping[Stage, Thresholds] = MappingProxyType(
    {
        Stage.TRANSIENT: Thresholds(confidence=0.50, strength=0.24, keep=0.18),
        Stage.WORKING: Thresholds(confidence=0.60, strength=0.30, keep=0.22),
        Stage.DURABLE: Thresholds(confidence=0.60, strength=1.0, keep=0.28),
    }
)
"""Ours; what is kept has to be earned the more the deeper it lies (section 4.5)."""


@typed_under("lifecycle")
@dataclass(frozen=True, slots=True)
class StageMem:
    """The lifecycle as a policy of the ledger; see `Overlay(lifecycle=…)`.

    Attributes:
        capacity: records a stage, per user.
        thresholds: by stage.
        update: how evidence moves confidence and strength; Appendix C's by default.
        salience: gives an admitted record its first strength (Eqs. 12 to 14).
        strengths: the bounds of a first strength (Eq. 14), as printed.
        novelty: measures how like what is staged a new record is (Eq. 1); None admits every one. It is asked inside
            a write, so it has to be a local one.
        create_below: tau_create of Eq. 1: a record that is this novel or more is like another one without being about
            the same thing, and is archived at once. Ours.

    Raises:
        InvalidInputError: a part cannot be used.
    """

    capacity: Capacity = Capacity()
    thresholds: Mapping[Stage, Thresholds] = field(default_factory=lambda: THRESHOLDS)
    update: Update = field(default_factory=Dynamics)
    salience: Salience = field(default_factory=EvidenceSalience)
    strengths: tuple[float, float] = (0.05, 0.35)
    novelty: Embedder | None = None
    create_below: float = 0.98

    def __post_init__(self) -> None:
        if missing := [stage.value for stage in STAGES if stage not in self.thresholds]:
            raise InvalidInputError("thresholds", f"has none for {', '.join(missing)}: give each stage its own")
        low, high = self.strengths if len(self.strengths) == _BOUNDS else (1.0, 0.0)
        if not 0 <= low <= high <= 1:
            raise InvalidInputError("strengths", f"{self.strengths} is no range within 0 and 1: pass (low, high)")
        _share("create_below", self.create_below)
