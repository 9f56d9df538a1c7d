"""The change view: the ordered chain of each asked-for slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from atma_overlay.ports.ledger import Judged
from atma_overlay.reading.gather import Gathered, single_valued
from atma_overlay.reading.hosted import DATED, as_known
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.rows import Evidence, row_of, untracked
from atma_overlay.reading.selection import Question, Selection
from atma_overlay.reading.spans import NEVER, Gone, live_text
from atma_overlay.records import DecisionState, Held, Slot, Statement, Status, Transition
from atma_overlay.state.present import label_of
from atma_overlay.views import Label, View

RELEVANT = 0.5
"""Share of the best chain's relevance below which another slot's chain is not about the question."""
CHAIN = 8
"""Records of one slot's chain that one packet shows at most."""


def chains(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """The ordered chain of each asked-for slot: its transitions, and its records from the oldest to the newest."""
    out = Selection()
    asked = question.request.view is View.CHANGE or question.request.ordinal == "all"
    if asked:
        touched = dict.fromkeys(r.held.statement.slot for r in ranked)
        records = [h.statement.id for slot in touched for h in gathered.slots.get(slot, ()) if h.is_record]
        question.transitions(records)  # all at once: what follows asks slot by slot
    told: dict[Slot, _Told] = {}
    in_period: list[list[Evidence]] = []
    strong = any(r.strong for r in ranked)
    for r in ranked:
        slot = r.held.statement.slot
        if r.held.standing.status in NEVER:
            if r.held.standing.status is Status.RETRACTED:
                out.leave(r.held, at=question.at)
            continue
        of_slot = told.get(slot)
        if of_slot is None:
            of_slot = told[slot] = _told(slot, gathered, question, moves=asked)
        elif of_slot.done:
            continue
        members = of_slot.members
        if of_slot.in_a_row:
            of_slot.done = True
            of_slot, met = of_slot.within(question.request.period)
            row = _chain(of_slot, gathered.slots.get(slot, ()), question, r.score)
            (in_period if met else out.groups).append(row)
        else:
            of_slot.done = len(members) <= 1 or r.held.statement.id not in of_slot.ids
            out.groups.append([row_of(r.held, label_of(r.held, at=question.at), r.score)])
    out.groups = in_period or out.groups  # what changed in October: where anything did, that alone
    out.groups.sort(key=lambda g: -(g[0].score + (0.4 if any(x.label is Label.TRANSITION for x in g) else 0.0)))
    open_question = bool(in_period) and not strong  # what changed in October?
    floor = 0.0 if open_question else max((g[0].score for g in out.groups), default=0.0) * RELEVANT
    unique: list[list[Evidence]] = []
    led: set[tuple[str, ...]] = set()
    for group in (g for g in out.groups if g[0].score >= floor):
        ids = group[0].record_ids
        if not ids or ids not in led:
            led.add(ids)
            unique.append(group)
    out.groups = unique
    chains = sum(any(x.label is Label.TRANSITION for x in g) for g in unique)
    _add_host_rows(out, gathered, frozenset(i for g in unique for row in g for i in row.record_ids), chains + 1)
    out.groups = as_known(out.groups, gathered, at=question.at, labels=DATED)
    return out


@dataclass(slots=True)
class _Told:
    """A slot as its chain tells it: its records from the oldest to the newest, and the applied changes of them."""

    members: list[Held]
    ids: frozenset[str]
    moves: list[Judged]
    in_a_row: bool
    """Whether the records make one chain; others are told one by one."""
    done: bool = False

    def within(self, period: tuple[datetime, datetime] | None) -> tuple[_Told, bool]:
        """The part of the chain that came about in a period, and whether any did; the whole where none is asked for."""
        start, end = period or (None, None)
        met = [j for j in self.moves if start is not None and end is not None and start <= j.dated.valid_at < end]
        if not met:
            return self, False
        sides = {i for j in met for i in (j.transition.from_id, j.transition.to_id)}
        places = [place for place, held in enumerate(self.members) if held.statement.id in sides]
        return replace(self, members=self.members[places[0] : places[-1] + 1], moves=met), True


def _told(slot: Slot, gathered: Gathered, question: Question, *, moves: bool) -> _Told:
    members = [h for h in gathered.slots.get(slot, []) if h.is_record and h.standing.status not in NEVER]
    members.sort(key=lambda h: (h.standing.valid_from, h.statement.observed_at, h.statement.position))
    ids = [h.statement.id for h in members]
    known = frozenset(ids)
    applied = [
        j
        for j in (question.transitions(ids) if moves else ())
        if j.latest.state is DecisionState.APPLIED and j.transition.from_id in known
    ]
    in_a_row = bool(applied and single_valued(members)) or len(applied) >= len(members) - 1 > 0
    return _Told(members, known, applied, in_a_row)


def _chain(told: _Told, everything: Sequence[Held], question: Question, score: float) -> list[Evidence]:
    members = told.members
    slot = members[0].statement.slot
    ordered = sorted((j.dated for j in told.moves), key=lambda t: t.valid_at)
    last = _telling(ordered[-1], members, everything)
    value = " → ".join([*(h.statement.value for h in members), *_after(ordered[-1], members)])
    head = Evidence(
        label=Label.TRANSITION,
        text=last.evidence if last else value,
        value=value,
        subject=slot.subject,
        attribute=slot.attribute,
        valid_from=ordered[-1].valid_at,
        observed_at=last.observed_at if last else None,
        record_ids=tuple(h.statement.id for h in members),
        transition_ids=tuple(t.id for t in ordered),
        score=score,
    )
    return [head, *(row_of(held, label_of(held, at=question.at), score) for held in members[-CHAIN:])]


def _after(move: Transition, members: Sequence[Held]) -> list[str]:
    """What came after the last value where no other did: nothing, or what is not known."""
    if any(h.statement.id == move.to_id for h in members) or members[-1].standing.status is Status.ACTIVE:
        return []
    return ["nothing" if members[-1].standing.status is Status.ENDED else "unknown"]


def _telling(move: Transition, members: Sequence[Held], everything: Sequence[Held]) -> Statement | None:
    """What tells a change: what took the place of a record, or what ended it."""
    successor = next((h.statement for h in members if h.statement.id == move.to_id), None)
    told = (h.statement for h in everything if h.statement.observation_id == move.cause)
    return successor or next(told, None)


def _add_host_rows(out: Selection, gathered: Gathered, shown: frozenset[str], after: int) -> None:
    """The host's rows whose records a packet does not show, without what was retracted or never true."""
    never = Gone.of([h for members in gathered.slots.values() for h in members if h.standing.status in NEVER])
    for hit in gathered.hits:
        live = live_text(hit, never)
        if live is not None and not any(h.standing.record_id in shown for h in hit.held):
            out.groups.insert(min(len(out.groups), after + hit.rank), [untracked(hit, live)])
