"""Results of probes put beside each other: the trivial-pass filter, and two systems over the same probes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Probe

K = TypeVar("K", bound=Hashable)


def without_trivial_passes(passed: Mapping[str, bool], probes: Iterable[Probe]) -> dict[str, bool]:
    """What passed, where a paired probe counts only if the one it is paired with passed too (MEME, section 4.1).

    Who never knew a value does not report it after its deletion either; that is no merit.

    Args:
        passed: by the id of the probe, of one episode.
        probes: of the same episode; a pair that was not asked counts as failed.
    """
    pairs = {probe.id: probe.pair for probe in probes}
    return {name: ok and _pair_passed(passed, pairs.get(name)) for name, ok in passed.items()}


def _pair_passed(passed: Mapping[str, bool], pair: str | None) -> bool:
    return pair is None or passed.get(pair, False)


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
