"""From what the ledger holds to what callers see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.records import Act, Held, Observation, Standing, Status
from atma_overlay.state.fold import in_force
from atma_overlay.views import Label, StateRecord, TransitionRecord


def label_of(held: Held, *, at: datetime, unresolved: bool = False) -> Label:
    """The label of a record at an instant: its interval decides, not its status.

    `unresolved` says that the record's slot is UNKNOWN_CURRENT; then its last known value is historical and the slot
    itself is shown as unresolved by the caller.
    """
    standing = held.standing
    if standing.contested_with and standing.status is Status.ACTIVE:
        return Label.CONTESTED
    if standing.status is Status.INVALIDATED and unresolved:
        return Label.UNRESOLVED
    if standing.status in (Status.CORRECTED, Status.RETRACTED):
        return Label.HISTORICAL
    return Label.CURRENT if in_force(standing, at=at) else Label.HISTORICAL


def state_records(held: Iterable[Held], reader: LedgerReader) -> list[StateRecord]:
    """The records among some statements, with what restates them and where the host keeps them."""
    everything = list(held)
    observations = {o.id: o for o in reader.observations({h.statement.observation_id for h in everything})}
    links: dict[str, list[str]] = {}
    for link in reader.links(observation_ids=set(observations)):
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


def state_record(
    held: Held, observation: Observation | None, restated_by: Collection[str], links: Mapping[str, Collection[str]]
) -> StateRecord:
    """One record for the boundary."""
    s, standing = held.statement, held.standing
    return StateRecord(
        id=s.id, subject=s.slot.subject, attribute=s.slot.attribute, value=s.value, affirmed=s.affirmed,
        cardinality=s.cardinality, status=standing.status, valid_from=standing.valid_from, valid_to=standing.valid_to,
        temporary=s.temporary, evidence=s.evidence, speaker=observation.speaker if observation else None,
        origin=s.origin, basis=s.basis, confidence=s.confidence, extractor=s.extractor,
        observation_id=s.observation_id, observed_at=s.observed_at, recorded_at=held.version.recorded_from,
        contested_with=standing.contested_with, restated_by=tuple(dict.fromkeys(restated_by)),
        host_ids=tuple(links.get(s.observation_id, ())), stage=s.stage, strength=s.strength,
    )  # fmt: skip


def transition_records(judged: Iterable[Judged], reader: LedgerReader) -> list[TransitionRecord]:
    """Transitions for the boundary, with both values; an erased side has no value and no evidence."""
    listed = list(judged)
    ids = {i for j in listed for i in (j.transition.from_id, j.transition.to_id) if i}
    held = {h.statement.id: h for h in reader.held(ids)}
    return [_transition_record(j, held) for j in listed]


def _transition_record(judged: Judged, held: Mapping[str, Held]) -> TransitionRecord:
    t = judged.transition
    old, new = held.get(t.from_id), held.get(t.to_id or "")
    return TransitionRecord(
        id=t.id, from_id=t.from_id, to_id=t.to_id, from_value=old.statement.value if old else "",
        to_value=new.statement.value if new else None, subject=t.slot.subject, attribute=t.slot.attribute, kind=t.kind,
        state=judged.latest.state, cause=t.cause, decider=judged.latest.by, reason=t.reason, confidence=t.confidence,
        valid_at=t.valid_at, recorded_at=t.recorded_at, from_evidence=old.statement.evidence if old else "",
        to_evidence=new.statement.evidence if new else "",
    )  # fmt: skip


def only_records(held: Iterable[Held]) -> list[Held]:
    """Those that name a record."""
    return [h for h in held if h.is_record and h.statement.act in (Act.ASSERT, Act.CORRECT)]


def current_at(standing: Standing, at: datetime) -> bool:
    """Whether a standing is active and in force at an instant."""
    return in_force(standing, at=at) and standing.status is Status.ACTIVE
