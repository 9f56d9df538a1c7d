"""The course of records through the stages: admission, evidence, settlement, eviction (section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.lifecycle.equations import initial_strength, novelty, promotes
from atma_overlay.lifecycle.policy import STAGES, StageMem
from atma_overlay.lifecycle.salience import Candidate
from atma_overlay.ports.embedder import Embedder
from atma_overlay.records import Residence, Stage

Rank = tuple[object, ...]
Order = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A record in its lifecycle.

    `order` tells records apart by content where nothing else does, so that no tie is broken by an id drawn at random.
    """

    key: str
    order: Order
    text: str
    confidence: float
    strength: float
    seen_at: datetime
    stage: Stage = Stage.TRANSIENT
    residence: Residence = Residence.STAGED
    until: datetime | None = None

    @property
    def staged(self) -> bool:
        """Whether it takes a place in its stage."""
        return self.residence is Residence.STAGED

    @property
    def rank(self) -> Rank:
        """The weakest first: by strength, confidence, age, and content."""
        return (self.strength, self.confidence, self.seen_at, self.order)


@dataclass(frozen=True, slots=True)
class Seat:
    """What a value leaves to its successor: its strength, and its stage where it had a place."""

    strength: float
    stage: Stage | None


class Course:
    """Records in their stages; what happens to them is told one by one, in the order of saying.

    Args:
        policy: capacities, thresholds, updates and ports.
        items: where it goes on from; none for an empty memory.

    Attributes:
        writes: how often an item was written or moved deeper.
        evicted: the keys that settlement evicted, in order.
    """

    def __init__(self, policy: StageMem, items: Iterable[Item] = ()) -> None:
        self._policy = policy
        self._items: dict[str, Item] = {}
        self._places: dict[Stage, set[str]] = {stage: set() for stage in STAGES}
        self._bounded: set[str] = set()
        self._vectors: dict[str, list[float]] = {}
        self.writes = 0
        self.evicted: list[str] = []
        for item in items:
            self._put(item)

    @property
    def items(self) -> Mapping[str, Item]:
        """Every item by key, the archived and the ones that left among them."""
        return self._items

    def staged(self, stage: Stage | None = None) -> list[Item]:
        """The items that take a place, strongest first."""
        stages = STAGES if stage is None else (stage,)
        found = [self._items[key] for each in stages for key in self._places[each]]
        return sorted(found, key=lambda item: item.rank, reverse=True)

    def admit(
        self, key: str, candidate: Candidate, *, at: datetime, order: Order, until: datetime | None = None
    ) -> None:
        """A new record enters transient memory with the strength of its salience, if it is not too like another one."""
        low, high = self._policy.strengths
        strength = initial_strength(self._policy.salience.score(candidate), lowest=low, highest=high)
        state = self._policy.update.admitted((candidate.confidence, strength))
        item = Item(key, order, candidate.text, *state, at, until=until)
        self.writes += 1
        if self._novel(candidate.text):
            self._enter(item)
        else:
            self._put(replace(item, residence=Residence.ARCHIVED))

    def support(self, key: str, *, evidence: float, shock: float, at: datetime, until: datetime | None = None) -> None:
        """The same value was stated again; what is archived comes back with what it has gained."""
        item = self._items[key]
        confidence, strength = self._policy.update.supported(
            (item.confidence, item.strength), item.stage, evidence=evidence, shock=shock
        )
        over = None if item.until is None or until is None else max(item.until, until)
        item = replace(item, confidence=confidence, strength=strength, seen_at=max(at, item.seen_at), until=over)
        self.writes += 1
        if item.residence in (Residence.ARCHIVED, Residence.PRUNED):
            self._enter(replace(item, stage=Stage.TRANSIENT, residence=Residence.STAGED))
        else:
            self._put(item)

    def conflict(self, key: str, *, evidence: float, shock: float) -> None:
        """Another value was stated for the same anchor: confidence falls, strength stays the value's own."""
        item = self._items[key]
        state = (item.confidence, item.strength)
        confidence, _ = self._policy.update.conflicted(state, item.stage, evidence=evidence, shock=shock)
        self.writes += 1
        self._put(replace(item, confidence=confidence))

    def prune(self, key: str, *, said_until: datetime) -> None:
        """Retention took it out as it was said until then: its place is free until it is said again."""
        item = self._items[key]
        if item.staged and item.seen_at <= said_until:
            self._put(replace(item, residence=Residence.PRUNED))

    def leave(self, key: str) -> None:
        """The record was retired, or its time is over: it takes no place any more."""
        self._put(replace(self._items[key], residence=Residence.LEFT))

    def vacate(self, key: str, *, evidence: float, shock: float) -> Seat:
        """A revision of this value was accepted: it leaves, and its successor takes its seat.

        The paper replaces the content of one item; the ledger keeps both values as records, so the anchor's strength
        and stage pass on. The successor's confidence is that of its own evidence.
        """
        item = self._items[key]
        state = (item.confidence, item.strength)
        _, strength = self._policy.update.conflicted(state, item.stage, evidence=evidence, shock=shock)
        self.leave(key)
        return Seat(strength, item.stage if item.staged else None)

    def take(self, key: str, seat: Seat) -> None:
        """A successor is never weaker than what it replaced, nor shallower where there is room."""
        item = self._items[key]
        stage = item.stage
        if item.staged and seat.stage is not None and STAGES.index(seat.stage) > STAGES.index(stage):
            stage = stage if self._full(seat.stage) else seat.stage
        self._put(replace(item, strength=max(seat.strength, item.strength), stage=stage))

    def recall(self, key: str, *, times: int = 1) -> None:
        """It was shown as current: strength grows, confidence stays, and so does its place."""
        item = self._items[key]
        for _ in range(times):
            confidence, strength = self._policy.update.recalled((item.confidence, item.strength), item.stage)
            item = replace(item, confidence=confidence, strength=strength)
        self._put(item)

    def expire(self, at: datetime) -> None:
        """What the wording bounds in time leaves when its time is over."""
        over = [key for key in self._bounded if (until := self._items[key].until) is not None and until <= at]
        for key in over:
            self.leave(key)

    def forget(self, key: str) -> None:
        """Drop an item altogether, for a memory that keeps no history."""
        item = self._items.pop(key)
        self._places[item.stage].discard(key)
        self._bounded.discard(key)

    def trim(self) -> None:
        """Drop every item that has no place: what is kept of it is kept elsewhere."""
        for key in [key for key, item in self._items.items() if not item.staged]:
            self.forget(key)
        texts = {item.text for item in self._items.values()}
        self._vectors = {text: vector for text, vector in self._vectors.items() if text in texts}
        self.evicted.clear()

    def restore(self, item: Item) -> None:
        """Put an item where it was."""
        self._put(item)

    def _put(self, item: Item) -> None:
        before = self._items.get(item.key)
        if before is not None:
            self._places[before.stage].discard(item.key)
            self._bounded.discard(item.key)
        self._items[item.key] = item
        if item.staged:
            self._places[item.stage].add(item.key)
            if item.until is not None:
                self._bounded.add(item.key)

    def _enter(self, item: Item) -> None:
        """Into the item's stage, which settles first where it is full."""
        if self._full(item.stage):
            self._settle(item.stage)
        if self._full(item.stage):
            self._evict(self.staged(item.stage)[-1])
        self._put(item)

    def _settle(self, stage: Stage) -> None:
        """One decision over a full stage: promote by both thresholds, evict what is not worth keeping (section 4.5)."""
        wanted = self._policy.thresholds[stage]
        for item in self.staged(stage):
            earned = promotes(
                item.confidence, item.strength, confidence_from=wanted.confidence, strength_from=wanted.strength
            )
            if earned and stage is not STAGES[-1] and self._promote(item):
                continue
            if item.strength < wanted.keep:
                self._evict(item)

    def _promote(self, item: Item) -> bool:
        """Into the next stage, unless only stronger items could make room there."""
        deeper = STAGES[STAGES.index(item.stage) + 1]
        if self._full(deeper):
            self._settle(deeper)
        if self._full(deeper):
            weakest = self.staged(deeper)[-1]
            if weakest.rank >= item.rank:
                return False
            self._evict(weakest)
        self.writes += 1
        self._put(replace(item, stage=deeper))
        return True

    def _evict(self, item: Item) -> None:
        self.evicted.append(item.key)
        self._put(replace(item, residence=Residence.ARCHIVED))

    def _full(self, stage: Stage) -> bool:
        return len(self._places[stage]) >= self._policy.capacity.of(stage)

    def _novel(self, text: str) -> bool:
        if self._policy.novelty is None:
            return True
        vector = self._vector(self._policy.novelty, text)
        others = (self._vector(self._policy.novelty, item.text) for item in self.staged())
        best = max((sum(a * b for a, b in zip(vector, other, strict=True)) for other in others), default=-1.0)
        return novelty(best) < self._policy.create_below

    def _vector(self, embedder: Embedder, text: str) -> list[float]:
        if text not in self._vectors:
            self._vectors[text] = embedder.embed([text])[0]
        return self._vectors[text]
