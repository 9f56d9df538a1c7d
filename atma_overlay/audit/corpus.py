"""The memories of a store as dated turns, in the order in which they were said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from atma_overlay.adoption.intake import Voice, says_who_spoke
from atma_overlay.adoption.ordering import Order, Unread, in_order_of_saying, instant_of
from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostMemory
from atma_overlay.scope import Scope
from atma_overlay.views import Turn
from atma_overlay.writing.observing import observe

BATCH_TURNS = 500


@dataclass(frozen=True, slots=True)
class Corpus:
    """What there is to audit.

    Attributes:
        order: by `date`, or by `page` where no memory has a date.
        said: turns in that order, each with the host memory that carries it.
        unread: memories that were left out.
        without_role: how many of the memories do not say who spoke.
        voice: whose words those were taken for.
        same_instant: how many share their instant with another, so that only the page says which came first.
    """

    order: Order
    said: tuple[tuple[Turn, HostMemory], ...]
    unread: tuple[Unread, ...]
    without_role: int
    voice: Voice
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
            yield self.voice.note(self.without_role)
        if self.unread:
            yield f"{len(self.unread)} memories were left out, see `unread`"


@dataclass(slots=True)
class _Reading:
    """A corpus in the making."""

    scope: Scope
    voice: Voice
    clock: Callable[[], datetime]
    now: datetime
    said: list[tuple[Turn, HostMemory]] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def take(self, memory: HostMemory) -> None:
        """Read one memory as the next thing that was said, or note why it cannot be."""
        turn = Turn(
            text=memory.text, role=self.voice.role_of(memory), name=memory.speaker, key=memory.id,
            observed_at=instant_of(memory) or self.now,
        )  # fmt: skip
        try:
            observe([turn], scope=self.scope, observed_at=None, origin=None, clock=self.clock, redact=None)
        except InvalidInputError as error:
            self.unread.append(Unread(host_id=memory.id, reason=str(error)))
        else:
            self.said.append((turn, memory))


def corpus(memories: Sequence[HostMemory], *, scope: Scope, voice: Voice, clock: Callable[[], datetime]) -> Corpus:
    """Read a store's memories in the order of their dates, or of its pages where none has a date.

    See `adoption.ordering` for the rule, and for what is left out by it.

    Args:
        memories: in the order of the host's pages.
        scope: whose they are.
        voice: whose words are memories that do not say so, as for a backfill.
        clock: the instant of undated memories, and the latest one that a date may name.
    """
    ordered = in_order_of_saying(memories)
    reading = _Reading(scope, voice, clock, clock(), unread=list(ordered.unread))
    for memory in ordered.memories:
        reading.take(memory)
    said = tuple(reading.said)
    return Corpus(
        ordered.order,
        said,
        tuple(reading.unread),
        without_role=sum(not says_who_spoke(m) for _, m in said),
        voice=voice,
        same_instant=ordered.same_instant,
    )
