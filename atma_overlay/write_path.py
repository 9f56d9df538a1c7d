"""The write path: observe, extract, resolve slots, adjudicate, commit, hand to the host. One direction, one commit."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.effects import Compute, Flow, LedgerWrite, Stage, Steps, finished
from atma_overlay.errors import AtmaError, InvalidInputError
from atma_overlay.judge.flow import judge_flow
from atma_overlay.judge.outcome import NOTHING, Outcome, split, waiting
from atma_overlay.judge.question import Question, question_of
from atma_overlay.judge.reach import Reach
from atma_overlay.judge.settings import Judge
from atma_overlay.language.candidates import Found, to_json
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.language.zones import WallClock
from atma_overlay.outbox import Drained, drain_flow, promise
from atma_overlay.ports.host_powers import HostPowers
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.receipts import receipt_of
from atma_overlay.records import (
    Contingency,
    Extraction,
    Observation,
    Origin,
    Slot,
    Verdict,
)
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker
from atma_overlay.state.propagation import Propagation, Stated
from atma_overlay.state.resolution.utterance import resolve
from atma_overlay.state.workspace import CONVERSATION_GAP, Workspace
from atma_overlay.views import Turn, WriteReceipt

MAX_TEXT_CHARACTERS = 10_000_000
MAX_CLOCK_SKEW = timedelta(hours=24)
"""Observations dated further ahead than this are refused: a forged date may not outrank what is said later."""
NOTHING_FOUND = NOTHING
_ORIGINS = {"user": Origin.USER, "assistant": Origin.AGENT, "system": Origin.AGENT, "tool": Origin.TOOL}
ROLES = tuple(_ORIGINS)
"""Whose turn it can be."""


@dataclass(frozen=True, slots=True)
class Writer:
    """What the write flow needs."""

    extractor: RulesExtractor
    linker: Linker
    host_name: str
    clock: Callable[[], datetime]
    mode: str
    powers: HostPowers
    judge: Judge | None = None


def speaker_subject(name: str | None) -> str:
    """The canonical subject that *I* stands for when `name` speaks."""
    return name.strip().lower() if name else "user"


def observe(
    turns: Sequence[Turn],
    *,
    scope: Scope,
    observed_at: datetime | None,
    origin: Origin | None,
    clock: Callable[[], datetime],
) -> list[Observation]:
    """The observations of a batch of turns, checked.

    Raises:
        InvalidInputError: a naive or far-off date, an empty or oversized text, an unknown role.
    """
    now = clock()
    out = []
    for position, turn in enumerate(turns):
        at = turn.observed_at or observed_at
        _check(turn, at or now, now, position, len(turns))
        out.append(_observation(turn, position, scope, at, now, origin))
    return out


def _observation(
    turn: Turn, position: int, scope: Scope, dated: datetime | None, now: datetime, origin: Origin | None
) -> Observation:
    """An undated turn is new each time it is handed over; a dated one is known by its date, place and words."""
    at = (dated or now).astimezone(UTC)
    stands_for = origin or _ORIGINS[turn.role]
    content = digest(turn.role, turn.name or "", stands_for, str(scope.agent), str(scope.session), turn.text)
    natural = digest(at.isoformat(), str(position), content, characters=64)
    key = turn.key or (natural if dated else uuid.uuid4().hex)
    return Observation(
        f"obs_{uuid.uuid4().hex[:20]}", turn.text, turn.role, turn.name, stands_for, at, now,
        position, content, scope.agent, scope.session, key,
    )  # fmt: skip


def _check(turn: Turn, at: datetime, now: datetime, position: int, count: int) -> None:
    where = f"turns[{position}]." if count > 1 else ""
    if at.tzinfo is None:
        raise InvalidInputError(f"{where}observed_at", "has no time zone: pass an aware datetime, e.g. with tzinfo=UTC")
    if at > now + MAX_CLOCK_SKEW:
        raise InvalidInputError(f"{where}observed_at", f"{at.isoformat()} lies in the future: pass when it was said")
    if not turn.text.strip():
        raise InvalidInputError(f"{where}text", "is empty: leave the turn out")
    if len(turn.text) > MAX_TEXT_CHARACTERS:
        raise InvalidInputError(f"{where}text", f"is longer than {MAX_TEXT_CHARACTERS} characters: split the document")
    if turn.role not in _ORIGINS:
        raise InvalidInputError(f"{where}role", f"{turn.role!r} is not one of {', '.join(_ORIGINS)}")


def remember_flow(
    writer: Writer, scope: Scope, observations: list[Observation], *, zone: tzinfo = UTC, later: bool = False
) -> Flow[WriteReceipt]:
    """Store a batch of observations and what follows from them.

    Once the ledger has it, it is stored: what the host or the outbox fails at is pending, and no error.

    Args:
        writer: the parts of the write flow.
        scope: whose memory.
        observations: what was said.
        zone: where it was said, for *today* and *last Tuesday*.
        later: end with the commit: the host is owed the texts, and the judge is owed the reading.
    """
    yield Stage("extract")
    found: list[Found] = yield Compute(lambda: [extract(writer.extractor, o, zone=zone) for o in observations])
    batch = list(zip(observations, found, strict=True))
    judged: Outcome | None = None
    if writer.judge is not None and later:
        judged = Outcome(pending=frozenset(o.id for o in observations if o.origin is not Origin.AGENT))
    elif writer.judge is not None:
        judged = yield from judge_flow(
            writer.judge, scope, lambda reader: _asked(reader, batch, writer, scope),
            lexicon=writer.extractor.lexicon, speaker=_speaker, clock=writer.clock,
        )  # fmt: skip
    yield Stage("adjudicate")
    receipt: WriteReceipt = yield LedgerWrite(scope, lambda reader: commit_steps(reader, batch, writer, judged=judged))
    if later:
        yield Stage(None)
        return receipt.model_copy(update={"pending_host_writes": len(receipt.observation_ids), "mode": writer.mode})
    yield Stage("host")
    try:
        drained = yield from drain_flow(writer, scope)
    except AtmaError:
        drained = Drained((), settled=0, waiting=len(receipt.observation_ids))
    yield Stage(None)
    mine = tuple(host_id for observation_id, host_id in drained.carried if observation_id in receipt.observation_ids)
    return receipt.model_copy(update={"host_ids": mine, "pending_host_writes": drained.waiting, "mode": writer.mode})


def _speaker(observation: Observation) -> str:
    return speaker_subject(observation.speaker)


def _asked(
    reader: LedgerReader, batch: Sequence[tuple[Observation, Found]], writer: Writer, scope: Scope
) -> Question | None:
    """What a judge is asked of a batch, in the light of what the rules make of it; nothing is written."""
    fresh = _fresh(reader, batch)
    if writer.judge is None or all(o.origin is Origin.AGENT for o, _ in fresh):
        return None
    workspace = finished(build_steps(reader, fresh, writer.linker))
    room = writer.judge.budget.tokens_in // 2
    return question_of(reader, workspace, [o for o, _ in fresh], scope=scope, room=room)


def _fresh(reader: LedgerReader, batch: Sequence[tuple[Observation, Found]]) -> list[tuple[Observation, Found]]:
    """Each observation once, without those that are stored under their key already, in the order of saying."""
    unique = {o.idempotency_key: (o, f) for o, f in reversed(batch)}
    fresh = [(o, f) for key, (o, f) in unique.items() if reader.observation_by_key(key or "") is None]
    return sorted(fresh, key=lambda pair: pair[0].order)


def extract(extractor: RulesExtractor, observation: Observation, *, zone: tzinfo = UTC) -> Found:
    """What an observation states, said in a time zone; an agent's words state nothing of their own."""
    if observation.origin is Origin.AGENT:
        return NOTHING_FOUND
    clock, speaker = WallClock(observation.observed_at, zone), speaker_subject(observation.speaker)
    return clock.found(extractor.extract(observation.text, speaker=speaker, at=clock.reading))


