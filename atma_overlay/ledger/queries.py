"""The reads of a SQL ledger, built once; a list of values is bound as `values`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Exists,
    Select,
    Table,
    and_,
    bindparam,
    column,
    func,
    literal_column,
    null,
    or_,
    select,
    tuple_,
    union_all,
    values,
)

from atma_overlay.ledger.decoding import (
    CONTINGENCY,
    DECISION,
    EXTRACTION,
    HELD,
    LINK,
    OBSERVATION,
    OUTBOX,
    STAGING,
    STATEMENT,
    TOUCH,
    TRANSITION,
    VERDICT,
    VERSION,
)
from atma_overlay.ledger.tables import (
    OPEN,
    contingencies,
    decisions,
    extractions,
    links,
    observations,
    outbox,
    partitions,
    stagings,
    statements,
    terms,
    touches,
    transitions,
    verdicts,
    versions,
)
from atma_overlay.ledger.transaction import scoped
from atma_overlay.ledger.words import Words
from atma_overlay.records import LinkState, OutboxState, Residence

VALUES: BindParameter[object] = bindparam("values", expanding=True)


def in_slots(subject: ColumnElement[str], attribute: ColumnElement[str]) -> ColumnElement[bool]:
    """The condition that a slot is among those of `Transaction.fetch_in_slots`."""
    # The two single lists are there for the index, which SQLite does not search for a list of pairs.
    return and_(
        subject.in_(bindparam("subjects", expanding=True)),
        attribute.in_(bindparam("attributes", expanding=True)),
        tuple_(subject, attribute).in_(VALUES),
    )


HEAD = select(
    partitions.c.revision,
    partitions.c.recorded_at,
    select(stagings.c.record_id).where(scoped(stagings)).limit(1).scalar_subquery(),
).where(scoped(partitions))
"""The revision and its instant, and whether a lifecycle or retention has an eye on anything."""
PARTITION = select(partitions.c.revision, partitions.c.recorded_at).where(scoped(partitions))

_SAYING = (observations.c.observed_at, observations.c.position, observations.c.digest, observations.c.id)
ALL_OBSERVATIONS = select(*OBSERVATION).where(scoped(observations), ~observations.c.erased)

OBSERVATIONS = ALL_OBSERVATIONS.where(observations.c.id.in_(VALUES))
OBSERVED = ALL_OBSERVATIONS.order_by(*_SAYING)
OBSERVED_AFTER = OBSERVED.where(
    tuple_(*_SAYING[:3]) > tuple_(bindparam("observed_at"), bindparam("position"), bindparam("digest"))
)
OBSERVATION_BY_KEY = ALL_OBSERVATIONS.where(observations.c.idempotency_key == bindparam("key"))
IDS_BY_KEY = select(observations.c.idempotency_key, observations.c.id).where(
    scoped(observations), ~observations.c.erased, observations.c.idempotency_key.in_(VALUES)
)
LAST_OBSERVATION = ALL_OBSERVATIONS.order_by(*(column.desc() for column in _SAYING)).limit(1)
ERASED_OBSERVATIONS = select(observations.c.id).where(
    scoped(observations), observations.c.erased, observations.c.id.in_(VALUES)
)
TOMBSTONES = select(*OBSERVATION).where(scoped(observations), observations.c.erased).order_by(*_SAYING)

EXTRACTIONS = (
    select(*EXTRACTION, *_SAYING, extractions.c.written, extractions.c.ordinal)
    .join_from(
        extractions,
        observations,
        and_(scoped(observations), observations.c.id == extractions.c.observation_id),
    )
    .where(scoped(extractions), extractions.c.observation_id.in_(VALUES))
)

_KNOWN = and_(versions.c.recorded_from <= bindparam("known"), versions.c.recorded_to > bindparam("known"))
_VERSION_OF_STATEMENT = and_(scoped(versions), versions.c.statement_id == statements.c.id)


@dataclass(frozen=True, slots=True)
class HeldQuery:
    """One choice of statements with a version at `known`: their whole rows, or only where to find them.

    Attributes:
        rows: `HELD` columns.
        places: id, revision, and from and until when the version was known.
    """

    rows: Select[Any]
    places: Select[Any]

    def where(self, condition: ColumnElement[bool]) -> HeldQuery:
        """The same of fewer statements."""
        return HeldQuery(self.rows.where(condition), self.places.where(condition))


def _all_held(*columns: ColumnElement[object]) -> Select[Any]:
    found: Any = select(*columns).join_from(statements, versions, _VERSION_OF_STATEMENT)
    held: Select[Any] = found.where(scoped(statements), ~statements.c.erased, _KNOWN)
    return held


_PLACE = (statements.c.id, versions.c.revision, versions.c.recorded_from, versions.c.recorded_to)
ALL_HELD = HeldQuery(_all_held(*HELD), _all_held(*_PLACE))
SLOTS = select(statements.c.subject, statements.c.attribute).distinct().where(scoped(statements), ~statements.c.erased)
SLOTS_OF_SUBJECT = SLOTS.where(statements.c.subject == bindparam("subject"))
SLOTS_OF_ATTRIBUTES = SLOTS_OF_SUBJECT.where(statements.c.attribute.in_(VALUES))
HELD_BY_ID = ALL_HELD.where(statements.c.id.in_(VALUES))
HELD_IN_SLOTS = ALL_HELD.where(in_slots(statements.c.subject, statements.c.attribute))
HELD_OF_OBSERVATIONS = ALL_HELD.where(statements.c.observation_id.in_(VALUES))

_CARRIED = (
    select(links.c.host, links.c.host_id, links.c.observation_id, *_PLACE)
    .select_from(links)
    .join(statements, and_(scoped(statements), statements.c.observation_id == links.c.observation_id))
    .join(versions, _VERSION_OF_STATEMENT)
)
CARRIED = _CARRIED.where(
    scoped(links), links.c.state == LinkState.LIVE.value, ~statements.c.erased, _KNOWN, links.c.host_id.in_(VALUES)
)
"""What the memories of a host carry: host, memory, observation, and a place."""

STATEMENTS = (
    select(*STATEMENT, statements.c.written, statements.c.ordinal)
    .where(scoped(statements), ~statements.c.erased)
    .order_by(statements.c.written, statements.c.ordinal)
)


def looked_up(found: Select[Any], *, of: Table) -> Exists:
    """Whether there is such a row, looked for by its key for each row of another table.

    PostgreSQL takes an `EXISTS` or `IN` apart into a join, and, since it thinks every partition small, compares each
    row of a large one with each. With an offset it does not.
    """
    return found.offset(literal_column("0")).correlate(of).exists()


_STANDS = select(versions.c.statement_id).where(_VERSION_OF_STATEMENT, versions.c.recorded_to == OPEN)
WITHDRAWN = (
    select(*STATEMENT, observations.c.text)
    .join_from(
        statements,
        observations,
        and_(scoped(observations), observations.c.id == statements.c.observation_id),
    )
    .where(scoped(statements), ~statements.c.erased, ~observations.c.erased, ~looked_up(_STANDS, of=statements))
)
"""Statements of which no version stands, each with the text of its observation."""
STATEMENTS_BY_ID = STATEMENTS.where(statements.c.id.in_(VALUES))
VERSIONS = select(*VERSION).where(scoped(versions)).order_by(versions.c.statement_id, versions.c.revision)
VERSIONS_BY_STATEMENT = VERSIONS.where(versions.c.statement_id.in_(VALUES))
STORED = (
    select(statements.c.id, statements.c.erased, *VERSION)
    .outerjoin_from(statements, versions, and_(_VERSION_OF_STATEMENT, versions.c.recorded_to == OPEN))
    .where(scoped(statements), statements.c.id.in_(VALUES))
)
"""Whether statements are there, and are erased, with the version of each that stands."""

TRANSITIONS = (
    select(*TRANSITION, transitions.c.written, transitions.c.ordinal)
    .where(scoped(transitions))
    .order_by(transitions.c.written, transitions.c.ordinal)
)
TRANSITIONS_BY_ID = TRANSITIONS.where(transitions.c.id.in_(VALUES))
DECISIONS = (
    select(*DECISION)
    .where(scoped(decisions))
    .order_by(decisions.c.transition_id, decisions.c.written, decisions.c.ordinal)
)
DECISIONS_BY_TRANSITION = DECISIONS.where(decisions.c.transition_id.in_(VALUES))
JUDGED_OF_STATEMENTS = (
    select(
        *TRANSITION, transitions.c.written, transitions.c.ordinal, *DECISION,
        decisions.c.written.label("decision_written"), decisions.c.ordinal.label("decision_ordinal"),
    )
    .outerjoin_from(transitions, decisions, and_(scoped(decisions), decisions.c.transition_id == transitions.c.id))
    .where(scoped(transitions), or_(transitions.c.from_id.in_(VALUES), transitions.c.to_id.in_(VALUES)))
    .order_by(transitions.c.written, transitions.c.ordinal, decisions.c.written, decisions.c.ordinal)
)  # fmt: skip

_TRACED = (observations.c.trace_id, observations.c.span_id, observations.c.id)
_WAS_TRACED = and_(~observations.c.erased, observations.c.trace_id.is_not(None), observations.c.span_id.is_not(None))
_NONE = null()
TRACED_STATEMENTS = (
    select(
        *_TRACED,
        statements.c.id.label("statement"),
        _NONE.label("transition"),
        literal_column("0").label("written"),
        literal_column("0").label("ordinal"),
    )
    .join_from(statements, observations, and_(scoped(observations), observations.c.id == statements.c.observation_id))
    .where(scoped(statements), ~statements.c.erased, statements.c.id.in_(VALUES), _WAS_TRACED)
)


def traced_transitions(chosen: ColumnElement[bool]) -> Select[Any]:
    """The writes that caused transitions, in the columns of `PROVENANCE`."""
    cause = and_(scoped(observations), observations.c.id == transitions.c.cause)
    moved = transitions.c.id.label("transition")
    return (
        select(*_TRACED, _NONE.label("statement"), moved, transitions.c.written, transitions.c.ordinal)
        .join_from(transitions, observations, cause)
        .where(scoped(transitions), chosen, _WAS_TRACED)
    )


PROVENANCE = union_all(
    TRACED_STATEMENTS,
    traced_transitions(or_(transitions.c.from_id.in_(VALUES), transitions.c.to_id.in_(VALUES))),
)

VERDICTS = (
    select(*VERDICT, verdicts.c.written, verdicts.c.ordinal)
    .where(scoped(verdicts))
    .order_by(verdicts.c.written, verdicts.c.ordinal)
)
VERDICTS_OF_SLOTS = VERDICTS.where(verdicts.c.slot_key.in_(VALUES))

CONTINGENCIES = select(*CONTINGENCY).where(scoped(contingencies), ~contingencies.c.erased)
CONTINGENCIES_OF_PARENTS = CONTINGENCIES.where(
    in_slots(contingencies.c.parent_subject, contingencies.c.parent_attribute)
)

_LINKS = select(*LINK).where(scoped(links))
LINKS_BY_HOST_ID = _LINKS.where(links.c.host_id.in_(VALUES))
LINKS_BY_OBSERVATION = _LINKS.where(links.c.observation_id.in_(VALUES))

STAGINGS = select(*STAGING).where(scoped(stagings)).order_by(stagings.c.record_id, stagings.c.revision)
_STAGINGS_KNOWN = STAGINGS.where(
    stagings.c.recorded_from <= bindparam("known"), stagings.c.recorded_to > bindparam("known")
)
STAGINGS_IN_PLACE = _STAGINGS_KNOWN.where(stagings.c.residence == Residence.STAGED.value)
STAGINGS_OPEN = STAGINGS.where(stagings.c.recorded_to == OPEN, stagings.c.residence == Residence.STAGED.value)
STAGINGS_OF_RECORDS = _STAGINGS_KNOWN.where(stagings.c.record_id.in_(VALUES))

TOUCHES = select(*TOUCH).where(scoped(touches)).order_by(touches.c.written, touches.c.ordinal)

NOT_DONE = [state.value for state in OutboxState if state is not OutboxState.DONE]
WAITING = (
    select(*OUTBOX)
    .where(scoped(outbox), outbox.c.state.in_(NOT_DONE))
    .order_by(outbox.c.written, outbox.c.ordinal)
    .limit(bindparam("limit"))
)
PENDING_AT = (
    select(*OUTBOX)
    .where(scoped(outbox), outbox.c.state == OutboxState.PENDING.value, outbox.c.host == bindparam("host"))
    .order_by(outbox.c.written, outbox.c.ordinal)
    .limit(bindparam("limit"))
)
GIVEN_UP = select(func.count()).where(
    scoped(outbox), outbox.c.state == OutboxState.FAILED.value, outbox.c.host == bindparam("host")
)

MAX_SLOTS = 128
"""How many slots one statement of `held_in_slots` looks up."""


@cache
def held_in_slots(count: int) -> HeldQuery:
    """`HELD_IN_SLOTS` of so many slots, bound as `subject_0` and `attribute_0` and so on; one of None is no slot.

    SQLite looks up slot after slot, where for lists it tries every subject with every attribute.
    """
    names = ("subject", "attribute")
    pairs = [tuple(bindparam(f"{name}_{number}", type_=Words()) for name in names) for number in range(count)]
    wanted = values(*(column(name, Words) for name in names), name="wanted").data(pairs).cte("wanted")
    named = and_(
        scoped(statements), statements.c.subject == wanted.c.subject, statements.c.attribute == wanted.c.attribute
    )

    def of(*columns: ColumnElement[Any]) -> Select[Any]:
        found: Any = select(*columns).select_from(wanted).join(statements, named).join(versions, _VERSION_OF_STATEMENT)
        held: Select[Any] = found.where(~statements.c.erased, _KNOWN)
        return held

    return HeldQuery(of(*HELD), of(*_PLACE))


MAX_TERMS = 32
"""How many terms one statement of `latest_with` looks up."""


@cache
def latest_with(count: int) -> CompoundSelect[Any]:
    """The latest observed statements with each of `count` terms: the term's number, and a place.

    Term and limit are bound as `term_0` and `limit_0` and so on. Each term's own latest are read off the end of its
    stretch of the index, so that a term which every statement carries costs no more than a rare one. Erasure takes
    a statement's terms out of the index: none of them is erased.
    """
    return union_all(*(_latest_with(number) for number in range(count)))


def _latest_with(number: int) -> Select[Any]:
    latest = (
        select(literal_column(str(number)).label("number"), terms.c.statement_id, *_PLACE[1:])
        .select_from(terms)
        .join(versions, and_(scoped(versions), versions.c.statement_id == terms.c.statement_id))
        .where(scoped(terms), terms.c.field == bindparam("field"), terms.c.term == bindparam(f"term_{number}"), _KNOWN)
        .order_by(terms.c.observed_at.desc(), terms.c.position.desc(), terms.c.statement_id.desc())
        .limit(bindparam(f"limit_{number}"))
        .subquery()
    )
    return select(latest)
