"""Rows: a record with its evidence, or a host memory as it stands."""

from __future__ import annotations

from datetime import datetime

import re2

from atma_overlay.reading.gather import Gathered, Hit
from atma_overlay.records import Held
from atma_overlay.views import Label, Row


def live_row(held: Held, score: float, gathered: Gathered, at: datetime) -> Row:
    """A current record; its sentence is cut down to its own part where it also states what no longer holds."""
    row = row_of(held, Label.CURRENT, score)
    s = held.statement
    gone = [
        told.value
        for told in gathered.gone_by_observation().get(s.observation_id, ())
        if told.evidence == s.evidence and told.id != s.id and told.norm != s.norm
    ]
    if not gone:
        return row
    parts = [p.strip() for p in _PARTS.split(s.evidence)]
    own = [p for p in parts if s.value in p and not any(g in p for g in gone)]
    return row.model_copy(update={"text": own[0] if own else s.value})


_PARTS = re2.compile(r"[,;:–—]| and | but | so ")


def row_of(held: Held, label: Label, score: float, *, note: str = "") -> Row:
    """A record as a row."""
    s, standing = held.statement, held.standing
    value = s.value if s.affirmed else f"not {s.value}"
    if not note and standing.valid_to is not None and label is Label.CURRENT:
        note = f"until {standing.valid_to.date().isoformat()}"
    return Row(
        label=label, text=s.evidence, value=value, subject=s.slot.subject, attribute=s.slot.attribute,
        valid_from=standing.valid_from, valid_to=standing.valid_to, observed_at=s.observed_at,
        record_ids=(s.id,), score=round(score, 4), note=note,
    )  # fmt: skip


def untracked(hit: Hit, text: str) -> Row:
    """A host memory that the ledger does not know."""
    return Row(
        label=Label.UNTRACKED, text=text, value=text, observed_at=hit.memory.created_at, host_ids=(hit.memory.id,),
        score=hit.memory.score or 0.0,
    )  # fmt: skip
