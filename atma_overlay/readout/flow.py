"""The readout's part of a recall: one logical call at most, and on without it where it fails."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from atma_overlay.effects import Flow, LedgerRead
from atma_overlay.errors import cause_of, in_a_log
from atma_overlay.judge.asking import Account
from atma_overlay.judge.settings import Judge
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.readout import rendering
from atma_overlay.readout.guards import Plan, checked, short
from atma_overlay.readout.question import ReadQuestion
from atma_overlay.readout.schemas import Read
from atma_overlay.scope import Scope
from atma_overlay.views import Readout

_LOG = logging.getLogger("atma_overlay.readout")
Asks = Callable[[LedgerReader], tuple[ReadQuestion, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a readout came to: its report, and the plan where one passed and is sure enough."""

    report: Readout
    plan: Plan | None = None


def readout_flow(judge: Judge, scope: Scope, asks: Asks) -> Flow[Reading]:
    """What the judge makes of a query; whatever fails in the model, its SDK or its answer fails the readout alone.

    Args:
        judge: the model and its budget.
        scope: whose ledger the question is put from.
        asks: the question and its rows' labels, the likeliest first, in one consistent read.
    """
    account = Account(judge)
    try:
        question, likeliest = yield LedgerRead(scope, asks)
        shown = _within(account, question, likeliest)
        said: Read = yield from account.ask(rendering.messages(shown), rendering.PROMPT, Read)
        plan = checked(said, shown, apply_at=judge.apply_at)
    except Exception as error:  # an SDK or an answer that nobody foresaw: a read never fails by its judge
        _LOG.warning("the judge %r did not read a query: %s", judge.model.name, in_a_log(error))
        reading = Reading(_report(account, error=error))
    else:
        reading = Reading(_report(account, said=said, plan=plan), plan if plan.sure else None)
    _logged(reading.report)
    return reading


def _within(account: Account, question: ReadQuestion, likeliest: tuple[str, ...]) -> ReadQuestion:
    """The question with as many of its rows and of the host's texts as the budget has room for, the likeliest first.

    Raises:
        InvalidInputError: the query alone has no room.
    """
    chosen, hits, shown = likeliest, len(question.hits), question
    while not account.fits(rendering.messages(shown)):
        if not chosen and not hits:
            raise account.no_room()
        chosen, hits = chosen[: len(chosen) * 3 // 4], hits * 3 // 4
        shown = question.only(chosen, hits=hits)
    return shown


def _report(
    account: Account, *, said: Read | None = None, plan: Plan | None = None, error: Exception | None = None
) -> Readout:
    judge, spent = account.judge, account.usage
    return Readout(
        model=judge.model.name, prompt=load_prompt(rendering.PROMPT).id, mode=judge.reads, asked=account.asked,
        completions=spent.completions, tokens_in=spent.tokens_in, tokens_out=spent.tokens_out,
        estimated=spent.estimated, view=plan.view if plan else None, intent=short(said.intent) if said else "",
        action=short(said.action) if said else "", presupposed=tuple(p.text for p in plan.premises) if plan else (),
        basis=plan.needs if plan else (), confidence=said.confidence if said else 0.0,
        refused=dict(sorted((plan.refused if plan else Counter[str]()).items())),
        error=type(error).__name__ if error else None, cause=cause_of(error) if error else None,
    )  # fmt: skip


def _logged(report: Readout) -> None:
    """A line for the record; neither the query's nor memory's words are in it."""
    _LOG.info(
        "readout by %s %s (%s): view %s, %d premises, %d needs, confidence %.2f, refused %s, error %s",
        report.model, report.prompt, report.mode, report.view, len(report.presupposed), len(report.basis),
        report.confidence, report.refused, report.error,
    )  # fmt: skip
