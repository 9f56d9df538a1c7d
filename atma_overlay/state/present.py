"""From what the ledger holds to what callers see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import Held, LinkState, Observation, Residence, Staging, Standing, Statement, Status
from atma_overlay.scope import Scope
from atma_overlay.state.folds.fold import in_force
from atma_overlay.state.pruned import pruned
from atma_overlay.views import Label, StateRecord, TransitionRecord
from atma_overlay.views.boundary import unchecked

_RETIRED = frozenset({Status.RETRACTED, Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED, Status.CORRECTED})


def is_retired(held: Held) -> bool:
    """Whether a change, a correction or a person took the value away; that its own time is over takes nothing away."""
    return held.standing.status in _RETIRED


def label_of(held: Held, *, at: datetime, unresolved: bool = False) -> Label:
    """The label of a record at an instant: its interval decides, not its status.

    `unresolved` says that the record's slot is UNKNOWN_CURRENT; then its last known value is historical and the slot
    itself is shown as unresolved by the caller.
    """
    standing = held.standing
    if standing.contested_with and standing.status is Status.ACTIVE:
        return Label.CONTESTED
    if unresolved and standing.status is Status.INVALIDATED:
        return Label.UNRESOLVED
    return Label.CURRENT if in_force(standing, at=at) else Label.HISTORICAL


def state_records(held: Iterable[Held], reader: LedgerReader, *, with_hosts: bool = True) -> list[StateRecord]:
    """The records among some statements, with what restates them and where the host keeps them.

    Args:
        held: statements as they stand.
        reader: where their observations are.
        with_hosts: False for a read of what was known before: links carry no recorded time.
    """
    everything = list(held)
    observations = {o.id: o for o in reader.observations({h.statement.observation_id for h in everything})}
    links: dict[str, list[str]] = {}
    for link in reader.links(observation_ids=set(observations)) if with_hosts else ():
        if link.state is LinkState.LIVE:
            links.setdefault(link.observation_id, []).append(link.host_id)
    restated: dict[str, list[str]] = {}
    for h in everything:
        if h.standing.record_id != h.statement.id:
            restated.setdefault(h.standing.record_id, []).append(h.statement.observation_id)
    return [
        state_record(h, observations.get(h.statement.observation_id), restated.get(h.statement.id, ()), links)
        for h in everything
        if h.is_record
    ]


def staged_records(
    records: Sequence[StateRecord], reader: LedgerReader, scope: Scope, *, known_at: datetime | None = None
) -> list[StateRecord]:
    """The records with what a lifecycle makes of them; stages are the user's, and no narrower scope sees them."""
    if scope.agent is not None or scope.session is not None:
        return list(records)
    kept = {v.staging.record_id: v.staging for v in reader.staged({r.id for r in records}, known_at=known_at)}
    return [_staged(r, kept[r.id], reader) if r.id in kept else r for r in records]


def _staged(record: StateRecord, staging: Staging, reader: LedgerReader) -> StateRecord:
    archived = staging.residence is Residence.ARCHIVED
    if staging.residence is Residence.PRUNED:
        again = reader.observations(record.restated_by) if record.restated_by else ()
        archived = pruned(staging, said=max((record.observed_at, *(o.observed_at for o in again))))
    kept = {"stage": staging.stage, "confidence": staging.confidence, "strength": staging.strength}
    return record.model_copy(update={**kept, "archived": archived})


def state_record(
    held: Held, observation: Observation | None, restated_by: Collection[str], links: Mapping[str, Collection[str]]
) -> StateRecord:
    """One record for the boundary."""
    hosts = links.get(held.statement.observation_id, ())
    return record_of(
        held.statement, held.standing, observation, recorded_at=held.version.recorded_from,
        restated_by=tuple(dict.fromkeys(restated_by)), host_ids=tuple(hosts),
    )  # fmt: skip


def record_of(
    s: Statement, standing: Standing, observation: Observation | None, *, recorded_at: datetime,
    restated_by: tuple[str, ...] = (), host_ids: tuple[str, ...] = (),
) -> StateRecord:  # fmt: skip
    """The record of a statement and its standing for the boundary."""
    values = {
        "id": s.id, "subject": s.slot.subject, "attribute": s.slot.attribute, "value": s.value,
        "affirmed": s.affirmed, "cardinality": s.cardinality, "status": standing.status,
        "valid_from": standing.valid_from, "valid_to": standing.valid_to, "temporary": s.temporary,
        "evidence": s.evidence, "speaker": observation.speaker if observation else None, "origin": s.origin,
        "basis": s.basis, "confidence": float(s.confidence), "extractor": s.extractor,
        "observation_id": s.observation_id, "observed_at": s.observed_at, "recorded_at": recorded_at,
        "contested_with": standing.contested_with, "restated_by": restated_by, "host_ids": host_ids,
        "stage": s.stage, "strength": float(s.strength),
    }  # fmt: skip
    return unchecked(StateRecord, values, archived=False)


