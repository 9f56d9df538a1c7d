"""Rows as they are weighed: a record with its evidence, or a host memory as it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import UTC, datetime, tzinfo
from operator import attrgetter
from typing import Any

from atma_overlay import re2
from atma_overlay.reading.gather import Gathered, Hit
from atma_overlay.records import Held, Statement
from atma_overlay.values.days import day
from atma_overlay.views import Label, Row


@dataclass(slots=True)  # not frozen: most of what is made is never shown, and this is made in a quarter of the time
class Evidence:
    """What a `views.Row` is made of once its packet is admitted; once it is made only `again` changes."""

    label: Label
    text: str
    value: str = ""
    subject: str = ""
    attribute: str = ""
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    observed_at: datetime | None = None
    record_ids: tuple[str, ...] = ()
    transition_ids: tuple[str, ...] = ()
    host_ids: tuple[str, ...] = ()
    score: float = 0.0
    packet: int = 0
    note: str = ""
    again: tuple[str, ...] = ()
    """Host memories that say no more, and are left out for it."""

    def but(self, **changed: Any) -> Evidence:
        """The same with other values for some of its fields."""
        made = Evidence(*_VALUES(self))
        for name, value in changed.items():
            setattr(made, name, value)
        return made

    def shown(self, *, zone: tzinfo = UTC) -> Row:
        """It as callers see it, who may be told until which day of their zone it holds."""
        note = self.note
        if not note and self.valid_to is not None and self.label is Label.CURRENT:
            note = f"until {day(self.valid_to, zone)}"
        return Row(
            label=self.label, text=self.text, value=self.value, subject=self.subject, attribute=self.attribute,
            valid_from=self.valid_from, valid_to=self.valid_to, observed_at=self.observed_at,
            record_ids=self.record_ids, transition_ids=self.transition_ids, host_ids=self.host_ids, score=self.score,
            packet=self.packet, note=note,
        )  # fmt: skip


_VALUES = attrgetter(*(f.name for f in fields(Evidence)))


def live_row(held: Held, score: float, gathered: Gathered) -> Evidence:
    """A current record; its sentence is cut down to its own part where it also states what no longer holds."""
    row = row_of(held, Label.CURRENT, score)
    s = held.statement
    beside = gathered.gone_by_observation().get(s.observation_id)
    if beside is None:
        return row
    text = part_of(s, beside)
    return row if text == s.evidence else row.but(text=text)


def part_of(statement: Statement, beside: Iterable[Statement]) -> str:
    """The part of a statement's sentence that states it and none of some others; its value where there is none."""
    s = statement
    others = [told.value for told in beside if told.evidence == s.evidence and told.id != s.id and told.norm != s.norm]
    if not others:
        return s.evidence
    parts = [p.strip() for p in _PARTS.split(s.evidence)]
    own = [p for p in parts if s.value in p and not any(other in p for other in others)]
    return own[0] if own else s.value


_PARTS = re2.compile(r"[,;:–—]| and | but | so ")


def row_of(held: Held, label: Label, score: float, *, note: str = "") -> Evidence:
    """A record as a row."""
    s, standing = held.statement, held.standing
    value = s.told_value
    return Evidence(
        label, s.evidence, value, s.slot.subject, s.slot.attribute, standing.valid_from, standing.valid_to,
        s.observed_at, (s.id,), score=round(score, 4), note=note,
    )  # fmt: skip


def untracked(hit: Hit, text: str) -> Evidence:
    """A host memory that the ledger does not know."""
    return Evidence(
        Label.UNTRACKED, text, text, observed_at=hit.memory.created_at, host_ids=(hit.memory.id,),
        score=hit.memory.score or 0.0,
    )  # fmt: skip
