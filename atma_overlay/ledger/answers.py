"""What reads of a partition found as it stands: while nothing is written to it, they would find the same again.

Every write moves the mark of its partition, whatever it writes, and a read looks at the mark in its own snapshot. So an
answer that is given from here is the one that the snapshot would give.

A write of this process moves the answers with its partition: it knows what it has changed of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TypeVar

from atma_overlay.changes import Changeset
from atma_overlay.kept import MAX_KEPT_CHARACTERS
from atma_overlay.ledger.instants import reads_alike
from atma_overlay.ledger.stamping import pair_slot
from atma_overlay.records import Held, HostLink, Observation, OutboxState, Slot, Statement
from atma_overlay.values.terms import index_terms

__all__ = ["FOLD_ORDER", "LATEST_ORDER", "Answers", "Mark", "is_short"]

T = TypeVar("T")

FOLD_ORDER = attrgetter("order")
LATEST_ORDER = attrgetter(*(f"statement.{name}" for name in ("observed_at", "position", "id")))
"""How `latest` is sorted, the other way round."""

Mark = tuple[int, int]
"""Where a partition stands: its revision, and the instant of its last write, since a backup may bring a revision back.

Both are 0 before the first write.
"""

MAX_MOVED = 300
"""Of more answers a write moves none: each takes a little of its time, and words that were asked for once add up."""

MAX_TOLD = 64
"""Observations of which it is kept what they state; every write brings one."""

MAX_WAITING = 64
"""Of more promises to a host none is kept."""

_Moved = dict[str, tuple[Statement, Held | None]]
"""By id, statements as they stand after a write; None where they stand no more."""


@dataclass(slots=True, eq=False)
class Answers:
    """What reads at one mark found.

    Attributes:
        mark: where the partition stood.
        slots: every statement of a slot, in fold order.
        used: by subject and attributes, which of those slots have a statement.
        latest: by field and index term, how many were asked for, and the latest statements.
        carried: by host memory, the statements that it carries; none for a memory that carries none.
        links: those of an observation.
        told: every statement of an observation, in fold order.
        last: the latest observation in the order of saying, or None where there is none; nothing where it is unknown.
        no_rules: whether it is known that there is no stated dependency.
        waiting: the ids of the promises that wait for a host; None where they are not known.
        unruled: slots, by what the keys of their pairs share, of whose pairs no answer is kept.
    """

    mark: Mark
    slots: dict[Slot, tuple[Held, ...]] = field(default_factory=dict)
    used: dict[tuple[str, frozenset[str]], tuple[Slot, ...]] = field(default_factory=dict)
    latest: dict[tuple[str, str], tuple[int, tuple[Held, ...]]] = field(default_factory=dict)
    carried: dict[str, tuple[Held, ...]] = field(default_factory=dict)
    links: dict[str, tuple[HostLink, ...]] = field(default_factory=dict)
    told: dict[str, tuple[Held, ...]] = field(default_factory=dict)
    last: tuple[Observation | None, ...] = ()
    no_rules: bool = False
    waiting: frozenset[str] | None = None
    unruled: set[str] = field(default_factory=set)

    def __len__(self) -> int:
        return self.moving + len(self.unruled)

    @property
    def moving(self) -> int:
        """How many of them a write has to look at."""
        found = len(self.slots) + len(self.used) + len(self.latest)
        return found + len(self.carried) + len(self.links) + len(self.told)

    def with_earlier(self, earlier: Answers | None, rows: Mapping[str, Held]) -> Answers:
        """These and the earlier ones, where the partition has not moved between them; else the later ones.

        Args:
            earlier: what is kept already; it is added to in place, since reads look into it and never through it.
            rows: what is kept of statements; what speaks of others is not kept either.
        """
        if earlier is not None and earlier.mark > self.mark:
            return earlier
        found = earlier if earlier is not None and earlier.mark == self.mark else Answers(self.mark)
        for slot, held in self.slots.items():
            if _short(slot.subject + slot.attribute) and _all_kept(held, rows):
                found.slots[slot] = held
        found.used |= {key: used for key, used in self.used.items() if _short(key[0])}
        for key, told in self.latest.items():
            if _short(key[1]) and _all_kept(told[1], rows):
                found.latest[key] = told
        for mine, theirs in ((self.carried, found.carried), (self.told, found.told)):
            for i, held in mine.items():
                if _short(i) and _all_kept(held, rows):
                    theirs[i] = held
        for i, some in self.links.items():
            if all(_short(x.host_id) for x in some):
                found.links[i] = some
        found.last = found.last or tuple(o for o in self.last if o is None or _short(o.text))
        found.no_rules = found.no_rules or self.no_rules
        found.waiting = self.waiting if found.waiting is None else found.waiting
        found.unruled |= self.unruled
        return found

    def after(self, mark: Mark, changes: Changeset, opened: Collection[Held], met: Mapping[str, Held]) -> Answers:
        """What reads would find after a write; what cannot be told is left out, and is looked for again.

        Args:
            mark: where the partition stands after it.
            changes: what was written.
            opened: statements with the versions that it opened, of those that are known.
            met: statements as they stood before, of those that are known.
        """
        moved = _moved(changes, opened, met) if self.moving <= MAX_MOVED else None
        if moved is None:
            return Answers(mark)
        found = Answers(
            mark, self.slots.copy(), _used_after(self.used, changes), self.latest.copy(), links=self.links.copy(),
            told=self.told.copy(), last=_last_after(self.last, changes.observations),
            no_rules=self.no_rules and not changes.contingencies, waiting=_waiting_after(self.waiting, changes),
            unruled=self.unruled - {pair_slot(verdict.pair) for verdict in changes.verdicts},
        )  # fmt: skip
        long = {i for i, (_, held) in moved.items() if held is not None and not is_short(held)}
        if moved:
            _move_in(found.slots, moved, long, by=attrgetter("slot"))
            found._move_among_latest(moved)
        if changes.observations:
            found.told |= {observation.id: () for observation in changes.observations[-MAX_TOLD:]}
        if moved:
            _move_in(found.told, moved, long, by=attrgetter("observation_id"))
        while len(found.told) > MAX_TOLD:
            del found.told[next(iter(found.told))]
        for held in opened if found.latest else ():
            if held.statement.id not in met:
                found._add_to_latest(held)
        for link in changes.links:
            found.links.pop(link.observation_id, None)
        if self.carried:
            hosts = {link.host_id for link in changes.links}
            observations = {statement.observation_id for statement, _ in moved.values()}
            # A memory that carries nothing may carry an observation of which there is a statement now.
            found.carried = {
                i: held
                for i, held in self.carried.copy().items()  # other threads add to it
                if i not in hosts
                and (not moved or (held and observations.isdisjoint(h.statement.observation_id for h in held)))
            }
        return found

    def _move_among_latest(self, moved: _Moved) -> None:
        for key, (reach, latest) in list(self.latest.items()):
            if not latest or moved.keys().isdisjoint(h.statement.id for h in latest):
                continue
            held_now = [moved[h.statement.id][1] if h.statement.id in moved else h for h in latest]
            standing = [h for h in held_now if h is not None]
            if len(standing) == len(latest):
                self.latest[key] = reach, tuple(standing)
            else:  # where one goes, another that was not asked for may come in
                del self.latest[key]

    def _add_to_latest(self, held: Held) -> None:
        for key in ((name, term) for name, terms in index_terms(held.statement).items() for term in terms):
            if key in self.latest:
                reach, latest = self.latest[key]
                self.latest[key] = reach, tuple(sorted((*latest, held), key=LATEST_ORDER, reverse=True)[:reach])
                if not is_short(held):
                    del self.latest[key]


def _move_in(
    answers: dict[T, tuple[Held, ...]], moved: _Moved, long: Collection[str], *, by: Callable[[Statement], T]
) -> None:
    """Have the statements that a write has moved stand in the answers that they belong to; with long ones none is kept.

    Args:
        answers: by key.
        moved: what the write has moved.
        long: those of them, by id, that are too long to be kept.
        by: gives the key of a statement.
    """
    grouped: defaultdict[T, dict[str, Held | None]] = defaultdict(dict)
    for identifier, (statement, held) in moved.items():
        key = by(statement)
        if key in answers:
            grouped[key][identifier] = held
    for key, changed in grouped.items():
        if changed.keys().isdisjoint(long):  # the others are kept, and so are short
            there = {h.statement.id: h for h in answers[key]} | changed
            answers[key] = tuple(sorted(filter(None, there.values()), key=FOLD_ORDER))
        else:
            del answers[key]


def _used_after(
    used: Mapping[tuple[str, frozenset[str]], tuple[Slot, ...]], changes: Changeset
) -> dict[tuple[str, frozenset[str]], tuple[Slot, ...]]:
    """The slots that have a statement after a write that only adds some."""
    told = {statement.slot for statement in changes.statements}
    after = dict(used)
    for (subject, attributes), slots in after.items() if told else ():
        now = {slot for slot in told if slot.subject == subject and slot.attribute in attributes}
        after[subject, attributes] = tuple(sorted(now.union(slots)))
    return after


def _last_after(last: tuple[Observation | None, ...], said: Sequence[Observation]) -> tuple[Observation | None, ...]:
    """The latest observation after a write, where that is known and reads as it was written."""
    if not last or not said:
        return last
    latest = max([o for o in (*last, *said) if o is not None], key=lambda o: (*o.order, o.id))
    if latest is last[0] or (_short(latest.text) and reads_alike(latest.observed_at, latest.recorded_at)):
        return (latest,)
    return ()


def _waiting_after(waiting: frozenset[str] | None, changes: Changeset) -> frozenset[str] | None:
    """The promises that wait after a write; of many none is kept."""
    if waiting is None or not changes.outbox:
        return waiting
    latest = {item.id: item.state for item in changes.outbox}
    after = waiting.union(latest) - {i for i, state in latest.items() if state is OutboxState.DONE}
    return after if len(after) <= MAX_WAITING else None


def _moved(changes: Changeset, opened: Collection[Held], met: Mapping[str, Held]) -> _Moved | None:
    """The statements that a write has moved, as they stand now; None where they are not all known."""
    if changes.erases or changes.versions:
        return None
    if not (opened or changes.standings or changes.withdrawn):
        return {}
    moved: _Moved = {held.statement.id: (held.statement, held) for held in opened}
    standing = {s.statement_id: s for s in changes.standings}
    for identifier in {*standing, *changes.withdrawn} - moved.keys():
        before = met.get(identifier)
        if before is None:
            return None
        if identifier not in standing:
            moved[identifier] = (before.statement, None)
        elif before.standing != standing[identifier]:
            return None
    return moved


def is_short(held: Held) -> bool:
    """Whether a statement's texts are short enough to be kept."""
    return len(held.statement.evidence) + len(held.statement.value) <= MAX_KEPT_CHARACTERS


def _all_kept(held: Collection[Held], rows: Mapping[str, Held]) -> bool:
    return all(h.statement.id in rows for h in held)


def _short(key: str) -> bool:
    return len(key) <= MAX_KEPT_CHARACTERS
