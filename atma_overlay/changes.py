"""One atomic write to the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from atma_overlay.altering import altered, made_quickly
from atma_overlay.records import (
    Contingency,
    Decision,
    Extraction,
    HostLink,
    Observation,
    OutboxItem,
    Staging,
    StagingVersion,
    Standing,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
)


@made_quickly
@dataclass(frozen=True, slots=True)
class Changeset:
    """Everything that one write adds; the ledger applies it whole or not at all.

    A statement or a transition whose id is there already stays as it was first recorded: their ids say what
    they are. `standings` open a new version of their statement and close the open one. `withdrawn` statements
    get their open version closed and no new one (a late arrival resolved their observation anew), unless they
    are among the standings. `outbox` items are inserted, or replaced by id, and taken out where they are
    done: links say what a host holds. `erased` observations lose every text that the ledger holds of them: their own,
    their statements', their extraction, their index terms, links' hashes and verdict reasons; ids and instants remain.
    What names an erased one in its lineage is erased with it. `versions` are stored as they come, recorded times and
    revisions included: an import carries history with them, a flow writes `standings`. `stagings` and `staged` relate
    in the same way: a staging opens a new version of what a lifecycle makes of its record, an import carries versions.
    `touches` are appended. `tombstones` are an import's, too: of what was erased where it comes from.
    """

    observations: tuple[Observation, ...] = ()
    extractions: tuple[Extraction, ...] = ()
    statements: tuple[Statement, ...] = ()
    standings: tuple[Standing, ...] = ()
    withdrawn: tuple[str, ...] = ()
    transitions: tuple[Transition, ...] = ()
    decisions: tuple[Decision, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    contingencies: tuple[Contingency, ...] = ()
    links: tuple[HostLink, ...] = ()
    outbox: tuple[OutboxItem, ...] = ()
    erased: tuple[str, ...] = ()
    versions: tuple[Version, ...] = ()
    stagings: tuple[Staging, ...] = ()
    staged: tuple[StagingVersion, ...] = ()
    touches: tuple[Touch, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()

    def __add__(self, other: Changeset) -> Changeset:
        """Both writes as one, in this order."""
        more = zip(Changeset.__dataclass_fields__, _ALL(self), _ALL(other), strict=True)
        return altered(self, **{name: own + added for name, own, added in more if added})

    @property
    def erases(self) -> bool:
        """Whether a ledger has more erased observations after it."""
        return bool(self.erased or self.tombstones)

    @property
    def kinds(self) -> int:
        """Of how many kinds it adds something."""
        return sum(map(bool, _ALL(self)))

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not any(_ALL(self))


_ALL = attrgetter(*Changeset.__dataclass_fields__)
