"""Ends that were told for a day that has come and that nobody decided: from then on what they are of is disputed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, tzinfo

from atma_overlay.kept import kept
from atma_overlay.language.candidates import DOUBTED
from atma_overlay.language.dates.times import find_times
from atma_overlay.language.dates.zones import WallClock
from atma_overlay.ports.ledger import Judged
from atma_overlay.reading.rows import Evidence
from atma_overlay.records import Act, DecisionState, Held, Statement
from atma_overlay.state.pruned import last_said
from atma_overlay.values.days import day
from atma_overlay.views import Label, Premise, PremiseVerdict

Due = Mapping[str, datetime]
"""By record, the day from which it was to be over."""


def due_ends(
    members: Collection[Held], transitions: Callable[[Sequence[str]], list[Judged]], *, at: datetime, zone: tzinfo
) -> Due:  # fmt: skip
    """The records that were to be over by now: *I'm leaving Acme on 31 August*, after that day.

    Args:
        members: everything of the slots that a query touches.
        transitions: those of some records.
        at: the instant at which it is asked.
        zone: where days begin.
    """
    ends = [h.statement for h in members if h.statement.act is Act.END and h.statement.confidence <= DOUBTED]
    told = {s.observation_id: found for s in ends if (found := _come(s, at, zone)) is not None}
    if not told:
        return {}
    records = [h.statement.id for h in members if h.is_record]
    said = last_said([h for h in members if h.statement.act is not Act.END])
    due = {
        j.transition.from_id: told[j.transition.cause]
        for j in transitions(records)
        if j.latest.state is DecisionState.PROPOSED and j.transition.to_id is None and j.transition.cause in told
    }
    return {record: begins for record, begins in due.items() if said[record] < begins}  # told anew since, it goes on


def disputed_rows(groups: list[list[Evidence]], due: Due, *, zone: tzinfo) -> list[list[Evidence]]:
    """The packets, where what was to be over is no more shown as current."""
    if not due:
        return groups

    def shown(row: Evidence) -> Evidence:
        ends = [due[i] for i in row.record_ids if i in due]
        if row.label is not Label.CURRENT or not ends:
            return row
        return row.but(label=Label.CONTESTED, note=f"was to be over from {day(ends[0], zone)}")

    return [[shown(row) for row in group] for group in groups]


def disputed_premises(premises: list[Premise], due: Due, *, zone: tzinfo) -> list[Premise]:
    """The premises, where what was to be over bears none out."""
    if not due:
        return premises

    def judged(premise: Premise) -> Premise:
        ends = [due[i] for i in premise.record_ids if i in due]
        if premise.verdict is not PremiseVerdict.SUPPORTED or not ends:
            return premise
        reason = f"{premise.slot}: was to be over from {day(ends[0], zone)}"
        return premise.model_copy(update={"verdict": PremiseVerdict.UNRESOLVED, "reason": reason})

    return [judged(premise) for premise in premises]


def _come(statement: Statement, at: datetime, zone: tzinfo) -> datetime | None:
    """The day that an end was told for, if it has come; what is told without one is over when it is confirmed."""
    if not statement.affirmed:
        return None
    clock = WallClock(statement.observed_at, zone)
    shown = _first_ahead(statement.evidence, clock.reading)
    begins = None if shown is None else clock.instant(shown)
    return begins if begins is not None and begins <= at else None


@kept(4096)
def _first_ahead(text: str, said: datetime) -> datetime | None:
    """The first of the times in a text that had not come when it was said."""
    return min((time.start for time in find_times(text, said) if time.start > said), default=None)
