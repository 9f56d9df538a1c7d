"""What people do to the ledger: look, undo, correct, forget, erase, review, promote."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, HostDelete, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import AtmaError, ConflictError, InvalidInputError, NotFoundError
from atma_overlay.language.candidates import Candidate, Found, Part, from_json
from atma_overlay.ports.ledger import Judged, LedgerReader
from atma_overlay.reading.gather import narrow
from atma_overlay.records import (
    Act,
    Change,
    DecisionState,
    Extraction,
    Held,
    HostLink,
    Observation,
    Origin,
    OutboxItem,
    OutboxState,
    Ruling,
    Slot,
    Statement,
    Verdict,
)
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker, pair_key
from atma_overlay.state.present import label_of, state_records, transition_records
from atma_overlay.state.resolve import topic_records
from atma_overlay.state.values import normalise
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import EraseReceipt, Explanation, Proposal, Timeline, TransitionRecord, WriteReceipt
from atma_overlay.write_path import Writer, commit

PROPOSAL_LIFETIME = timedelta(days=30)


def timeline_flow(
    scope: Scope, *, subject: str | None, attribute: str | None, known_at: datetime | None, linker: Linker
) -> Flow[Timeline]:
    """Every slot of the scope, in the order of valid time."""
    yield Stage("maintain")
    result = yield LedgerRead(scope, lambda reader: _timeline(reader, scope, subject, attribute, known_at, linker))
    yield Stage(None)
    return result  # type: ignore[no-any-return] - a timeline


def _timeline(
    reader: LedgerReader, scope: Scope, subject: str | None, attribute: str | None, known_at: datetime | None, linker: Linker
) -> Timeline:  # fmt: skip
    held = [h for h in reader.all_held(known_at=known_at) if _wanted(h, subject, attribute)]
    held = in_scope(held, scope, reader, linker)
    ids = {h.statement.id for h in held}
    judged = [j for j in reader.transitions(ids) if j.transition.from_id in ids or j.transition.to_id in ids]
    if known_at is not None:
        judged = _known(judged, known_at)
    records = state_records(held, reader)
    records.sort(key=lambda r: (r.subject, r.attribute, r.valid_from, r.observed_at))
    contingencies = tuple(c.evidence for c in reader.contingencies())
    return Timeline(
        records=tuple(records), transitions=tuple(transition_records(judged, reader)), contingencies=contingencies,
        revision=reader.revision(),
    )  # fmt: skip


def _known(judged: Sequence[Judged], known_at: datetime) -> list[Judged]:
    out = []
    for j in judged:
        decisions = tuple(d for d in j.decisions if d.recorded_at <= known_at)
        if decisions:
            out.append(Judged(j.transition, decisions))
    return out


def _wanted(held: Held, subject: str | None, attribute: str | None) -> bool:
    slot = held.statement.slot
    wanted = attribute.lower().replace(" ", "_") if attribute else None
    return (subject is None or slot.subject == subject.lower()) and (wanted is None or slot.attribute == wanted)


def in_scope(held: Sequence[Held], scope: Scope, reader: LedgerReader, linker: Linker) -> list[Held]:
    """Statements as they stand for a scope; one with an agent or a session sees only what was said there."""
    if scope.agent is None and scope.session is None:
        return list(held)
    by_slot: dict[Slot, list[Held]] = {}
    for h in held:
        by_slot.setdefault(h.statement.slot, []).append(h)
    return [h for members in by_slot.values() for h in narrow(members, scope, reader, linker)]


def why_flow(record_id: str, scope: Scope, *, now: datetime, linker: Linker) -> Flow[Explanation]:
    """The evidence of a record and every transition in and out of it."""
    yield Stage("maintain")
    result = yield LedgerRead(scope, lambda reader: _explain(reader, record_id, scope, now, linker))
    yield Stage(None)
    return result  # type: ignore[no-any-return] - an explanation


def _explain(reader: LedgerReader, record_id: str, scope: Scope, now: datetime, linker: Linker) -> Explanation:
    held = _one(reader, record_id, scope)
    members = in_scope(reader.in_slots([held.statement.slot]), scope, reader, linker)
    spell = [h for h in members if h.standing.record_id == held.standing.record_id]
    records = {r.id: r for r in state_records(members, reader)}
    record = records.get(held.standing.record_id)
    if record is None:
        raise NotFoundError("record", record_id)
    head = next(h for h in spell if h.statement.id == record.id)
    ids = {h.statement.id for h in spell}
    judged = [j for j in reader.transitions(ids)]
    return Explanation(
        record=record, evidence=tuple((h.statement.observation_id, h.statement.evidence) for h in spell),
        transitions=tuple(transition_records(judged, reader)), label=label_of(head, at=now, unresolved=True),
    )  # fmt: skip


def _one(reader: LedgerReader, record_id: str, scope: Scope) -> Held:
    found = [h for h in reader.held([record_id]) if scope.admits(h.statement.agent, h.statement.session)]
    if not found:
        raise NotFoundError("record", record_id)
    return found[0]


def rule_flow(
    transition_id: str, scope: Scope, *, ruling: Ruling, reason: str, now: datetime, linker: Linker, person: str
) -> Flow[TransitionRecord]:
    """A person's word on one transition: undo, accept or decline. It stands over every later fold (law 5)."""
    yield Stage("maintain")
    result = yield LedgerWrite(
        scope, lambda reader: _rule(reader, transition_id, scope, ruling, reason, now, linker, person)
    )
    yield Stage(None)
    return result  # type: ignore[no-any-return] - a transition record


