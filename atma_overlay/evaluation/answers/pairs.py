"""Results of probes put beside each other: two systems over the same probes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from atma_overlay.errors import InvalidInputError

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two systems over the same probes: how many only the one or only the other got right, and the exact p."""

    n: int
    only_first: int
    only_second: int
    p: float


def mcnemar(first: Mapping[K, bool], second: Mapping[K, bool]) -> McNemar:
    """McNemar's exact paired test, two-sided: the discordant probes as fair coin tosses.

    Args:
        first: what one system passed, by probe.
        second: the same of the other.

    Raises:
        InvalidInputError: the systems were not asked the same probes.
    """
    if first.keys() != second.keys():
        raise InvalidInputError("second", "holds other probes than first: pass results over the same probes")
    only_first = sum(ok and not second[name] for name, ok in first.items())
    only_second = sum(ok and not first[name] for name, ok in second.items())
    return McNemar(len(first), only_first, only_second, _two_sided(only_first, only_second))


def _two_sided(one: int, other: int) -> float:
    tosses = one + other
    tail = sum(comb(tosses, heads) for heads in range(min(one, other) + 1))
    return float(min(1.0, 2 * tail / 2**tosses))
