"""Judging later: what a judge could not be asked of when it was said."""

from __future__ import annotations

from dataclasses import replace

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, LedgerWrite, Stage
from atma_overlay.errors import InvalidInputError
from atma_overlay.judge.flow import judge_flow
from atma_overlay.judge.outcome import NOTHING, Outcome, split, waiting
from atma_overlay.judge.question import Question, question_of
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.receipts import receipt_of
from atma_overlay.records import Extraction, Observation
from atma_overlay.scope import Scope
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import WriteReceipt
from atma_overlay.writing.observing import speaker_of
from atma_overlay.writing.resolving import contingencies_of, lent, replay
from atma_overlay.writing.writer import Writer


def rejudge_flow(writer: Writer, scope: Scope) -> Flow[WriteReceipt | None]:
    """Ask the judge of one batch of what it could not be asked before; None when nothing waits.

    Everything is replayed with the answer in its place, as with a late arrival. What fails again keeps waiting.
    """
    if writer.judge is None:
        raise InvalidInputError("judge", "is none: open the overlay with one to judge what waits")
    judged: Outcome = yield from judge_flow(
        writer.judge, scope, lambda reader: _asked_again(reader, writer, scope),
        lexicon=writer.extractor.lexicon, speaker=speaker_of, clock=writer.clock,
    )  # fmt: skip
    if judged.report is None:
        return None
    yield Stage("commit")
    receipt: WriteReceipt = yield LedgerWrite(scope, lambda reader: _commit_late(reader, judged, writer))
    yield Stage(None)
    return receipt.model_copy(update={"mode": writer.mode})


def owed_in(reader: LedgerReader, scope: Scope) -> tuple[list[Observation], list[Extraction]]:
    """What of a scope waits to be judged, in the order of saying, and what was read in it."""
    observed = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
    extractions = reader.extractions([o.id for o in observed])
    owed = waiting(extractions)
    return [o for o in observed if o.id in owed], [e for e in extractions if e.observation_id in owed]


def _asked_again(reader: LedgerReader, writer: Writer, scope: Scope) -> Question | None:
    batch, extractions = owed_in(reader, scope)
    if writer.judge is None or not batch:
        return None
    workspace, room = Workspace(reader, writer.linker), writer.judge.budget.tokens_in // 2
    found, _ = split(extractions)
    return question_of(reader, workspace, batch, found=found, scope=scope, room=room)


def _commit_late(reader: LedgerReader, judged: Outcome, writer: Writer) -> tuple[Changeset, WriteReceipt]:
    """Keep an answer about observations that are stored already; those that were judged meanwhile keep theirs."""
    reader.takes_long()
    judged = judged.since(reader)
    owed = waiting(reader.extractions(list(judged.found)))
    observed = [o for o in reader.observations(owed) if o.id in judged.found]
    workspace = Workspace(reader, writer.linker, replay=True)
    taken = replace(judged, found={o.id: judged.found[o.id] for o in observed}, pending=frozenset())
    if not observed:
        return Changeset(), receipt_of(Changeset(), workspace, [], 0, reader, judging=judged.report)
    replay(reader, workspace, judged=taken)
    read = lent(taken.found, reader)
    changes = Changeset(
        extractions=taken.extractions([o.id for o in observed]),
        contingencies=tuple(c for o in observed for c in contingencies_of(o, read[o.id], prefix="judged_")),
        verdicts=taken.verdicts,
    )
    changes = changes + workspace.outcome(now=writer.clock())
    return changes, receipt_of(changes, workspace, [(o, NOTHING) for o in observed], 0, reader, judging=judged.report)
