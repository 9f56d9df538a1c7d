"""What the ledger has promised a host: under which keys, and what becomes of a promise that is kept or fails."""

from __future__ import annotations

from dataclasses import replace

from atma_overlay.altering import altered
from atma_overlay.digest import digest
from atma_overlay.errors import HostError
from atma_overlay.records import ADD, HostLink, Observation, OutboxItem, OutboxState

MAX_ATTEMPTS = 5
"""A host write that was refused this often for good is given up, until `flush`."""
MAX_OUTBOX = 1_000_000
_KEY = "out_"


def promise(observation: Observation, *, host: str) -> OutboxItem:
    """The promise to hand an observation to a host; its id is the key of the write there."""
    return OutboxItem(f"{_KEY}{observation.id}", observation.id, host, ADD)


def promised(key: str | None) -> str | None:
    """The id of the observation that a host's key was promised for, if it is a key of ours."""
    return key.removeprefix(_KEY).partition("#")[0] if key is not None and key.startswith(_KEY) else None


def is_transient(error: BaseException) -> bool:
    """Whether the same call may succeed later."""
    return isinstance(error, OSError) or (isinstance(error, HostError) and error.transient)


def kept(item: OutboxItem) -> OutboxItem:
    """A promise that the host has no more to be told of."""
    return altered(item, state=OutboxState.DONE, attempts=item.attempts + 1, error=None)


def failed(item: OutboxItem, error: BaseException, *, alone: bool = False) -> OutboxItem:
    """A promise that could not be kept, which waits or is given up.

    Args:
        item: the promise.
        error: what the host raised.
        alone: while the host did other work; then a failure that may pass is the item's own, and counts as a refusal.
    """
    attempts, state = item.attempts + 1, item.state
    if alone or not is_transient(error):
        state = OutboxState.PENDING if attempts < MAX_ATTEMPTS else OutboxState.FAILED
    return replace(item, state=state, attempts=attempts, error=type(error).__name__)


def link_to(host: str, host_id: str, observation: Observation) -> HostLink:
    """The link of a host memory to the observation that it carries."""
    return HostLink(host, host_id, observation.id, digest(observation.text))
