"""What was told for a day to come is no fact before it: until then what holds is read as if that had not been told.

The ledger has it from the start, as a proposal where it would replace something; only reads look at the day, which the
sentence tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.language.candidates import DOUBTED
from atma_overlay.language.changes.called_off import denied_change
from atma_overlay.language.changes.fallen_through import fallen_plan
from atma_overlay.language.doubts.announced import DayToCome, day_to_come
from atma_overlay.records import Act, Held, Statement, Status
from atma_overlay.state.kept import MAX_KEPT_CHARACTERS, kept
from atma_overlay.state.pairs.sameness import same_value

__all__ = ["called_off", "came_true", "is_called_off", "is_planned", "up_to_now"]


def up_to_now(members: list[Held], *, at: datetime) -> list[Held]:
    """Statements as they stand at an instant: without what is to come, and what was called off before never was.

    What somebody accepted, or told as done since, holds as any other.

    Args:
        members: all statements of some slots; given back as they are where none of them was told for a day.
        at: the instant.
    """
    plans = _plans(members, at)
    if not plans:
        return members
    said = [h.statement for h in members if h.statement.observed_at <= at]
    never = frozenset(i for i, plan in plans.items() if any(_calls_off(s, plan) for s in said))
    ahead = frozenset(i for i, plan in plans.items() if i not in never and plan.is_ahead(at))
    return [_as_it_stands(h, ahead, never) for h in members if h.standing.record_id not in ahead]


def is_called_off(statement: Statement) -> bool:
    """Whether it says that its value is not to come: *I'm not moving to York after all*, and no more than that."""
    if statement.affirmed and statement.act is not Act.END:
        return False
    short = len(statement.evidence) <= MAX_KEPT_CHARACTERS
    denied = (_denied if short else _no_plan)(statement.evidence)
    return denied is not None and denied == statement.value.lower().replace("’", "'")


def is_planned(statement: Statement, *, at: datetime) -> bool:
    """Whether a statement told of something for a day that has not come.

    Args:
        statement: what was told.
        at: the instant.
    """
    told = statement.affirmed and statement.act is Act.ASSERT and statement.confidence <= DOUBTED
    day = _day_of(statement) if told else None
    return day is not None and at < day.begins


def called_off(members: Sequence[Statement], later: Statement) -> bool:
    """Whether a record of these statements was only planned, and is surely called off before its day.

    Args:
        members: what the record is made of.
        later: what may call it off.
    """
    if members[0].confidence > DOUBTED or later.confidence <= DOUBTED or not is_called_off(later):
        return False
    alike = same_value(members[-1].norm, later.norm)
    return alike and all(is_planned(s, at=later.observed_at) for s in members)


def came_true(members: Sequence[Statement], later: Statement) -> bool:
    """Whether what calls off a plan meets a record that was told as so since: that is no plan any more."""
    if members[0].confidence > DOUBTED or len(members) == 1 or not is_called_off(later):
        return False
    return any(s.confidence > DOUBTED for s in members)


@dataclass(frozen=True, slots=True)
class _Plan:
    """A record that was told for a day, by what told of it last.

    Attributes:
        told: the statement.
        day: when it begins.
        held: the record.
    """

    told: Statement
    day: DayToCome
    held: Held

    def is_ahead(self, at: datetime) -> bool:
        """Whether the day has not come; what was over by other words has begun, where nobody named a day."""
        return at < self.day.begins and not (self.day.guessed and self.held.standing.status is not Status.ACTIVE)


def _plans(members: list[Held], at: datetime) -> dict[str, _Plan]:
    """By record, what was told for a day and does not hold already."""
    records = {h.statement.id: h for h in members if h.is_record}
    found: dict[str, _Plan] = {}
    for h in members:
        s, record = h.statement, h.standing.record_id
        if s.confidence > DOUBTED or s.act is not Act.ASSERT or s.observed_at > at or record not in records:
            continue
        last = found.get(record)
        if (last is None or last.told.order < s.order) and (day := _day_of(s)) is not None:
            found[record] = _Plan(s, day, records[record])
    return {i: plan for i, plan in found.items() if not _holds_already(plan.held, members)}


def _calls_off(later: Statement, plan: _Plan) -> bool:
    """Whether a plan was called off before its day, by nobody whose word is worth less."""
    told = plan.told
    if later.slot != told.slot or not told.observed_at <= later.observed_at < plan.day.begins:
        return False
    sure = later.confidence > DOUBTED and later.origin.trust >= told.origin.trust
    return sure and same_value(told.norm, later.norm) and is_called_off(later)


def _day_of(statement: Statement) -> DayToCome | None:
    told_for = _told_for if len(statement.evidence) <= MAX_KEPT_CHARACTERS else day_to_come
    return told_for(statement.evidence, statement.value, statement.observed_at)


_told_for = kept(4096)(day_to_come)


def _no_plan(text: str) -> str | None:
    """What a sentence says that nothing is to change to."""
    return denied_change(text) or fallen_plan(text)


_denied = kept(4096)(_no_plan)
_GAVE_WAY = frozenset({Status.SUPERSEDED, Status.ACTIVE})
"""What gave way to it, or was put in the place of that by a correction."""


def _holds_already(held: Held, members: list[Held]) -> bool:
    """Whether it was so before, is told as done since, or was accepted before its day: something gave way to it."""
    since, slot, record = held.standing.valid_from, held.statement.slot, held.standing.record_id
    if held.statement.confidence > DOUBTED:
        return True
    for h in members:
        if h.statement.slot != slot or h.statement.id == held.statement.id:
            continue
        if h.standing.record_id == record and h.statement.confidence > DOUBTED:
            return True
        if h.is_record and h.standing.valid_to == since and h.standing.status in _GAVE_WAY:
            return True
    return False


def _as_it_stands(held: Held, ahead: frozenset[str], never: frozenset[str]) -> Held:
    """A statement that nothing to come disputes; of what was called off, one that was never true."""
    standing = held.standing
    left = tuple(i for i in standing.contested_with if i not in ahead and i not in never)
    gone = standing.record_id in never and standing.status is not Status.RETRACTED
    if len(left) == len(standing.contested_with) and not gone:
        return held
    status = Status.CORRECTED if gone else standing.status
    return Held(held.statement, replace(held.version, standing=replace(standing, contested_with=left, status=status)))
