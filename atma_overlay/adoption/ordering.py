"""The order in which the memories of a store were said: one rule for an audit and for an adoption."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atma_overlay.ports.host import HostMemory

Order = Literal["date", "page"]
_NO_DATE = "has no date, and other memories have one"


class Unread(BaseModel):
    """A memory that was left out, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ordered:
    """Memories in the order of saying.

    Attributes:
        order: by `date`, or by `page` where no memory has a date.
        memories: in that order; among those of one instant the host's pages say which came first.
        unread: memories that have no place in it.
        same_instant: how many share their instant with another; 0 by page.
    """

    order: Order
    memories: tuple[HostMemory, ...]
    unread: tuple[Unread, ...]
    same_instant: int


def in_order_of_saying(memories: Sequence[HostMemory]) -> Ordered:
    """Order a store's memories by their dates, or by its pages where none has a date.

    Where only some have dates, nothing says what came before the others: those are left out, since they could
    neither retire a dated memory nor be retired by one (only later evidence retires earlier evidence).

    Args:
        memories: in the order of the host's pages.
    """
    dated = [(at, memory) for memory in memories if (at := instant_of(memory)) is not None]
    if memories and not dated:
        return Ordered("page", tuple(memories), (), 0)
    unread = tuple(Unread(host_id=m.id, reason=_NO_DATE) for m in memories if m.created_at is None)
    instants = Counter(at for at, _ in dated)
    shared = sum(count for count in instants.values() if count > 1)
    return Ordered("date", tuple(m for _, m in sorted(dated, key=lambda pair: pair[0])), unread, shared)


def instant_of(memory: HostMemory) -> datetime | None:
    """When a memory was made; a host that gives no zone means UTC, like the ledger."""
    at = memory.created_at
    return at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at
