"""The outcome of a fold, and what of it outlives an erasure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.altering import made_quickly
from atma_overlay.records import STATING, Kind, Slot, Standing, Statement, Transition

Words = tuple[str, datetime, str, tuple[int, int], str, str, bool]
"""What one reading of some words shares with every other; see `words_of`."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Draft:
    """A transition that follows from the fold; `applied` is False for a proposal.

    Its `id` is stable across folds: the same pair, kind and cause are the same transition.
    """

    slot: Slot
    from_id: str
    to_id: str | None
    kind: Kind
    cause: str
    decider: str
    reason: str
    confidence: float
    valid_at: datetime
    applied: bool
    id: str = field(init=False)

    def __post_init__(self) -> None:
        key = "\x1f".join((self.from_id, self.to_id or "", self.kind, self.cause))
        object.__setattr__(self, "id", "tr_" + hashlib.sha256(key.encode()).hexdigest()[:20])

    def stands_as(self, other: Draft) -> bool:
        """Whether the same transition is decided alike, and of the same instant."""
        return self.applied is other.applied and self.valid_at == other.valid_at


Event = tuple[datetime, Kind, str, str]
"""What was erased, and what it did: see `Closure.event`."""


def words_of(statement: Statement) -> Words:
    """The words that a statement stands on, with their value: the same whatever else is read into them by now."""
    s = statement
    stated = s.act in STATING
    return (s.observation_id, s.observed_at, s.digest, s.span, s.norm, s.extractor, stated)


@dataclass(frozen=True, slots=True)
class Closure:
    """A retirement whose cause was erased: it stands, and nothing is known in the record's place (law 7).

    It is of words, and not of a record or of one reading of them: by what arrives late, the record may be several, or
    a correction mend another value than it did; what was closed is no more known for that.

    `transition` is what retired it, `members` are all the words that it closes.
    """

    transition: Transition
    members: frozenset[Words] = frozenset()

    @property
    def at(self) -> datetime:
        """When it took effect."""
        return self.transition.valid_at

    @property
    def kind(self) -> Kind:
        """What it did."""
        return self.transition.kind

    @property
    def event(self) -> Event:
        """What was erased, and what it did: the same for all records that it left closed."""
        t = self.transition
        return (t.valid_at, t.kind, t.cause, t.to_id or "")

    def draft(self, record_id: str) -> Draft:
        """What retires a record by it: the same transition, or one of that id; its reason may quote what is erased."""
        t = self.transition
        return Draft(t.slot, record_id, t.to_id, t.kind, t.cause, t.decider, "", t.confidence, t.valid_at, applied=True)


ByWords = Mapping[Words, tuple[Closure, ...]]
"""Closures of one slot, by the words that each closes."""


@made_quickly
@dataclass(frozen=True, slots=True)
class Folded:
    """The outcome for one slot.

    Attributes:
        standings: the fold's own: what the fold takes after this shows in it.
        drafts: the transitions that follow from what is there.
        closed: those of the closures by which records are retired.
        overtaken: those of the other closures whose words are there: something else retired their records.
    """

    standings: dict[str, Standing]
    drafts: tuple[Draft, ...]
    closed: tuple[Draft, ...] = ()
    overtaken: tuple[Draft, ...] = ()
