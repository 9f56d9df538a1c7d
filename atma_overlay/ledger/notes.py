"""Notes that a host has taken an observation: the commonest write, and one that reads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.changes import Changeset
from atma_overlay.ledger import encoding
from atma_overlay.ledger.encoding import Row
from atma_overlay.records import OutboxState

__all__ = ["Note", "note_of"]


@dataclass(frozen=True, slots=True)
class Note:
    """A promise that is kept, and which memories of the host carry the observation now.

    Attributes:
        item_id: the promise, which is taken out of the outbox.
        observation_id: what was handed over.
        links: rows of `links`, of this observation alone.
    """

    item_id: str
    observation_id: str
    links: Sequence[Row]


def note_of(changes: Changeset) -> Note | None:
    """The note that a changeset is; None where it says anything else."""
    if len(changes.outbox) != 1 or changes != Changeset(links=changes.links, outbox=changes.outbox):
        return None
    (item,) = changes.outbox
    if item.state is not OutboxState.DONE or any(link.observation_id != item.observation_id for link in changes.links):
        return None
    rows = {(link.host, link.host_id): encoding.link_row(link) for link in changes.links}
    return Note(item.id, item.observation_id, list(rows.values()))