def _rule(  # noqa: PLR0913 - one ruling
    reader: LedgerReader, transition_id: str, scope: Scope, ruling: Ruling, reason: str, now: datetime, linker: Linker,
    person: str,
) -> tuple[Changeset, TransitionRecord]:  # fmt: skip
    judged = reader.transition(transition_id)
    if judged is None or not _visible(reader, judged, scope):
        raise NotFoundError("transition", transition_id)
    state = judged.latest.state
    expected = DecisionState.APPLIED if reason == "undone" else DecisionState.PROPOSED
    if state is not expected:
        raise ConflictError(f"transition {transition_id!r} is {state}, not {expected}: read it again")
    workspace = Workspace(reader, linker)
    statements = workspace.statements(judged.transition.slot)
    verdicts = _verdicts(judged, statements, ruling, reason, now, person)
    if not verdicts:
        raise ConflictError(f"transition {transition_id!r}: its evidence was erased")
    for verdict in verdicts:
        workspace.decide(verdict, judged.transition.slot)
    changes, _ = workspace.outcome(now=now)
    latest = next((d for d in reversed(changes.decisions) if d.transition_id == transition_id), judged.latest)
    record = transition_records([Judged(judged.transition, (*judged.decisions, latest))], reader)[0]
    return changes, record


def _visible(reader: LedgerReader, judged: Judged, scope: Scope) -> bool:
    ids = [i for i in (judged.transition.from_id, judged.transition.to_id) if i]
    return all(scope.admits(h.statement.agent, h.statement.session) for h in reader.held(ids))


def _verdicts(
    judged: Judged, statements: dict[str, Statement], ruling: Ruling, reason: str, now: datetime, person: str
) -> list[Verdict]:
    """One verdict for each member of the retired spell against each statement of the cause in this slot."""
    t = judged.transition
    causes = [s for s in statements.values() if s.observation_id == t.cause]
    old = statements.get(t.from_id)
    if old is None:
        return []
    spell = [s for s in statements.values() if s.norm == old.norm and s.act is not Act.END]
    return [
        Verdict(pair_key(member, cause), ruling, f"person:{person}", reason, 1.0, now, 0)
        for member in spell
        for cause in causes
        if member.id != cause.id
    ]


