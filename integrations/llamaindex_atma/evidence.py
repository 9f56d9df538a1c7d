"""What a turn reads: the packet of a query and what changes took away, written once for both drivers."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from llamaindex_atma.changes import Taken, taken_in

if TYPE_CHECKING:
    from atma_overlay import AsyncOverlay, Overlay, Packet, Scope
    from atma_overlay.effects import Flow

    AnyOverlay = Overlay | AsyncOverlay

__all__ = [
    "Asked",
    "Evidence",
    "checked_overlay",
    "evidence_flow",
    "packet_flow",
    "read",
    "read_async",
    "write",
    "write_async",
]

T = TypeVar("T")
_NONCE_BYTES = 6


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as a framework asks it; `limit` counts packets, so a pair of old and new is one."""

    query: str
    scope: Scope
    limit: int
    asker: str | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The answer to a query on one revision of the ledger.

    `packet` is None where nothing was asked. `observes` is whether the overlay runs in shadow mode: then nothing that
    the model sees may change. `nonce` is of the block that shows the packet: one for each answer, so that a model that
    is called several times in a turn reads the same prompt.
    """

    asked: Asked
    revision: int
    packet: Packet | None
    taken: tuple[Taken, ...]
    observes: bool = False
    nonce: str = field(default_factory=lambda: secrets.token_hex(_NONCE_BYTES))


def packet_flow(overlay: AnyOverlay, asked: Asked) -> Flow[Packet]:
    """The packet of a query."""
    return overlay.recall_(
        asked.query, asked.scope, limit=asked.limit, valid_at=None, known_at=None, view=None, asker=asked.asker,
        max_tokens=asked.max_tokens, now=None,
    )  # fmt: skip


def evidence_flow(overlay: AnyOverlay, asked: Asked, *, known: Evidence | None = None) -> Flow[Evidence]:
    """The packet of a query and what changes took away.

    Args:
        overlay: where to read.
        asked: the query; an empty one asks for no packet.
        known: an earlier answer, used as it is while query and ledger are the same.
    """
    revision = yield from _revision(overlay, asked.scope)
    if known is not None and revision is not None and (known.asked, known.revision) == (asked, revision):
        return known
    packet: Packet | None = None
    if asked.query.strip():
        packet = yield from packet_flow(overlay, asked)
    taken: tuple[Taken, ...] = ()
    if overlay.mode != "shadow" and revision is not None:
        same = known is not None and known.asked.scope == asked.scope and known.revision == revision
        taken = known.taken if known is not None and same else (yield from _taken(overlay, asked.scope))
    return Evidence(asked, -1 if revision is None else revision, packet, taken, observes=overlay.mode == "shadow")


def _revision(overlay: AnyOverlay, scope: Scope) -> Flow[int | None]:
    """The ledger's revision; None where it cannot be read and the overlay passes failures through."""
    from atma_overlay.effects import LedgerRead
    from atma_overlay.errors import AtmaError

    try:
        revision: int = yield LedgerRead(scope, lambda ledger: ledger.revision())
    except AtmaError:
        if overlay.reader.on_error == "raise":
            raise
        return None
    return revision


def _taken(overlay: AnyOverlay, scope: Scope) -> Flow[tuple[Taken, ...]]:
    from atma_overlay.errors import AtmaError

    try:
        timeline = yield from overlay.timeline_(scope, None, None, None)
    except AtmaError:
        if overlay.reader.on_error == "raise":
            raise
        return ()
    return taken_in(timeline)


def read(flow: Flow[T], overlay: AnyOverlay) -> T:
    """Run a reading flow on an overlay, blocking."""
    from atma_overlay import drivers, telemetry

    return drivers.run(flow, overlay.executor, root=telemetry.READ_ROOT)


async def read_async(flow: Flow[T], overlay: AnyOverlay) -> T:
    """Run a reading flow on an overlay, awaited."""
    from atma_overlay import drivers, telemetry

    return await drivers.run_async(flow, overlay.executor, root=telemetry.READ_ROOT)


def write(flow: Flow[T], overlay: AnyOverlay) -> T:
    """Run a writing flow on an overlay, blocking."""
    from atma_overlay import drivers, telemetry

    return drivers.run(flow, overlay.executor, root=telemetry.WRITE_ROOT)


async def write_async(flow: Flow[T], overlay: AnyOverlay) -> T:
    """Run a writing flow on an overlay, awaited."""
    from atma_overlay import drivers, telemetry

    return await drivers.run_async(flow, overlay.executor, root=telemetry.WRITE_ROOT)


def checked_overlay(overlay: Any) -> Any:
    """The overlay, refused where it is none.

    Raises:
        InvalidInputError: it is something else.
    """
    if not hasattr(overlay, "recall_"):
        from atma_overlay.errors import InvalidInputError

        problem = f"{type(overlay).__name__} is no overlay: pass an Overlay or an AsyncOverlay"
        raise InvalidInputError("overlay", problem)
    return overlay