def commit(
    reader: LedgerReader,
    batch: Sequence[tuple[Observation, Found]],
    writer: Writer,
    *,
    to_host: bool = True,
    rulings: Sequence[Verdict] = (),
    judged: Outcome | None = None,
) -> tuple[Changeset, WriteReceipt]:
    """Resolve, adjudicate and gather one changeset; see `commit_steps`."""
    return finished(commit_steps(reader, batch, writer, to_host=to_host, rulings=rulings, judged=judged))


def commit_steps(
    reader: LedgerReader,
    batch: Sequence[tuple[Observation, Found]],
    writer: Writer,
    *,
    to_host: bool = True,
    rulings: Sequence[Verdict] = (),
    judged: Outcome | None = None,
) -> Steps[tuple[Changeset, WriteReceipt]]:
    """Resolve, adjudicate and gather one changeset, in the stages that a trace shows.

    A late arrival replays the partition, so that the outcome is that of the order of saying, not of arrival (law 1).

    Args:
        reader: the ledger as it is.
        batch: observations with what was found in them; those stored under their key already are passed over.
        writer: the parts of the write flow.
        to_host: whether the host still has to be given the texts.
        rulings: answers kept on another plane, to be kept here too.
        judged: what a judge made of the batch.
    """
    judged = judged or Outcome()
    fresh = _fresh(reader, batch)
    known = {_identity(v) for v in reader.verdicts()} if rulings else set()
    carried = [replace(v, revision=0) for v in rulings if _identity(v) not in known]
    workspace = yield from build_steps(reader, fresh, writer.linker, carried, judged)
    changes = Changeset(
        observations=tuple(o for o, _ in fresh),
        extractions=(
            *(Extraction(o.id, writer.extractor.version, to_json(f)) for o, f in fresh),
            *judged.extractions([o.id for o, _ in fresh]),
        ),
        contingencies=(
            *(c for o, f in fresh for c in _contingencies(o, f)),
            *(c for o, _ in fresh for c in _contingencies(o, judged.found.get(o.id, NOTHING), prefix="judged_")),
        ),
        verdicts=judged.verdicts,
        outbox=tuple(promise(o, host=writer.host_name) for o, _ in fresh) if to_host else (),
    )
    changes = changes + workspace.outcome(now=writer.clock())
    yield Stage("commit")
    receipt = receipt_of(changes, workspace, fresh, len(batch) - len(fresh), reader)
    return changes, receipt.model_copy(update={"judging": judged.report})