def state_flow(  # noqa: PLR0913 - one act of a person on one slot
    writer: Writer, scope: Scope, *, act: Act, what: str, value: str | None, at: datetime, extra: str
) -> Flow[WriteReceipt]:
    """`correct` and `forget` as observations of their own, so that they replay like everything else."""
    yield Stage("maintain")
    receipt = yield LedgerWrite(scope, lambda reader: _act(reader, writer, scope, act, what, value, at, extra))
    yield Stage(None)
    return receipt  # type: ignore[no-any-return] - a receipt


def _act(  # noqa: PLR0913 - see `state_flow`
    reader: LedgerReader, writer: Writer, scope: Scope, act: Act, what: str, value: str | None, at: datetime, extra: str
) -> tuple[Changeset, WriteReceipt]:
    targets = _targets(reader, writer, scope, what)
    if not targets:
        raise NotFoundError("record", what)
    text = value if value is not None else "retracted"
    observation = Observation(
        f"obs_{uuid.uuid4().hex[:20]}", text, "user", None, Origin.USER, at, writer.clock(), 0,
        hashlib.sha256(f"{act}\x1f{text}\x1f{[t.id for t in targets]}".encode()).hexdigest()[:32],
        scope.agent, scope.session, uuid.uuid4().hex,
    )  # fmt: skip
    candidates = tuple(_candidate(t, act, value, at) for t in targets)
    changes, receipt = commit(reader, [(observation, Found(candidates, (), ()))], writer, to_host=False)
    return changes, receipt.model_copy(update={"mode": writer.mode})


def _targets(reader: LedgerReader, writer: Writer, scope: Scope, what: str) -> list[Statement]:
    held = [h for h in reader.held([what]) if scope.admits(h.statement.agent, h.statement.session)]
    if held:
        return [h.statement for h in held]
    found = topic_records(what, Workspace(reader, writer.linker))
    return [s for s in found if scope.admits(s.agent, s.session)]


def _candidate(target: Statement, act: Act, value: str | None, at: datetime) -> Candidate:
    new = target.value if value is None else value
    return Candidate(
        Part.STATEMENT, act, target.slot.subject, target.slot.attribute, True, target.cardinality, new, normalise(new),
        target.value_kind, target.unit, target.affirmed, (0, len(new)), new if value is not None else "", at, None, False,
        Change.TOLD, target.norm if value is not None else None, 1.0,
    )  # fmt: skip


def review_flow(scope: Scope, *, now: datetime) -> Flow[tuple[Proposal, ...]]:
    """The proposals of the scope that have not expired."""
    yield Stage("maintain")
    found = yield LedgerRead(scope, lambda reader: _proposals(reader, scope, now))
    yield Stage(None)
    return found  # type: ignore[no-any-return] - proposals


def _proposals(reader: LedgerReader, scope: Scope, now: datetime) -> tuple[Proposal, ...]:
    open_ = [j for j in reader.transitions() if j.latest.state is DecisionState.PROPOSED and _visible(reader, j, scope)]
    open_ = [j for j in open_ if j.latest.recorded_at + PROPOSAL_LIFETIME > now]
    records = transition_records(open_, reader)
    return tuple(
        Proposal(transition=r, expires_at=j.latest.recorded_at + PROPOSAL_LIFETIME)
        for r, j in zip(records, open_, strict=True)
    )


