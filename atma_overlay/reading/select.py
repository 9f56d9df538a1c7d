"""Selection: whole packets for the view that is asked for, within a budget of rows and tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

import re2

from atma_overlay.language.tokens import sentences
from atma_overlay.language.view import ViewRequest
from atma_overlay.language.words import ACQUAINTANCES, KIN
from atma_overlay.ports.ledger import Judged
from atma_overlay.reading.gather import Gathered, Hit, single_valued
from atma_overlay.reading.rank import Ranked
from atma_overlay.records import DecisionState, Held, Slot, Status
from atma_overlay.state.fold import in_force
from atma_overlay.state.present import label_of
from atma_overlay.state.terms import stem
from atma_overlay.state.values import fold_case, same_value
from atma_overlay.views import Label, Row, Suppressed, View

FLOOR = 0.75
"""Relevance below which a tracked record does not displace the host's own rows."""
RELEVANT = 0.5
"""Share of the best chain's relevance below which another slot's chain is not about the question."""
NEVER = (Status.RETRACTED, Status.CORRECTED)
"""Of what was never true, or is asked not to be used, no view speaks."""
FUSION = 2
"""The constant of reciprocal rank fusion: a few ranks apart matter in a packet of five."""
LEDGER_WEIGHT = 1.0
"""What a place in the ledger's order weighs against the same place in the host's."""
SENTENCE = 3
"""Records of one sentence that one packet shows at most."""
CHAIN = 8
"""Records of one slot's chain that one packet shows at most."""


@dataclass(slots=True)
class Selection:
    """Groups of rows, each a packet; `suppressed` counts what was left out."""

    groups: list[list[Row]] = field(default_factory=list)
    superseded: int = 0
    retracted: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What selection works for."""

    request: ViewRequest
    at: datetime
    limit: int
    transitions: Callable[[Sequence[str]], list[Judged]]


def select(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """The packets of the asked-for view, best first."""
    view = question.request.view
    if view is View.NEUTRAL:
        return _neutral(gathered, ranked, question)
    if view is View.CHANGE:
        return _chains(gathered, ranked, question)
    if view is View.HISTORICAL:
        return _historical(gathered, ranked, question)
    return _current(gathered, ranked, question)


def _current(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """What holds now: the ledger's packets and the host's, fused by their ranks.

    A host memory whose record leads a packet joins it with what else it says, so that nothing is shown twice and a
    record that both sides found comes first.
    """
    out = Selection()
    strong, weak = _tracked(out, gathered, ranked, question)
    hosted, others = _hosted(out, gathered, ranked, question)
    out.groups = _fused(strong, hosted) + others
    if not out.groups:
        out.groups = weak
    return out


def _tracked(
    out: Selection, gathered: Gathered, ranked: Sequence[Ranked], question: Question
) -> tuple[list[list[Row]], list[list[Row]]]:
    """The ledger's packets, best first: those that something but the host's rank speaks for, and the rest."""
    shown: set[str] = set()
    strong: list[list[Row]] = []
    weak: list[list[Row]] = []
    for r in ranked:
        held = r.held
        status = held.standing.status
        if status is Status.RETRACTED:
            out.retracted += r.strong
            continue
        if held.statement.id in shown or is_echo(held, gathered):
            continue
        label = label_of(held, at=question.at)
        if label is Label.CONTESTED:
            group = _contest(held, gathered, question)
        elif label is Label.CURRENT:
            group = [live_row(held, r.score, gathered, question)]
        else:
            out.superseded += 1
            group = _successors(held, gathered, question, r.score) if r.strong else []
            group = [g for g in group if g.record_ids and g.record_ids[0] not in shown]
        if not group:
            continue
        shown |= {i for row in group for i in row.record_ids}
        if not (r.strong and r.score >= FLOOR):
            weak.append(group)
        elif (same := _told_with(group, strong)) is not None:
            same += group
        else:
            strong.append(group)
    return strong, weak


def _told_with(group: Sequence[Row], packets: Sequence[list[Row]]) -> list[Row] | None:
    """The packet that already shows the sentence of a single record: one sentence takes one place."""
    if len(group) > 1:
        return None
    return next((p for p in packets if len(p) < SENTENCE and all(row.text == group[0].text for row in p)), None)


@dataclass(frozen=True, slots=True)
class Hosted:
    """What a host memory still says, with its place in the host's own order and the records that stand on it."""

    row: Row
    place: int
    held: tuple[Held, ...]

    def beside(self, group: Sequence[Row]) -> list[Row]:
        """What it says beside the sentences that a packet's rows show, as a row; none where that is nothing."""
        told = [row.text for row in group]
        kept = [part for part in _sentences(self.row.text) if not any(part in text for text in told)]
        rest = " ".join(kept)
        return [self.row.model_copy(update={"text": rest, "value": rest})] if rest else []