def _identity(verdict: Verdict) -> tuple[object, ...]:
    return (verdict.pair, verdict.ruling, verdict.decider, verdict.recorded_at)


def build_steps(
    reader: LedgerReader,
    fresh: Sequence[tuple[Observation, Found]],
    linker: Linker,
    carried: Sequence[Verdict] = (),
    judged: Outcome | None = None,
) -> Steps[Workspace]:
    """The workspace with the fresh observations resolved, in order or by replay."""
    judged = judged or Outcome()
    last = reader.last_observation()
    late = last is not None and bool(fresh) and fresh[0][0].order <= last.order
    if late or carried:
        workspace = Workspace(reader, linker, replay=True, carried=carried)
        replay(reader, workspace, fresh, judged=replace(judged, verdicts=(*carried, *judged.verdicts)))
        return workspace
    workspace = Workspace(reader, linker)
    if last is not None and fresh:
        _recall_names(reader, workspace, fresh[0][0])
    propagation = Propagation(_stated(reader))
    yield from _resolve_steps(workspace, fresh, judged.found, Reach(judged.verdicts, judged.records), propagation)
    if propagation.reopens:
        workspace = Workspace(reader, linker, replay=True)
        replay(reader, workspace, fresh, judged=judged)
    return workspace


def _stated(reader: LedgerReader) -> list[Stated]:
    """The rules of the ledger with what states them."""
    rules = reader.contingencies()
    said = {o.id: o for o in reader.observations({c.observation_id for c in rules})} if rules else {}
    return [Stated(c, said[c.observation_id]) for c in rules if c.observation_id in said]


def replay(
    reader: LedgerReader,
    workspace: Workspace,
    fresh: Sequence[tuple[Observation, Found]] = (),
    *,
    without: Collection[str] = (),
    judged: Outcome | None = None,
) -> Propagation:
    """Resolve everything that was ever observed anew, in the order of saying, with what is fresh in its place.

    Returns the rules with what they were set off by.

    Args:
        reader: the ledger as it is.
        workspace: an empty one, made with `replay=True`.
        fresh: observations that are not stored yet.
        without: observations to leave out: they are being erased.
        judged: what a judge has just found, besides what is kept.
    """
    judged = judged or Outcome()
    past = [o for o in reader.observed_after(None) if o.id not in without]
    kept, read = split(reader.extractions([o.id for o in past]))
    said = [(o, kept.get(o.id, NOTHING_FOUND)) for o in past] + list(fresh)
    reach, propagation = Reach((*reader.verdicts(), *judged.verdicts)), Propagation(replayed=True)
    finished(_resolve_steps(workspace, said, {**judged.found, **read}, reach, propagation))
    return propagation


