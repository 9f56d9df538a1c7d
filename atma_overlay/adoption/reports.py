"""What an adoption, a reconciliation and a detachment report."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from atma_overlay.adoption.hearing import Hearing
from atma_overlay.adoption.ordering import Order, Unread
from atma_overlay.judge.estimate import Estimate
from atma_overlay.scope import Scope
from atma_overlay.views import Judging

__all__ = ["BackfillReport", "DetachReport", "Difference", "DifferenceKind", "ReconcileReport", "Unread"]


class _Report(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str
    """The host's name."""
    scope: Scope


class BackfillReport(_Report):
    """What taking in an existing store did, or would do."""

    dry_run: bool
    memories: int
    """Memories that the host holds in this scope."""
    already_linked: int
    """Those of them that the ledger knows; what they may have become since is `reconcile`'s affair."""
    unconfirmed: int
    """Writes of the overlay's own that the host stored and never confirmed: they are linked."""
    dated: int
    undated: int
    """Of the memories to take in."""
    order: Order
    """What says which memory came first: dates, or the host's pages where no memory has a date."""
    texts: int
    """Texts to take in, those that the host overwrote included."""
    overwritten: int
    to_read: int
    """Texts that facts are read from; an agent's words state none."""
    batches: int
    """Ledger transactions."""
    estimated_tokens: int
    """Of the texts that are read, at about four characters a token: what a model would be given."""
    model_calls: int
    """Logical calls that judging the texts takes at most; the rules make none."""
    estimate: Estimate | None = None
    """What judging the texts would cost; None without a judge."""
    judging: Judging | None = None
    """What the judge did, its reading of what waited before included."""
    taken: int = 0
    """Texts that this run stored; the others were there."""
    records: int = 0
    applied: int = 0
    proposed: int = 0
    """Transitions that wait in `review`."""
    host_retired: int = 0
    """Facts that the host itself holds for over: evidence, and no verdict."""
    heard: dict[Hearing, int] = {}
    """What became of them; nothing yet in a dry run."""
    unread: tuple[Unread, ...]
    notes: tuple[str, ...]
    """What a reader has to know about how the store was read."""


class DifferenceKind(StrEnum):
    """How host and ledger disagree on one memory, and what a reconciliation does about it."""

    ADDED = "added"
    """The host has it and the ledger does not: it is observed."""
    EDITED = "edited"
    """It says something else by now: that is a new observation, and the older one stays as history."""
    DELETED = "deleted"
    """The host has it no more: the link is marked gone, and the record stays. A deletion at the host says nothing of
    the fact; `forget` does."""
    RETURNED = "returned"
    """It was gone and is there again: the link is live again."""
    UNCONFIRMED = "unconfirmed"
    """A write of the overlay's own, stored at the host and never confirmed: it is linked."""
    DOUBLED = "doubled"
    """Stored twice under one key: both are linked, and the host's rows are left alone."""
    LEFTOVER = "leftover"
    """Erased here and still at the host: the host is asked again to delete it."""


class Difference(BaseModel):
    """One memory on which host and ledger disagree."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: DifferenceKind
    host_id: str
    observation_ids: tuple[str, ...] = ()
    text: str | None = None
    """What the host holds now."""
    was: str | None = None
    """What the ledger holds of it."""


class ReconcileReport(_Report):
    """Where host and ledger disagreed, and what was done about it."""

    dry_run: bool
    full: bool
    """Whether the whole scope was read at the host, or only what its change feed named."""
    memories: int
    """Memories that were read at the host."""
    agreed: int
    """Those that carry what they are linked for."""
    first_seen: int
    """Linked memories of a rewriting host whose text was read for the first time."""
    differences: tuple[Difference, ...]
    counts: dict[DifferenceKind, int]
    pending: int
    """Promises to the host that waited before, and after a repair that wait still."""
    drained: int = 0
    """Promises that the repair kept."""
    refilled: int = 0
    """Texts of the ledger that are given to the host, which did not hold them; in a dry run, those that would be."""
    taken: int = 0
    """Texts that the repair observed."""
    records: int = 0
    applied: int = 0
    proposed: int = 0
    heard: dict[Hearing, int] = {}
    """What became of the facts that the host itself holds for over; in a dry run, what would."""
    unread: tuple[Unread, ...] = ()
    not_erased: tuple[str, ...] = ()
    """What the host could not erase of what it was asked for again."""
    notes: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether host and ledger say the same and nothing waits."""
        return not self.differences and not self.pending


class DetachReport(_Report):
    """What the overlay's traces at a host were, and which of them stay."""

    memories: int
    cleared: int
    """Memories that carry nothing of the overlay any more."""
    remaining: tuple[str, ...]
    """One line a trace that stays, and what would remove it."""
    pending: int
    """Writes that were never handed over; they stay in the ledger, and one that is handed over leaves a key again."""
