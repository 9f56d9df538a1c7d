"""The write path: observe, extract, resolve slots, adjudicate, commit, hand to the host. One direction, one commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, timedelta, tzinfo

from atma_overlay.altering import altered
from atma_overlay.changes import Changeset
from atma_overlay.effects import Compute, Flow, LedgerWrite, Stage, Steps, finished
from atma_overlay.errors import AtmaError
from atma_overlay.judge.flow import judge_flow
from atma_overlay.judge.outcome import Outcome
from atma_overlay.judge.question import Question, question_of
from atma_overlay.language.candidates import Found
from atma_overlay.outbox import Drained, Pending, drain_flow, pending_of
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import (
    Observation,
    Origin,
)
from atma_overlay.scope import Scope
from atma_overlay.views import WriteReceipt
from atma_overlay.writing.catching_up import in_turn
from atma_overlay.writing.composing import ask_ahead, commit_steps, fresh_of
from atma_overlay.writing.observing import Said, speaker_of
from atma_overlay.writing.resolving import build_steps
from atma_overlay.writing.writer import Writer, extract


def remember_flow(
    writer: Writer, scope: Scope, said: Sequence[Said], *, zone: tzinfo = UTC, later: bool = False
) -> Flow[WriteReceipt]:
    """Store a batch of observations and what follows from them.

    Once the ledger has it, it is stored: what the host or the outbox fails at is pending, and no error.

    Args:
        writer: the parts of the write flow.
        scope: whose memory.
        said: the batch, in its order.
        zone: where it was said, for *today* and *last Tuesday*.
        later: end with the commit: the host is owed the texts, and the judge is owed the reading.
    """
    yield Stage("extract")
    found: list[Found] = yield Compute(lambda: [extract(writer.extractor, one, zone=zone) for one in said])
    observations = [one.observation for one in said]
    batch = list(zip(observations, found, strict=True))
    judged: Outcome | None = None
    if writer.judge is not None and later:
        judged = Outcome(pending=frozenset(o.id for o in observations if o.origin is not Origin.AGENT))
    elif writer.judge is not None:
        judged = yield from judge_flow(
            writer.judge, scope, lambda reader: _asked(reader, batch, writer, scope),
            lexicon=writer.extractor.lexicon, speaker=speaker_of, clock=writer.clock,
        )  # fmt: skip
    yield Stage("adjudicate")
    handing = _Handing(writer, said, found, zone, judged)
    receipt: WriteReceipt = yield LedgerWrite(scope, handing.steps)
    if later:
        yield Stage(None)
        return receipt.model_copy(update={"pending_host_writes": len(receipt.observation_ids), "mode": writer.mode})
    yield Stage("host")
    try:
        drained = yield from drain_flow(writer, scope, pending=handing.pending)
    except AtmaError:
        drained = Drained((), settled=0, waiting=len(receipt.observation_ids))
    yield Stage(None)
    mine = tuple(host_id for observation_id, host_id in drained.carried if observation_id in receipt.observation_ids)
    return receipt.model_copy(update={"host_ids": mine, "pending_host_writes": drained.waiting, "mode": writer.mode})


class _Handing:
    """One commit, and what the host has to be told after it, read in the same transaction."""

    def __init__(
        self, writer: Writer, said: Sequence[Said], found: Sequence[Found], zone: tzinfo, judged: Outcome | None
    ) -> None:
        self._writer, self._said, self._zone, self._judged = writer, said, zone, judged
        self._batch = [(one.observation, read) for one, read in zip(said, found, strict=True)]
        self.pending: Pending | None = None

    def steps(self, reader: LedgerReader) -> Steps[tuple[Changeset, WriteReceipt]]:
        """See `commit_steps`."""
        host = self._writer.host_name
        if ahead := reader.ahead():
            pending_of(ahead, host)
            ask_ahead(ahead, self._batch)
        waiting = pending_of(reader, host)
        batch = self._in_turn(reader)
        changes, receipt = yield from commit_steps(reader, batch, self._writer, judged=self._judged)
        self.pending = waiting.with_promises(changes, host=host)
        return changes, receipt

    def _in_turn(self, reader: LedgerReader) -> list[tuple[Observation, Found]]:
        """The batch, read again where it has to be put later than this process' clock says."""
        undated = [o.observed_at for o, _ in self._batch if o.observed_at == o.recorded_at]
        late = in_turn(reader, undated[0], clock=self._writer.clock) - undated[0] if undated else timedelta()
        if not late:
            return self._batch
        said = [replace(one, observation=_put_later(one.observation, late)) for one in self._said]
        return [(one.observation, extract(self._writer.extractor, one, zone=self._zone)) for one in said]


def _put_later(observation: Observation, by: timedelta) -> Observation:
    if observation.observed_at != observation.recorded_at:
        return observation
    at = observation.observed_at + by
    return altered(observation, observed_at=at, recorded_at=at)


def _asked(
    reader: LedgerReader, batch: Sequence[tuple[Observation, Found]], writer: Writer, scope: Scope
) -> Question | None:
    """What a judge is asked of a batch, in the light of what the rules make of it; nothing is written."""
    fresh = fresh_of(reader, batch)
    if writer.judge is None or all(o.origin is Origin.AGENT for o, _ in fresh):
        return None
    workspace = finished(build_steps(reader, fresh, writer.linker))
    room = writer.judge.budget.tokens_in // 2
    said, model = [o for o, _ in fresh], writer.judge.model.name
    return question_of(reader, workspace, said, found={o.id: f for o, f in fresh}, scope=scope, room=room, model=model)
