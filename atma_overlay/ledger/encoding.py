"""Records to rows of `tables`, by column; the transaction that writes them adds the scope's columns.

Enums by `_value_`: `value` takes two calls each time, some thirty of them in a write of three slots.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from atma_overlay.ledger.instants import instant_of, instant_or_none
from atma_overlay.ledger.stamping import pair_slot
from atma_overlay.ledger.tables import OPEN
from atma_overlay.records import (
    Contingency,
    Decision,
    Extraction,
    HostLink,
    Observation,
    OutboxItem,
    StagingVersion,
    Statement,
    Tombstone,
    Touch,
    Transition,
    Verdict,
    Version,
)

Row = dict[str, Any]


def observation_row(observation: Observation) -> Row:
    """Row of `observations`."""
    return {
        "id": observation.id,
        "text": observation.text,
        "role": observation.role,
        "speaker": observation.speaker,
        "origin": observation.origin._value_,
        "observed_at": instant_of(observation.observed_at),
        "recorded_at": instant_of(observation.recorded_at),
        "position": observation.position,
        "digest": observation.digest,
        "agent": observation.agent,
        "session": observation.session,
        "idempotency_key": observation.idempotency_key,
        "trace_id": observation.trace_id,
        "span_id": observation.span_id,
    }


def tombstone_row(t: Tombstone) -> Row:
    """Row of `observations`, as an erasure leaves it."""
    times = t.observed_at, t.recorded_at
    blank = Observation(t.id, "", t.role, None, t.origin, *times, t.position, "", t.agent, t.session)
    return observation_row(blank) | {"erased": True}


def extraction_row(extraction: Extraction) -> Row:
    """Row of `extractions`."""
    return {
        "observation_id": extraction.observation_id,
        "extractor": extraction.extractor,
        "candidates": extraction.candidates,
    }


def statement_row(statement: Statement) -> Row:
    """Row of `statements`."""
    return {
        "id": statement.id,
        "observation_id": statement.observation_id,
        "subject": statement.slot.subject,
        "attribute": statement.slot.attribute,
        "cardinality": statement.cardinality._value_,
        "act": statement.act._value_,
        "value": statement.value,
        "norm": statement.norm,
        "value_kind": statement.value_kind,
        "unit": statement.unit,
        "affirmed": statement.affirmed,
        "span_start": statement.span[0],
        "span_end": statement.span[1],
        "valid_from": instant_of(statement.valid_from),
        "valid_to": instant_or_none(statement.valid_to),
        "temporary": statement.temporary,
        "replaces": statement.replaces,
        "change": statement.change._value_,
        "confidence": statement.confidence,
        "basis": statement.basis._value_,
        "origin": statement.origin._value_,
        "extractor": statement.extractor,
        "observed_at": instant_of(statement.observed_at),
        "position": statement.position,
        "digest": statement.digest,
        "evidence": statement.evidence,
        "sequence": statement.sequence,
        "agent": statement.agent,
        "session": statement.session,
        "contextual": statement.contextual,
        "lineage": ids_text(statement.lineage),
        "stage": statement.stage._value_,
        "strength": statement.strength,
    }


def term_rows(statement: Statement, index: Mapping[str, Iterable[str]]) -> list[Row]:
    """Rows of `terms`, from the statement's `values.terms.index_terms`."""
    at = instant_of(statement.observed_at)
    return [
        {
            "field": field,
            "term": term,
            "observed_at": at,
            "position": statement.position,
            "statement_id": statement.id,
        }
        for field, found in index.items()
        for term in dict.fromkeys(found)
    ]


def version_row(version: Version) -> Row:
    """Row of `versions`."""
    standing = version.standing
    return {
        "statement_id": standing.statement_id,
        "revision": version.revision,
        "recorded_from": instant_of(version.recorded_from),
        "recorded_to": OPEN if version.recorded_to is None else instant_of(version.recorded_to),
        "record_id": standing.record_id,
        "status": standing.status._value_,
        "valid_from": instant_of(standing.valid_from),
        "valid_to": instant_or_none(standing.valid_to),
        "contested_with": ids_text(standing.contested_with),
    }


