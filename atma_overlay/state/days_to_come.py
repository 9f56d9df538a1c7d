"""What was told for a day to come is no fact before it: until then what holds is read as if that had not been told.

The ledger has it from the start, as a proposal where it would replace something; only reads look at the day, which the
sentence tells.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atma_overlay.language.announced import day_to_come
from atma_overlay.language.candidates import DOUBTED
from atma_overlay.records import Act, Held, Statement, Status
from atma_overlay.state.kept import MAX_KEPT_CHARACTERS, kept
from atma_overlay.state.sameness import same_value

__all__ = ["calls_off", "up_to_now"]


def up_to_now(members: list[Held], *, at: datetime) -> list[Held]:
    """Statements as they stand at an instant: without what is to come, and what was over before its day never was.

    What somebody accepted, or told as done since, holds as any other.

    Args:
        members: all statements of some slots; given back as they are where none of them was told for a day.
        at: the instant.
    """
    told = [(h, begins) for h in members if (begins := _day_of(h)) is not None and h.statement.observed_at <= at]
    told = [(h, begins) for h, begins in told if not _holds_already(h, members)]
    if not told:
        return members
    ahead = frozenset(h.standing.record_id for h, begins in told if at < begins and not _is_over(h, begins))
    never = frozenset(h.standing.record_id for h, begins in told if _is_over(h, begins))
    return [_as_it_stands(h, ahead, never) for h in members if h.standing.record_id not in ahead]


def calls_off(earlier: Statement, later: Statement) -> bool:
    """Whether a plan is denied before its day: *I'm moving to York in May*, *I'm not moving to York after all*."""
    if later.affirmed or not earlier.affirmed or earlier.confidence > DOUBTED or later.confidence <= DOUBTED:
        return False
    begins = _begins(earlier)
    return begins is not None and later.observed_at < begins and same_value(earlier.norm, later.norm)


def _day_of(held: Held) -> datetime | None:
    s = held.statement
    return _begins(s) if s.confidence <= DOUBTED and s.act is Act.ASSERT and held.is_record else None


def _is_over(held: Held, begins: datetime) -> bool:
    return held.standing.valid_to is not None and held.standing.valid_to < begins


def _begins(statement: Statement) -> datetime | None:
    told_for = _told_for if len(statement.evidence) <= MAX_KEPT_CHARACTERS else day_to_come
    return told_for(statement.evidence, statement.value, statement.observed_at)


_told_for = kept(4096)(day_to_come)
_GAVE_WAY = frozenset({Status.SUPERSEDED, Status.ACTIVE})
"""What gave way to it, or was put in the place of that by a correction."""

_OVER = frozenset({Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED})


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


def _as_it_stands(held: Held, ahead: frozenset[str], never: frozenset[str]) -> Held:
    """A statement that nothing to come disputes, and never true where its record is over before its day."""
    standing = held.standing
    left = tuple(i for i in standing.contested_with if i not in ahead)
    status = Status.CORRECTED if standing.record_id in never and standing.status in _OVER else standing.status
    if len(left) == len(standing.contested_with) and status is standing.status:
        return held
    return Held(held.statement, replace(held.version, standing=replace(standing, contested_with=left, status=status)))
