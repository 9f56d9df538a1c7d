"""Notes that a host has taken an observation: the commonest write, and one that reads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, exists

from atma_overlay.changes import Changeset
from atma_overlay.ledger import encoding, tables
from atma_overlay.ledger.answers import Mark
from atma_overlay.ledger.applying import LINK_CHANGES, MOVE_ON, TAKE_OUT
from atma_overlay.ledger.encoding import Row
from atma_overlay.ledger.transaction import Transaction, scoped
from atma_overlay.records import OutboxState

__all__ = ["Note", "note_of", "store_note"]

_MOVE_FROM = MOVE_ON.where(
    tables.partitions.c.revision == bindparam("of_revision"),
    tables.partitions.c.recorded_at == bindparam("of_recorded_at"),
    ~exists().where(
        scoped(tables.observations),
        tables.observations.c.id == bindparam("of_observation"),
        tables.observations.c.erased,
    ),
)
"""One statement for two questions and a change: it looks itself where the partition stands."""


@dataclass(frozen=True, slots=True)
class Note:
    """A promise that is kept, and which memories of the host carry the observation now.

    Attributes:
        item_id: the promise, which is taken out of the outbox.
        operation: what was promised.
        observation_id: what was handed over.
        links: rows of `links`, of this observation alone.
    """

    item_id: str
    operation: str
    observation_id: str
    links: Sequence[Row]


def note_of(changes: Changeset) -> Note | None:
    """The note that a changeset is; None where it says anything else."""
    if len(changes.outbox) != 1:
        return None
    (item,) = changes.outbox
    if item.state is not OutboxState.DONE or changes.kinds > 1 + bool(changes.links):
        return None
    if any(link.observation_id != item.observation_id for link in changes.links):
        return None
    rows = {(link.host, link.host_id): encoding.link_row(link) for link in changes.links}
    return Note(item.id, item.operation, item.observation_id, list(rows.values()))


def store_note(transaction: Transaction, note: Note, *, before: Mark, after: Mark) -> bool:
    """Store it where the partition stands as it is said to and the observation is not erased; else nothing.

    Args:
        transaction: holds the write lock of the partition.
        note: what is to be noted.
        before: where the partition stands, as far as this process knows.
        after: where it stands with the note.
    """
    moved = transaction.changes_one(
        _MOVE_FROM, of_revision=before[0], of_recorded_at=before[1], of_observation=note.observation_id,
        to_revision=after[0], to_recorded_at=after[1],
    )  # fmt: skip
    if not moved:
        return False
    transaction.put(tables.links, note.links, changing=LINK_CHANGES)
    transaction.change(TAKE_OUT, [{"of": note.item_id, "doing": note.operation}])
    return True
