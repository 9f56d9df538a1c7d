"""One overlay behind both of a framework's faces: every flow blocking or awaited, whichever overlay was handed over."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from atma_overlay import telemetry
from atma_overlay.async_overlay import AsyncOverlay
from atma_overlay.drivers import run, run_async
from atma_overlay.effects import Flow
from atma_overlay.errors import AtmaError, InvalidInputError, in_a_log
from atma_overlay.hosts.registry import open_host
from atma_overlay.kinds import named
from atma_overlay.overlay import Overlay
from atma_overlay.records import Origin
from atma_overlay.scope import Scope
from atma_overlay.views import Packet, Turn, WriteReceipt

__all__ = [
    "AnyOverlay",
    "checked",
    "forgiven",
    "opened_by_name",
    "passed_over",
    "read",
    "read_async",
    "recalled",
    "remembered",
    "write",
    "write_async",
]

T = TypeVar("T")
AnyOverlay = Overlay | AsyncOverlay
_LOG = logging.getLogger("atma_overlay.threads")


def checked(overlay: object) -> AnyOverlay:
    """The overlay itself.

    Raises:
        InvalidInputError: it is none.
    """
    if not isinstance(overlay, Overlay | AsyncOverlay):
        raise InvalidInputError("overlay", f"is {named(overlay)}: pass an Overlay or an AsyncOverlay")
    return overlay


def opened_by_name(ledger: str, host: str) -> Overlay:
    """An overlay on a host that it opens; where that fails the host is closed again, so that it can be opened anew.

    Args:
        ledger: the ledger's URL.
        host: the host's specification.

    Raises:
        InvalidInputError: one of them cannot be used.
        LedgerError: the ledger cannot be opened.
        HostError: the host cannot be reached.
    """
    memory = open_host(host)
    try:
        return Overlay(memory, ledger=ledger)
    except BaseException:
        memory.close()
        raise


@contextmanager
def forgiven(overlay: AnyOverlay) -> Iterator[None]:
    """Under `on_error="pass_through"` the application goes on without its memory; wrong use is always told."""
    try:
        yield
    except AtmaError as error:
        passed_over(overlay, error)


def passed_over(overlay: AnyOverlay, error: AtmaError) -> None:
    """Note a failure that the overlay passes through, and raise any other again.

    To call an overlay that is closed is the application's own fault, as a wrong argument is: it would go on without a
    memory for good.
    """
    if isinstance(error, InvalidInputError) or overlay.reader.on_error == "raise" or overlay.executor.closed:
        raise error
    _LOG.warning("the memory is passed over: %s", in_a_log(error))


def read(overlay: AnyOverlay, flow: Flow[T], *, conversation: str | None = None) -> T:
    """Run a flow that reads, blocking; `conversation` names the one that it is asked in, which its scope may not."""
    return run(flow, overlay.executor, root=telemetry.READ_ROOT, conversation=conversation)


async def read_async(overlay: AnyOverlay, flow: Flow[T], *, conversation: str | None = None) -> T:
    """Run a flow that reads, awaited; see `read`."""
    return await run_async(flow, overlay.executor, root=telemetry.READ_ROOT, conversation=conversation)


def write(overlay: AnyOverlay, flow: Flow[T], *, behind: Scope | None = None) -> T:
    """Run a flow that writes, blocking.

    Args:
        overlay: whose flow.
        flow: what is run.
        behind: where it was written with `wait=False`, the scope: host and judge follow. A flow that returns None
            wrote nothing.
    """
    written = run(flow, overlay.executor, root=telemetry.WRITE_ROOT)
    if behind is not None and written is not None and not overlay._behind.owe(behind):
        overlay._settle_now(behind)
    return written


async def write_async(overlay: AnyOverlay, flow: Flow[T], *, behind: Scope | None = None) -> T:
    """Run a flow that writes, awaited; see `write`."""
    written = await run_async(flow, overlay.executor, root=telemetry.WRITE_ROOT)
    if behind is not None and written is not None and not overlay._behind.owe(behind):
        with suppress(AtmaError):  # no thread: it stays owed in the ledger, which has the write
            await overlay.executor.in_worker(partial(overlay._settle_now, behind))
    return written


def recalled(
    overlay: AnyOverlay,
    query: str,
    *,
    scope: Scope,
    limit: int,
    asker: str | None = None,
    max_tokens: int | None = None,
) -> Flow[Packet]:
    """The flow of a recall, with the view that the query asks for."""
    return overlay.recall_(
        query, scope, limit=limit, valid_at=None, known_at=None, view=None, asker=asker, max_tokens=max_tokens, now=None
    )


def remembered(
    overlay: AnyOverlay,
    turns: Sequence[Turn],
    *,
    scope: Scope,
    origin: Origin | None = None,
    wait: bool = True,
) -> Flow[WriteReceipt]:
    """The flow of a write: the turns as one batch. Without `wait` run it by `write` with `behind`."""
    return overlay.remember_(list(turns), scope, None, "user", None, origin, None, wait=wait)