def _fused(tracked: Sequence[list[Row]], hosted: Sequence[Hosted], *, lifted: int | None = None) -> list[list[Row]]:
    """Both lists by reciprocal rank fusion (Cormack et al., 2009), a tie going to the ledger.

    Only the first `lifted` of the ledger's packets (None: all) gain by the host's rank of what they stand on.
    """
    waiting = list(hosted)
    scored: list[tuple[float, int, list[Row]]] = []
    for place, group in enumerate(tracked):
        ids = {i for row in group for i in row.record_ids}
        same = [h for h in waiting if any(held.standing.record_id in ids for held in h.held)]
        waiting = [h for h in waiting if h not in same]
        score = LEDGER_WEIGHT / (FUSION + place)
        if same and (lifted is None or place < lifted):
            score += 1 / (FUSION + same[0].place)
        scored.append((score, 0, [*group, *(row for h in same for row in h.beside(group))]))
    scored += [(1 / (FUSION + h.place), 1, [h.row]) for h in waiting]
    return [group for _, _, group in sorted(scored, key=lambda each: (-each[0], each[1]))]


SURE = 0.6
"""Confidence below which a record is a bare mention: it states nothing that a surer, retired record denies."""


def is_echo(held: Held, gathered: Gathered) -> bool:
    """Whether a bare mention only repeats a value that a surer record of the same subject had and lost."""
    s = held.statement
    if s.confidence >= SURE:
        return False
    retired = (Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED, Status.CORRECTED, Status.RETRACTED)
    return any(
        h.standing.status in retired
        and h.statement.slot.subject == s.slot.subject
        and same_value(h.statement.norm, s.norm)
        for members in gathered.slots.values()
        for h in members
    )


def _successors(held: Held, gathered: Gathered, question: Question, score: float) -> list[Row]:
    """What holds in a retired record's place; where nothing is known, the slot is shown as unresolved."""
    members = gathered.slots.get(held.statement.slot, [])
    current = [h for h in members if h.is_record and label_of(h, at=question.at) is Label.CURRENT]
    if current:
        to_ids = {
            j.transition.to_id
            for j in question.transitions([held.statement.id])
            if j.transition.from_id == held.statement.id
        }
        direct = [h for h in current if h.statement.id in to_ids] or (current if single_valued(members) else [])
        return [row_of(h, Label.CURRENT, score) for h in direct]
    if held.standing.status is Status.ENDED:
        return [row_of(held, Label.HISTORICAL, score, note="stated to have stopped; nothing is known in its place")]
    if held.standing.status is Status.INVALIDATED:
        row = row_of(held, Label.UNRESOLVED, score, note="no longer safe; the present value is not known")
        return [row.model_copy(update={"value": ""})]
    return []


def _contest(held: Held, gathered: Gathered, question: Question) -> list[Row]:
    members = {h.statement.id: h for h in gathered.slots.get(held.statement.slot, [])}
    ids = [held.statement.id, *held.standing.contested_with]
    both = [members[i] for i in ids if i in members]
    return [row_of(h, Label.CONTESTED, 0.0, note="a change is proposed and not decided") for h in both]


