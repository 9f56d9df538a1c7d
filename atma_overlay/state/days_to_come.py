"""What was told for a day to come is no fact before it: until then what holds is read as if that had not been told.

The ledger has it from the start, as a proposal where it would replace something; only reads look at the day, which the
sentence tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo

from atma_overlay.kept import MAX_KEPT_CHARACTERS, kept
from atma_overlay.language.candidates import DOUBTED
from atma_overlay.language.changes.called_off import denied_change
from atma_overlay.language.changes.fallen_through import fallen_plan
from atma_overlay.language.dates.zones import WallClock
from atma_overlay.language.doubts.announced import DayToCome, day_to_come
from atma_overlay.records import Act, Held, Slot, Statement, Status
from atma_overlay.values.sameness import same_value

__all__ = ["Holding", "called_off", "came_true", "is_called_off", "is_planned", "up_to_now"]


def up_to_now(members: list[Held], *, at: datetime, zone: tzinfo = UTC) -> list[Held]:
    """Statements as they stand at an instant: without what is to come, and what was called off before never was.

    What somebody accepted, or told as done since, holds as any other.

    Args:
        members: all statements of some slots; given back as they are where none of them was told for a day.
        at: the instant.
        zone: where days begin.
    """
    plans = _plans(members, at, zone)
    if not plans:
        return members
    sure = (h.statement for h in members if h.statement.confidence > DOUBTED and h.statement.observed_at <= at)
    calling_off = [s for s in sure if is_called_off(s)]
    never = frozenset(i for i, plan in plans.items() if any(_calls_off(s, plan) for s in calling_off))
    ahead = frozenset(i for i, plan in plans.items() if i not in never and plan.is_ahead(at))
    begun = {i: plan.day.begins for i, plan in plans.items() if i not in ahead and not plan.day.guessed}
    return [_begun(_as_it_stands(h, ahead, never), begun) for h in members if h.standing.record_id not in ahead]


def _begun(held: Held, begun: Mapping[str, datetime]) -> Held:
    """What was told for a day that has come holds from that day, and not from when it was told."""
    standing, day = held.standing, begun.get(held.standing.record_id)
    if day is None or standing.valid_from >= day or (standing.valid_to is not None and standing.valid_to <= day):
        return held
    return Held(held.statement, replace(held.version, standing=replace(standing, valid_from=day)))


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


def _plans(members: list[Held], at: datetime, zone: tzinfo) -> dict[str, _Plan]:
    """By record, what was told for a day and does not hold already."""
    doubted = [h for h in members if h.statement.confidence <= DOUBTED and h.statement.act is Act.ASSERT]
    if not doubted:
        return {}
    holding, records = Holding(members), {h.statement.id: h for h in members if h.is_record}
    found: dict[str, _Plan] = {}
    for h in doubted:
        s, held = h.statement, records.get(h.standing.record_id)
        if s.observed_at > at or held is None or holding.has(held):  # whose sentence need not be read
            continue
        last = found.get(held.statement.id)
        if (last is None or last.told.order < s.order) and (day := _day_of(s, zone)) is not None:
            found[held.statement.id] = _Plan(s, day, held)
    return found


def _calls_off(later: Statement, plan: _Plan) -> bool:
    """Whether what calls something off means a plan, before its day, and is by nobody whose word is worth less."""
    told = plan.told
    if later.slot != told.slot or not told.observed_at <= later.observed_at < plan.day.begins:
        return False
    return later.origin.trust >= told.origin.trust and same_value(told.norm, later.norm)


def _day_of(statement: Statement, zone: tzinfo = UTC) -> DayToCome | None:
    told_for = _told_for if len(statement.evidence) <= MAX_KEPT_CHARACTERS else day_to_come
    if zone is UTC:
        return told_for(statement.evidence, statement.value, statement.observed_at)
    clock = WallClock(statement.observed_at, zone)
    day = told_for(statement.evidence, statement.value, clock.reading)
    return day and replace(day, begins=clock.instant(day.begins))


_told_for = kept(4096)(day_to_come)


def _no_plan(text: str) -> str | None:
    """What a sentence says that nothing is to change to."""
    return denied_change(text) or fallen_plan(text)


_denied = kept(4096)(_no_plan)
_GAVE_WAY = frozenset({Status.SUPERSEDED, Status.ACTIVE})
"""What gave way to it, or was put in the place of that by a correction."""


class Holding:
    """Which records hold already, whatever day they were told for.

    That is what was so before, is told as done since, or was accepted before its day: something gave way to it.

    Args:
        members: all statements of the slots.
    """

    def __init__(self, members: list[Held]) -> None:
        self._sure = {h.standing.record_id for h in members if h.statement.confidence > DOUBTED}
        self._given_way: defaultdict[tuple[Slot, datetime | None], set[str]] = defaultdict(set)
        for h in members:
            if h.is_record and h.standing.status in _GAVE_WAY:
                self._given_way[h.statement.slot, h.standing.valid_to].add(h.statement.id)

    def has(self, held: Held) -> bool:
        """Whether a record does."""
        if held.standing.record_id in self._sure:
            return True
        gone = self._given_way.get((held.statement.slot, held.standing.valid_from), set())
        return not gone <= {held.statement.id}


def _as_it_stands(held: Held, ahead: frozenset[str], never: frozenset[str]) -> Held:
    """A statement that nothing to come disputes; of what was called off, one that was never true."""
    standing = held.standing
    left = tuple(i for i in standing.contested_with if i not in ahead and i not in never)
    gone = standing.record_id in never and standing.status is not Status.RETRACTED
    if len(left) == len(standing.contested_with) and not gone:
        return held
    status = Status.CORRECTED if gone else standing.status
    return Held(held.statement, replace(held.version, standing=replace(standing, contested_with=left, status=status)))
