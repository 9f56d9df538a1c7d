"""What was told for a day to come stands beside what holds until then, and disputes it only from that day on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from atma_overlay.records import Held

__all__ = ["is_to_come", "up_to_now"]


def is_to_come(held: Held, *, at: datetime) -> bool:
    """Whether a record was told, before an instant, for a day behind it: *I'm moving to York next month*."""
    begins = held.standing.valid_from
    return at < begins and held.statement.observed_at < begins


def up_to_now(members: list[Held], *, at: datetime) -> list[Held]:
    """Statements as they stand at an instant: what is to come contests nothing yet, and nothing contests it.

    Where nothing is to come they are handed back.

    Args:
        members: all statements of some slots.
        at: the instant.
    """
    to_come = {h.standing.record_id for h in members if h.standing.valid_from > at and is_to_come(h, at=at)}
    return [_undisputed(h, to_come) for h in members] if to_come else members


def _undisputed(held: Held, to_come: Collection[str]) -> Held:
    standing = held.standing
    if not standing.contested_with:
        return held
    mine = standing.record_id in to_come
    left = () if mine else tuple(i for i in standing.contested_with if i not in to_come)
    version = replace(held.version, standing=replace(standing, contested_with=left))
    return Held(held.statement, version)
