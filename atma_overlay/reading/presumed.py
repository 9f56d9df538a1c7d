"""Premises told as a clause: *since I have been based in Seattle, …*, *as a pescatarian, …*.

The words after such an opening state what the query takes for granted. A record that says most of them, and says it
better than any record in force, is what they are about; where it was retired, the premise is outdated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import re2

from atma_overlay.reading.backing import OVERRULED, overrules
from atma_overlay.reading.cues import GRANTING, takes_for_granted
from atma_overlay.reading.small_names import is_meant
from atma_overlay.reading.whose import Asked, is_of_another
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Held, Slot, Statement, Status
from atma_overlay.state.fold import in_force
from atma_overlay.state.sameness import one_form
from atma_overlay.state.terms import terms
from atma_overlay.state.values import fold_case
from atma_overlay.views import Premise, PremiseVerdict

_GRANTED = re2.compile(rf"(?i){GRANTING}([^,;:.?!]{{3,200}})")
COVERED = 0.6
"""Share of a clause's content words that a record's sentence must have."""
_LEAST = 2
_NOT_CONTENT = frozenset({"user", "i", "current"})
_RETIRED = (Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED)


def presumed(query: str) -> list[tuple[str, frozenset[str]]]:
    """The clauses that a query takes for granted, with their content words."""
    found: list[tuple[str, frozenset[str]]] = []
    if not takes_for_granted(query):
        return found
    for clause in _GRANTED.findall(query):
        told = frozenset(terms(clause)) - _NOT_CONTENT
        if told:
            found.append((clause.strip(), told))
    return found


def outdated_clauses(
    slots: Mapping[Slot, Sequence[Held]], asked: Asked, *, after: Mapping[str, Sequence[Held]],
    settled: Sequence[Premise] = (),
) -> list[Premise]:  # fmt: skip
    """The clauses that a retired record says, and no record in force says as well.

    A clause that names a value of which the ledger has a word already (`settled`) is passed over.
    """
    named = [fold_case(p.text) for p in settled]
    return [
        premise
        for clause, told in presumed(asked.text)
        if not any(name in fold_case(clause) for name in named)
        and (premise := outdated_clause(clause, told, slots, asked, after)) is not None
    ]


def outdated_clause(
    clause: str, told: frozenset[str], slots: Mapping[Slot, Sequence[Held]], asked: Asked,
    after: Mapping[str, Sequence[Held]],
) -> Premise | None:  # fmt: skip
    """The premise of one clause with its content words, where a retired record says it; None where none does.

    It is unresolved where only a lower origin than that of the query says so, see `backing`.
    """
    mine = [h for members in slots.values() for h in members if h.is_record and _is_of(h, asked.subjects)]
    standing = [h for h in mine if h.standing.status is Status.ACTIVE and in_force(h.standing, at=asked.at)]
    again = {_value(h) for h in standing}
    over = [h for h in mine if h.standing.status in _RETIRED and _value(h) not in again]
    gone = [(_covers(h, told), h) for h in over if _is_meant(clause, told, h.statement)]
    live = [_covers(h, told) for h in standing]
    share, held = max(gone, key=lambda each: (each[0], each[1].statement.id), default=(0.0, None))
    if held is None or share < COVERED or share <= max(live, default=0.0):
        return None
    statement, elsewhere = held.statement, after.get(held.statement.id, ())
    if is_of_another(asked, statement):
        return None
    if not overrules(held, slots.get(statement.slot, ()), whose=asked.whose, elsewhere=elsewhere):
        return Premise(
            text=clause, verdict=PremiseVerdict.UNRESOLVED, record_ids=(statement.id,),
            reason=f"{statement.slot}: {OVERRULED}",
        )  # fmt: skip
    current = [*_in_its_slot(held, slots, asked.at), *elsewhere]
    values = tuple(dict.fromkeys(h.statement.told_value for h in current))
    what = f"now {', '.join(values)}" if values else "nothing known in its place"
    return Premise(
        text=clause, verdict=PremiseVerdict.OUTDATED, current=values,
        record_ids=(held.statement.id, *(h.statement.id for h in current)),
        reason=f"{held.statement.slot}: {held.standing.status}, {what}",
    )  # fmt: skip


def _value(held: Held) -> tuple[str, bool, str]:
    """By what a value is known to hold again, or elsewhere."""
    s = held.statement
    return (s.slot.subject, s.affirmed, one_form(s.norm))


def _is_of(held: Held, subjects: frozenset[str]) -> bool:
    return not subjects or held.statement.slot.subject in subjects


def _covers(held: Held, told: frozenset[str]) -> float:
    """The share of the clause's words that the record says; its own value, where that is all, is enough by itself."""
    s = held.statement
    wording = wording_of(s)
    own = wording.value
    shared = told & (wording.named | wording.evidence)
    if told.isdisjoint(wording.named):
        return 0.0  # queue is RabbitMQ, cache is Redis: what else the sentence says
    if len(shared) < _LEAST and not (own and own <= told):
        return 0.0
    return len(shared) / len(told)


def _is_meant(clause: str, told: frozenset[str], statement: Statement) -> bool:
    """Whether what a clause has of a value's words is that name: *since I love reading* says nothing of *Reading*."""
    shared = [x for x in statement.value.split() if not told.isdisjoint(terms(x))]
    return not shared or is_meant(clause, statement, " ".join(shared))


def _in_its_slot(held: Held, slots: Mapping[Slot, Sequence[Held]], at: datetime) -> list[Held]:
    members = slots.get(held.statement.slot, ())
    return [h for h in members if h.is_record and h.standing.status is Status.ACTIVE and in_force(h.standing, at=at)]