def transitions_of(
    record_ids: Collection[str], scope: Scope, *, reader: LedgerReader, known_at: datetime | None = None
) -> list[Judged]:
    """The transitions from and to records of the scope, as `visible` shows them; some may be others' records too."""
    ids = set(record_ids)
    if scope.agent is not None or scope.session is not None:
        ids |= {h.standing.record_id for h in reader.held(ids)}
    return visible(reader.transitions(ids), scope, reader=reader, known_at=known_at)


def visible(
    judged: Iterable[Judged], scope: Scope, *, reader: LedgerReader, known_at: datetime | None = None
) -> list[Judged]:
    """The transitions whose two sides and cause were all said in the scope, as they were decided at `known_at`.

    A side that was first said elsewhere is shown as the scope's own earliest statement of it. The cause of a
    consequence is a transition: then all of that must have been said there too.
    """
    listed = [j for j in (as_known(j, known_at) for j in judged) if j is not None]
    if scope.agent is None and scope.session is None:
        return listed
    ids = {i for j in listed for i in (j.transition.from_id, j.transition.to_id) if i}
    others = [h.statement for h in reader.history(ids) if not _said_in(scope, h.statement)]
    listed = _by_own_sides(listed, _own(others, scope, reader, known_at))
    elsewhere = {s.id for s in others}
    elsewhere |= {o.id for o in reader.observations({j.transition.cause for j in listed}) if not _said_in(scope, o)}
    behind = [p for p in (reader.transition(c) for c in {j.transition.cause for j in listed if j.follows}) if p]
    seen = {j.transition.id for j in visible(behind, scope, reader=reader)} if behind else set()
    elsewhere |= {p.transition.id for p in behind} - seen
    return [j for j in listed if not elsewhere & {j.transition.from_id, j.transition.to_id, j.transition.cause}]


def _own(
    others: Sequence[Statement], scope: Scope, reader: LedgerReader, known_at: datetime | None
) -> Mapping[str, str]:
    """By record that was first said elsewhere, the earliest statement of it that was said in the scope."""
    if not others:
        return {}
    records, own = {s.id for s in others}, dict[str, str]()
    members = reader.in_slots({s.slot for s in others}, known_at=known_at)
    for h in sorted(members, key=lambda h: h.order):
        if h.standing.record_id in records and _said_in(scope, h.statement):
            own.setdefault(h.standing.record_id, h.statement.id)
    return own


def _by_own_sides(listed: Sequence[Judged], own: Mapping[str, str]) -> list[Judged]:
    if not own:
        return list(listed)
    return [
        replace(j, transition=replace(t, from_id=own.get(t.from_id, t.from_id), to_id=own.get(t.to_id or "", t.to_id)))
        for j in listed
        for t in [j.transition]
    ]


def as_known(judged: Judged, known_at: datetime | None) -> Judged | None:
    """A transition with the decisions that were recorded by then, or None before the first."""
    if known_at is None:
        return judged
    decisions = tuple(d for d in judged.decisions if d.recorded_at <= known_at)
    return Judged(judged.transition, decisions) if decisions else None


def _said_in(scope: Scope, said: Statement | Observation) -> bool:
    return scope.admits(said.agent, said.session)


def transition_records(judged: Iterable[Judged], reader: LedgerReader) -> list[TransitionRecord]:
    """Transitions for the boundary, with both values; an erased side has no value and no evidence."""
    listed = list(judged)
    ids = {i for j in listed for i in (j.transition.from_id, j.transition.to_id) if i}
    statements = {h.statement.id: h.statement for h in reader.held(ids)}
    if withdrawn := ids - statements.keys():
        statements |= {h.statement.id: h.statement for h in reader.history(withdrawn)}
    return [transition_record(j, statements) for j in listed]


def transition_record(judged: Judged, statements: Mapping[str, Statement]) -> TransitionRecord:
    """One transition for the boundary."""
    t = judged.dated
    old, new = statements.get(t.from_id), statements.get(t.to_id or "")
    values = {
        "id": t.id, "from_id": t.from_id, "to_id": t.to_id, "from_value": old.value if old else "",
        "to_value": new.value if new else None, "subject": t.slot.subject, "attribute": t.slot.attribute,
        "kind": t.kind, "state": judged.latest.state, "cause": t.cause, "decider": judged.latest.by,
        "reason": t.reason, "confidence": float(t.confidence), "valid_at": t.valid_at,
        "recorded_at": t.recorded_at, "from_evidence": old.evidence if old else "",
        "to_evidence": new.evidence if new else "",
    }  # fmt: skip
    return unchecked(TransitionRecord, values)
