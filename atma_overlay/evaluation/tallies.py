"""Counts that add up over episodes, and the metric they come to with its interval."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

RESAMPLES = 1000
SEED = 20240229


@dataclass(frozen=True, slots=True)
class Tally:
    """`hits` out of `out_of`; they add up over episodes."""

    hits: float
    out_of: float

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(self.hits + other.hits, self.out_of + other.out_of)

    @classmethod
    def of(cls, outcomes: Iterable[bool]) -> Tally:
        """How many of the outcomes are true."""
        seen = list(outcomes)
        return cls(sum(seen), len(seen))


Tallies = Mapping[str, Tally]
"""Tallies by metric name."""


def added(parts: Iterable[Tallies]) -> dict[str, Tally]:
    """The sums by name."""
    total: defaultdict[str, Tally] = defaultdict(lambda: Tally(0, 0))
    for part in parts:
        for name, tally in part.items():
            total[name] += tally
    return dict(total)


class Metric(BaseModel):
    """A value over `n` cases with its 95% bootstrap interval over episodes; None where there was no case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float | None
    n: int
    ci95: tuple[float, float] | None


def measure(tallies: Sequence[Tally], *, counted: bool = False) -> Metric:
    """The metric of one tally an episode.

    Args:
        tallies: one an episode; those without a case only matter to a count.
        counted: the value is the sum of the hits, not their share.
    """
    total = sum(tallies, start=Tally(0, 0))
    if not total.out_of:
        return Metric(value=None, n=0, ci95=None)
    kept = list(tallies) if counted else [t for t in tallies if t.out_of]
    draws = sorted(_draws(kept, counted=counted))
    low, high = draws[round(0.025 * (len(draws) - 1))], draws[round(0.975 * (len(draws) - 1))]
    value = total.hits if counted else total.hits / total.out_of
    return Metric(value=_rounded(value), n=round(total.out_of), ci95=(_rounded(low), _rounded(high)))


def _draws(tallies: Sequence[Tally], *, counted: bool) -> Iterable[float]:
    hits, out_of = [t.hits for t in tallies], [t.out_of for t in tallies]
    places = range(len(tallies))
    chance = random.Random(SEED)
    for _ in range(RESAMPLES):
        drawn = chance.choices(places, k=len(places))
        found = sum(map(hits.__getitem__, drawn))
        yield found if counted else found / sum(map(out_of.__getitem__, drawn))


def _rounded(value: float) -> float:
    return round(value, 4)
