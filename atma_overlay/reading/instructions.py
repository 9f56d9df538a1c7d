"""How the asker wants to be answered: the standing instructions that hold reach a packet, whatever is asked.

Only the asker's own word makes one, since whoever answers is to follow it: what a tool, a document or an agent tells is
data. What may have been meant for one answer (*answer in German*, and no more) makes none until it is told to stand, or
accepted; beside one that stands it is the change that is proposed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.reading.archived import archived_of
from atma_overlay.reading.passages import shortened
from atma_overlay.reading.query import Query, Reader
from atma_overlay.reading.rows import Evidence, part_of, row_of
from atma_overlay.reading.selection import cost_of
from atma_overlay.records import STATING, Basis, Held, Origin, Slot, Statement
from atma_overlay.state.days_to_come import Holding, up_to_now
from atma_overlay.state.folds.fold import in_force
from atma_overlay.state.folds.narrowing import narrowed
from atma_overlay.views import Label, View

__all__ = ["MOST", "NONE", "Instructed", "instructed"]

MOST = 12
"""Instructions of a packet at most; both sides of a contest are one. Those that were said last are shown."""
SHARE = 2
"""They take no more than one part in so many of a budget: what is asked is to be answered, too."""


@dataclass(frozen=True, slots=True)
class Instructed:
    """The rows of the standing instructions, the latest first, how many were left out, and what the rows cost."""

    rows: tuple[Evidence, ...] = ()
    left: int = 0
    tokens: int = 0


NONE = Instructed()


@dataclass(frozen=True, slots=True)
class _Told:
    """A record that the asker stands behind: as it stands, and in their latest words for it."""

    record: Held
    words: Statement
    sure: bool

    @property
    def id(self) -> str:
        return self.record.statement.id


def instructed(
    ledger: LedgerReader, reader: Reader, query: Query, *, estimate: Callable[[str], int]
) -> Instructed:  # fmt: skip
    """What holds at the query's clock, as far as it was known and was said in the scope.

    Args:
        ledger: what is asked of it is kept while nothing is written: one question, of who has set nothing.
        reader: says which attributes are set by instructions.
        query: who asks, when, and with which budget.
        estimate: about how many tokens a text is.
    """
    slots = ledger.slots_of(query.asker, reader.lexicon.instructions)
    if not slots:
        return NONE
    known_at = query.known_at
    held = ledger.in_slots(slots, known_at=known_at)
    held = narrowed(held, query.scope, reader=ledger, linker=reader.linker, known_at=known_at)
    held = up_to_now(held, at=query.now, zone=query.zone)
    archived = archived_of(
        ledger, held, query.scope, view=View.CURRENT, known_at=known_at, lifecycle=reader.touches is not None
    )
    by_slot: defaultdict[Slot, list[Held]] = defaultdict(list)
    for h in held:
        if h.standing.record_id not in archived:
            by_slot[h.statement.slot].append(h)
    groups = [group for members in by_slot.values() for group in _groups(members, at=query.now)]
    if not groups:
        return NONE
    groups.sort(key=lambda group: max(told.words.order[1:] for told in group), reverse=True)
    sentences = _sentences(ledger, groups[:MOST], known_at=known_at)
    rows = [_rows(group, sentences) for group in groups[:MOST]]
    return _within(rows, beyond=len(groups) - len(rows), max_tokens=query.max_tokens, estimate=estimate)


def _groups(members: Sequence[Held], *, at: datetime) -> Iterator[list[_Told]]:
    """What the asker has set of a slot: one that holds, or the sides of a contest that they stand behind."""
    own = [h for h in members if _is_own(h.statement, at=at)]
    words: dict[str, Statement] = {}
    for h in own:
        last = words.get(h.standing.record_id)
        if last is None or last.order[1:] < h.statement.order[1:]:
            words[h.standing.record_id] = h.statement
    holding = Holding(own)
    records = (h for h in members if h.is_record and h.statement.id in words and in_force(h.standing, at=at))
    told = {h.statement.id: _Told(h, words[h.statement.id], holding.has(h)) for h in records}
    shown: set[str] = set()
    for each in told.values():
        if each.sure and each.id not in shown:
            yield _contest(each, told, shown)


def _contest(told: _Told, others: Mapping[str, _Told], shown: set[str]) -> list[_Told]:
    """A record with all that it is in one contest with, which are `shown` from then on."""
    group = [told]
    shown.add(told.id)
    for each in group:  # which grows on the way
        sides = [i for i in each.record.standing.contested_with if i in others and i not in shown]
        shown.update(sides)
        group += [others[i] for i in sides]
    return group


def _is_own(statement: Statement, *, at: datetime) -> bool:
    said = statement.act in STATING and statement.basis is Basis.SAID and statement.observed_at <= at
    return said and statement.origin is Origin.USER


def _sentences(
    ledger: LedgerReader, groups: Iterable[Sequence[_Told]], *, known_at: datetime | None
) -> dict[str, list[Statement]]:
    """By observation, all that was stated in it: what else a sentence tells is no instruction."""
    ids = sorted({told.words.observation_id for group in groups for told in group})
    stated: defaultdict[str, list[Statement]] = defaultdict(list)
    for h in ledger.of_observations(ids, known_at=known_at):
        stated[h.statement.observation_id].append(h.statement)
    return stated


def _rows(group: Sequence[_Told], sentences: Mapping[str, Sequence[Statement]]) -> list[Evidence]:
    label = Label.CURRENT if len(group) == 1 else Label.CONTESTED
    made = []
    for told in group:
        row = row_of(Held(told.words, told.record.version), label, 0.0)
        text = part_of(told.words, sentences.get(told.words.observation_id, ()))
        made.append(shortened(row.but(text=text, record_ids=(told.id,)), ()))
    return made


def _within(
    groups: Sequence[Sequence[Evidence]], *, beyond: int, max_tokens: int | None, estimate: Callable[[str], int]
) -> Instructed:
    """Whole groups while they fit, each with a number of its own."""
    room = None if max_tokens is None else max_tokens // SHARE
    rows: list[Evidence] = []
    tokens, number = 0, 0
    for group in groups:
        cost = 0 if room is None else cost_of(group, estimate)
        if room is not None and tokens + cost > room:
            beyond += 1
            continue
        rows += [row if row.packet == number else row.but(packet=number) for row in group]
        tokens, number = tokens + cost, number + 1
    return Instructed(tuple(rows), beyond, tokens)
