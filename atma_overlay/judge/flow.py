"""The judge's part of a write: ask, check, and go on without it where it fails. At most two logical calls."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from atma_overlay.effects import Flow, LedgerRead, Stage
from atma_overlay.errors import ModelAnswerError, ModelRefusedError, cause_of, in_a_log
from atma_overlay.judge import rendering
from atma_overlay.judge.asking import Account
from atma_overlay.judge.guards import Reading
from atma_overlay.judge.outcome import Outcome
from atma_overlay.judge.question import Question
from atma_overlay.judge.readings import rejections
from atma_overlay.judge.schemas import Adjudicated, Extracted, Judged, SaidVerdict
from atma_overlay.judge.settings import Judge
from atma_overlay.judge.shortlist import shortlist
from atma_overlay.judge.verdicts import Bench, Ruled, ruled
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Observation
from atma_overlay.scope import Scope
from atma_overlay.views import Judging, RejectedNote

_LOG = logging.getLogger("atma_overlay.judge")
_OF_THE_TEXT = (ModelRefusedError, ModelAnswerError)
"""What may be due to what was asked, and not to the model."""
_OPENING = 40
"""Characters of a turn at least that a question shows."""
Asks = Callable[[LedgerReader], Question | None]


@dataclass(slots=True)
class _Run:
    """One batch with its judge."""

    judge: Judge
    lexicon: Lexicon
    scope: Scope
    speaker: Callable[[Observation], str]
    clock: Callable[[], datetime]
    account: Account
    refused: Counter[str] = field(default_factory=Counter)


def judge_flow(
    judge: Judge, scope: Scope, asks: Asks, *, lexicon: Lexicon, speaker: Callable[[Observation], str],
    clock: Callable[[], datetime],
) -> Flow[Outcome]:  # fmt: skip
    """What the judge makes of a batch; empty where it has nothing to read.

    Whatever fails in the model or its SDK fails the judgement alone: the batch then waits to be judged.

    Args:
        judge: the model and its budget.
        scope: whose ledger the question is put from.
        asks: puts the question together, in one consistent read.
        lexicon: the domains of attributes.
        speaker: the canonical subject that *I* stands for in an observation.
        clock: when verdicts are recorded.
    """
    yield Stage("adjudicate")
    question: Question | None = yield LedgerRead(scope, asks)
    if question is None or not question.turns:
        return Outcome()
    run = _Run(judge, lexicon, scope, speaker, clock, Account(judge))
    try:
        return (yield from _judged(run, question))
    except Exception as error:  # an SDK or an answer that nobody foresaw: a write never fails by its judge
        return _waiting(run, question, error)


def _waiting(run: _Run, question: Question, error: Exception) -> Outcome:
    """The whole batch waits to be judged, and the log says why."""
    everything = frozenset(o.id for o in (*question.turns.values(), *question.left_over))
    name, count = run.judge.model.name, len(everything)
    _LOG.warning("the judge %r failed: %s; turns that wait to be judged: %d", name, in_a_log(error), count)
    report = _report(run, pending=count, error=error)
    declined = tuple(o.id for o in question.turns.values()) if isinstance(error, _OF_THE_TEXT) else ()
    return Outcome(pending=everything, report=report, declined=declined)


def _judged(run: _Run, question: Question) -> Flow[Outcome]:
    reading = Reading(
        question, {o.id: run.speaker(o) for o in question.turns.values()}, run.judge.extractor,
        run.judge.budget.statements, run.judge.apply_at, run.lexicon,
    )  # fmt: skip
    question = _with_room(run, question)
    fits = len(question.records) <= run.judge.budget.records and run.account.fits(rendering.both(question))
    if fits or run.judge.budget.calls == 1:
        shown = question if fits else _within(run, question, reading)
        prompt, verdicts = "judge", (yield from _ask_both(run, shown, reading))
    else:
        shown, prompt = question, "judge-adjudicate"
        verdicts = yield from _ask_apart(run, question, reading)
    bench = Bench(
        shown, reading.causes, run.judge.decider(load_prompt(prompt).id), run.judge.apply_at,
        run.judge.budget.retirements, run.clock(),
    )  # fmt: skip
    return _outcome(run, question, reading, ruled(verdicts, bench))


def _ask_both(run: _Run, question: Question, reading: Reading) -> Flow[Sequence[SaidVerdict]]:
    answer = yield from run.account.ask(rendering.both(question), "judge", Judged)
    yield from _take(run, answer, reading)
    return answer.verdicts


def _take(run: _Run, answer: Judged | Extracted, reading: Reading) -> Flow[None]:
    """Check what was read, by the texts that its words are taken from where those are stored."""
    if wanted := reading.grounding.wanted(answer.statements, answer.contingencies):
        stored = yield LedgerRead(run.scope, lambda reader: {o.id: o for o in reader.observations(wanted)})
        reading.grounding.lenders = stored
    reading.take(answer.statements, answer.contingencies, answer.wrong)


def _ask_apart(run: _Run, question: Question, reading: Reading) -> Flow[Sequence[SaidVerdict]]:
    """Extraction first; what the turns tell then says which records are looked at."""
    answer = yield from run.account.ask(rendering.extraction(question.only(())), "judge-extract", Extracted)
    yield from _take(run, answer, reading)
    if not reading.causes:
        return ()
    shown = _within(run, question.without(reading.rejected), reading)
    if not run.account.fits(rendering.adjudication(shown, reading.told)):
        return ()  # what was read takes all the room: it is kept, in doubt, and nothing is ruled
    second = yield from run.account.ask(rendering.adjudication(shown, reading.told), "judge-adjudicate", Adjudicated)
    return second.verdicts


def _with_room(run: _Run, question: Question) -> Question:
    """The question with as much of its turns as the budget has room for beside the instructions and the notes.

    Raises:
        InvalidInputError: there is no room for the opening of one.
    """
    least = question.only(())
    ask = rendering.both if run.judge.budget.calls == 1 else rendering.larger
    while not run.account.fits(ask(least)):
        least = least.shorter()
        if least.longest < _OPENING:
            raise run.account.no_room()
    return replace(question, longest=least.longest)


def _within(run: _Run, question: Question, reading: Reading) -> Question:
    """The question with as many of its records as the budget has room for, the likeliest first."""
    ask = rendering.both if run.judge.budget.calls == 1 else partial(rendering.adjudication, told=reading.told)
    chosen = shortlist(question, list(reading.told.values()), limit=run.judge.budget.records, lexicon=run.lexicon)
    shown = question.only(chosen)
    while chosen and not run.account.fits(ask(shown)):
        chosen = chosen[: len(chosen) * 3 // 4]
        shown = question.only(chosen)
    return shown


def _outcome(run: _Run, question: Question, reading: Reading, rulings: Ruled) -> Outcome:
    reading.withdraw(rulings.withdrawn)
    reading.doubt_undecided(rulings.decided)
    run.refused.update(reading.refused)
    run.refused.update(rulings.refused)
    found = reading.found()
    return Outcome(
        found=found,
        verdicts=rulings.verdicts,
        records=rulings.records,
        extractor=run.judge.extractor,
        pending=frozenset(o.id for o in question.left_over),
        sources=question.sources,
        report=_report(
            run, statements=sum(len(f.candidates) for f in found.values()), verdicts=len(rulings.verdicts),
            rejected=rejections(found, run.judge.extractor), pending=len(question.left_over),
        ),
    )  # fmt: skip


def _report(
    run: _Run, *, statements: int = 0, verdicts: int = 0, rejected: tuple[RejectedNote, ...] = (), pending: int = 0,
    error: Exception | None = None,
) -> Judging:  # fmt: skip
    spent = run.account.usage
    return Judging(
        model=run.judge.model.name, asked=run.account.asked, completions=spent.completions,
        tokens_in=spent.tokens_in, tokens_out=spent.tokens_out, estimated=spent.estimated,
        statements=statements, verdicts=verdicts, rejected=rejected, refused=dict(sorted(run.refused.items())),
        pending=pending, error=type(error).__name__ if error else None, cause=cause_of(error) if error else None,
    )  # fmt: skip
