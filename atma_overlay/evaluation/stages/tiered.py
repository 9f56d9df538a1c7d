"""Memories of tiers: StageMem as the overlay runs it, a tier manager in MemGPT's style, a hybrid in HiMem's."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from atma_overlay.evaluation.stages.memories import Entry, accepted
from atma_overlay.evaluation.stages.stream import Sighting
from atma_overlay.lifecycle import Candidate, StageMem
from atma_overlay.lifecycle.course import Course
from atma_overlay.records import Residence, Stage

_START = datetime(2026, 1, 1, tzinfo=UTC)


class Staged:
    """The lifecycle of the overlay, its very course, fed from a stream.

    Args:
        policy: its constants and capacities.
        archive: whether an evicted record that is stated again comes back with what it had, as in a ledger, or is new,
            as in the paper.
    """

    def __init__(self, policy: StageMem, *, archive: bool = False) -> None:
        self._policy, self._archive = policy, archive
        self._course = Course(policy)
        self._values: dict[str, str] = {}
        self._keys: dict[str, str] = {}

    @property
    def capacity(self) -> int:
        """See `Memory.capacity`."""
        return self._policy.capacity.total

    @property
    def writes(self) -> int:
        """See `Memory.writes`."""
        return self._course.writes

    @property
    def evicted(self) -> list[str]:
        """See `Memory.evicted`."""
        return [_anchor(key) for key in self._course.evicted]

    def see(self, sighting: Sighting, *, step: int) -> None:
        """See `Memory.see`."""
        key, at = self._keys.get(sighting.anchor), _START + timedelta(days=step)
        evidence, shock = sighting.confidence, sighting.shock
        if key is None:
            self._admit(sighting, step)
        elif self._values[key] == sighting.value:
            self._course.support(key, evidence=evidence, shock=shock, at=at)
        else:
            self._course.conflict(key, evidence=evidence, shock=shock)
            if accepted(sighting):
                seat = self._course.vacate(key, evidence=evidence, shock=shock)
                self._course.take(self._admit(sighting, step), seat)
        self._tidy()

    def call(self, anchor: str, *, step: int) -> None:
        """See `Memory.call`."""
        key = self._keys.get(anchor)
        if key is not None and self._course.items[key].staged:
            self._course.recall(key)

    def entries(self) -> list[Entry]:
        """See `Memory.entries`."""
        staged = self._course.staged()
        return [Entry(_anchor(i.key), self._values[i.key], i.stage is not Stage.TRANSIENT) for i in staged]

    def _admit(self, sighting: Sighting, step: int) -> str:
        key = f"{sighting.anchor}#{step}"
        candidate = Candidate(f"{sighting.anchor} {sighting.value}", 1.0, sighting.confidence, sighting.shock)
        self._course.admit(key, candidate, at=_START + timedelta(days=step), order=(f"{step:06}",))
        self._keys[sighting.anchor], self._values[key] = key, sighting.value
        return key

    def _tidy(self) -> None:
        """Drop what has no place: all of it, or all but the archive."""
        for item in list(self._course.items.values()):
            if item.staged or (self._archive and item.residence is Residence.ARCHIVED):
                continue
            self._course.forget(item.key)
            if self._keys.get(_anchor(item.key)) == item.key:
                del self._keys[_anchor(item.key)]


def _anchor(key: str) -> str:
    return key.rpartition("#")[0]


@dataclass(slots=True)
class TierManager:
    """In MemGPT's style: a main context that pages its older half out to a deep store when it is full.

    Nothing is asked of what is paged out. A call or another sighting pages it in again; the store drops its oldest.
    """

    main: int
    store: int
    writes: int = 0
    evicted: list[str] = field(default_factory=list)
    near: OrderedDict[str, str] = field(default_factory=OrderedDict)
    far: OrderedDict[str, str] = field(default_factory=OrderedDict)

    @property
    def capacity(self) -> int:
        """See `Memory.capacity`."""
        return self.main + self.store

    def see(self, sighting: Sighting, *, step: int) -> None:
        """See `Memory.see`."""
        stored = self.near.get(sighting.anchor, self.far.get(sighting.anchor))
        if stored is None or stored == sighting.value or accepted(sighting):
            self._page_in(sighting.anchor, sighting.value)

    def call(self, anchor: str, *, step: int) -> None:
        """See `Memory.call`."""
        if anchor in self.far:
            self._page_in(anchor, self.far[anchor])

    def entries(self) -> list[Entry]:
        """See `Memory.entries`."""
        far = [Entry(anchor, value, deep=True) for anchor, value in self.far.items()]
        return [*(Entry(anchor, value) for anchor, value in self.near.items()), *far]

    def _page_in(self, anchor: str, value: str) -> None:
        self.far.pop(anchor, None)
        self.near.pop(anchor, None)
        if len(self.near) >= self.main:
            for _ in range(-(-self.main // 2)):
                self._page_out(*self.near.popitem(last=False))
        self.near[anchor] = value
        self.writes += 1

    def _page_out(self, anchor: str, value: str) -> None:
        if len(self.far) >= self.store:
            self.evicted.append(self.far.popitem(last=False)[0])
        self.far[anchor] = value
        self.writes += 1


@dataclass(slots=True)
class Hybrid:
    """In HiMem's style: a window of episodes, and a layer of notes drawn from each window when it closes.

    A closing window gives a note for its most used and best attested anchor; what comes up again refreshes its note.
    An anchor may be in both layers and then counts twice.
    """

    window: int
    notes: int
    writes: int = 0
    evicted: list[str] = field(default_factory=list)
    open: dict[str, tuple[int, float, str]] = field(default_factory=dict)
    noted: OrderedDict[str, str] = field(default_factory=OrderedDict)

    @property
    def capacity(self) -> int:
        """See `Memory.capacity`."""
        return self.window + self.notes

    def see(self, sighting: Sighting, *, step: int) -> None:
        """See `Memory.see`."""
        uses, confidence, value = self.open.get(sighting.anchor, (0, 0.0, self.noted.get(sighting.anchor, "")))
        if value and value != sighting.value and not accepted(sighting):
            return
        if sighting.anchor not in self.open and len(self.open) >= self.window:
            self._close()
        self.open[sighting.anchor] = (uses + 1, max(confidence, sighting.confidence), sighting.value)
        if sighting.anchor in self.noted:
            self._note(sighting.anchor, sighting.value)
        self.writes += 1

    def call(self, anchor: str, *, step: int) -> None:
        """See `Memory.call`."""
        if anchor in self.open:
            uses, confidence, value = self.open[anchor]
            self.open[anchor] = (uses + 1, confidence, value)
        if anchor in self.noted:
            self.noted.move_to_end(anchor)

    def entries(self) -> list[Entry]:
        """See `Memory.entries`."""
        noted = [Entry(anchor, value, deep=True) for anchor, value in self.noted.items()]
        return [*(Entry(anchor, value) for anchor, (_, _, value) in self.open.items()), *noted]

    def _close(self) -> None:
        best = max(self.open, key=lambda anchor: self.open[anchor][:2])
        self._note(best, self.open[best][2])
        self.evicted += [anchor for anchor in self.open if anchor not in self.noted]
        self.open.clear()

    def _note(self, anchor: str, value: str) -> None:
        if anchor not in self.noted and len(self.noted) >= self.notes:
            self.evicted.append(self.noted.popitem(last=False)[0])
        self.noted[anchor] = value
        self.noted.move_to_end(anchor)
        self.writes += 1