def transition_row(transition: Transition) -> Row:
    """Row of `transitions`."""
    return {
        "id": transition.id,
        "subject": transition.slot.subject,
        "attribute": transition.slot.attribute,
        "from_id": transition.from_id,
        "to_id": transition.to_id,
        "kind": transition.kind._value_,
        "cause": transition.cause,
        "decider": transition.decider,
        "reason": transition.reason,
        "confidence": transition.confidence,
        "valid_at": instant_of(transition.valid_at),
        "recorded_at": instant_of(transition.recorded_at),
    }


def decision_row(decision: Decision) -> Row:
    """Row of `decisions`."""
    return {
        "transition_id": decision.transition_id,
        "state": decision.state._value_,
        "by": decision.by,
        "recorded_at": instant_of(decision.recorded_at),
        "revision": decision.revision,
        "note": decision.note,
        "valid_at": None if decision.valid_at is None else instant_of(decision.valid_at),
    }


def verdict_row(verdict: Verdict) -> Row:
    """Row of `verdicts`."""
    return {
        "slot_key": pair_slot(verdict.pair),
        "pair": verdict.pair,
        "ruling": verdict.ruling._value_,
        "decider": verdict.decider,
        "reason": verdict.reason,
        "confidence": verdict.confidence,
        "recorded_at": instant_of(verdict.recorded_at),
        "revision": verdict.revision,
    }


def contingency_row(contingency: Contingency) -> Row:
    """Row of `contingencies`."""
    return {
        "id": contingency.id,
        "observation_id": contingency.observation_id,
        "parent_subject": contingency.parent.subject,
        "parent_attribute": contingency.parent.attribute,
        "trigger": contingency.trigger,
        "child_subject": contingency.child.subject,
        "child_attribute": contingency.child.attribute,
        "value": contingency.value,
        "evidence": contingency.evidence,
        "span_start": contingency.span[0],
        "span_end": contingency.span[1],
        "valid_from": instant_of(contingency.valid_from),
        "observed_at": instant_of(contingency.observed_at),
        "origin": contingency.origin._value_,
        "recorded_at": instant_of(contingency.recorded_at),
        "trigger_kind": contingency.when.kind._value_,
        "trigger_value": contingency.when.value,
        "parent_value": contingency.parent_value,
        "child_value": contingency.child_value,
        "lineage": ids_text(contingency.lineage),
    }


def link_row(link: HostLink) -> Row:
    """Row of `links`."""
    return {
        "host": link.host,
        "host_id": link.host_id,
        "observation_id": link.observation_id,
        "text_hash": link.text_hash,
        "seen_hash": link.seen_hash,
        "state": link.state._value_,
    }


def staging_row(version: StagingVersion) -> Row:
    """Row of `stagings`."""
    staging = version.staging
    return {
        "record_id": staging.record_id,
        "revision": version.revision,
        "recorded_from": instant_of(version.recorded_from),
        "recorded_to": OPEN if version.recorded_to is None else instant_of(version.recorded_to),
        "stage": staging.stage._value_,
        "confidence": staging.confidence,
        "strength": staging.strength,
        "residence": staging.residence._value_,
        "seen_at": instant_of(staging.seen_at),
        "until": instant_or_none(staging.until),
    }


def touch_row(touch: Touch) -> Row:
    """Row of `touches`; `written` and `ordinal` come with the write."""
    return {
        "statement_id": touch.statement_id,
        "times": touch.times,
        "after": touch.after,
        "after_at": instant_of(touch.after_at),
        "recorded_at": instant_of(touch.recorded_at),
    }


def outbox_row(item: OutboxItem) -> Row:
    """Row of `outbox`."""
    return {
        "id": item.id,
        "observation_id": item.observation_id,
        "host": item.host,
        "operation": item.operation,
        "state": item.state._value_,
        "attempts": item.attempts,
        "host_id": item.host_id,
        "error": item.error,
    }


def ids_text(ids: tuple[str, ...]) -> str:
    """Ids as JSON."""
    return json.dumps(ids) if ids else "[]"
