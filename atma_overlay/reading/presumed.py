"""Premises told as a clause: *since I have been based in Seattle, …*, *as a pescatarian, …*.

The words after such an opening state what the query takes for granted. A record that says most of them, and says it
better than any record in force, is what they are about; where it was retired, the premise is outdated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay import re2
from atma_overlay.reading.backing import OVERRULED, overrules
from atma_overlay.reading.calls import as_recorded, calls
from atma_overlay.reading.claims import denies
from atma_overlay.reading.cues import GRANTING, takes_for_granted, tells_of_the_past
from atma_overlay.reading.small_names import is_meant
from atma_overlay.reading.telling import Telling
from atma_overlay.reading.whose import Asked, is_of_another
from atma_overlay.reading.wording import wording_of
from atma_overlay.records import Held, Slot, Statement, Status
from atma_overlay.state.folds.fold import in_force
from atma_overlay.values.normal import fold_case
from atma_overlay.values.own_names import OwnNames
from atma_overlay.values.sameness import one_form
from atma_overlay.values.terms import terms
from atma_overlay.views import Premise, PremiseVerdict

_GRANTED = re2.compile(rf"(?i){GRANTING}([^,;:.?!]{{3,200}})")
COVERED = 0.6
"""Share of a clause's content words that a record's sentence must have."""
_LEAST = 2
_NOT_CONTENT = frozenset({"user", "i", "current", *terms("somebody someone person")})
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
        and not tells_of_the_past(clause)
        and (premise := outdated_clause(clause, told, slots, asked, after)) is not None
    ]


def outdated_clause(
    clause: str, told: frozenset[str], slots: Mapping[Slot, Sequence[Held]], asked: Asked,
    after: Mapping[str, Sequence[Held]],
) -> Premise | None:  # fmt: skip
    """The premise of one clause with its content words, where a retired record says it; None where none does.

    It is unresolved where only a lower origin than that of the query says so, see `backing`. A record is held against
    the clause in its own words, where that calls its value otherwise (`calls`).
    """
    worded = _Worded(clause, told, asked.names)
    mine = [h for members in slots.values() for h in members if h.is_record and _is_of(h, asked.subjects)]
    standing = [h for h in mine if h.standing.status is Status.ACTIVE and in_force(h.standing, at=asked.at)]
    again = {_value(h) for h in standing}
    over = [h for h in mine if h.standing.status in _RETIRED and _value(h) not in again]
    gone = [(worded.of(h).covered_by(h), h) for h in over if worded.of(h).means(h.statement)]
    live = [worded.of(h).covered_by(h) for h in standing]
    share, held = max(gone, key=lambda each: (each[0], each[1].statement.id), default=(0.0, None))
    if held is None or share < COVERED or share <= max(live, default=0.0):
        return None
    statement, elsewhere = held.statement, after.get(held.statement.id, ())
    tells = Telling(asked)
    if is_of_another(asked, statement) or tells.as_past(held):
        return None
    if not asked.told and tells.of_nothing_real(statement):
        return None
    if denies(fold_case(asked.text), statement.value) is statement.affirmed:
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


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with its content words; `name` has those that stand for another name of a value, which is one word."""

    text: str
    told: frozenset[str]
    name: frozenset[str] = frozenset()

    def covered_by(self, held: Held) -> float:
        """The share of the words that a record says; its own value, where that is all, is enough by itself."""
        wording = wording_of(held.statement)
        own, told = wording.value, self.told
        shared = told & (wording.named | wording.evidence)
        if told.isdisjoint(wording.named):
            return 0.0  # queue is RabbitMQ, cache is Redis: what else the sentence says
        if len(shared) < _LEAST and not (own and own <= told):
            return 0.0
        once = max(len(self.name) - 1, 0)
        return (len(shared) - once) / (len(told) - once)

    def means(self, statement: Statement) -> bool:
        """Whether what it has of a value's words is that name: *since I love reading* says nothing of *Reading*."""
        shared = [x for x in statement.value.split() if not self.told.isdisjoint(terms(x))]
        return not shared or is_meant(self.text, statement, " ".join(shared))


class _Worded:
    """A clause, as a record would have it: *I live in NYC* with its own *New York City*."""

    def __init__(self, clause: str, told: frozenset[str], own: OwnNames) -> None:
        self._said, self._own = _Clause(clause, told), own
        self._called = calls(clause, own)
        self._otherwise: dict[str, _Clause] = {}

    def of(self, held: Held) -> _Clause:
        """The clause, with a record's value where it has another name of that."""
        if not self._called:
            return self._said
        value = held.statement.value
        if value not in self._otherwise:
            norm = held.statement.norm
            recorded = as_recorded(self._said.text, self._called, value=value, norm=norm, own=self._own)
            self._otherwise[value] = self._said if recorded is None else _renamed(recorded[0], value)
        return self._otherwise[value]


def _renamed(text: str, value: str) -> _Clause:
    return _Clause(text, frozenset(terms(text)) - _NOT_CONTENT, frozenset(terms(value)) - _NOT_CONTENT)


def _value(held: Held) -> tuple[str, bool, str]:
    """By what a value is known to hold again, or elsewhere."""
    s = held.statement
    return (s.slot.subject, s.affirmed, one_form(s.norm))


def _is_of(held: Held, subjects: frozenset[str]) -> bool:
    return not subjects or held.statement.slot.subject in subjects


def _in_its_slot(held: Held, slots: Mapping[Slot, Sequence[Held]], at: datetime) -> list[Held]:
    members = slots.get(held.statement.slot, ())
    return [h for h in members if h.is_record and h.standing.status is Status.ACTIVE and in_force(h.standing, at=at)]
