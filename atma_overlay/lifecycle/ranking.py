"""A learned salience: a small network over a candidate's features, trained to rank (Eqs. 12 to 15)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from random import Random
from types import MappingProxyType

from atma_overlay.errors import InvalidInputError
from atma_overlay.lifecycle.equations import ranking_loss
from atma_overlay.lifecycle.salience import Candidate
from atma_overlay.ports.embedder import Embedder


class Role(StrEnum):
    """What a training example turned out to be worth."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    """Supported, and not what was wanted."""
    FILLER = "filler"
    """Seen once."""


MARGINS: Mapping[tuple[Role, Role], float] = MappingProxyType(
    {(Role.PRIMARY, Role.SECONDARY): 0.12, (Role.SECONDARY, Role.FILLER): 0.10}
)
"""By how much the first has to outrank the second, as printed (Appendix C)."""


def ranking_objective(scored: Sequence[tuple[Role, float]]) -> float:
    """The mean of Eq. 15 over every pair of roles that has a margin; 0 where there is none."""
    losses = [ranking_loss(scored[a][1], scored[b][1], margin=m) for a, b, m in _pairs([r for r, _ in scored])]
    return sum(losses) / len(losses) if losses else 0.0


@dataclass(frozen=True, slots=True)
class LearnedSalience:
    """Eqs. 12 and 13: one hidden layer of tanh units over [x; u; c; z], and a logistic output.

    Attributes:
        embedder: makes x of a candidate's text.
        hidden: a row of weights a unit, its bias last.
        output: a weight a unit, the bias last.
    """

    embedder: Embedder
    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]

    def score(self, candidate: Candidate) -> float:
        """See `Salience.score`."""
        return _forward(self.hidden, self.output, _features(self.embedder, candidate))[1]


def trained(
    examples: Sequence[tuple[Role, Candidate]], *, embedder: Embedder, units: int = 8, epochs: int = 200,
    rate: float = 0.5, seed: int = 0,
) -> LearnedSalience:  # fmt: skip
    """Fit a salience to the ranking-margin objective by gradient descent, one pair at a time.

    Args:
        examples: candidates with what they turned out to be worth; at least two roles that have a margin.
        embedder: makes x of a candidate's text.
        units: of the hidden layer.
        epochs: passes over all pairs.
        rate: the step.
        seed: of the first weights and of the order of pairs.

    Raises:
        InvalidInputError: no pair of the examples has a margin, or a number is not positive.
    """
    pairs = list(_pairs([role for role, _ in examples]))
    if not pairs:
        raise InvalidInputError("examples", "hold no two roles with a margin: give primary and secondary, or fillers")
    for name, value in (("units", units), ("epochs", epochs), ("rate", rate)):
        if value <= 0:
            raise InvalidInputError(name, f"{value} is not positive")
    random = Random(seed)
    inputs = [_features(embedder, candidate) for _, candidate in examples]
    hidden = [[random.gauss(0, 0.1) for _ in range(len(inputs[0]) + 1)] for _ in range(units)]
    output = [random.gauss(0, 0.1) for _ in range(units + 1)]
    for _ in range(epochs):
        random.shuffle(pairs)
        for preferred, other, margin in pairs:
            _descend(hidden, output, (inputs[preferred], inputs[other]), margin=margin, rate=rate)
    return LearnedSalience(embedder, tuple(map(tuple, hidden)), tuple(output))


def _pairs(roles: Sequence[Role]) -> Iterator[tuple[int, int, float]]:
    for (a, preferred), (b, other) in product(enumerate(roles), repeat=2):
        if (preferred, other) in MARGINS:
            yield a, b, MARGINS[preferred, other]


def _features(embedder: Embedder, candidate: Candidate) -> list[float]:
    return [*embedder.embed([candidate.text])[0], candidate.context, candidate.confidence, candidate.shock]


def _forward(
    hidden: Sequence[Sequence[float]], output: Sequence[float], x: Sequence[float]
) -> tuple[list[float], float]:
    units = [math.tanh(math.fsum(w * v for w, v in zip(row, x, strict=False)) + row[-1]) for row in hidden]
    logit = math.fsum(w * v for w, v in zip(output, units, strict=False)) + output[-1]
    return units, 1 / (1 + math.exp(-logit))


def _descend(
    hidden: list[list[float]], output: list[float], pair: tuple[list[float], list[float]], *, margin: float,
    rate: float,
) -> None:  # fmt: skip
    """One step down the hinge of a pair; none where the margin is kept."""
    passes = [_forward(hidden, output, x) for x in pair]
    if ranking_loss(passes[0][1], passes[1][1], margin=margin) == 0:
        return
    steps = []
    for (units, score), sign in zip(passes, (-1.0, 1.0), strict=True):
        slope = sign * score * (1 - score)
        steps.append((units, slope, [slope * w * (1 - u * u) for w, u in zip(output, units, strict=False)]))
    for x, (units, slope, inner) in zip(pair, steps, strict=True):
        for n, row in enumerate(hidden):
            for place, value in enumerate(x):
                row[place] -= rate * inner[n] * value
            row[-1] -= rate * inner[n]
            output[n] -= rate * slope * units[n]
        output[-1] -= rate * slope
