"""What judging texts would cost, before any model is asked."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from atma_overlay.judge.schemas import Judged
from atma_overlay.judge.settings import Budget, Judge, Prices
from atma_overlay.models.json_text import schema_text
from atma_overlay.models.prompts import load_prompt
from atma_overlay.models.structured import LONGEST_QUOTE
from atma_overlay.render import estimate_tokens

_FAULTS = 300
"""Tokens of what is wrong with the form of an answer."""
_LINE = 25
"""Tokens of a record's or a note's line beside its words: labels, slot and date."""
_REPAIRED = 2
"""Answers at their longest that a call may pay for: one that is cut off, and its repair."""


class Estimate(BaseModel):
    """Calls and tokens for a number of texts: every answer at its longest, cut off, and mended once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    texts: int
    calls: int
    """Logical calls at most."""
    completions: int
    """At most: every form mended once."""
    tokens_in: int
    """At most, at about four characters a token: each question asked once, and once more with its wrong answer."""
    tokens_out: int
    """At most: every answer as long as the budget allows, and so its repair."""
    cost: float | None
    """At these tokens, in the currency of the judge's prices; None without prices."""


def estimated(judge: Judge, texts: Sequence[str]) -> Estimate:
    """What judging these texts, in this order, would cost, batch by batch as the budget packs them.

    Each text is taken to leave one record, so that the records that questions show grow with what was read.

    Args:
        judge: its budget and prices.
        texts: those that are read; an agent's words are not.
    """
    budget, spent, calls = judge.budget, 0, 0
    records: list[int] = []
    for batch in _batches(texts, budget):
        turns = sum(t + _LINE for t in batch)
        shown = sum(records[-budget.records :])
        both = _prompt("judge") + 2 * turns + shown
        if budget.calls == 1 or (len(records) <= budget.records and both <= budget.tokens_in):
            calls, spent = calls + 1, spent + min(both, budget.tokens_in)
        else:
            calls += 2
            spent += min(_prompt("judge-extract") + 2 * turns, budget.tokens_in)
            spent += min(_prompt("judge-adjudicate") + 2 * turns + shown, budget.tokens_in)
        records += [t + _LINE for t in batch]
    out = calls * budget.tokens_out * _REPAIRED
    spent = _REPAIRED * spent + calls * _repair(budget)
    return Estimate(
        texts=len(texts), calls=calls, completions=calls * _REPAIRED, tokens_in=spent, tokens_out=out,
        cost=cost_of(judge.prices, tokens_in=spent, tokens_out=out),
    )  # fmt: skip


def cost_of(prices: Prices | None, *, tokens_in: int, tokens_out: int) -> float | None:
    """What tokens cost, rounded to a ten-thousandth; None without prices."""
    if prices is None:
        return None
    return round((tokens_in * prices.tokens_in + tokens_out * prices.tokens_out) / 1_000_000, 4)


def _batches(texts: Sequence[str], budget: Budget) -> list[list[int]]:
    """Tokens a text, packed as questions pack turns: half of a question at most, one turn at least."""
    room = left = budget.tokens_in // 2
    out: list[list[int]] = [[]] if texts else []
    for text in texts:
        cost = estimate_tokens(text)
        if out[-1] and cost > left:
            out.append([])
            left = room
        out[-1].append(cost)
        left -= cost
    return out


def _repair(budget: Budget) -> int:
    """What a repair shows beside the question: the wrong answer, what is wrong with it, and the form in words."""
    answer = min(budget.tokens_out, LONGEST_QUOTE)  # a character is a token at most
    return answer + _prompt("repair") + estimate_tokens(schema_text(Judged)) + _FAULTS


def _prompt(name: str) -> int:
    prompt = load_prompt(name)
    return estimate_tokens(prompt.system + prompt.user)
