"""The salience port: how deep an admitted record starts (Eqs. 12 to 14), never whether it is admitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from atma_overlay.lifecycle.equations import reinforcement


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is known of a record at its admission.

    `context` is the paper's contextual strength signal u, here the trust in who said it; `confidence` that of the
    statement; `shock` its contextual importance z, here how plainly it tells of a change. All in [0, 1].
    """

    text: str
    context: float
    confidence: float
    shock: float


class Salience(Protocol):
    """Scores candidates in [0, 1]; the same candidate always gets the same score."""

    def score(self, candidate: Candidate) -> float:
        """Eq. 13: how salient a candidate is among what is admitted."""


@dataclass(frozen=True, slots=True)
class EvidenceSalience:
    """Without a learned scorer: what the evidence itself gives to strength (Eq. 10)."""

    def score(self, candidate: Candidate) -> float:
        """See `Salience.score`."""
        return reinforcement(candidate.confidence, candidate.shock)
