"""The outcome of a fold, and what of it outlives an erasure."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.altering import made_quickly
from atma_overlay.records import Kind, Slot, Standing


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


@dataclass(frozen=True, slots=True)
class Closure:
    """A retirement whose cause was erased: it stands, and nothing is known in the record's place (law 7).

    `members` are the statements that belonged to the record when its successor was erased.
    """

    transition_id: str
    at: datetime
    kind: Kind
    members: frozenset[str] = frozenset()


@made_quickly
@dataclass(frozen=True, slots=True)
class Folded:
    """The outcome for one slot; `closed` names the transitions of the closures that took effect.

    `standings` is the fold's own: what the fold takes after this shows in it.
    """

    standings: dict[str, Standing]
    drafts: tuple[Draft, ...]
    closed: frozenset[str] = frozenset()
