"""What the overlay would do to the host's answer to a query."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from atma_overlay.audit.findings import Facts, slot_words
from atma_overlay.ports.host import HostMemory
from atma_overlay.records import DecisionState, Status
from atma_overlay.views import Label, Packet, Premise, Row, StateRecord, Suppressed, View

Fate = Literal["labelled", "trimmed", "suppressed", "left out"]
_OVER = frozenset({Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED, Status.CORRECTED, Status.RETRACTED})


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HostRow(_Part):
    """A row of the host's own answer, and what would become of it.

    `labelled`: shown, under `labels`. `trimmed`: shown without the sentences that are over. `suppressed`: kept back,
    because all that it states is over. `left out`: not about the query as the overlay reads it, or beyond its budget.
    """

    host_id: str
    text: str
    created_at: datetime | None
    fate: Fate
    labels: tuple[Label, ...] = ()
    why: tuple[str, ...] = ()
    """What became of the facts that it states."""


class Inquiry(_Part):
    """A query asked of the host alone and of the overlay: the same store, side by side."""

    query: str
    view: View
    host_rows: tuple[HostRow, ...]
    """In the host's order."""
    rows: tuple[Row, ...]
    """The overlay's, in its order."""
    premises: tuple[Premise, ...]
    suppressed: Suppressed

    @property
    def blocked(self) -> tuple[Premise, ...]:
        """The premises that may not act as a basis."""
        return tuple(p for p in self.premises if p.verdict == "outdated")


def inquiry(packet: Packet, answer: Sequence[HostMemory], *, facts: Facts) -> Inquiry:
    """Set the overlay's packet beside the host's own answer."""
    stated, successors = facts.by_memory(), _successors(facts)
    return Inquiry(
        query=packet.query,
        view=packet.view,
        host_rows=tuple(_host_row(m, packet.rows, stated.get(m.id, ()), successors) for m in answer),
        rows=packet.rows,
        premises=packet.premises,
        suppressed=packet.suppressed,
    )


def _host_row(
    memory: HostMemory, rows: Iterable[Row], stated: Sequence[StateRecord], successors: Mapping[str, str]
) -> HostRow:
    own = {r.id for r in stated}
    labels = tuple(dict.fromkeys(r.label for r in rows if memory.id in r.host_ids or own & set(r.record_ids)))
    over = [r for r in stated if r.status in _OVER]
    return HostRow(
        host_id=memory.id, text=memory.text, created_at=memory.created_at,
        fate=_fate(labels, over=len(over), stated=len(stated)), labels=labels,
        why=tuple(_became(r, successors) for r in over),
    )  # fmt: skip


def _fate(labels: tuple[Label, ...], *, over: int, stated: int) -> Fate:
    if labels:
        return "trimmed" if over and labels == (Label.UNTRACKED,) else "labelled"
    return "suppressed" if over and over == stated else "left out"


def _became(record: StateRecord, successors: Mapping[str, str]) -> str:
    became = f"now {successors[record.id]!r}" if record.id in successors else "nothing known in its place"
    return f"{slot_words(record.subject, record.attribute)}: {record.value!r} {record.status}, {became}"


def _successors(facts: Facts) -> dict[str, str]:
    applied = (t for t in facts.timeline.transitions if t.state is DecisionState.APPLIED)
    return {t.from_id: t.to_value for t in applied if t.to_value is not None}
