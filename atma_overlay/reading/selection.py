"""What selection works for and what it makes: packets, counted and within a budget."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.language.view import ViewRequest
from atma_overlay.ports.ledger import Judged
from atma_overlay.reading.passages import shortened
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.unresolved import Lookup
from atma_overlay.views import Label, Suppressed

FRAME = 12
"""Tokens of a row besides its text and its value: its label, dates and slot."""


@dataclass(slots=True)
class Selection:
    """Groups of rows, each a packet; `suppressed` counts what was left out."""

    groups: list[list[Evidence]] = field(default_factory=list)
    retracted: int = 0
    archived: set[str] = field(default_factory=set)
    """Records that are archived; one is counted once, whatever led to it."""
    ungrounded: int = 0
    gone: set[str] = field(default_factory=set)
    """Observations whose retired records, or whose whole text, were left out: each is one row."""


@dataclass(frozen=True, slots=True)
class Question:
    """What selection works for."""

    request: ViewRequest
    at: datetime
    limit: int
    transitions: Callable[[Sequence[str]], list[Judged]]
    statements: Lookup
    verbatim: bool = False
    """Whether exact words are asked for."""
    theme: bool = False
    """Whether all that is known of a theme is asked for."""


def within_budget(
    selection: Selection,
    *,
    limit: int,
    max_tokens: int | None,
    estimate: Callable[[str], int],
    words: Collection[str] = (),
) -> tuple[list[Evidence], Suppressed]:
    """Whole packets while they fit `limit` packets and `max_tokens` tokens.

    A pair of old and new is never cut in half. What a host memory says beside a record is no half: where it is too long
    it goes, and the record stays, so that no long text keeps the facts beside it out. Of a text that is too long for
    any prompt the part is shown that has most of the query's `words`.
    """
    rows: list[Evidence] = []
    packets = tokens = left_out = 0
    for number, group in enumerate(selection.groups):
        if packets == limit:
            left_out += sum(bool(other) for other in selection.groups[number:])
            break
        kept = [shortened(row, words) for row in group]
        left = None if max_tokens is None else max_tokens - tokens
        if left is not None and _cost(kept, estimate) > left:
            kept = [row for row in kept if row.label is not Label.UNTRACKED]
            kept = kept if _cost(kept, estimate) <= left else []
        left_out += len(kept) < len(group)
        if kept:
            rows += [r if r.packet == packets else r.but(packet=packets) for r in kept]
            packets += 1
            tokens += 0 if left is None else _cost(kept, estimate)
    return rows, Suppressed(
        superseded=len(selection.gone), retracted=selection.retracted, archived=len(selection.archived),
        ungrounded=selection.ungrounded, budget=left_out,
    )  # fmt: skip


def _cost(group: Sequence[Evidence], estimate: Callable[[str], int]) -> int:
    return sum(estimate(row.text) + estimate(row.value) + FRAME for row in group)
