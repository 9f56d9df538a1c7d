"""What selection works for and what it makes: packets, counted and within a budget."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from atma_overlay.language.queries.view import ViewRequest
from atma_overlay.ports.ledger import Judged
from atma_overlay.reading.passages import shortened
from atma_overlay.reading.rows import Evidence
from atma_overlay.reading.unresolved import Lookup
from atma_overlay.records import Held, Slot, Status
from atma_overlay.state.folds.fold import in_force
from atma_overlay.state.present import is_retired
from atma_overlay.views import Label, Suppressed

FRAME = 12
"""Tokens of a row besides its text and its value: its label, dates and slot."""


@dataclass(slots=True)
class Selection:
    """Groups of rows, each a packet, and what was left out by why it was.

    Observations stand for their retired records and for their whole text: each is one row.
    """

    groups: list[list[Evidence]] = field(default_factory=list)
    retracted: set[str] = field(default_factory=set)
    """Observations of what somebody asks not to be used."""
    expired: set[str] = field(default_factory=set)
    """Those of what is over, and nothing took its place."""
    archived: set[str] = field(default_factory=set)
    """Records that are archived; one is counted once, whatever led to it."""
    ungrounded: int = 0
    gone: set[str] = field(default_factory=set)
    """Observations of what something else made untrue."""

    def leave(self, held: Held, *, at: datetime) -> None:
        """Count a record that is not shown; one that has not begun yet is not left out."""
        status = held.standing.status
        if status is Status.RETRACTED:
            left = self.retracted
        elif status is Status.ENDED or (not is_retired(held) and held.standing.valid_from <= at):
            left = self.expired
        elif is_retired(held):
            left = self.gone
        else:
            return
        left.add(held.statement.observation_id)


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
    aside: frozenset[Slot] = frozenset()
    """The slots of the event by which the query dates itself, which it does not ask for."""


def in_spell(held: Held, request: ViewRequest) -> bool:
    """Whether a record was in force at the instant, or in a part of the period, that a request names."""
    if request.period is not None:
        start, end = request.period
        standing = held.standing
        return standing.valid_from < end and (standing.valid_to is None or standing.valid_to > start)
    return request.as_of is not None and in_force(held.standing, at=request.as_of)


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
    packets = tokens = left_out = beyond = 0
    for number, group in enumerate(selection.groups):
        if packets == limit:
            beyond = sum(bool(other) for other in selection.groups[number:])
            break
        kept = [shortened(row, words) for row in group]
        left = None if max_tokens is None else max_tokens - tokens
        if left is not None and cost_of(kept, estimate) > left:
            kept = [row for row in kept if row.label is not Label.UNTRACKED]
            kept = kept if cost_of(kept, estimate) <= left else []
        left_out += len(kept) < len(group)
        if kept:
            rows += [r if r.packet == packets else r.but(packet=packets) for r in kept]
            packets += 1
            tokens += 0 if left is None else cost_of(kept, estimate)
    return rows, Suppressed(
        superseded=len(selection.gone), retracted=len(selection.retracted), expired=len(selection.expired),
        archived=len(selection.archived), ungrounded=selection.ungrounded, budget=left_out, limit=beyond,
    )  # fmt: skip


def cost_of(group: Sequence[Evidence], estimate: Callable[[str], int]) -> int:
    """About how many tokens some rows take."""
    return sum(estimate(row.text) + estimate(row.value) + FRAME for row in group)


def own_first(groups: list[list[Evidence]], subjects: frozenset[str]) -> list[list[Evidence]]:
    """Packets with what is of those whom the query is about before the same of somebody else, who may live there too.

    Args:
        groups: best first; that order stands but for this.
        subjects: whom the query is about; empty where nobody can be told.
    """
    own = {row.attribute for row, *_ in groups if row.attribute and row.subject in subjects}
    out: list[list[Evidence]] = []
    waiting: list[list[Evidence]] = []
    for group in groups:
        lead = group[0]
        if lead.attribute in own and lead.subject not in subjects:
            waiting.append(group)
            continue
        out.append(group)
        if lead.attribute in own:
            own.discard(lead.attribute)
            out += [g for g in waiting if g[0].attribute == lead.attribute]
            waiting = [g for g in waiting if g[0].attribute != lead.attribute]
    return out
