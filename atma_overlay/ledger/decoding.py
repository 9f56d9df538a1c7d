"""Rows of `tables` to records. A row's columns come in the order of its column list here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import wraps
from typing import Any, TypeVar

from sqlalchemy import Column, Table

from atma_overlay.kept import kept_short
from atma_overlay.ledger import tables
from atma_overlay.ledger.faults import unreadable
from atma_overlay.ledger.instants import moment_of, moment_or_none
from atma_overlay.ledger.tables import OPEN
from atma_overlay.records import (
    Act,
    Basis,
    Cardinality,
    Change,
    Contingency,
    Decision,
    DecisionState,
    Extraction,
    Held,
    HostLink,
    Kind,
    LinkState,
    Observation,
    Origin,
    OutboxItem,
    OutboxState,
    Residence,
    Ruling,
    Slot,
    Stage,
    Staging,
    StagingVersion,
    Standing,
    Statement,
    Status,
    Touch,
    Transition,
    Trigger,
    TriggerKind,
    Verdict,
    Version,
)

Values = Sequence[Any]
"""The values of one row."""

E = TypeVar("E", bound=StrEnum)
R = TypeVar("R")


def _by_value(kind: type[E]) -> dict[str, E]:
    return {member.value: member for member in kind}


_ACT = _by_value(Act)
_BASIS = _by_value(Basis)
_CARDINALITY = _by_value(Cardinality)
_CHANGE = _by_value(Change)
_DECISION_STATE = _by_value(DecisionState)
_KIND = _by_value(Kind)
_LINK_STATE = _by_value(LinkState)
_ORIGIN = _by_value(Origin)
_OUTBOX_STATE = _by_value(OutboxState)
_RESIDENCE = _by_value(Residence)
_RULING = _by_value(Ruling)
_STAGE = _by_value(Stage)
_STATUS = _by_value(Status)
_TRIGGER_KIND = _by_value(TriggerKind)

_UNREADABLE = (KeyError, ValueError, TypeError, RecursionError)
"""What becomes of a word that is none of its list, a number that is no date, a text that is no JSON."""
_NOT_READ = {*tables.SCOPE, "erased", "slot_key", "written", "ordinal"}

OBSERVATION, EXTRACTION, STATEMENT, VERSION, TRANSITION, DECISION, VERDICT, CONTINGENCY, LINK, OUTBOX, STAGING = (
    tuple(column for column in table.columns if column.name not in _NOT_READ)
    for table in (
        tables.observations,
        tables.extractions,
        tables.statements,
        tables.versions,
        tables.transitions,
        tables.decisions,
        tables.verdicts,
        tables.contingencies,
        tables.links,
        tables.outbox,
        tables.stagings,
    )
)

TOUCH = (*(c for c in tables.touches.columns if c.name not in _NOT_READ), tables.touches.c.written)

HELD = (*STATEMENT, *VERSION)


def _read_from(table: Table) -> Callable[[Callable[[Values], R]], Callable[[Values], R]]:
    """What a function makes of rows of a table, or the error that says that one of them is damaged."""

    def reading(build: Callable[[Values], R]) -> Callable[[Values], R]:
        @wraps(build)
        def built(row: Values) -> R:
            try:
                return build(row)
            except _UNREADABLE as error:
                raise unreadable(f"a row of {table.name}", error) from error

        return built

    return reading


@_read_from(tables.observations)
def observation_of(row: Values) -> Observation:
    """From `OBSERVATION` columns."""
    identifier, text, role, speaker, origin, observed_at, recorded_at, *rest = row
    times = moment_of(observed_at), moment_of(recorded_at)
    return Observation(identifier, text, role, speaker, _ORIGIN[origin], *times, *rest)


@_read_from(tables.extractions)
def extraction_of(row: Values) -> Extraction:
    """From `EXTRACTION` columns."""
    return Extraction(*row)


@kept_short(4096)
def _slot(subject: str, attribute: str) -> Slot:
    return Slot(subject, attribute)


@_read_from(tables.statements)
def statement_of(row: Values) -> Statement:
    """From `STATEMENT` columns."""
    return Statement(
        row[0],
        row[1],
        _slot(row[2], row[3]),
        _CARDINALITY[row[4]],
        _ACT[row[5]],
        row[6],
        row[7],
        row[8],
        row[9],
        row[10],
        (row[11], row[12]),
        moment_of(row[13]),
        moment_or_none(row[14]),
        row[15],
        row[16],
        _CHANGE[row[17]],
        row[18],
        _BASIS[row[19]],
        _ORIGIN[row[20]],
        row[21],
        moment_of(row[22]),
        row[23],
        row[24],
        row[25],
        row[26],
        row[27],
        row[28],
        row[29],
        ids_of(row[30]),
        _STAGE[row[31]],
        row[32],
    )


@_read_from(tables.versions)
def version_of(row: Values) -> Version:
    """From `VERSION` columns."""
    statement_id, revision, recorded_from, recorded_to, record_id, status, valid_from, valid_to, contest = row
    return Version(
        Standing(
            statement_id,
            record_id,
            _STATUS[status],
            moment_of(valid_from),
            moment_or_none(valid_to),
            ids_of(contest),
        ),
        moment_of(recorded_from),
        revision,
        None if recorded_to == OPEN else moment_of(recorded_to),
    )


def held_of(row: Values) -> Held:
    """From `HELD` columns."""
    return Held(statement_of(row), version_of(row[len(STATEMENT) :]))


@_read_from(tables.transitions)
def transition_of(row: Values) -> Transition:
    """From `TRANSITION` columns."""
    identifier, subject, attribute, from_id, to_id, kind, cause, decider, reason, confidence, *times = row
    return Transition(
        identifier,
        Slot(subject, attribute),
        from_id,
        to_id,
        _KIND[kind],
        cause,
        decider,
        reason,
        confidence,
        *map(moment_of, times),
    )


@_read_from(tables.decisions)
def decision_of(row: Values) -> Decision:
    """From `DECISION` columns."""
    transition_id, state, by, recorded_at, revision, note, valid_at = row
    dated = None if valid_at is None else moment_of(valid_at)
    return Decision(transition_id, _DECISION_STATE[state], by, moment_of(recorded_at), revision, note, dated)


@_read_from(tables.verdicts)
def verdict_of(row: Values) -> Verdict:
    """From `VERDICT` columns."""
    pair, ruling, decider, reason, confidence, recorded_at, revision = row
    return Verdict(pair, _RULING[ruling], decider, reason, confidence, moment_of(recorded_at), revision)


@_read_from(tables.contingencies)
def contingency_of(row: Values) -> Contingency:
    """From `CONTINGENCY` columns."""
    return Contingency(
        row[0],
        row[1],
        Slot(row[2], row[3]),
        row[4],
        Slot(row[5], row[6]),
        row[7],
        row[8],
        (row[9], row[10]),
        moment_of(row[11]),
        moment_of(row[12]),
        _ORIGIN[row[13]],
        moment_of(row[14]),
        Trigger(_TRIGGER_KIND[row[15]], row[16]),
        row[17],
        row[18],
        ids_of(row[19]),
    )


@_read_from(tables.links)
def link_of(row: Values) -> HostLink:
    """From `LINK` columns."""
    host, host_id, observation_id, text_hash, seen_hash, state = row
    return HostLink(host, host_id, observation_id, text_hash, seen_hash, _LINK_STATE[state])


@_read_from(tables.stagings)
def staging_of(row: Values) -> StagingVersion:
    """From `STAGING` columns."""
    record_id, revision, recorded_from, recorded_to, stage, confidence, strength, residence, seen_at, until = row
    return StagingVersion(
        Staging(
            record_id,
            _STAGE[stage],
            confidence,
            strength,
            _RESIDENCE[residence],
            moment_of(seen_at),
            moment_or_none(until),
        ),
        moment_of(recorded_from),
        revision,
        None if recorded_to == OPEN else moment_of(recorded_to),
    )


@_read_from(tables.touches)
def touch_of(row: Values) -> Touch:
    """From `TOUCH` columns."""
    statement_id, times, after, after_at, recorded_at, revision = row
    return Touch(statement_id, times, after, moment_of(after_at), moment_of(recorded_at), revision)


@_read_from(tables.outbox)
def outbox_item_of(row: Values) -> OutboxItem:
    """From `OUTBOX` columns."""
    identifier, observation_id, host, operation, state, attempts, host_id, error = row
    return OutboxItem(identifier, observation_id, host, operation, _OUTBOX_STATE[state], attempts, host_id, error)


def ids_of(text: str) -> tuple[str, ...]:
    """Ids from JSON."""
    return () if text == "[]" else tuple(json.loads(text))


EVERY: tuple[tuple[Table, Sequence[Column[Any]], Callable[[Values], object]], ...] = (
    (tables.partitions, tuple(tables.partitions.columns)[-1:], lambda row: moment_of(row[0])),
    (tables.observations, OBSERVATION, observation_of),
    (tables.extractions, EXTRACTION, extraction_of),
    (tables.statements, STATEMENT, statement_of),
    (tables.versions, VERSION, version_of),
    (tables.transitions, TRANSITION, transition_of),
    (tables.decisions, DECISION, decision_of),
    (tables.verdicts, VERDICT, verdict_of),
    (tables.contingencies, CONTINGENCY, contingency_of),
    (tables.links, LINK, link_of),
    (tables.stagings, STAGING, staging_of),
    (tables.touches, TOUCH, touch_of),
    (tables.outbox, OUTBOX, outbox_item_of),
)
"""What is read of each table that holds records, and what is made of it."""
