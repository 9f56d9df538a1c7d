"""Selection: whole packets for the view that is asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter

from atma_overlay.reading.chains import chains
from atma_overlay.reading.fusion import alternating, beside_chatter, fused
from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.hosted import DATED, Hosted, as_known, still_said, unretracted
from atma_overlay.reading.in_place import InPlace
from atma_overlay.reading.in_turn import in_turn
from atma_overlay.reading.rank import SURE, Ranked
from atma_overlay.reading.rows import Evidence, live_row, row_of, untracked
from atma_overlay.reading.selection import Question, Selection, in_spell
from atma_overlay.reading.spans import NEVER, Gone, live_text
from atma_overlay.records import STATING, Held, Slot, Status
from atma_overlay.state.present import label_of
from atma_overlay.state.slots.topics import of_theme
from atma_overlay.values.terms import terms
from atma_overlay.views import Label, View

FLOOR = 0.75
"""Relevance below which a tracked record does not displace the host's own rows."""
SENTENCE = 3
"""Records of one sentence that one packet shows at most."""


class _Packets(list[list[Evidence]]):
    """Packets in the order of their admission; one sentence takes one place."""

    __slots__ = ("_told",)

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, deque[list[Evidence]]] = {}

    def admit(self, group: list[Evidence]) -> None:
        """Add a packet, or its record to the packet that already shows its sentence."""
        text = group[0].text
        told = self._told.get(text)
        if told is None:
            told = self._told[text] = deque()
        elif len(group) == 1:
            while told and len(told[0]) >= SENTENCE:  # a full one stays full
                told.popleft()
            if told:
                told[0].extend(group)
                return
        self.append(group)
        if len(group) == 1 or all(row.text == text for row in group):
            told.append(group)


