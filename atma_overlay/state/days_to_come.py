"""What was told for a day to come is no fact before it: until then what holds is read as if that had not been told.

The ledger has it from the start, as a proposal where it would replace something; only reads look at the day, which the
sentence tells.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atma_overlay.language.announced import day_to_come
from atma_overlay.language.candidates import DOUBTED
from atma_overlay.records import Act, Held, Status
from atma_overlay.state.kept import MAX_KEPT_CHARACTERS, kept

__all__ = ["to_come", "up_to_now", "without"]


def to_come(members: list[Held], *, at: datetime) -> frozenset[str]:
    """The ids of the records that were told for a day which an instant has not come to, unless somebody accepted them.

    Args:
        members: all statements of some slots.
        at: the instant.
    """
    told = [h for h in members if h.statement.confidence <= DOUBTED and _is_ahead(h, at)]
    return frozenset(h.standing.record_id for h in told if not _holds_already(h, members)) if told else frozenset()


def without(members: list[Held], ahead: frozenset[str]) -> list[Held]:
    """The statements without what is to come, which contests nothing yet.

    Args:
        members: all statements of some slots.
        ahead: of those, the records that are to come.
    """
    if not ahead:
        return members
    return [_undisputed(h, ahead) for h in members if h.standing.record_id not in ahead]


def up_to_now(members: list[Held], *, at: datetime) -> list[Held]:
    """Statements as they stand at an instant."""
    return without(members, to_come(members, at=at))


def _is_ahead(held: Held, at: datetime) -> bool:
    s = held.statement
    if s.act is not Act.ASSERT or not held.is_record or s.observed_at > at:
        return False
    told_for = _told_for if len(s.evidence) <= MAX_KEPT_CHARACTERS else day_to_come
    begins = told_for(s.evidence, s.value, s.observed_at)
    return begins is not None and at < begins


_told_for = kept(4096)(day_to_come)
_GAVE_WAY = frozenset({Status.SUPERSEDED, Status.ACTIVE})
"""What gave way to it, or was put in the place of that by a correction."""


def _holds_already(held: Held, members: list[Held]) -> bool:
    """Whether it was told as done since, or a person accepted it before its day, so that something gave way to it."""
    since, slot, record = held.standing.valid_from, held.statement.slot, held.standing.record_id
    for h in members:
        if h.statement.slot != slot or h.statement.id == held.statement.id:
            continue
        if h.standing.record_id == record and h.statement.confidence > DOUBTED:
            return True
        if h.standing.valid_to == since and h.standing.status in _GAVE_WAY:
            return True
    return False


def _undisputed(held: Held, ahead: frozenset[str]) -> Held:
    standing = held.standing
    if ahead.isdisjoint(standing.contested_with):
        return held
    left = tuple(i for i in standing.contested_with if i not in ahead)
    return Held(held.statement, replace(held.version, standing=replace(standing, contested_with=left)))
