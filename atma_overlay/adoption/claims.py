"""Writes of the overlay's own that the host stored and never confirmed, known again by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from atma_overlay.adoption.drift import Drift
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Flow, LedgerWrite
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import MAX_OUTBOX, link_to
from atma_overlay.records import ADD, OutboxState
from atma_overlay.scope import Scope


@dataclass(frozen=True, slots=True)
class Claim:
    """Memories with the observations that they were promised for."""

    host: str
    found: tuple[tuple[HostMemory, str], ...]


def claim(drift: Drift, host: str) -> Claim:
    """What is to be linked."""
    return Claim(host, tuple(drift.promised))


def claims_flow(scope: Scope, claimed: Claim) -> Flow[None]:
    """Link the memories, and count the promises as kept: the host is not written to again."""
    if claimed.found:
        yield LedgerWrite(scope, lambda reader: (confirmed(reader, claimed.found, host=claimed.host), None))


def confirmed(reader: LedgerReader, found: Sequence[tuple[HostMemory, str]], *, host: str) -> Changeset:
    """The links and the kept promises."""
    said = {o.id: o for o in reader.observations({i for _, i in found})}
    links = tuple(
        replace(link_to(host, memory.id, said[i]), seen_hash=digest(memory.text)) for memory, i in found if i in said
    )
    stored = {link.observation_id for link in links}
    kept = tuple(
        replace(item, state=OutboxState.DONE, error=None)
        for item in reader.outbox(limit=MAX_OUTBOX)
        if item.host == host and item.operation == ADD and item.observation_id in stored
    )
    return Changeset(links=links, outbox=kept)
