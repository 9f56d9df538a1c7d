"""Judging later: what a judge could not be asked of when it was said."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from atma_overlay.changes import Changeset
from atma_overlay.effects import Flow, LedgerRead, LedgerWrite, Stage
from atma_overlay.errors import InvalidInputError
from atma_overlay.judge.flow import judge_flow
from atma_overlay.judge.outcome import NOTHING, Outcome, set_aside, split, waiting
from atma_overlay.judge.question import Question, question_of
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.receipts import receipt_of
from atma_overlay.records import Extraction, Observation
from atma_overlay.scope import Scope
from atma_overlay.state.workspace import Workspace
from atma_overlay.views import Judging, WriteReceipt
from atma_overlay.writing.observing import speaker_of
from atma_overlay.writing.resolving import contingencies_of, lent, replay
from atma_overlay.writing.writer import Writer

MOST_DECLINED = 12
"""Questions at most, of a batch and its parts, without an answer of use: what a model costs that answers nothing."""


@dataclass(slots=True)
class _Round:
    """One batch that waits, and the parts of it that are asked of by themselves where the whole has no answer.

    One text that a filter declines, or that no answer fits, holds up no other.
    """

    parts: deque[tuple[str, ...]] = field(default_factory=lambda: deque([()]))
    alone: list[str] = field(default_factory=list)
    """What had no answer by itself."""
    unclear: set[str] = field(default_factory=set)
    """What was part of a question without an answer and of none with one since: no other part is shown its records."""
    declined: int = 0
    answered: bool = False
    broken: bool = False
    """Whether the model is out of reach."""
    report: Judging | None = None

    @property
    def goes_on(self) -> bool:
        return bool(self.parts) and not self.broken and self.declined < MOST_DECLINED

    def note(self, judged: Outcome, report: Judging) -> None:
        """What came of one question; of several texts without an answer, the two halves are next."""
        self.report = report.after(self.report)
        if report.error is None:
            self.answered = True
            self.unclear -= judged.found.keys()
            return
        self.declined += 1
        some = judged.declined
        half = len(some) // 2
        self.broken = not some
        self.unclear.update(some)
        self.parts += [some[:half], some[half:]] if half else []
        self.alone += some if len(some) == 1 else ()


def rejudge_flow(writer: Writer, scope: Scope) -> Flow[Judging | None]:
    """Ask the judge of one batch of what it could not be asked before; None when nothing waits.

    Everything is replayed with the answer in its place, as with a late arrival. What fails again keeps waiting. Where
    the judge declines, or its answer is no use, each half is asked of by itself, and so on; what has no answer alone is
    set aside, provided that others have one: else it is the model that answers nothing.
    """
    if writer.judge is None:
        raise InvalidInputError("judge", "is none: open the overlay with one to judge what waits")
    judge, turn = writer.judge, _Round()
    while turn.goes_on:
        part = turn.parts.popleft()
        asks = partial(_asked_again, writer=writer, scope=scope, only=part, without=turn.unclear.difference(part))
        judged: Outcome = yield from judge_flow(
            judge, scope, asks, lexicon=writer.extractor.lexicon, speaker=speaker_of, clock=writer.clock
        )
        if judged.report is None:
            continue
        yield Stage("commit")
        receipt: WriteReceipt = yield LedgerWrite(scope, partial(_commit_late, judged=judged, writer=writer))
        yield Stage(None)
        turn.note(judged, receipt.judging or judged.report)
    if turn.report is None:
        return None
    aside = turn.alone if turn.answered else []
    if aside:
        rows = set_aside(aside, judge.model.name)
        yield LedgerWrite(scope, lambda _: (Changeset(extractions=rows), None))
    left: int = yield LedgerRead(scope, lambda reader: len(owed_in(reader, scope, model=judge.model.name)[0]))
    told: dict[str, object] = {"pending": left, "set_aside": len(aside)}
    told |= {} if turn.broken or not turn.answered else {"error": None, "cause": None}
    return turn.report.model_copy(update=told)


def owed_in(
    reader: LedgerReader, scope: Scope, *, model: str | None = None
) -> tuple[list[Observation], list[Extraction]]:
    """What of a scope waits to be judged, by a model, in the order of saying, and what was read in it."""
    observed = [o for o in reader.observed_after(None) if scope.admits(o.agent, o.session)]
    extractions = reader.extractions([o.id for o in observed])
    owed = waiting(extractions, model=model)
    return [o for o in observed if o.id in owed], [e for e in extractions if e.observation_id in owed]


def _asked_again(
    reader: LedgerReader, *, writer: Writer, scope: Scope, only: Sequence[str], without: Collection[str]
) -> Question | None:
    """The question on what waits; on some of it alone, where those are named, and without records of others."""
    assert writer.judge is not None
    model = writer.judge.model.name
    batch, extractions = owed_in(reader, scope, model=model)
    batch = [o for o in batch if not only or o.id in only]
    if not batch:
        return None
    workspace, room = Workspace(reader, writer.linker), writer.judge.budget.tokens_in // 2
    found, _ = split(extractions)
    return question_of(reader, workspace, batch, found=found, scope=scope, room=room, model=model, without=without)


def _commit_late(reader: LedgerReader, *, judged: Outcome, writer: Writer) -> tuple[Changeset, WriteReceipt]:
    """Keep an answer about observations that are stored already; those that were judged meanwhile keep theirs."""
    reader.takes_long()
    judged = judged.since(reader)
    owed = waiting(reader.extractions(list(judged.found)), model=writer.judge.model.name if writer.judge else None)
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
