"""What a write makes of the stages: a fold over everything, or over what the write adds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from atma_overlay.changes import Changeset
from atma_overlay.ledger.stamping import descendants
from atma_overlay.lifecycle.course import Course, Item, Seat
from atma_overlay.lifecycle.evidence import (
    Bank,
    Change,
    Moment,
    content_order,
    in_force,
    moments,
    prunings,
    untimed,
)
from atma_overlay.lifecycle.salience import Candidate
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Change as Wording
from atma_overlay.records import Kind, Residence, Staging, Statement, Touch

SHOCK: Mapping[Wording, float] = {Wording.NONE: 0.0, Wording.SINCE: 0.5, Wording.TOLD: 1.0}
"""Contextual importance (the paper's task-side signal): how plainly the wording tells of a change. Ours."""
MOST_TRUST = 3
_PASSED_ON = (Kind.REPLACED, Kind.REFINED, Kind.CORRECTED, Kind.CASCADED)


def run(course: Course, told: Iterable[Moment], *, bank: Bank, lost: Collection[str] = ()) -> None:
    """Take a course through moments.

    Args:
        course: where the records are; changed.
        told: in the order of saying.
        bank: what the moments speak of.
        lost: records that were retired at no moment that is left; they never take a place.
    """
    for moment in told:
        course.expire(moment.at)
        before = [change for change in moment.changes if change.transition.from_id in course.items]
        seats = _retire(course, before, bank)
        for statement in moment.statements:
            _state(course, statement, bank=bank, lost=lost)
        gone = [change for change in moment.changes if change not in before]  # told only as gone
        seats |= _retire(course, (*gone, *moment.late), bank)
        for key, seat in seats.items():
            if key in course.items:
                course.take(key, seat)
        course.expire(moment.at)  # what it says of a time that is over
        for touch in moment.touches:
            recalled = bank.record_of(touch.statement_id)
            if recalled is not None and recalled in course.items:
                course.recall(recalled, times=touch.times)
        for pruning in moment.pruned:
            if pruning.record_id in course.items:
                course.prune(pruning.record_id, said_until=pruning.seen_at)


def _retire(course: Course, changes: Iterable[Change], bank: Bank) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for change in changes:
        t = change.transition
        if t.from_id not in course.items:
            continue
        successor = bank.statements.get(t.to_id or "")
        evidence = successor.confidence if successor is not None else t.confidence
        shock = SHOCK[successor.change] if successor is not None else 0.0
        course.conflict(t.from_id, evidence=evidence, shock=shock)
        if change.applied:
            seat = course.vacate(t.from_id, evidence=evidence, shock=shock)
            if successor is not None and successor.slot == t.slot and t.kind in _PASSED_ON:
                seats[successor.id] = seat
    return seats


def _state(course: Course, statement: Statement, *, bank: Bank, lost: Collection[str]) -> None:
    key = bank.record_of(statement.id)
    if key is None:
        return
    shock = SHOCK[statement.change]
    at, until = statement.observed_at, statement.valid_to
    if key in course.items:
        course.support(key, evidence=statement.confidence, shock=shock, at=at, until=until)
        return
    candidate = Candidate(
        f"{statement.slot} {statement.value}", statement.origin.trust / MOST_TRUST, statement.confidence, shock
    )
    course.admit(key, candidate, at=at, order=content_order(bank.statements[key]), until=until)
    if key in lost:
        course.leave(key)


def restaged(reader: LedgerReader, changes: Changeset, course: Course, touches: Sequence[Touch]) -> list[Staging]:
    """The stagings that differ once everything is folded anew, with a write's changes in.

    Args:
        reader: the ledger as it is.
        changes: the write.
        course: an empty one; changed.
        touches: recalls since the write before.
    """
    gone = _gone(reader, changes)
    held = [h for h in reader.all_held() if h.statement.id not in gone]
    statements = {h.statement.id: h.statement for h in held} | {s.id: s for s in changes.statements}
    standings = {h.statement.id: h.standing for h in held} | {s.statement_id: s for s in changes.standings}
    observations = [*reader.observed_after(None), *changes.observations]
    observations = sorted((o for o in observations if o.id not in changes.erased), key=lambda o: (*o.order, o.id))
    force = in_force(reader.transitions(), changes.decisions, changes.transitions)
    bank = Bank({i: s for i, s in statements.items() if i in standings}, standings, force)
    out = prunings(reader.staging_history(), changes.stagings)
    told = moments(bank, observations, [*reader.touches(), *touches], out)
    run(course, told, bank=bank, lost=untimed(bank, observations))
    return _differing(reader, course.items.values(), acts=changes.stagings)


def _gone(reader: LedgerReader, changes: Changeset) -> set[str]:
    """The statements that a write withdraws or erases."""
    stood = {s.statement_id for s in changes.standings}
    withdrawn = {i for i in changes.withdrawn if i not in stood}
    if not changes.erased:
        return withdrawn
    direct = {h.statement.id for h in reader.of_observations(changes.erased)}
    lineages = ((h.statement.id, h.statement.lineage) for h in reader.all_held())
    return withdrawn | direct | descendants(direct | set(changes.erased), lineages)


def advanced(reader: LedgerReader, changes: Changeset, course: Course, touches: Sequence[Touch]) -> list[Staging]:
    """The stagings that differ once a write's own moments are folded in, where it `follows_on`.

    Args:
        reader: the ledger as it is.
        changes: the write.
        course: with every record that has a place; changed.
        touches: recalls since the write before.
    """
    standings = {s.statement_id: s for s in changes.standings}
    sides = {i for t in changes.transitions for i in (t.from_id, t.to_id) if i}
    named = {t.statement_id for t in touches} | {s.record_id for s in standings.values()} | sides
    held = reader.held(named)
    held += reader.held({h.standing.record_id for h in held} - named)
    statements = {h.statement.id: h.statement for h in held} | {s.id: s for s in changes.statements}
    known = {h.statement.id: h.standing for h in held}
    bank = Bank(statements, known | standings, in_force((), changes.decisions, changes.transitions))
    before = {v.staging.record_id: v.staging for v in reader.staged(statements)}
    for key, staging in before.items():
        if key not in course.items:
            course.restore(_item(staging, statements[key]))
    start = dict(course.items)
    if touches:
        run(course, [Moment(touches[0].after_at, touches=tuple(touches))], bank=Bank(statements, known))
    observations = sorted(changes.observations, key=lambda o: (*o.order, o.id))
    run(course, moments(bank, observations, ()), bank=bank, lost=untimed(bank, observations))
    moved = {key: _staging(item) for key, item in course.items.items() if start.get(key) != item}
    before |= {v.staging.record_id: v.staging for v in reader.staged(moved.keys() - before.keys())}
    made = (_kept_out(staging, before.get(key)) for key, staging in moved.items())
    return [staging for staging in made if before.get(staging.record_id) != staging]


def follows_on(reader: LedgerReader, changes: Changeset) -> bool:
    """Whether a write only adds to the end: then what was folded before stays as it is.

    It does not where it was said before something known, where it withdraws, erases or imports, where a person decides,
    or where a standing changes for another reason than a transition of this very write.
    """
    fresh = {o.id for o in changes.observations}
    last = reader.last_observation()
    if not fresh or changes.withdrawn or changes.erased or changes.versions or changes.stagings:
        return False
    if last is not None and any(o.order <= last.order for o in changes.observations):
        return False
    drafts = {t.id: t for t in changes.transitions}
    if any(d.transition_id not in drafts for d in changes.decisions):
        return False
    if any(t.cause not in fresh for t in drafts.values()):
        return False
    stated = {s.id for s in changes.statements}
    if any(s.observation_id not in fresh for s in changes.statements):
        return False
    moved = {s.statement_id: s for s in changes.standings if s.statement_id not in stated}
    sides = {i for t in drafts.values() for i in (t.from_id, t.to_id)}
    before = {h.statement.id: h.standing for h in reader.held(moved)}
    return all(
        i in before and before[i].record_id == s.record_id and (s.status is before[i].status or s.record_id in sides)
        for i, s in moved.items()
    )


def _item(staging: Staging, statement: Statement) -> Item:
    """A record that has no place in the course that is kept."""
    return Item(
        staging.record_id, content_order(statement), f"{statement.slot} {statement.value}", staging.confidence,
        staging.strength, staging.seen_at, staging.stage, staging.residence, staging.until,
    )  # fmt: skip


def _staging(item: Item) -> Staging:
    return Staging(
        item.key, item.stage, item.confidence, item.strength, item.residence, item.seen_at, item.until
    )  # fmt: skip


def _kept_out(staging: Staging, stored: Staging | None) -> Staging:
    """What retention took out stays out until it is said again; what the lifecycle archives too is archived."""
    if stored is None or stored.residence is not Residence.PRUNED:
        return staging
    if staging.residence is Residence.ARCHIVED or staging.seen_at > stored.seen_at:
        return staging
    return replace(staging, residence=Residence.PRUNED, seen_at=stored.seen_at)


def _differing(reader: LedgerReader, items: Iterable[Item], *, acts: Sequence[Staging]) -> list[Staging]:
    """What is not stored so; a stored record that is not there any more leaves its place.

    `acts` are what retention makes of records in this write, over what is stored.
    """
    stored = {v.staging.record_id: v.staging for v in reader.staged()}
    wanted = {item.key: _staging(item) for item in items}
    stored |= {v.staging.record_id: v.staging for v in reader.staged(wanted)}
    told = stored | {s.record_id: s for s in acts}
    made = {i: _kept_out(s, told.get(i)) for i, s in wanted.items()}
    lost = [replace(s, residence=Residence.LEFT) for i, s in stored.items() if i not in wanted]
    return [s for i, s in made.items() if stored.get(i) != s] + lost + [s for s in acts if s.record_id not in wanted]
