"""The write path: observe, extract, resolve slots, adjudicate, commit, hand to the host. One direction, one commit."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from atma_overlay import telemetry
from atma_overlay.changes import Changeset
from atma_overlay.effects import Compute, Flow, HostAdd, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import AtmaError, HostError, InvalidInputError
from atma_overlay.language.candidates import Found, from_json, to_json
from atma_overlay.language.extract import RulesExtractor
from atma_overlay.ports.host import HostItem
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    Contingency,
    Extraction,
    HostLink,
    Observation,
    Origin,
    OutboxItem,
    OutboxState,
    Slot,
)
from atma_overlay.scope import Scope
from atma_overlay.state.adjudication import Linker
from atma_overlay.state.present import state_records, transition_records
from atma_overlay.state.resolve import resolve
from atma_overlay.state.workspace import CONVERSATION_GAP, Workspace
from atma_overlay.views import Turn, WriteReceipt

MAX_TEXT_CHARACTERS = 10_000_000
MAX_CLOCK_SKEW = timedelta(hours=24)
"""Observations dated further ahead than this are refused: a forged date may not outrank what is said later."""
_ORIGINS = {"user": Origin.USER, "assistant": Origin.AGENT, "system": Origin.AGENT, "tool": Origin.TOOL}


@dataclass(frozen=True, slots=True)
class Writer:
    """What the write flow needs."""

    extractor: RulesExtractor
    linker: Linker
    host_name: str
    clock: Callable[[], datetime]
    mode: str


def speaker_subject(name: str | None) -> str:
    """The canonical subject that *I* stands for when `name` speaks."""
    return name.strip().lower() if name else "user"


def observe(
    turns: Sequence[Turn], *, scope: Scope, observed_at: datetime | None, origin: Origin | None, clock: Callable[[], datetime]
) -> list[Observation]:
    """The observations of a batch of turns, checked.

    Raises:
        InvalidInputError: a naive or far-off date, an empty or oversized text, an unknown role.
    """
    now = clock()
    trace_id, span_id = telemetry.current_ids()
    out = []
    for position, turn in enumerate(turns):
        at = turn.observed_at or observed_at or now
        _check(turn, at, now, position, len(turns))
        at = at.astimezone(UTC)
        said_by = turn.name or ""
        digest = hashlib.sha256(f"{turn.role}\x1f{said_by}\x1f{turn.text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        dated = turn.observed_at or observed_at
        natural = f"{scope.agent}\x1f{scope.session}\x1f{at.isoformat()}\x1f{position}\x1f{digest}" if dated else None
        key = turn.key or (hashlib.sha256(natural.encode()).hexdigest() if natural else uuid.uuid4().hex)
        out.append(
            Observation(
                f"obs_{uuid.uuid4().hex[:20]}", turn.text, turn.role, turn.name, origin or _ORIGINS[turn.role], at, now,
                position, digest, scope.agent, scope.session, key, trace_id, span_id,
            )  # fmt: skip
        )
    return out


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


def remember_flow(writer: Writer, scope: Scope, observations: list[Observation]) -> Flow[WriteReceipt]:
    """Store a batch of observations and what follows from them."""
    yield Stage("extract")
    found = yield Compute(lambda: [_extract(writer.extractor, o) for o in observations])
    yield Stage("commit")
    batch = list(zip(observations, found, strict=True))
    receipt = yield LedgerWrite(scope, lambda reader: commit(reader, batch, writer))
    yield Stage("host")
    host_ids, pending = yield from drain_flow(writer, scope)
    yield Stage(None)
    mine = tuple(h for o, h in host_ids if o in set(receipt.observation_ids))
    return receipt.model_copy(update={"host_ids": mine, "pending_host_writes": pending, "mode": writer.mode})  # type: ignore[no-any-return] - a receipt


def _extract(extractor: RulesExtractor, observation: Observation) -> Found:
    if observation.origin is Origin.AGENT:
        return Found((), (), ())
    return extractor.extract(observation.text, speaker=speaker_subject(observation.speaker), at=observation.observed_at)


def commit(
    reader: LedgerReader, batch: Sequence[tuple[Observation, Found]], writer: Writer, *, to_host: bool = True
) -> tuple[Changeset, WriteReceipt]:
    """Resolve, adjudicate and gather one changeset. A late arrival replays the partition, so that the outcome is that
    of the order of saying, not of arrival (law 1)."""
    fresh = [(o, f) for o, f in batch if reader.observation_by_key(o.idempotency_key or "") is None]
    unique = {o.idempotency_key: (o, f) for o, f in reversed(fresh)}
    fresh = sorted(unique.values(), key=lambda pair: pair[0].order)
    duplicates = len(batch) - len(fresh)
    if not fresh:
        return Changeset(), WriteReceipt(
            observation_ids=(), records=(), transitions=(), duplicates=duplicates, revision=reader.revision()
        )
    workspace = build(reader, fresh, writer.linker)
    outcome, _ = workspace.outcome(now=writer.clock())
    changes = Changeset(
        observations=tuple(o for o, _ in fresh),
        extractions=tuple(Extraction(o.id, writer.extractor.version, to_json(f)) for o, f in fresh),
        contingencies=tuple(c for o, f in fresh for c in _contingencies(o, f)),
        outbox=tuple(OutboxItem(f"out_{o.id}", o.id, writer.host_name, "add") for o, _ in fresh) if to_host else (),
    )
    changes = changes + outcome
    return changes, _receipt(changes, workspace, fresh, duplicates, reader)


def build(reader: LedgerReader, fresh: Sequence[tuple[Observation, Found]], linker: Linker) -> Workspace:
    """The workspace with the fresh observations resolved, in order or by replay."""
    last = reader.last_observation()
    late = last is not None and fresh and fresh[0][0].order <= last.order
    workspace = Workspace(reader, linker, replay=late)
    if late:
        past = reader.observed_after(None)
        kept = {e.observation_id: from_json(e.candidates) for e in reader.extractions([o.id for o in past])}
        empty = Found((), (), ())
        everything = [(o, kept.get(o.id, empty)) for o in past] + list(fresh)
    else:
        if last is not None and fresh:
            _recall_names(reader, workspace, fresh[0][0])
        everything = list(fresh)
    for observation, found in sorted(everything, key=lambda pair: pair[0].order):
        resolve(found, observation, workspace)
        workspace.note_names(observation.observed_at, found.named)
    return workspace


def _recall_names(reader: LedgerReader, workspace: Workspace, first: Observation) -> None:
    recent = reader.observed_after((first.observed_at - CONVERSATION_GAP, -1, ""))
    kept = {e.observation_id: from_json(e.candidates).named for e in reader.extractions([o.id for o in recent])}
    for observation in recent:
        workspace.note_names(observation.observed_at, kept.get(observation.id, ()))


def _contingencies(observation: Observation, found: Found) -> list[Contingency]:
    subject = speaker_subject(observation.speaker)
    return [
        Contingency(
            f"ctg_{observation.id}_{n}", observation.id, Slot(subject, c.parent), c.trigger, Slot(subject, c.child),
            c.value, c.evidence, c.span, observation.observed_at, observation.observed_at, observation.origin,
            observation.recorded_at,
        )  # fmt: skip
        for n, c in enumerate(found.contingencies)
    ]


def _receipt(
    changes: Changeset, workspace: Workspace, fresh: Sequence[tuple[Observation, Found]], duplicates: int, reader: LedgerReader
) -> WriteReceipt:
    from atma_overlay.receipts import receipt_of

    return receipt_of(changes, workspace, fresh, duplicates, reader)


def drain_flow(writer: Writer, scope: Scope) -> Flow[tuple[list[tuple[str, str]], int]]:
    """Hand pending writes to the host; what fails stays in the outbox. Returns (observation, host id) pairs and how
    many writes are still pending."""
    pending = yield LedgerRead(scope, lambda reader: _pending(reader, writer.host_name))
    if not pending:
        return [], 0
    groups: dict[tuple[str | None, str | None], list[tuple[OutboxItem, Observation]]] = {}
    for item, observation in pending:
        groups.setdefault((observation.agent, observation.session), []).append((item, observation))
    links: list[HostLink] = []
    settled: list[OutboxItem] = []
    for (agent, session), members in groups.items():
        home = Scope(tenant=scope.tenant, user=scope.user, agent=agent, session=session)
        items = [HostItem(i.id, o.text, o.role, o.observed_at, o.speaker) for i, o in members]
        try:
            ids = yield HostAdd(home, items)
        except (AtmaError, OSError) as error:
            settled += [_failed(item, error) for item, _ in members]
            continue
        for (item, observation), carried in zip(members, ids, strict=True):
            links += [_link(writer.host_name, host_id, observation) for host_id in carried]
            settled.append(OutboxItem(item.id, item.observation_id, item.host, item.operation, OutboxState.DONE, item.attempts + 1))
    changes = Changeset(links=tuple(links), outbox=tuple(settled))
    yield LedgerWrite(scope, lambda _: (changes, None))
    waiting = sum(i.state is not OutboxState.DONE for i in settled)
    return [(link.observation_id, link.host_id) for link in links], waiting


def _pending(reader: LedgerReader, host: str) -> list[tuple[OutboxItem, Observation]]:
    items = [i for i in reader.outbox(limit=1000) if i.host == host and i.operation == "add"]
    observations = {o.id: o for o in reader.observations([i.observation_id for i in items])}
    return [(i, observations[i.observation_id]) for i in items if i.observation_id in observations]


def _failed(item: OutboxItem, error: BaseException) -> OutboxItem:
    transient = not isinstance(error, HostError) or error.transient
    state = OutboxState.PENDING if transient or item.attempts < 5 else OutboxState.FAILED  # noqa: PLR2004
    return OutboxItem(item.id, item.observation_id, item.host, item.operation, state, item.attempts + 1, None, type(error).__name__)


def _link(host: str, host_id: str, observation: Observation) -> HostLink:
    text_hash = hashlib.sha256(observation.text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return HostLink(host, host_id, observation.id, text_hash)
