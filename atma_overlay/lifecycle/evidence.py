"""What the ledger holds, as the evidence of a lifecycle: moments in the order of saying.

The stages are a fold like the state (law 1): over what was said, in the order of saying, each observation with the
records that it states and the retirements that it causes, then the recalls up to the next observation. Standings and
decisions are taken as they are now, so that the same observations and recalls give the same stages, whatever the
order of arrival, and a person's word counts from the moment that it is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.ports.ledger import Judged
from atma_overlay.records import (
    STATING,
    Decision,
    DecisionState,
    Observation,
    Residence,
    Staging,
    StagingVersion,
    Standing,
    Statement,
    Status,
    Touch,
    Transition,
)


@dataclass(frozen=True, slots=True)
class Change:
    """A transition in force; `applied` is False for a proposal, which conflicts and retires nothing."""

    transition: Transition
    applied: bool


@dataclass(frozen=True, slots=True)
class Pruning:
    """Retention took a record out, as it was said until `seen_at`; None for `recorded_at` in the write at hand."""

    record_id: str
    seen_at: datetime
    recorded_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """One observation with what it states, what it retires or contests, and what was recalled before the next one."""

    at: datetime
    statements: tuple[Statement, ...] = ()
    changes: tuple[Change, ...] = ()
    late: tuple[Change, ...] = ()
    """Those told before it at the same instant, of what it tells: it stood before it went, whatever came first."""
    touches: tuple[Touch, ...] = ()
    pruned: tuple[Pruning, ...] = ()
    """What retention took out before the next one."""


@dataclass(frozen=True, slots=True)
class Bank:
    """Statements and standings by id, and the transitions in force, as a write leaves them."""

    statements: Mapping[str, Statement]
    standings: Mapping[str, Standing]
    changes: Sequence[Change] = ()
    _by_id: dict[str, Transition] = field(default_factory=dict)

    def record_of(self, statement_id: str) -> str | None:
        """The record that a statement belongs to, where both are there."""
        standing = self.standings.get(statement_id)
        known = standing is not None and standing.record_id in self.statements
        return standing.record_id if standing is not None and known else None


def moments(
    bank: Bank, observations: Sequence[Observation], touches: Iterable[Touch], prunings: Iterable[Pruning] = ()
) -> list[Moment]:
    """Everything in the order of saying.

    Args:
        bank: what there is.
        observations: in the order of saying.
        touches: in the order of recording.
        prunings: each falls after everything said that was known to it.
    """
    said: dict[str, list[Statement]] = defaultdict(list)
    for statement in bank.statements.values():
        if statement.act in STATING:
            said[statement.observation_id].append(statement)
    places = {o.id: place for place, o in enumerate(observations)}
    last = _last_told(bank, places)
    caused: dict[str, list[Change]] = defaultdict(list)
    late: dict[str, list[Change]] = defaultdict(list)
    for change in bank.changes:
        if (moment := _moment_of(change.transition, bank, places)) is not None:
            told = last.get((change.transition.from_id, observations[places[moment]].observed_at), -1)
            if told > places[moment]:
                late[observations[told].id].append(change)
            else:
                caused[moment].append(change)
    recalled = _placed(observations, touches)
    pruned: dict[str, list[Pruning]] = defaultdict(list)
    for pruning in prunings:
        at = pruning.recorded_at
        if known_then := [o.id for o in observations if at is None or o.recorded_at <= at]:
            pruned[known_then[-1]].append(pruning)
    return [
        Moment(
            o.observed_at,
            tuple(sorted(said[o.id], key=content_order)),
            _sorted(caused[o.id], bank),
            _sorted(late[o.id], bank),
            tuple(recalled[o.id]),
            tuple(pruned[o.id]),
        )
        for o in observations
    ]


def prunings(history: Iterable[StagingVersion], acts: Iterable[Staging]) -> list[Pruning]:
    """What retention took out and nobody took back, until it was said again or until now.

    Args:
        history: of each record in the order of recording.
        acts: what retention makes of records in the write at hand.
    """
    ended: list[Pruning] = []
    standing: dict[str, Pruning] = {}
    for version in history:
        staging = version.staging
        begun = standing.get(staging.record_id)
        if staging.residence is Residence.PRUNED:
            standing.setdefault(staging.record_id, Pruning(staging.record_id, staging.seen_at, version.recorded_from))
        elif begun is not None and staging.residence is not Residence.ARCHIVED:
            del standing[staging.record_id]
            ended += [begun] if staging.seen_at > begun.seen_at else []  # else it was taken back
    for act in acts:
        if act.residence is Residence.PRUNED:
            standing.setdefault(act.record_id, Pruning(act.record_id, act.seen_at))
        else:
            standing.pop(act.record_id, None)
    return [*ended, *standing.values()]


def untimed(bank: Bank, observations: Sequence[Observation]) -> frozenset[str]:
    """Records that were retired at no moment that is left: what retired them was erased."""
    known = {o.id for o in observations}
    timed = {
        c.transition.from_id for c in bank.changes if c.applied and _moment_of(c.transition, bank, known) is not None
    }
    records = {s.record_id: s for s in bank.standings.values()}
    return frozenset(i for i, s in records.items() if s.status is not Status.ACTIVE and i not in timed)


def content_order(statement: Statement) -> tuple[str, ...]:
    """Tells statements apart by what they say to the end, never by an id or by when they arrived.

    Two readings of the same words may differ in nothing but how plainly they tell of a change, or how sure they are.
    """
    s = statement
    until = s.valid_to.isoformat() if s.valid_to else ""
    return (
        s.observed_at.isoformat(), f"{s.position:06}", s.digest, f"{s.span[0]:09}", s.slot.subject, s.slot.attribute,
        s.norm, s.act.value, str(s.affirmed), s.change.value, s.replaces or "", s.valid_from.isoformat(), until,
        s.extractor, s.basis.value, str(s.confidence),
    )  # fmt: skip


def _last_told(bank: Bank, places: Mapping[str, int]) -> dict[tuple[str | None, datetime], int]:
    """By record and instant, the place of the last observation then that tells it."""
    last: dict[tuple[str | None, datetime], int] = {}
    for s in bank.statements.values():
        key = (bank.record_of(s.id), s.observed_at)
        last[key] = max(last.get(key, -1), places.get(s.observation_id, -1))
    return last


def _moment_of(transition: Transition, bank: Bank, known: Collection[str]) -> str | None:
    """The observation at which a transition takes effect: its cause, or what stated its successor."""
    if transition.cause in known:
        return transition.cause
    successor = bank.statements.get(transition.to_id or "")
    return successor.observation_id if successor is not None and successor.observation_id in known else None


def _sorted(changes: Iterable[Change], bank: Bank) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda c: _change_order(c.transition, bank)))


def _change_order(transition: Transition, bank: Bank) -> tuple[object, ...]:
    old, new = bank.statements.get(transition.from_id), bank.statements.get(transition.to_id or "")
    return (content_order(old) if old else (), content_order(new) if new else (), transition.kind.value)


def _placed(observations: Sequence[Observation], touches: Iterable[Touch]) -> dict[str, list[Touch]]:
    """Touches by the observation that they follow."""
    placed: dict[str, list[Touch]] = defaultdict(list)
    known = {o.id for o in observations}
    for touch in touches:
        if touch.after in known:
            placed[touch.after].append(touch)
        elif before := [o for o in observations if o.observed_at <= touch.after_at]:
            placed[before[-1].id].append(touch)
    return placed


def in_force(judged: Iterable[Judged], decisions: Iterable[Decision], drafts: Iterable[Transition]) -> list[Change]:
    """The transitions that are applied or proposed once a write's own transitions and decisions are in."""
    transitions = {t.id: t for t in drafts}
    states = {}
    for each in judged:
        transitions[each.transition.id] = each.transition
        states[each.transition.id] = each.latest.state
    states |= {d.transition_id: d.state for d in decisions}
    return [
        Change(t, state is DecisionState.APPLIED)
        for i, t in transitions.items()
        if (state := states.get(i)) is not None and state.is_live
    ]
