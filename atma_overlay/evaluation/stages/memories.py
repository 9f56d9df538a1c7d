"""What a policy is to the harness, and the flat ones: a single layer, a front door, a reinforced store.

Each keeps entries within a budget. All share one rule for another value of an anchor, which is the ledger's: evidence
from `APPLY_AT` on replaces it, weaker evidence is doubt and replaces nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Protocol

from atma_overlay.evaluation.stages.stream import Sighting
from atma_overlay.state.pairs.adjudication import APPLY_AT


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing kept: an anchor's value; `deep` tells a deeper tier from the first one."""

    anchor: str
    value: str
    deep: bool = False


class Memory(Protocol):
    """A memory under test."""

    @property
    def capacity(self) -> int:
        """How many entries it may keep."""

    @property
    def writes(self) -> int:
        """How often it wrote or moved an entry."""

    @property
    def evicted(self) -> list[str]:
        """The anchors of evicted entries, in order."""

    def see(self, sighting: Sighting, *, step: int) -> None:
        """A value is stated."""

    def call(self, anchor: str, *, step: int) -> None:
        """An anchor is asked for."""

    def entries(self) -> list[Entry]:
        """What is kept."""


def accepted(sighting: Sighting) -> bool:
    """Whether another value replaces the stored one."""
    return sighting.confidence >= APPLY_AT


@dataclass(slots=True)
class Kept:
    """An entry of a flat store; `uses` counts sightings and calls, `seen` is the step of the last one."""

    value: str
    seen: int
    uses: int = 1


@dataclass(slots=True)
class Flat:
    """A single writable layer: everything is written, and the least used and oldest goes when it is full."""

    capacity: int
    writes: int = 0
    evicted: list[str] = field(default_factory=list)
    kept: dict[str, Kept] = field(default_factory=dict)

    def admits(self, sighting: Sighting) -> bool:
        """Whether a sighting is written at all."""
        return True

    def see(self, sighting: Sighting, *, step: int) -> None:
        """See `Memory.see`."""
        if not self.admits(sighting):
            return
        held = self.kept.get(sighting.anchor)
        if held is None:
            self._make_room()
            self.kept[sighting.anchor] = Kept(sighting.value, step)
        elif held.value == sighting.value:
            self.reinforce(held, step)
        elif accepted(sighting):
            self.kept[sighting.anchor] = Kept(sighting.value, step, held.uses + 1)
        else:
            return
        self.writes += 1

    def call(self, anchor: str, *, step: int) -> None:
        """See `Memory.call`."""
        if (held := self.kept.get(anchor)) is not None:
            self.reinforce(held, step)

    def reinforce(self, held: Kept, step: int) -> None:
        """A use."""
        held.uses, held.seen = held.uses + 1, step

    def entries(self) -> list[Entry]:
        """See `Memory.entries`."""
        return [Entry(anchor, held.value) for anchor, held in self.kept.items()]

    def _make_room(self) -> None:
        if len(self.kept) >= self.capacity:
            self.drop(min(self.kept, key=lambda anchor: (self.kept[anchor].uses, self.kept[anchor].seen)))

    def drop(self, anchor: str) -> None:
        """Evict an entry."""
        del self.kept[anchor]
        self.evicted.append(anchor)


@dataclass(slots=True)
class FrontDoor(Flat):
    """In Mem0's style: one conservative decision at the door, and nothing that was turned away comes back by itself."""

    threshold: float = 0.75

    def admits(self, sighting: Sighting) -> bool:
        """Only what is plain at first sight."""
        return sighting.confidence >= self.threshold


@dataclass(slots=True)
class Reinforced(FrontDoor):
    """In MemoryBank's style: a conservative flat store with a forgetting curve, exp(-age / stability).

    Every use adds to the stability, in steps; what has faded below `least` is forgotten.
    """

    stability: float = 20.0
    least: float = 0.2

    def see(self, sighting: Sighting, *, step: int) -> None:
        """Forget what has faded, then as ever."""
        for anchor, held in list(self.kept.items()):
            if math.exp(-(step - held.seen) / (self.stability * held.uses)) < self.least:
                self.drop(anchor)
        FrontDoor.see(self, sighting, step=step)
