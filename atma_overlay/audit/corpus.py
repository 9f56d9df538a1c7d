"""The memories of a store as dated turns, in the order in which they were said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby, pairwise
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostMemory
from atma_overlay.scope import Scope
from atma_overlay.views import Turn
from atma_overlay.write_path import observe

Order = Literal["date", "page"]
BATCH_TURNS = 500


class Unread(BaseModel):
    """A memory that the audit left out, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """What there is to audit.

    Attributes:
        order: by `date`, or by `page` where no memory has a date.
        said: turns in that order, each with the host memory that carries it.
        unread: memories that were left out.
        without_role: how many of the memories do not say who spoke.
        same_instant: how many share their instant with another, so that only the page says which came first.
    """

    order: Order
    said: tuple[tuple[Turn, HostMemory], ...]
    unread: tuple[Unread, ...]
    without_role: int
    same_instant: int

    def batches(self) -> Iterator[list[Turn]]:
        """The turns in order, in batches that split no instant: within one, the place in the batch is the order."""
        batch: list[Turn] = []
        for _, turns in groupby((turn for turn, _ in self.said), key=lambda turn: turn.observed_at):
            batch += turns
            if len(batch) >= BATCH_TURNS:
                yield batch
                batch = []
        if batch:
            yield batch

    def notes(self) -> Iterator[str]:
        """What a reader has to know about how the store was read."""
        if self.order == "page":
            yield "no memory of this store has a date: they were read in the order of the host's pages"
        if self.same_instant:
            yield f"{self.same_instant} memories share an instant with another: the host's pages say which came first"
        if self.without_role:
            yield f"{self.without_role} memories do not say who spoke: they were read as the user's own words"
        if self.unread:
            yield f"{len(self.unread)} memories were left out, see `unread`"


@dataclass(slots=True)
class _Reading:
    """A corpus in the making."""

    scope: Scope
    clock: Callable[[], datetime]
    now: datetime
    said: list[tuple[Turn, HostMemory]] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def take(self, memory: HostMemory) -> None:
        """Read one memory as the next thing that was said, or note why it cannot be."""
        turn = Turn(
            text=memory.text, role=memory.role or "user", name=memory.speaker, observed_at=_aware(memory) or self.now,
            key=memory.id,
        )  # fmt: skip
        try:
            observe([turn], scope=self.scope, observed_at=None, origin=None, clock=self.clock)
        except InvalidInputError as error:
            self.unread.append(Unread(host_id=memory.id, reason=str(error)))
        else:
            self.said.append((turn, memory))


def corpus(memories: Sequence[HostMemory], *, scope: Scope, clock: Callable[[], datetime]) -> Corpus:
    """Read a store's memories in the order of their dates, or of its pages where none has a date.

    Where only some have dates, nothing says what came before the others: those are left out, since they could
    neither retire a dated memory nor be retired by one (only later evidence retires earlier evidence).

    Args:
        memories: in the order of the host's pages.
        scope: whose they are.
        clock: the instant of undated memories, and the latest one that a date may name.
    """
    dates = [m.created_at for m in memories]
    order: Order = "date" if any(dates) or not memories else "page"
    reading = _Reading(scope, clock, clock())
    if order == "date":
        for memory in memories:
            if memory.created_at is None:
                reading.unread.append(Unread(host_id=memory.id, reason="has no date, and other memories have one"))
        memories = sorted((m for m in memories if m.created_at), key=lambda m: _aware(m) or reading.now)
    for memory in memories:
        reading.take(memory)
    said = tuple(reading.said)
    instants = [turn.observed_at for turn, _ in said]
    shared = {a for a, b in pairwise(instants) if a == b} if order == "date" else set()
    return Corpus(
        order,
        said,
        tuple(reading.unread),
        without_role=sum(m.role is None for _, m in said),
        same_instant=sum(at in shared for at in instants),
    )


def _aware(memory: HostMemory) -> datetime | None:
    """The memory's instant; a host that gives no zone means UTC, like the ledger."""
    at = memory.created_at
    return at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at
