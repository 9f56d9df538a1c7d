"""The ledger port: where states, transitions and their reasons are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from atma_overlay.altering import made_quickly
from atma_overlay.changes import Changeset
from atma_overlay.records import (
    Contingency,
    Decision,
    Extraction,
    Held,
    HostLink,
    Observation,
    OutboxItem,
    Slot,
    StagingVersion,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
)
from atma_overlay.scope import Scope

T = TypeVar("T")


@made_quickly
@dataclass(frozen=True, slots=True)
class Judged:
    """A transition with its appended decisions, oldest first; the last one is its state."""

    transition: Transition
    decisions: tuple[Decision, ...]

    @property
    def latest(self) -> Decision:
        """The decision in force."""
        return self.decisions[-1]

    @property
    def dated(self) -> Transition:
        """The transition at the instant that its decisions give it by now."""
        for decision in reversed(self.decisions):
            if decision.valid_at is not None:
                return self.transition.dated(decision.valid_at)
        return self.transition

    @property
    def follows(self) -> bool:
        """Whether it follows from another transition, by a stated rule."""
        return self.transition.cause.startswith("tr_")


@dataclass(frozen=True, slots=True)
class History:
    """A statement with every version of its standing, oldest first, the withdrawn included."""

    statement: Statement
    versions: tuple[Version, ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """A write that was traced, by the ids of its span, and what of it is behind some statements."""

    trace_id: str
    span_id: str
    observation_ids: tuple[str, ...]
    statement_ids: tuple[str, ...] = ()
    """Those that it stated."""
    transition_ids: tuple[str, ...] = ()
    """Those from or to them that it caused."""


class LedgerReader(Protocol):
    """A consistent read of one partition (tenant, user); rows of other partitions do not exist for it.

    Agent and session of the scope do not narrow these reads: the flows do that, since states fold over the user.
    `known_at` asks for the versions as they were recorded at that instant; None means now.
    Erased observations are absent from every answer, and so is what they stated. Their links and host writes stay,
    without text, so that what a host still holds of them can be told and deleted; transitions stay by their ids.
    """

    def ahead(self) -> AheadReader | None:
        """A reader that answers nothing: what it is asked, this one will be asked soon, before anything is written.

        A server is asked all of it in one turn, with whatever this reader asks next. None where no turn is saved.
        """

    def takes_long(self) -> None:
        """Say that what the work of a write does next takes long, before it does it.

        Under the lock this does not return: the work is run again from its beginning on a snapshot, and what it gives
        is stored where nothing was written to the partition meanwhile. After some attempts it is run under the lock.
        """

    def revision(self) -> int:
        """The number of the last committed write of this partition; 0 before the first."""

    def recorded_at(self) -> datetime | None:
        """The instant of that write, by the clock of whatever process wrote it; None before the first."""

    def erasures(self) -> int | None:
        """A number that each erasure changes, 0 before the first; a reader inside a write need not know, and says None.

        It may be of the whole ledger, whatever partition is read.
        """

    def place(self) -> Hashable:
        """What tells the partition that is read from those of other users, planes and ledgers in this process."""

    def observations(self, ids: Collection[str]) -> list[Observation]:
        """Those of the ids that exist, in the order of saying."""

    def erased(self, ids: Collection[str]) -> frozenset[str]:
        """Those of the ids that are erased observations': they stay taken."""

    def tombstones(self) -> list[Tombstone]:
        """What stays of all erased observations, in the order of saying."""

    def observed_after(self, order: tuple[datetime, int, str] | None) -> list[Observation]:
        """All observations later in the order of saying (`Observation.order`), in that order; None means all."""

    def observation_by_key(self, key: str) -> Observation | None:
        """The observation stored under this idempotency key."""

    def ids_by_key(self, keys: Collection[str]) -> dict[str, str]:
        """The ids of the observations stored under these idempotency keys, by key."""

    def last_observation(self) -> Observation | None:
        """The latest in the order of saying."""

    def extractions(self, observation_ids: Collection[str]) -> list[Extraction]:
        """What was extracted from those observations."""

    def slots(self, *, subject: str | None = None) -> list[Slot]:
        """The slots that statements were ever held in, of one subject or of all, in the order of their names."""

    def slots_of(self, subject: str, attributes: Collection[str]) -> list[Slot]:
        """Of the slots of a subject in some attributes those that statements were ever held in, in the same order."""

    def in_slots(self, slots: Collection[Slot], *, known_at: datetime | None = None) -> list[Held]:
        """Every statement of those slots that has a version at `known_at`, in fold order."""

    def held(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        """Statements by id, in fold order."""

    def of_observations(self, ids: Collection[str], *, known_at: datetime | None = None) -> list[Held]:
        """Statements by the observation they come from, in fold order."""

    def carried(self, host_ids: Collection[str], *, known_at: datetime | None = None) -> dict[str, list[Held]]:
        """By host memory, the statements of the observations that it carries by a live link.

        Observation by observation, each in fold order; a memory that carries none is not named.
        """

    def with_terms(
        self, field: str, terms: Collection[str], *, limit: int = 200, known_at: datetime | None = None
    ) -> list[Held]:
        """Statements with a version at `known_at` that carry any of the terms in `field`, the latest observed first.

        `field` is "value", "attribute", "unit" or "subject"; see `values.terms`.
        """

    def latest_with(
        self, field: str, limits: Mapping[str, int], *, known_at: datetime | None = None
    ) -> dict[str, list[Held]]:
        """By term, so many statements with a version at `known_at` that carry it in `field`, the latest first.

        What it has read, a later `with_terms` of the same snapshot may be answered with.
        """

    def search(self, terms: Sequence[str], *, limit: int, known_at: datetime | None = None) -> list[tuple[Held, float]]:
        """Full text over subject, attribute, value and evidence of statements: any of the terms, best first.

        The score is higher for better. Terms are data: no syntax of the index reaches the caller.
        """

    def all_held(self, *, known_at: datetime | None = None) -> list[Held]:
        """Every statement of the partition, in fold order."""

    def history(self, ids: Collection[str] | None = None) -> list[History]:
        """Statements by id (None: all) with all their versions, in the order they were first recorded."""

    def transitions(self, statement_ids: Collection[str] | None = None) -> list[Judged]:
        """Transitions from or to those statements (None: all), in recorded order, with their decisions."""

    def transition(self, transition_id: str) -> Judged | None:
        """One transition."""

    def provenance(self, statement_ids: Collection[str]) -> list[Provenance]:
        """The traced writes behind statements, each once: first those that stated them, in the order of the ids.

        Then those that caused transitions from or to them, in recorded order. What was not traced is left out.
        """

    def verdicts(self, keys: Collection[str] | None = None) -> list[Verdict]:
        """The kept answers by pair, or by what the pairs of a slot share: the part before the colon (None: all).

        Oldest first.
        """

    def contingencies(self, parents: Collection[Slot] | None = None) -> list[Contingency]:
        """Stated dependencies by their parent slot (None: all)."""

    def links(self, *, host_ids: Collection[str] = (), observation_ids: Collection[str] = ()) -> list[HostLink]:
        """Links by host id or by observation."""

    def staged(
        self, record_ids: Collection[str] | None = None, *, known_at: datetime | None = None
    ) -> list[StagingVersion]:
        """What a lifecycle makes of those records (None: of all that have a place in a stage), by record id."""

    def staging_history(self) -> list[StagingVersion]:
        """Every version of every staging, by record id, oldest first."""

    def touches(self) -> list[Touch]:
        """What recalls showed as current, in the order of recording."""

    def outbox(self, *, limit: int = 100, pending_at: str | None = None) -> list[OutboxItem]:
        """Host writes that are not done, oldest first; of a host that is named those that were not given up."""

    def given_up(self, host: str) -> int:
        """How many writes to a host were given up."""


class AheadReader(LedgerReader, Protocol):
    """What `LedgerReader.ahead` gives."""

    def transitions_in(self, slots: Collection[Slot], *, fewer_than: int) -> None:
        """Say that transitions from or to the statements of some slots will be asked for.

        Those of a slot are told by what earlier reads found in it: of one that none has read nothing is asked ahead.

        Args:
            slots: which ones.
            fewer_than: slots of this many statements or more are passed over.
        """


class Ledger(Protocol):
    """A store of one or more partitions."""

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """Run `work` on one consistent snapshot of the scope's partition."""

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], *, durable: bool = True) -> T:
        """Run `work` under the partition's write lock and apply its changeset atomically and durably.

        Returns its second item. When `work` raises, nothing is written. An empty changeset makes no revision. It may be
        run more than once.

        Args:
            scope: whose partition.
            work: gives the changeset.
            durable: False for what may be done again without harm: every later read sees it and the end of the
                process does not lose it, but a loss of power may, up to the next durable write.
        """

    def plane(self, name: str) -> Ledger:
        """The same store, another plane: shadow decisions are kept apart from real ones."""

    def close(self) -> None:
        """Release files and connections."""


@runtime_checkable
class Residual(Protocol):
    """A ledger whose storage may keep erased text where no table uses it."""

    def residue(self) -> tuple[str, ...]:
        """Where erased text may still lie, and what to run or to wait for, a line each; empty where it is gone."""

    def vacuum(self) -> tuple[str, ...]:
        """Do away with what erasures left there, however long that takes; what is left then, as of `residue`.

        Raises:
            ConflictError: called from inside a write.
            LedgerError: the storage cannot be read.
        """


@runtime_checkable
class Settling(Protocol):
    """A ledger that has something to put in order once much was stored at once."""

    def settle(self, *, records: int) -> None:
        """Put it in order, once so many records were stored at once; no failure of that reaches the caller."""