def select(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """The packets of the asked-for view, best first."""
    view = question.request.view
    if view is View.NEUTRAL:
        return _neutral(gathered, ranked, question)
    if view is View.CHANGE:
        return chains(gathered, ranked, question)
    if view is View.HISTORICAL:
        return _historical(gathered, ranked, question)
    return _current(gathered, ranked, question)


def _current(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """What holds now: the ledger's packets and the host's, fused by their ranks.

    A host memory whose record leads a packet joins it with what else it says, so that nothing is shown twice and a
    record that both sides found comes first.
    """
    out = Selection()
    leading: set[str] = set()
    strong, weak = tracked(out, gathered, ranked, question, leading)
    hosted, others = still_said(out, gathered, ranked)
    faint: list[list[Evidence]] = []
    if len(strong) < question.limit and not leading:  # a known answer needs no neighbours
        strong, hosted, spoken_for = _apart(strong, hosted, question.limit)
        faint = [*spoken_for, *_packets_of(weak, gathered)]
    groups = fused(strong, hosted, leading=leading)
    beside = beside_chatter(groups, faint, query_terms=gathered.query_terms)
    out.groups = as_known(beside, gathered, at=question.at) + others
    if not out.groups:
        out.groups = _packets_of(weak, gathered)
    return out


def _packets_of(weak: Iterable[Ranked | list[Evidence]], gathered: Gathered) -> list[list[Evidence]]:
    """Packets as `tracked` left them."""
    return [[live_row(each.held, each.score, gathered)] if isinstance(each, Ranked) else each for each in weak]


def _apart(
    strong: Sequence[list[Evidence]], hosted: Sequence[Hosted], limit: int
) -> tuple[list[list[Evidence]], list[Hosted], list[list[Evidence]]]:
    """The packets that the host's first memories carry, the memories left to show, and the other packets, as whole.

    Words of the query speak for the others: where no record leads, they go before what nothing speaks for.
    """
    near = {h.standing.record_id for each in hosted for h in each.held if each.place < limit}
    carried, left, others = [], list(hosted), []
    for group in strong:
        ids = {i for row in group for i in row.record_ids}
        if not near.isdisjoint(ids):
            carried.append(group)
            continue
        far = [each for each in left if not ids.isdisjoint(h.standing.record_id for h in each.held)]
        left = [each for each in left if each not in far]
        others.append([*group, *(row for each in far for row in each.beside(group))])
    return carried, left, others


def tracked(
    out: Selection, gathered: Gathered, ranked: Sequence[Ranked], question: Question, leading: set[str]
) -> tuple[list[list[Evidence]], list[Ranked | list[Evidence]]]:
    """The ledger's packets, best first: those that something but the host's rank speaks for, and the rest.

    The records that may lead are added to `leading`. Of the rest, what merely holds is left as it is ranked: it is
    most of what a query touches, and seldom shown.
    """
    shown: set[str] = set()
    strong = _Packets()
    weak: list[Ranked | list[Evidence]] = []
    in_place, sides = InPlace(gathered, ranked, question), _Sides(gathered)
    for r in ranked:
        held = r.held
        if held.standing.status is Status.RETRACTED:
            if r.strong:
                out.leave(held, at=question.at)
            continue
        if held.statement.id in shown or (held.statement.confidence < SURE and gathered.lost().echoed_by(held)):
            continue
        label, surely = label_of(held, at=question.at), r.strong and r.score >= FLOOR
        if label is Label.CURRENT and not surely:
            weak.append(r)
            shown.add(held.statement.id)
            if r.leads:
                leading.add(held.statement.id)
            continue
        if label is Label.CURRENT:
            group = [live_row(held, r.score, gathered)]
        elif label is Label.CONTESTED:
            group = sides.of(held, shown=shown)
        else:
            out.leave(held, at=question.at)
            group = in_place.rows(held, r.score, shown=shown) if r.strong else []
        if not group:
            continue
        for row in group:
            shown.update(row.record_ids)
            if r.leads:
                leading.update(row.record_ids)
        if surely:
            strong.admit(group)
        else:
            weak.append(group)
    return strong, weak


class _Sides:
    """The two sides of contests; the statements of a slot are put by id once."""

    def __init__(self, gathered: Gathered) -> None:
        self._gathered = gathered
        self._by_id: dict[Slot, dict[str, Held]] = {}

    def of(self, held: Held, *, shown: Collection[str]) -> list[Evidence]:
        """The record and what it is contested with, the latest first, told apart by who said it.

        What is shown already is left out.
        """
        slot = held.statement.slot
        members = self._by_id.get(slot)
        if members is None:
            members = self._by_id[slot] = {h.statement.id: h for h in self._gathered.slots.get(slot, [])}
        rivals = [members[i] for i in held.standing.contested_with if i in members]
        rivals.sort(key=attrgetter("order"), reverse=True)  # by what they say: they come by ids, drawn at random
        own = members.get(held.statement.id)
        sides = rivals if own is None else [own, *rivals]
        disputed = [h for h in sides if h.standing.contested_with]
        decided = len(disputed) < len(sides)
        note = "said by a less trusted source" if decided else "a change is proposed and not decided"
        return [row_of(h, Label.CONTESTED, 0.0, note=note) for h in disputed if h.statement.id not in shown]


def _historical(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    request = question.request
    if request.ordinal == "all":
        return chains(gathered, ranked, question)
    out = Selection()
    shown: set[str] = set()
    asked, faint, later = _Packets(), _Packets(), _Packets()
    as_of = request.as_of
    # What held at an event is as much about the question as what held in the same slot before and after.
    at_event = as_of is not None and request.event is not None
    told = {r.held.statement.slot for r in ranked if r.strong} if at_event else ()
    for r in ranked:
        held = r.held
        if held.standing.status in NEVER:
            if held.standing.status is Status.RETRACTED:
                out.leave(held, at=question.at)
            continue
        label = label_of(held, at=question.at)
        if held.statement.id in shown:
            continue
        fits = in_spell(held, request) if as_of is not None else label is Label.HISTORICAL
        group = [row_of(held, label, r.score)]
        if fits:
            shown.add(held.statement.id)
            (asked if r.score >= FLOOR or held.statement.slot in told else faint).admit(group)
        elif r.strong:
            later.admit(group)
    untold = [g for g in later if not any(i in shown for row in g for i in row.record_ids)]
    leading = {r.held.statement.id for r in ranked if r.leads}
    dating = {r.held.statement.id for r in ranked if r.held.statement.slot in question.aside}
    slots = {(row.subject, row.attribute) for g in asked for row in g}
    behind = {i for g in untold for row in g if (row.subject, row.attribute) in slots for i in row.record_ids}
    found = fused([*asked, *untold], unretracted(gathered), leading=leading | behind, behind=behind | dating) + faint
    found = as_known(found, gathered, at=question.at, labels=DATED)
    out.groups = in_turn(found, request.ordinal if as_of is None else None)
    return out


def _neutral(gathered: Gathered, ranked: Sequence[Ranked], question: Question) -> Selection:
    """The host's own rows in the host's own order with labels beside them; retracted content excepted.

    A row whose records differ in label is told apart: a row for each of them, and one for the rest.
    """
    out = Selection()
    score = {r.held.statement.id: r.score for r in ranked}
    retracted = [h for members in gathered.slots.values() for h in members if h.standing.status is Status.RETRACTED]
    lost = Gone.of(retracted)
    shown: set[str] = set()
    quoted = _verbatim(ranked, question)
    if quoted is not None:
        out.groups.append([row_of(quoted.held, label_of(quoted.held, at=question.at), quoted.score)])
        shown.add(quoted.held.statement.id)
    for hit in gathered.hits[: question.limit]:
        live = live_text(hit, lost)
        if live is None:
            out.retracted |= hit.observations
            continue
        records = [h for h in hit.held if h.standing.status is not Status.RETRACTED and h.statement.act in STATING]
        records.sort(key=lambda h: -score.get(h.standing.record_id, 0.0))
        if not records:
            out.groups.append([untracked(hit, live)])
            continue
        labels = {label_of(h, at=question.at) for h in records}
        told = records if len(labels) > 1 else records[:1]
        rows = [row_of(h, label_of(h, at=question.at), score.get(h.standing.record_id, 0.0)) for h in told]
        shown |= {h.standing.record_id for h in told}
        if len(labels) == 1:
            rows[0] = rows[0].but(text=live)
        elif (rest := live_text(hit, Gone.of([*retracted, *records]))) is not None:
            rows.append(untracked(hit, rest))
        out.groups.append([row.but(host_ids=(hit.memory.id,)) for row in rows])
    if question.theme:
        themed = _themed(ranked, shown, gathered, question)
        if themed:  # the host's own rows of the theme are not pushed out by others of it
            kept = max(1, question.limit - len(themed[: question.limit - 1]))
            pushed = {i: g for g in out.groups[kept:] if len(g) == 1 for i in g[0].record_ids}
            themed = _themed(ranked, shown - set(pushed), gathered, question)
            themed = [pushed.get(group[0].record_ids[0], group) for group in themed]
            out.groups = [group for group in out.groups if group not in themed]
        shown |= {i for group in themed for row in group for i in row.record_ids}
        out.groups = [*themed[: question.limit - 1], *alternating(out.groups, themed[question.limit - 1 :])]
    for r in ranked:
        if len(out.groups) >= question.limit or not r.strong:
            break
        if r.held.statement.id not in shown and r.held.standing.status is not Status.RETRACTED:
            out.groups.append([row_of(r.held, label_of(r.held, at=question.at), r.score)])
    return out


def _themed(
    ranked: Sequence[Ranked], shown: Collection[str], gathered: Gathered, question: Question
) -> list[list[Evidence]]:
    """What holds now of the theme that is asked about, best first, beside what the host tells of it."""
    theme = of_theme(gathered.query_terms)
    return [
        [row_of(r.held, Label.CURRENT, r.score)]
        for r in ranked
        if r.held.statement.id not in shown
        and label_of(r.held, at=question.at) is Label.CURRENT
        and _belongs(r.held, theme)
    ]


def _belongs(held: Held, theme: Collection[str]) -> bool:
    """Whether a record's slot, or the value of a sure one, is of a theme."""
    attribute, value = terms(held.statement.slot.attribute.replace("_", " ")), terms(held.statement.value)
    told = attribute if held.statement.confidence < SURE else (*attribute, *value)
    return not set(theme).isdisjoint(told)


def _verbatim(ranked: Sequence[Ranked], question: Question) -> Ranked | None:
    """The likeliest quotation, where exact words are asked for: a host may have paraphrased them."""
    if not question.verbatim:
        return None
    quoted = (r for r in ranked if r.held.statement.value_kind == "quote" and r.held.standing.status not in NEVER)
    return next(quoted, None)
