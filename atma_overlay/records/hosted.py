"""What a host holds of the ledger's: links to its memories, and writes that wait for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from atma_overlay.altering import made_quickly
from atma_overlay.digest import digest


class LinkState(StrEnum):
    """Whether a host memory still carries the observation that it is linked to."""

    LIVE = "live"
    OVERWRITTEN = "overwritten"
    """The host memory was given another text since; at most the host's own history keeps this one."""
    GONE = "gone"
    """The host was found to hold the memory no more."""


@made_quickly
@dataclass(frozen=True, slots=True)
class HostLink:
    """Which host memory carries an observation.

    `text_hash` is the digest of the observation's text, `seen_hash` that of the memory's text as it was last read
    at the host; None where it was not read. They differ where the host rewrites.
    """

    host: str
    host_id: str
    observation_id: str
    text_hash: str
    seen_hash: str | None = None
    state: LinkState = LinkState.LIVE


class OutboxState(StrEnum):
    """Where a host write stands."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


@made_quickly
@dataclass(frozen=True, slots=True)
class OutboxItem:
    """A host write that the ledger has promised; `id` doubles as the idempotency key at the host."""

    id: str
    observation_id: str
    host: str
    operation: str
    """`add` or `delete`."""
    state: OutboxState = OutboxState.PENDING
    attempts: int = 0
    host_id: str | None = None
    error: str | None = None


ADD, DELETE = "add", "delete"
"""The operations of an outbox."""


def owed_deletion(host: str, host_id: str, observation_id: str) -> OutboxItem:
    """The promise that a host's memory of what is erased will be deleted; one for each memory of a host."""
    return OutboxItem(f"del_{digest(host, host_id)}", observation_id, host, DELETE, host_id=host_id)


def is_owed_for(link: HostLink) -> bool:
    """Whether a link to an erased observation is news: a memory of it that nobody knew of when it was erased."""
    return link.state is LinkState.LIVE and link.text_hash != ""