def _hosted(
    out: Selection, gathered: Gathered, ranked: Sequence[Ranked], question: Question
) -> tuple[list[Hosted], list[list[Row]]]:
    """The host's memories without the sentences that retired records stand on; those about others apart."""
    retired = [h for members in gathered.slots.values() for h in members if _retired(h)]
    again: dict[Slot, set[str]] = {}
    for slot, members in gathered.slots.items():
        again[slot] = {h.statement.norm for h in members if h.is_record and not _retired(h)}
    known = {r.held.statement.id for r in ranked}
    hosted: list[Hosted] = []
    others: list[list[Row]] = []
    for hit in gathered.hits:
        live = live_text(hit, retired, again)
        if live is None:
            out.superseded += 1
            continue
        records = [h for h in hit.held if h.is_record]
        if records and not any(h.standing.record_id in known for h in records):
            continue  # all of it is about somebody whom the query does not name
        row = untracked(hit, live)
        if _of_others(live, gathered):
            others.append([row])
            continue
        hosted.append(Hosted(row, len(hosted), tuple(records)))
    return hosted, others


def _of_others(text: str, gathered: Gathered) -> bool:
    """Whether a host row opens with a relation that the query does not name: *My sister swims twice a week*."""
    opening = text.lower().split(maxsplit=2)[:2]
    if len(opening) < 2 or opening[0] not in {"my", "our"}:
        return False
    relation = opening[1].strip(".,;:!?").removesuffix("'s")
    return relation in KIN | ACQUAINTANCES and stem(relation) not in gathered.query_terms


def _retired(held: Held) -> bool:
    """Whether a change, a correction or a person took the value away; that its own time is over takes nothing away."""
    return held.standing.status in (
        Status.RETRACTED, Status.SUPERSEDED, Status.ENDED, Status.INVALIDATED, Status.CORRECTED,
    )  # fmt: skip


def live_text(hit: Hit, retired: Sequence[Held], again: Mapping[Slot, set[str]] = MappingProxyType({})) -> str | None:
    """A host memory without the sentences of retired records and their echoes, or None when nothing is left.

    Args:
        hit: the host's memory with the records that stand on it.
        retired: records that no longer hold, or never did.
        again: values by slot that hold now, so that an earlier spell of theirs leaves no echo.
    """
    text = hit.memory.text
    gone = [h.statement for h in hit.held if any(h.statement.id == r.statement.id for r in retired)]
    echoes = [
        r.statement
        for r in retired
        if r.statement.value_kind in {"name", "code", "quote"}
        and len(r.statement.value) > 3
        and r.statement.norm not in again.get(r.statement.slot, ())
    ]
    folded = fold_case(text)
    echoes = [e for e in echoes if fold_case(e.value) in folded]
    if not gone and not echoes:
        return text
    kept = []
    for part in _sentences(text):
        if any(part in g.evidence or g.evidence in part for g in gone):
            continue
        if any(fold_case(e.value) in fold_case(part) for e in echoes):
            continue
        kept.append(part)
    return " ".join(kept) or None


def _sentences(text: str) -> list[str]:
    return [text[sentence.start : sentence.end] for sentence in sentences(text)]


