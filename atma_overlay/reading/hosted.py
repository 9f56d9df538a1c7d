"""What the host's memories still say, beside the records that stand on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.language.grammar.words import ACQUAINTANCES, KIN
from atma_overlay.reading.gather import Gathered, Hit
from atma_overlay.reading.rank import SURE, Ranked
from atma_overlay.reading.rows import Evidence, live_row, row_of, untracked
from atma_overlay.reading.selection import Selection
from atma_overlay.reading.spans import NEVER, Gone, live_text, rest_of, without_archived
from atma_overlay.records import Held, Slot, Status
from atma_overlay.state.present import is_retired, label_of
from atma_overlay.values.terms import stem
from atma_overlay.views import Label

DATED = (Label.CURRENT, Label.HISTORICAL)
"""The labels of the records that a view of the past shows."""
_RELATIONS = KIN | ACQUAINTANCES


@dataclass(slots=True)  # not frozen, as `Hit` is not
class Hosted:
    """What a host memory still says, with its place in the host's own order and the records that stand on it."""

    row: Evidence
    place: int
    held: tuple[Held, ...]

    def beside(self, group: Sequence[Evidence]) -> list[Evidence]:
        """What it says beside the sentences that a packet's rows show, as a row; none where that is nothing."""
        ids = {i for row in group for i in row.record_ids}
        return self._without(h for h in self.held if h.standing.record_id in ids)

    def untold(self) -> list[Evidence]:
        """What it says that no record tells, as a row; none where that is nothing."""
        return self._without(self.held)

    def _without(self, told: Iterable[Held]) -> list[Evidence]:
        rest = rest_of(self.row.text, (h.statement for h in told))
        return [self.row.but(text=rest, value=rest)] if rest else []


def still_said(
    out: Selection, gathered: Gathered, ranked: Sequence[Ranked]
) -> tuple[list[Hosted], list[list[Evidence]]]:
    """The host's memories without the sentences that retired records stand on; those about others apart."""
    retired = gathered.retired()
    again = {
        slot: {h.statement.norm for h in gathered.slots[slot] if h.is_record and not is_retired(h)}
        for slot in {h.statement.slot for h in retired}
    }
    gone = Gone.of(retired, again)
    known = {r.held.statement.id for r in ranked}
    hosted: list[Hosted] = []
    others: list[list[Evidence]] = []
    for hit in gathered.hits:
        live = live_text(hit, gone)
        if live is None:
            _leave(out, hit, retired, again, gathered.archived)
            continue
        if gathered.archived and (live := without_archived(live, hit, gathered.archived)) is None:
            out.archived |= gathered.archived.intersection(h.standing.record_id for h in hit.held)
            continue
        records = [h for h in hit.held if h.is_record]
        row = untracked(hit, live)
        of_others = bool(records) and not any(h.standing.record_id in known for h in records)
        if of_others or _of_others(live, gathered):  # somebody whom the query does not name
            others.append([row])
            continue
        hosted.append(Hosted(row, len(hosted), tuple(records)))
    return hosted, others


def as_known(
    groups: list[list[Evidence]], gathered: Gathered, *, at: datetime, labels: Collection[Label] = (Label.CURRENT,)
) -> list[list[Evidence]]:
    """Packets in which a host memory that says what the ledger knows, and no more, stands as that record.

    Args:
        groups: packets, best first.
        gathered: what the query touched.
        at: the instant at which it is asked.
        labels: of the records that the view shows.
    """
    shown = {i for group in groups for row in group for i in row.record_ids}
    carrying = {hit.memory.id: hit.held for hit in gathered.hits if hit.held}
    out = []
    for group in groups:
        alone = group[0] if len(group) == 1 and group[0].label is Label.UNTRACKED and group[0].host_ids else None
        held = carrying.get(alone.host_ids[0], ()) if alone is not None else ()
        known = [h for h in held if h.is_record and h.statement.confidence >= SURE] if held else []
        told = len(known) == 1 and known[0].statement.id not in shown
        label = label_of(known[0], at=at) if told else Label.UNTRACKED
        if label in labels and alone is not None and not rest_of(alone.text, [known[0].statement]):
            shown.add(known[0].statement.id)
            row = (
                live_row(known[0], alone.score, gathered)
                if label is Label.CURRENT
                else row_of(known[0], label, alone.score)
            )
            group = [row.but(host_ids=alone.host_ids)]  # noqa: PLW2901
        out.append(group)
    return out


def _leave(
    out: Selection, hit: Hit, retired: Sequence[Held], again: Mapping[Slot, set[str]], archived: Set[str]
) -> None:
    """Count a memory of which nothing is left, by the least that takes all of it; an archived one as its records."""
    of_it = {h.standing.record_id for h in hit.held}
    if of_it and of_it <= archived:
        out.archived |= of_it
        return
    reasons = ((out.retracted, {Status.RETRACTED}), (out.expired, {Status.RETRACTED, Status.ENDED}))
    for left, statuses in reasons:
        because = [h for h in retired if h.standing.status in statuses]
        if because and live_text(hit, Gone.of(because, again)) is None:
            left.update(hit.observations)
            return
    out.gone |= hit.observations


def _of_others(text: str, gathered: Gathered) -> bool:
    """Whether a host row opens with a relation that the query does not name: *My sister swims twice a week*."""
    opening = text.split(maxsplit=2)[:2]
    if len(opening) < 2 or opening[0].lower() not in {"my", "our"}:
        return False
    relation = opening[1].lower().strip(".,;:!?").removesuffix("'s")
    return relation in _RELATIONS and stem(relation) not in gathered.query_terms


def unretracted(gathered: Gathered) -> list[Hosted]:
    """The host's memories without what was retracted or never true."""
    never = Gone.of([h for members in gathered.slots.values() for h in members if h.standing.status in NEVER])
    hosted: list[Hosted] = []
    for hit in gathered.hits:
        if (live := live_text(hit, never)) is not None:
            hosted.append(Hosted(untracked(hit, live), len(hosted), tuple(h for h in hit.held if h.is_record)))
    return hosted
