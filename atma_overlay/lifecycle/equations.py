"""StageMem's equations (section 4.4, 4.5 and Appendix C) as functions of numbers; each names its own.

Confidence `c`, strength `m`, evidence confidence and shock are in [0, 1]; `sign` is +1 where evidence supports the
stored value and -1 where it conflicts.
"""

from __future__ import annotations

import math
from typing import Literal

Sign = Literal[1, -1]
SUPPORT: Sign = 1
CONFLICT: Sign = -1
FROM_CONFIDENCE, FROM_SHOCK = 0.60, 0.20
"""What evidence confidence and shock weigh in Eq. 10."""
GROWTH = 0.35
"""The rate of Eq. 11."""


def clip(value: float, low: float, high: float) -> float:
    """The value, held between both; where they cross, the upper bound counts."""
    return min(max(value, low), high)


def novelty(best_match: float) -> float:
    """Eq. 1: the best anchor match, a cosine in [-1, 1], as a score in [0, 1]; 1 is the same again."""
    return clip((best_match + 1) / 2, 0, 1)


def promotes(confidence: float, strength: float, *, confidence_from: float, strength_from: float) -> bool:
    """Eq. 2: both thresholds are reached."""
    return confidence >= confidence_from and strength >= strength_from


def evidence_gain(evidence: float, *, alpha: float) -> float:
    """Eq. 3: evidence confidence, sharpened by alpha > 0; 0 stays 0 and 1 stays 1."""
    return math.expm1(alpha * evidence) / math.expm1(alpha)


def confidence_gate(confidence: float, sign: Sign, *, sigma: float) -> float:
    """Eq. 4: a normalised exponential over the stored confidence, in (0, 1).

    The paper prints `normexp(sigma * sign)` and says that it is normalised over the stored confidence. We read it as
    the softmax of support against conflict, each with the exponent sigma * sign * c: evidence for a value that is
    believed passes, evidence against it is held back, and at c = 0 both pass by half.
    """
    return 1 / (1 + math.exp(-2 * sigma * sign * confidence))


def strength_gate(strength: float, *, beta: float) -> float:
    """Eq. 5: what is consolidated resists change."""
    return math.exp(-beta * strength)


def plasticity(gain: float, confidence_gated: float, strength_gated: float, *, rate: float, floor: float) -> float:
    """Eq. 6: how far one piece of evidence moves an item of a stage with the plasticity `rate` (lambda)."""
    return clip(rate * gain * confidence_gated * strength_gated, floor, 1)


def confidence_step(gain: float, confidence_gated: float, strength_gated: float, *, rate: float, gamma: float) -> float:
    """Eq. 9: the step of confidence; however strong the item, a share gamma of the evidence counts."""
    full = rate * gain * confidence_gated
    return clip(full * strength_gated, gamma * full, 1)


def moved_confidence(confidence: float, step: float, sign: Sign) -> float:
    """Eq. 8: towards 1 by a share of what is missing, or towards 0 by a share of what there is."""
    slack = 1 - confidence if sign > 0 else confidence
    return clip(confidence + sign * step * slack, 0, 1)


def mixed(stored: list[float], incoming: list[float], share: float) -> list[float]:
    """Eq. 7: the stored vector, moved towards the incoming one by the plasticity."""
    return [(1 - share) * old + share * new for old, new in zip(stored, incoming, strict=True)]


def reinforcement(evidence: float, shock: float) -> float:
    """Eq. 10: what evidence and contextual importance give to strength."""
    return clip(FROM_CONFIDENCE * evidence + FROM_SHOCK * shock, 0, 1)


def grown_strength(strength: float, share: float, reinforced: float) -> float:
    """Eq. 11: towards 1, the slower the nearer."""
    return strength + share * GROWTH * reinforced * (1 - strength)


def initial_strength(salience: float, *, lowest: float, highest: float) -> float:
    """Eq. 14: a depth within bounds for a salience in [0, 1] (Eq. 13)."""
    return lowest + (highest - lowest) * salience


def ranking_loss(preferred: float, other: float, *, margin: float) -> float:
    """Eq. 15: how far the preferred item's salience falls short of the other's by the margin."""
    return max(0.0, margin - (preferred - other))