def _historical(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    request = question.request
    if request.ordinal == "all":
        return _chains(gathered, ranked, question)
    out = Selection()
    shown: set[str] = set()
    later: list[list[Row]] = []
    as_of = request.as_of
    for r in ranked:
        held = r.held
        if held.standing.status in NEVER:
            out.retracted += held.standing.status is Status.RETRACTED
            continue
        label = label_of(held, at=question.at)
        if held.statement.id in shown:
            continue
        fits = _in_spell(held, request) if as_of is not None else label is Label.HISTORICAL
        group = [row_of(held, label, r.score)]
        if fits:
            shown.add(held.statement.id)
            out.groups.append(group)
        elif r.strong:
            later.append(group)
    later = [g for g in later if not any(i in shown for i in g[0].record_ids)]
    boost = [g for g in out.groups if g[0].score >= FLOOR]
    rest = [g for g in out.groups if g[0].score < FLOOR]
    out.groups = _fused(boost + later, _unretracted(gathered), lifted=len(boost)) + rest
    return out


def _unretracted(gathered: Gathered) -> list[Hosted]:
    """The host's memories without what was retracted or never true."""
    never = [h for members in gathered.slots.values() for h in members if h.standing.status in NEVER]
    hosted: list[Hosted] = []
    for hit in gathered.hits:
        if (live := live_text(hit, never)) is not None:
            hosted.append(Hosted(untracked(hit, live), len(hosted), tuple(h for h in hit.held if h.is_record)))
    return hosted


def _add_host_rows(out: Selection, gathered: Gathered, shown: frozenset[str], after: int) -> None:
    """The host's rows whose records a packet does not show, without what was retracted or never true."""
    never = [h for members in gathered.slots.values() for h in members if h.standing.status in NEVER]
    for hit in gathered.hits:
        live = live_text(hit, never)
        if live is not None and not any(h.standing.record_id in shown for h in hit.held):
            out.groups.insert(min(len(out.groups), after + hit.rank), [untracked(hit, live)])


def _in_spell(held: Held, request: ViewRequest) -> bool:
    if request.period is not None:
        start, end = request.period
        standing = held.standing
        return standing.valid_from < end and (standing.valid_to is None or standing.valid_to > start)
    return request.as_of is not None and in_force(held.standing, at=request.as_of)


def _chains(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """The ordered chain of each asked-for slot: its transitions, and its records from the oldest to the newest."""
    out = Selection()
    seen: set[Slot] = set()
    for r in ranked:
        slot = r.held.statement.slot
        if r.held.standing.status in NEVER:
            out.retracted += r.held.standing.status is Status.RETRACTED
            continue
        if slot in seen:
            continue
        seen.add(slot)
        members = [h for h in gathered.slots.get(slot, []) if h.is_record and h.standing.status not in NEVER]
        held_ids = {h.statement.id for h in members}
        members.sort(key=lambda h: (h.standing.valid_from, h.statement.observed_at, h.statement.position))
        if question.request.view is View.CHANGE or question.request.ordinal == "all":
            moves = [
                j
                for j in question.transitions([h.statement.id for h in members])
                if j.latest.state is DecisionState.APPLIED and j.transition.from_id in {None, *held_ids}
            ]
        else:
            moves = []
        if (moves and single_valued(members)) or len(moves) >= len(members) - 1 > 0:
            out.groups.append(_chain(members, moves, question, r.score))
        else:
            out.groups.append([row_of(r.held, label_of(r.held, at=question.at), r.score)])
            seen.discard(slot) if len(members) > 1 and r.held in members else None
    out.groups.sort(key=lambda g: -(g[0].score + (0.4 if any(x.label is Label.TRANSITION for x in g) else 0.0)))
    floor = max((g[0].score for g in out.groups), default=0.0) * RELEVANT
    unique: list[list[Row]] = []
    for group in (g for g in out.groups if g[0].score >= floor):
        if not any(group[0].record_ids and group[0].record_ids == g[0].record_ids for g in unique):
            unique.append(group)
    out.groups = unique
    chains = sum(any(x.label is Label.TRANSITION for x in g) for g in unique)
    _add_host_rows(out, gathered, frozenset(i for g in unique for row in g for i in row.record_ids), chains + 1)
    return out


def _chain(members: Sequence[Held], moves: Sequence[Judged], question: Question, score: float) -> list[Row]:
    by_id = {h.statement.id: h for h in members}
    rows: list[Row] = []
    ordered = sorted(moves, key=lambda j: j.transition.valid_at)
    values = [h.statement.value for h in members]
    if members[-1].standing.status is not Status.ACTIVE:
        values.append("nothing")
    slot = members[0].statement.slot
    last = by_id.get(ordered[-1].transition.to_id or "")
    rows.append(
        Row(
            label=Label.TRANSITION,
            text=last.statement.evidence if last else members[-1].statement.evidence,
            value=" → ".join(values),
            subject=slot.subject,
            attribute=slot.attribute,
            valid_from=ordered[0].transition.valid_at,
            observed_at=last.statement.observed_at if last else None,
            record_ids=tuple(by_id),
            transition_ids=tuple(j.transition.id for j in ordered),
            score=score,
        )
    )
    for held in members[-CHAIN:]:
        rows.append(row_of(held, label_of(held, at=question.at), score))
    return rows


def _neutral(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """The host's own rows in the host's own order with labels beside them; retracted content excepted.

    A row whose records differ in label is told apart: a row for each of them, and one for the rest.
    """
    out = Selection()
    score = {r.held.statement.id: r.score for r in ranked}
    retracted = [h for members in gathered.slots.values() for h in members if h.standing.status is Status.RETRACTED]
    shown: set[str] = set()
    for hit in gathered.hits[: question.limit]:
        live = live_text(hit, retracted)
        if live is None:
            out.retracted += 1
            continue
        records = [
            h
            for h in hit.held
            if h.standing.status is not Status.RETRACTED and h.statement.act.value in {"assert", "correct"}
        ]
        records.sort(key=lambda h: -score.get(h.standing.record_id, 0.0))
        if not records:
            out.groups.append([untracked(hit, live)])
            continue
        labels = {label_of(h, at=question.at) for h in records}
        told = records if len(labels) > 1 else records[:1]
        rows = [row_of(h, label_of(h, at=question.at), score.get(h.standing.record_id, 0.0)) for h in told]
        shown |= {h.standing.record_id for h in told}
        if len(labels) == 1:
            rows[0] = rows[0].model_copy(update={"text": live})
        elif (rest := live_text(hit, [*retracted, *records])) is not None:
            rows.append(untracked(hit, rest))
        out.groups.append([row.model_copy(update={"host_ids": (hit.memory.id,)}) for row in rows])
    for r in ranked:
        if len(out.groups) >= question.limit or not r.strong:
            break
        if r.held.statement.id not in shown and r.held.standing.status is not Status.RETRACTED:
            out.groups.append([row_of(r.held, label_of(r.held, at=question.at), r.score)])
    return out


def live_row(held: Held, score: float, gathered: Gathered, question: Question) -> Row:
    """A current record; its sentence is cut down to its own part where it also states what no longer holds."""
    row = row_of(held, Label.CURRENT, score)
    s = held.statement
    gone = [
        h.statement.value
        for members in gathered.slots.values()
        for h in members
        if h.statement.observation_id == s.observation_id
        and h.statement.evidence == s.evidence
        and h.statement.id != s.id
        and h.statement.norm != s.norm
        and _retired(h)
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


def within_budget(
    selection: Selection, *, limit: int, max_tokens: int | None, estimate: Callable[[str], int]
) -> tuple[tuple[Row, ...], Suppressed]:
    """Whole packets while they fit `limit` packets and `max_tokens` tokens; a packet is never cut in half."""
    rows: list[Row] = []
    packets = tokens = left_out = 0
    for group in selection.groups:
        cost = sum(estimate(r.text) + estimate(r.value) + 12 for r in group)
        if packets >= limit or (max_tokens is not None and tokens + cost > max_tokens):
            left_out += 1
            continue
        rows += [r.model_copy(update={"packet": packets}) for r in group]
        packets += 1
        tokens += cost
    return tuple(rows), Suppressed(superseded=selection.superseded, retracted=selection.retracted, budget=left_out)