def erase_flow(
    scope: Scope, *, record_id: str | None, observation_id: str | None, everything: bool, host_name: str,
    erases: bool, linker: Linker, now: datetime,
) -> Flow[EraseReceipt]:  # fmt: skip
    """Erase observations with everything that stands on them, here and at the host (law 7)."""
    if sum((record_id is not None, observation_id is not None, everything)) != 1:
        raise InvalidInputError("erase", "name exactly one of record_id, observation_id or everything=True")
    yield Stage("maintain")
    ids, records, host_ids = yield LedgerRead(
        scope, lambda reader: _to_erase(reader, scope, record_id, observation_id, everything)
    )
    not_erased: list[str] = []
    if host_ids:
        try:
            yield HostDelete(scope, host_ids)
            not_erased += [] if erases else [f"{host_name}: deletes may leave copies in the host's own logs"]
        except (AtmaError, OSError) as error:
            not_erased += [f"{host_name}: {type(error).__name__}; the deletion waits in the outbox"]
    failed = bool(not_erased) and not erases is None and "outbox" in "".join(not_erased)  # noqa: E714
    yield LedgerWrite(scope, lambda reader: _erase(reader, ids, host_ids if failed else (), host_name, linker, now))
    yield Stage(None)
    return EraseReceipt(
        observation_ids=tuple(ids), record_ids=tuple(records), host_ids=tuple(host_ids), not_erased=tuple(not_erased)
    )


def _to_erase(
    reader: LedgerReader, scope: Scope, record_id: str | None, observation_id: str | None, everything: bool
) -> tuple[list[str], list[str], list[str]]:
    if record_id is not None:
        held = _one(reader, record_id, scope)
        same = reader.in_slots([held.statement.slot])
        ids = sorted({h.statement.observation_id for h in same if h.standing.record_id == held.standing.record_id})
    elif observation_id is not None:
        found = [o for o in reader.observations([observation_id]) if scope.admits(o.agent, o.session)]
        if not found:
            raise NotFoundError("observation", observation_id)
        ids = [observation_id]
    else:
        ids = [o.id for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
    records = [h.statement.id for h in reader.of_observations(ids) if h.is_record]
    host_ids = [link.host_id for link in reader.links(observation_ids=ids)]
    return ids, records, host_ids


def _erase(
    reader: LedgerReader, ids: Sequence[str], host_ids: Sequence[str], host_name: str, linker: Linker, now: datetime
) -> tuple[Changeset, None]:
    """Scrub, and re-fold the slots without what is gone; an erased successor leaves its slot unresolved."""
    gone = {h.statement.id: h.statement for h in reader.of_observations(ids)}
    workspace = Workspace(reader, linker)
    for slot in {s.slot for s in gone.values()}:
        workspace.drop(slot, set(gone))
    outcome, _ = workspace.outcome(now=now)
    waiting = tuple(
        OutboxItem(f"del_{h}", ids[0], host_name, "delete", OutboxState.PENDING, 0, h) for h in host_ids
    )
    return replace(outcome, erased=tuple(ids), outbox=waiting), None


def promote_flow(writer: Writer, scope: Scope, *, shadow: object, mode: str) -> Flow[WriteReceipt]:
    """Feed what the shadow plane observed through the live write path; the host already has the texts."""
    yield Stage("maintain")
    observed, extracted, links = shadow.read(scope, _everything)  # type: ignore[attr-defined] - a Ledger
    found = {e.observation_id: from_json(e.candidates) for e in extracted}
    batch = [(o, found.get(o.id, Found((), (), ()))) for o in observed if scope.admits(o.agent, o.session)]

    def work(reader: LedgerReader) -> tuple[Changeset, WriteReceipt]:
        changes, receipt = commit(reader, batch, writer, to_host=False)
        stored = {o.id for o in changes.observations}
        carried = tuple(link for link in links if link.observation_id in stored)
        return replace(changes, links=carried) if stored else changes, receipt

    receipt = yield LedgerWrite(scope, work)
    yield Stage(None)
    return receipt  # type: ignore[no-any-return] - a receipt


def _everything(reader: LedgerReader) -> tuple[list[Observation], list[Extraction], list[HostLink]]:
    observed = reader.observed_after(None)
    ids = [o.id for o in observed]
    return observed, reader.extractions(ids), reader.links(observation_ids=ids)
