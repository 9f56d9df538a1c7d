"""Erasure in a SQL ledger: texts go, ids and instants stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, Update, and_, bindparam, delete, select, update

from atma_overlay.ledger import decoding, queries
from atma_overlay.ledger.echoes import echoes
from atma_overlay.ledger.encoding import Row
from atma_overlay.ledger.partition import NO_SLOT
from atma_overlay.ledger.stamping import descendants
from atma_overlay.ledger.tables import (
    OPEN,
    contingencies,
    decisions,
    extractions,
    links,
    observations,
    outbox,
    statements,
    terms,
    transitions,
    verdicts,
    versions,
)
from atma_overlay.ledger.text_index import TextIndex
from atma_overlay.ledger.transaction import Transaction, scoped
from atma_overlay.records import PERSON, Contingency, Slot, Statement
from atma_overlay.state.folds.slot_keys import slot_key

_PRESENT = select(observations.c.id, observations.c.text).where(
    scoped(observations), ~observations.c.erased, observations.c.id.in_(queries.VALUES)
)
_CONTINGENCIES = queries.CONTINGENCIES.where(contingencies.c.observation_id.in_(queries.VALUES))
_BORROWING = queries.CONTINGENCIES.where(contingencies.c.lineage != "[]")
_STATEMENT_IDS = select(statements.c.id).where(
    scoped(statements), ~statements.c.erased, statements.c.observation_id.in_(queries.VALUES)
)
_LINEAGES = select(statements.c.id, statements.c.lineage).where(
    scoped(statements), ~statements.c.erased, statements.c.lineage != "[]"
)
_MOVES = select(
    transitions.c.id, transitions.c.from_id, transitions.c.to_id, transitions.c.cause, transitions.c.subject,
    transitions.c.attribute,
).where(scoped(transitions))  # fmt: skip
_FAILED = select(outbox.c.id, outbox.c.observation_id).where(scoped(outbox), outbox.c.error.is_not(None))
_LIVING_SLOTS = tuple(
    select(subject, attribute).distinct().where(scoped(table), ~table.c.erased, queries.in_slots(subject, attribute))
    for table, subject, attribute in (
        (statements, statements.c.subject, statements.c.attribute),
        (contingencies, contingencies.c.parent_subject, contingencies.c.parent_attribute),
        (contingencies, contingencies.c.child_subject, contingencies.c.child_attribute),
    )
)
_STANDING_SLOTS = (
    select(statements.c.id, statements.c.subject, statements.c.attribute)
    .join_from(statements, versions, and_(scoped(versions), versions.c.statement_id == statements.c.id))
    .where(
        scoped(statements),
        ~statements.c.erased,
        versions.c.recorded_to == OPEN,
        queries.in_slots(statements.c.subject, statements.c.attribute),
    )
)


def _scrub(table: Table, condition: ColumnElement[bool], **values: object) -> Update:
    return update(table).where(scoped(table), condition).values(values)


_SCRUB_OBSERVATION = _scrub(
    observations,
    observations.c.id == bindparam("of"),
    text="",
    speaker=None,
    digest="",
    idempotency_key=None,
    erased=True,
)
_SCRUB_STATEMENT = _scrub(
    statements,
    statements.c.id == bindparam("of"),
    subject="",
    attribute="",
    value="",
    norm="",
    value_kind="",
    unit=None,
    span_start=0,
    span_end=0,
    replaces=None,
    digest="",
    evidence="",
    erased=True,
)
_SCRUB_CONTINGENCY = _scrub(
    contingencies,
    contingencies.c.id == bindparam("of"),
    parent_subject="",
    parent_attribute="",
    trigger=None,
    child_subject="",
    child_attribute="",
    value=None,
    evidence="",
    span_start=0,
    span_end=0,
    trigger_value=None,
    parent_value=None,
    child_value=None,
    erased=True,
)
_SCRUB_LINKS = _scrub(links, links.c.observation_id == bindparam("of"), text_hash="", seen_hash=None)
_SCRUB_ITEM = _scrub(outbox, outbox.c.id == bindparam("of"), error=None)
_SCRUB_TRANSITION = _scrub(transitions, transitions.c.id == bindparam("of"), reason="")
_SCRUB_DECISIONS = _scrub(decisions, decisions.c.transition_id == bindparam("of"), note="")
_SCRUB_SLOT = _scrub(
    transitions, transitions.c.id == bindparam("of"), subject=NO_SLOT.subject, attribute=NO_SLOT.attribute
)
_NAMELESS = (transitions.c.subject == NO_SLOT.subject) & (transitions.c.attribute == NO_SLOT.attribute)
_SCRUB_PERSONS = (
    _scrub(transitions, _NAMELESS & transitions.c.decider.like(f"{PERSON}%"), decider=PERSON),
    _scrub(
        decisions,
        decisions.c.by.like(f"{PERSON}%")
        & queries.looked_up(
            select(transitions.c.id).where(
                scoped(transitions), transitions.c.id == decisions.c.transition_id, _NAMELESS
            ),
            of=decisions,
        ),
        by=PERSON,
    ),
)
"""Of a slot that nothing names any more, nobody needs to know who ruled on it."""
_SCRUB_VERDICTS = _scrub(verdicts, verdicts.c.reason != "", reason="")
_DROP_VERDICTS = delete(verdicts).where(scoped(verdicts), verdicts.c.slot_key == bindparam("of"))
"""Of a slot that is gone: its key is a digest of its name, and would tell it to who guesses."""
_DROP_EXTRACTIONS = delete(extractions).where(scoped(extractions), extractions.c.observation_id == bindparam("of"))
_DROP_TERMS = delete(terms).where(
    scoped(terms),
    queries.looked_up(
        select(statements.c.id).where(scoped(statements), statements.c.id == terms.c.statement_id, statements.c.erased),
        of=terms,
    ),
)
"""By statement, over all terms of the partition: which terms a statement has, the version that wrote it decided."""
_DROP_ECHOES = (
    delete(versions).where(scoped(versions), versions.c.statement_id == bindparam("of")),
    delete(statements).where(scoped(statements), statements.c.id == bindparam("of")),
)
"""Their ids are free again: where the same words are told once more, the same is stated."""


def erase(transaction: Transaction, observation_ids: Collection[str], *, text_index: TextIndex) -> None:
    """Take every text of those observations out of every table and index; unknown ids are passed over."""
    texts = dict(transaction.fetch_in(_PRESENT, lambda row: (str(row[0]), str(row[1])), observation_ids))
    gone = set(texts)
    if not gone:
        return
    dependencies = _doomed_dependencies(transaction, gone)
    doomed = _doomed_statements(transaction, gone | {c.id for c in dependencies})
    echoed = _echoes(transaction, texts.values(), {s.id for s in doomed})
    doomed += echoed
    text_index.remove(transaction, [s.id for s in doomed])
    transaction.change(_SCRUB_STATEMENT, _each(s.id for s in doomed))
    transaction.change(_DROP_TERMS, [{}])
    for drop in _DROP_ECHOES:
        transaction.change(drop, _each(s.id for s in echoed))
    transaction.change(_SCRUB_CONTINGENCY, _each(c.id for c in dependencies))
    for statement in (_DROP_EXTRACTIONS, _SCRUB_LINKS, _SCRUB_OBSERVATION):
        transaction.change(statement, _each(gone))
    failed = transaction.fetch(_FAILED, lambda row: (str(row[0]), str(row[1])))
    transaction.change(_SCRUB_ITEM, _each(item for item, observation in failed if observation in gone))
    # A verdict's pair does not say whose texts its reason quotes.
    transaction.change(_SCRUB_VERDICTS, [{}])
    moves = transaction.fetch(_MOVES, _move_of)
    _scrub_transitions(transaction, gone | {c.id for c in dependencies} | {s.id for s in doomed}, moves)
    _scrub_slots(transaction, _slots(doomed, dependencies), moves)


def _doomed_dependencies(transaction: Transaction, gone: set[str]) -> list[Contingency]:
    stated = transaction.fetch_in(_CONTINGENCIES, decoding.contingency_of, gone)
    borrowing = transaction.fetch(_BORROWING, decoding.contingency_of)
    return [*stated, *(c for c in borrowing if c.observation_id not in gone and gone & {*c.lineage})]


def _doomed_statements(transaction: Transaction, roots: set[str]) -> list[Statement]:
    direct = set(transaction.fetch_in(_STATEMENT_IDS, _first, roots))
    lineages = transaction.fetch(_LINEAGES, lambda row: (str(row[0]), decoding.ids_of(row[1])))
    doomed = direct | descendants(roots | direct, lineages)
    return transaction.fetch_in(queries.STATEMENTS_BY_ID, decoding.statement_of, doomed)


def _echoes(transaction: Transaction, texts: Collection[str], doomed: set[str]) -> list[Statement]:
    found = transaction.fetch(queries.WITHDRAWN, lambda row: (decoding.statement_of(row[:-1]), str(row[-1])))
    withdrawn = [(statement, text) for statement, text in found if statement.id not in doomed]
    slots = {statement.slot for statement, _ in withdrawn}
    there = transaction.fetch_in_slots(_STANDING_SLOTS, lambda row: (str(row[0]), Slot(row[1], row[2])), slots)
    return echoes(withdrawn, erased=texts, standing={slot for identifier, slot in there if identifier not in doomed})


@dataclass(frozen=True, slots=True)
class _Move:
    """A transition: its id, what it follows from, and its slot."""

    id: str
    parents: tuple[str, str, str]
    slot: Slot


def _move_of(row: Sequence[Any]) -> _Move:
    return _Move(str(row[0]), (row[1], row[2] or "", row[3]), Slot(row[4], row[5]))


def _scrub_transitions(transaction: Transaction, gone: set[str], moves: Sequence[_Move]) -> None:
    touched = descendants(gone, [(move.id, move.parents) for move in moves])
    transaction.change(_SCRUB_TRANSITION, _each(touched))
    transaction.change(_SCRUB_DECISIONS, _each(touched))


def _scrub_slots(transaction: Transaction, slots: set[Slot], moves: Sequence[_Move]) -> None:
    living = {
        slot
        for query in _LIVING_SLOTS
        for slot in transaction.fetch_in_slots(query, lambda row: Slot(row[0], row[1]), slots)
    }
    dead = slots - living
    transaction.change(_SCRUB_SLOT, _each(move.id for move in moves if move.slot in dead))
    transaction.change(_DROP_VERDICTS, _each(map(slot_key, dead)))
    for scrub in _SCRUB_PERSONS:
        transaction.change(scrub, [{}])


def _slots(doomed: Iterable[Statement], dependencies: Iterable[Contingency]) -> set[Slot]:
    ends = {slot for c in dependencies for slot in (c.parent, c.child)}
    return {s.slot for s in doomed} | ends


def _first(row: Sequence[Any]) -> str:
    return str(row[0])


def _each(ids: Iterable[str]) -> list[Row]:
    return [{"of": identifier} for identifier in ids]
