"""What a flow asks for. Flows are generators that yield effects; the drivers in `drivers.py` run them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel

from atma_overlay.changes import Changeset
from atma_overlay.models.metering import MeteredModel
from atma_overlay.ports.host import HostItem
from atma_overlay.ports.ledger import LedgerReader, Provenance
from atma_overlay.ports.model import ModelRequest
from atma_overlay.scope import Scope

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stage:
    """The flow enters a stage; the driver ends the span of the one before. None leaves the last one."""

    name: str | None


@dataclass(frozen=True, slots=True)
class Compute:
    """Work that needs a processor and nothing else; the async driver keeps it off the event loop."""

    work: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where an answer comes from. Looked up only while a trace is recorded, for its links."""

    work: Callable[[], Sequence[Provenance]]


Steps = Generator[Stage | Sources, None, T]
"""The work of a ledger effect in stages: it runs in one transaction, and what it yields is for the trace alone."""


def finished(steps: Steps[T]) -> T:
    """What work in stages returns, where nothing is traced."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


@dataclass(frozen=True, slots=True)
class LedgerRead:
    """One function over one consistent snapshot; it may return `Steps`."""

    scope: Scope
    work: Callable[[LedgerReader], Any]


@dataclass(frozen=True, slots=True)
class LedgerWrite:
    """One function inside one transaction; its changeset is committed whole. It may return `Steps`.

    `durable` as in `Ledger.write`.
    """

    scope: Scope
    work: Callable[[LedgerReader], tuple[Changeset, Any] | Steps[tuple[Changeset, Any]]]
    durable: bool = True


@dataclass(frozen=True, slots=True)
class HostSearchCall:
    """The host's own search."""

    scope: Scope
    query: str
    limit: int


@dataclass(frozen=True, slots=True)
class HostPageCall:
    """One page of all that the host holds of a scope."""

    scope: Scope
    cursor: str | None


@dataclass(frozen=True, slots=True)
class HostAdd:
    """Store items at the host."""

    scope: Scope
    items: Sequence[HostItem]


@dataclass(frozen=True, slots=True)
class HostDelete:
    """Remove memories at the host."""

    scope: Scope
    ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class HostGet:
    """Those of the ids that the host holds in the scope."""

    scope: Scope
    ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class HostErase:
    """Remove memories from everywhere that an `ErasingHost` reaches."""

    scope: Scope
    ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class HostOverwritten:
    """What a memory of a `RecoveringHost` said before."""

    scope: Scope
    identifier: str


@dataclass(frozen=True, slots=True)
class HostRetired:
    """What a `RetiringHost` holds for over."""

    scope: Scope


@dataclass(frozen=True, slots=True)
class HostChanges:
    """What was written around the overlay since a `WatchedHost` was last asked."""


@dataclass(frozen=True, slots=True)
class HostDetach:
    """Remove what the overlay left at a `DetachingHost`."""

    scope: Scope


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A question to a model in the form of a schema: one completion, or two where the form had to be mended.

    The model's meter is of this question alone: what it cost is read there, whether it was answered or failed.
    """

    model: MeteredModel
    request: ModelRequest
    schema: type[BaseModel]


HostEffect = (
    HostSearchCall
    | HostPageCall
    | HostAdd
    | HostDelete
    | HostGet
    | HostErase
    | HostOverwritten
    | HostRetired
    | HostChanges
    | HostDetach
)
Effect = Stage | Compute | LedgerRead | LedgerWrite | HostEffect | ModelCall
Flow = Generator[Effect, Any, T]