def _resolve_steps(
    workspace: Workspace,
    said: Sequence[tuple[Observation, Found]],
    judged: Mapping[str, Found],
    reach: Reach,
    propagation: Propagation,
) -> Steps[None]:
    """Observation by observation: what the rules found, what a judge did and what it ruled, then what follows.

    Consequences are a stage of their own behind each observation that may have some, and behind the last.
    """
    workspace.moved()
    ordered = sorted(said, key=lambda pair: pair[0].order)
    for place, (observation, found) in enumerate(ordered, start=1):
        also = judged.get(observation.id, NOTHING)
        resolved = resolve(found, observation, workspace)
        resolved += resolve(also, observation, workspace)
        reach.follow(observation, resolved, workspace)
        stated = (*_contingencies(observation, found), *_contingencies(observation, also, prefix="judged_"))
        staged = place == len(ordered) or propagation.waits
        if staged:
            yield Stage("propagate")
        propagation.follow(observation, (*found.candidates, *also.candidates), stated, workspace)
        if staged and place < len(ordered):
            yield Stage("adjudicate")
        workspace.note_names(observation.observed_at, found.named)


def _recall_names(reader: LedgerReader, workspace: Workspace, first: Observation) -> None:
    recent = reader.observed_after((first.observed_at - CONVERSATION_GAP, -1, ""))
    kept, _ = split(reader.extractions([o.id for o in recent]))
    for observation in recent:
        workspace.note_names(observation.observed_at, kept.get(observation.id, NOTHING).named)


def _contingencies(observation: Observation, found: Found, *, prefix: str = "") -> list[Contingency]:
    subject, said = speaker_subject(observation.speaker), observation.observed_at
    return [
        Contingency(
            id=f"ctg_{prefix}{observation.id}_{n}",
            observation_id=observation.id,
            parent=Slot(c.parent_subject or subject, c.parent),
            trigger=c.trigger,
            child=Slot(c.child_subject or subject, c.child),
            value=c.value,
            evidence=c.evidence,
            span=c.span,
            valid_from=said,
            observed_at=said,
            origin=observation.origin,
            recorded_at=observation.recorded_at,
            when=c.when,
            parent_value=c.parent_value,
            child_value=c.child_value,
        )
        for n, c in enumerate(found.contingencies)
    ]


def rejudge_flow(writer: Writer, scope: Scope) -> Flow[WriteReceipt | None]:
    """Ask the judge of one batch of what it could not be asked before; None when nothing waits.

    Everything is replayed with the answer in its place, as with a late arrival. What fails again keeps waiting.
    """
    if writer.judge is None:
        raise InvalidInputError("judge", "is none: open the overlay with one to judge what waits")
    judged: Outcome = yield from judge_flow(
        writer.judge, scope, lambda reader: _asked_again(reader, writer, scope),
        lexicon=writer.extractor.lexicon, speaker=_speaker, clock=writer.clock,
    )  # fmt: skip
    if judged.report is None:
        return None
    yield Stage("commit")
    receipt: WriteReceipt = yield LedgerWrite(scope, lambda reader: _commit_late(reader, judged, writer))
    yield Stage(None)
    return receipt.model_copy(update={"mode": writer.mode})


def _asked_again(reader: LedgerReader, writer: Writer, scope: Scope) -> Question | None:
    observed = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
    owed = waiting(reader.extractions([o.id for o in observed]))
    batch = [o for o in observed if o.id in owed]
    if writer.judge is None or not batch:
        return None
    workspace, room = Workspace(reader, writer.linker), writer.judge.budget.tokens_in // 2
    return question_of(reader, workspace, batch, scope=scope, room=room)


def _commit_late(reader: LedgerReader, judged: Outcome, writer: Writer) -> tuple[Changeset, WriteReceipt]:
    """Keep an answer about observations that are stored already; those that were judged meanwhile keep theirs."""
    owed = waiting(reader.extractions(list(judged.found)))
    observed = [o for o in reader.observations(owed) if o.id in judged.found]
    workspace = Workspace(reader, writer.linker, replay=True)
    taken = replace(judged, found={o.id: judged.found[o.id] for o in observed}, pending=frozenset())
    if not observed:
        return Changeset(), receipt_of(Changeset(), workspace, [], 0, reader).model_copy(
            update={"judging": judged.report}
        )
    replay(reader, workspace, judged=taken)
    changes = Changeset(
        extractions=taken.extractions([o.id for o in observed]),
        contingencies=tuple(c for o in observed for c in _contingencies(o, taken.found[o.id], prefix="judged_")),
        verdicts=taken.verdicts,
    )
    changes = changes + workspace.outcome(now=writer.clock())
    receipt = receipt_of(changes, workspace, [(o, NOTHING) for o in observed], 0, reader)
    return changes, receipt.model_copy(update={"judging": judged.report})
