"""What some hosts can do beyond the port: erase, tell of changes, remember what was overwritten, judge what is over.

Ask with `isinstance(host, ErasingHost)`; the methods of an asynchronous host are coroutines here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol, Self, runtime_checkable

from atma_overlay.ports.host import Host
from atma_overlay.scope import Scope

__all__ = [
    "ChangeKind",
    "DetachingHost",
    "EarlierText",
    "ErasingHost",
    "HostChange",
    "HostDetachment",
    "HostErasure",
    "HostFact",
    "HostPowers",
    "HostRetirement",
    "RecoveringHost",
    "RemoteHost",
    "RetiringHost",
    "ServerAddress",
    "WatchedHost",
]


@dataclass(frozen=True, slots=True)
class HostErasure:
    """What an erasure left behind.

    Attributes:
        erased: the ids of which the host holds nothing any more, as far as it is reached.
        remaining: one line a place where a copy may be left, and what would remove it; empty when there is none.
        derived: one line a thing that the host had made of them and that went too, by its kind and id.
    """

    erased: tuple[str, ...]
    remaining: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()


@runtime_checkable
class ErasingHost(Protocol):
    """A host that removes a memory's text from everywhere that its own store allows."""

    def erase(self, ids: Sequence[str], *, scope: Scope) -> HostErasure:
        """Erase memories, also such as were deleted before; ids of another scope are left alone.

        A host that rewrites is given the keys of writes, too, of which it holds no memory: it drops what it keeps of
        such a text elsewhere, e.g. in a log of raw turns, and names the key among what is erased. One that cannot
        passes it over.
        """


class ChangeKind(StrEnum):
    """What happened to a memory without the overlay."""

    ADDED = "added"
    UPDATED = "updated"
    DELETED = "deleted"
    UNKNOWN = "unknown"
    """Anything may have happened to any memory: the store was reset, or changes were missed."""


@dataclass(frozen=True, slots=True)
class HostChange:
    """One change that was made around the overlay; `hash` is that of `HostMemory`, `id` is empty for UNKNOWN."""

    id: str
    kind: ChangeKind
    hash: str | None
    at: datetime


@runtime_checkable
class WatchedHost(Protocol):
    """A host that notices, in this process, what is written around the overlay."""

    def changes(self) -> tuple[HostChange, ...]:
        """The changes since the last call, in order."""


@dataclass(frozen=True, slots=True)
class EarlierText:
    """What a memory said before it was overwritten; `since` is None where the host does not know it."""

    text: str
    since: datetime | None
    until: datetime


@runtime_checkable
class RecoveringHost(Protocol):
    """A host that keeps what it overwrites."""

    def overwritten(self, identifier: str, *, scope: Scope) -> tuple[EarlierText, ...]:
        """The earlier texts of a memory of this scope, oldest first."""


@dataclass(frozen=True, slots=True)
class HostFact:
    """A fact as a host words it, and the ids of the memories that say it: its own, and those it was read out of."""

    text: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HostRetirement:
    """One fact that a host holds for over: evidence, and no verdict.

    Attributes:
        fact: what it holds for over.
        by: the facts that may have displaced it.
        plausible: whether one of these is of a shape that can displace it; whatever else is left to be told.
        at: from when on it holds it for over, aware UTC.
    """

    fact: HostFact
    by: tuple[HostFact, ...]
    plausible: bool
    at: datetime


@runtime_checkable
class RetiringHost(Protocol):
    """A host that judges by itself which facts are over, and keeps them."""

    def retired(self, *, scope: Scope) -> tuple[HostRetirement, ...]:
        """What it holds for over in a scope, in the order of time."""


@dataclass(frozen=True, slots=True)
class HostDetachment:
    """What a detachment did.

    Attributes:
        cleared: how many memories carry nothing of the overlay any more that did before.
        remaining: one line a trace that stays, and what would remove it; empty when there is none.
    """

    cleared: int
    remaining: tuple[str, ...] = ()


@runtime_checkable
class DetachingHost(Protocol):
    """A host that can take out of its memories what the overlay put beside their texts, e.g. the keys of writes."""

    def detach(self, *, scope: Scope) -> HostDetachment:
        """Remove the overlay's traces from the memories of a scope; ids, texts, dates and vectors stay as they are."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A server by its host name or address, without credentials, and by its port where that is known."""

    host: str
    port: int | None = None


@runtime_checkable
class RemoteHost(Protocol):
    """A host that may be a server; its calls are traced as a client's."""

    @property
    def server(self) -> ServerAddress | None:
        """Where the server is; None where everything is in this process, or where nobody knows."""


@dataclass(frozen=True, slots=True)
class HostPowers:
    """What the flows ask a host for beyond the port, found out once."""

    rewrites: bool = False
    back_dates: bool = True
    deletes_erase: bool = True
    erases: bool = False
    recovers: bool = False
    watches: bool = False
    detaches: bool = False
    retires: bool = False

    @classmethod
    def of(cls, host: Host) -> Self:
        """The powers of a host."""
        return cls(
            rewrites=host.capabilities.rewrites,
            back_dates=host.capabilities.back_dates,
            deletes_erase=host.capabilities.deletes_erase,
            erases=isinstance(host, ErasingHost),
            recovers=isinstance(host, RecoveringHost),
            watches=isinstance(host, WatchedHost),
            detaches=isinstance(host, DetachingHost),
            retires=isinstance(host, RetiringHost),
        )
