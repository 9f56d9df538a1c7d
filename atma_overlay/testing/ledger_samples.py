"""Records to try a ledger with, and a clock that is set by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from atma_overlay.changes import Changeset
from atma_overlay.ports.ledger import Ledger
from atma_overlay.records import (
    Act,
    Basis,
    Cardinality,
    Change,
    Contingency,
    Decision,
    DecisionState,
    Extraction,
    HostLink,
    Kind,
    LinkState,
    Observation,
    Origin,
    OutboxItem,
    Ruling,
    Slot,
    Standing,
    Statement,
    Status,
    Transition,
    Trigger,
    TriggerKind,
    Verdict,
)
from atma_overlay.scope import Scope

ALICE = Scope(tenant="acme", user="alice")
START = datetime(2026, 3, 1, 9, 30, 0, 250_001, tzinfo=UTC)
HOME = Slot("user", "home_city")
JOB = Slot("user", "employer")


class ManualClock:
    """A clock that stands still until it is set.

    Args:
        now: the aware datetime it shows.
    """

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    def advance(self, seconds: float) -> datetime:
        """Move it, backwards too, and give the new time."""
        self.now += timedelta(seconds=seconds)
        return self.now


def observation(
    identifier: str,
    text: str = "I live in Chicago.",
    *,
    minute: int = 0,
    position: int = 0,
    digest: str | None = None,
    key: str | None = None,
) -> Observation:
    """An observation said `minute` minutes after `START`."""
    return Observation(
        id=identifier,
        text=text,
        role="user",
        speaker="Alice",
        origin=Origin.USER,
        observed_at=START + timedelta(minutes=minute),
        recorded_at=START + timedelta(days=1),
        position=position,
        digest=f"digest-{identifier}" if digest is None else digest,
        agent="helper",
        session="s-1",
        idempotency_key=key,
        trace_id="0af7651916cd43dd8448eb211c80319c",
        span_id="b7ad6b7169203331",
    )


def statement(
    identifier: str,
    of: Observation,
    value: str = "Chicago",
    *,
    slot: Slot = HOME,
    unit: str | None = None,
    evidence: str | None = None,
    lineage: tuple[str, ...] = (),
) -> Statement:
    """A statement of `of`, in force from when it was said."""
    return Statement(
        id=identifier,
        observation_id=of.id,
        slot=slot,
        cardinality=Cardinality.SINGLE,
        act=Act.ASSERT,
        value=value,
        norm=value.lower(),
        value_kind="place",
        unit=unit,
        affirmed=True,
        span=(10, 17),
        valid_from=of.observed_at,
        valid_to=None,
        temporary=False,
        replaces=None,
        change=Change.NONE,
        confidence=0.875,
        basis=Basis.SAID,
        origin=of.origin,
        extractor="rules/1",
        observed_at=of.observed_at,
        position=of.position,
        digest=of.digest,
        evidence=of.text if evidence is None else evidence,
        lineage=lineage,
    )


def standing(of: Statement, status: Status = Status.ACTIVE) -> Standing:
    """What a fold that finds nothing else makes of a statement."""
    return Standing(of.id, of.id, status, of.valid_from, None)


def told(*statements: Statement, by: Observation) -> Changeset:
    """An observation with its statements, all of them active."""
    return Changeset(observations=(by,), statements=statements, standings=tuple(standing(s) for s in statements))


def transition(
    identifier: str, from_id: str, to_id: str | None = None, *, cause: str = "o-2", slot: Slot = HOME
) -> Transition:
    """A replacement by the rules."""
    return Transition(
        id=identifier,
        slot=slot,
        from_id=from_id,
        to_id=to_id,
        kind=Kind.REPLACED,
        cause=cause,
        decider="rules/1",
        reason="said to have moved",
        confidence=0.75,
        valid_at=START,
        recorded_at=START,
    )


def decision(transition_id: str, state: DecisionState = DecisionState.APPLIED, *, note: str = "") -> Decision:
    """A decision of the rules, its revision left to the ledger."""
    return Decision(transition_id, state, "rules/1", START, 0, note)


def verdict(pair: str, ruling: Ruling = Ruling.KEEP, *, reason: str = "both may hold") -> Verdict:
    """A model's answer, its revision left to the ledger."""
    return Verdict(pair, ruling, "some-model/judge-3", reason, 0.5, START, 0)


def contingency(identifier: str, of: Observation, *, parent: Slot = JOB, child: Slot = HOME) -> Contingency:
    """A dependency stated by `of`."""
    return Contingency(
        id=identifier,
        observation_id=of.id,
        parent=parent,
        trigger="a job in Denver",
        child=child,
        value="Denver",
        evidence=of.text,
        span=(0, 9),
        valid_from=of.observed_at,
        observed_at=of.observed_at,
        origin=of.origin,
        recorded_at=START,
        when=Trigger(TriggerKind.TO, "Denver"),
        parent_value="Boeing",
        child_value="Chicago",
    )


def extraction(of: Observation, candidates: str = '[{"value": "Chicago"}]') -> Extraction:
    """What the rules found in `of`."""
    return Extraction(of.id, "rules/1", candidates)


def link(
    host_id: str,
    of: Observation,
    *,
    host: str = "memory",
    text_hash: str = "5f2a",
    seen_hash: str | None = None,
    state: LinkState = LinkState.LIVE,
) -> HostLink:
    """The host memory that carries `of`."""
    return HostLink(host, host_id, of.id, text_hash, seen_hash, state)


def outbox_item(identifier: str, of: Observation) -> OutboxItem:
    """A promise to add `of` to the host."""
    return OutboxItem(identifier, of.id, "memory", "add")


def commit(ledger: Ledger, changes: Changeset, *, scope: Scope = ALICE) -> None:
    """Write a changeset that needs no reading."""
    ledger.write(scope, lambda _: (changes, None))
