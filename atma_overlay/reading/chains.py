"""The change view: the ordered chain of each asked-for slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atma_overlay.ports.ledger import Judged
from atma_overlay.reading.gather import Gathered, single_valued
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.rows import Evidence, row_of, untracked
from atma_overlay.reading.selection import Question, Selection
from atma_overlay.reading.spans import NEVER, Gone, live_text
from atma_overlay.records import DecisionState, Held, Slot, Status
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
        members, moves = of_slot.members, of_slot.moves
        if of_slot.in_a_row:
            of_slot.done = True
            out.groups.append(_chain(members, moves, question, r.score))
        else:
            of_slot.done = len(members) <= 1 or r.held.statement.id not in of_slot.ids
            out.groups.append([row_of(r.held, label_of(r.held, at=question.at), r.score)])
    out.groups.sort(key=lambda g: -(g[0].score + (0.4 if any(x.label is Label.TRANSITION for x in g) else 0.0)))
    floor = max((g[0].score for g in out.groups), default=0.0) * RELEVANT
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


def _chain(members: Sequence[Held], moves: Sequence[Judged], question: Question, score: float) -> list[Evidence]:
    by_id = {h.statement.id: h for h in members}
    rows: list[Evidence] = []
    ordered = sorted((j.dated for j in moves), key=lambda t: t.valid_at)
    values = [h.statement.value for h in members]
    if members[-1].standing.status is not Status.ACTIVE:
        values.append("nothing")
    slot = members[0].statement.slot
    last = by_id.get(ordered[-1].to_id or "")
    rows.append(
        Evidence(
            label=Label.TRANSITION,
            text=last.statement.evidence if last else members[-1].statement.evidence,
            value=" → ".join(values),
            subject=slot.subject,
            attribute=slot.attribute,
            valid_from=ordered[0].valid_at,
            observed_at=last.statement.observed_at if last else None,
            record_ids=tuple(by_id),
            transition_ids=tuple(t.id for t in ordered),
            score=score,
        )
    )
    for held in members[-CHAIN:]:
        rows.append(row_of(held, label_of(held, at=question.at), score))
    return rows


def _add_host_rows(out: Selection, gathered: Gathered, shown: frozenset[str], after: int) -> None:
    """The host's rows whose records a packet does not show, without what was retracted or never true."""
    never = Gone.of([h for members in gathered.slots.values() for h in members if h.standing.status in NEVER])
    for hit in gathered.hits:
        live = live_text(hit, never)
        if live is not None and not any(h.standing.record_id in shown for h in hit.held):
            out.groups.insert(min(len(out.groups), after + hit.rank), [untracked(hit, live)])
