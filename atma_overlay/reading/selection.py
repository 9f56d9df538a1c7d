"""What selection works for and what it makes: packets, counted and within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.language.view import ViewRequest
from atma_overlay.ports.ledger import Judged
from atma_overlay.views import Row, Suppressed


@dataclass(slots=True)
class Selection:
    """Groups of rows, each a packet; `suppressed` counts what was left out."""

    groups: list[list[Row]] = field(default_factory=list)
    superseded: int = 0
    retracted: int = 0
    ungrounded: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What selection works for."""

    request: ViewRequest
    at: datetime
    limit: int
    transitions: Callable[[Sequence[str]], list[Judged]]


def within_budget(
    selection: Selection, *, limit: int, max_tokens: int | None, estimate: Callable[[str], int]
) -> tuple[tuple[Row, ...], Suppressed]:
    """Whole packets while they fit `limit` packets and `max_tokens` tokens; a packet is never cut in half."""
    rows: list[Row] = []
    packets = tokens = left_out = 0
    for group in selection.groups:
        cost = sum(estimate(r.text) + estimate(r.value) + 12 for r in group)
        if packets >= limit or (max_tokens is not None and tokens + cost > max_tokens):
            left_out += 1
            continue
        rows += [r.model_copy(update={"packet": packets}) for r in group]
        packets += 1
        tokens += cost
    return tuple(rows), Suppressed(
        superseded=selection.superseded, retracted=selection.retracted, budget=left_out,
        ungrounded=selection.ungrounded,
    )  # fmt: skip
