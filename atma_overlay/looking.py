"""What people look at: timelines, and why a record is as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from atma_overlay.arguments import Page
from atma_overlay.effects import Flow, LedgerRead, Stage
from atma_overlay.errors import NotFoundError
from atma_overlay.judge.outcome import rejected_of
from atma_overlay.language.dates.zones import WallClock
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Held, Slot
from atma_overlay.scope import Scope
from atma_overlay.state.causes import causes_of, consequences_of
from atma_overlay.state.days_to_come import up_to_now
from atma_overlay.state.folds.narrowing import narrowed, spell_of
from atma_overlay.state.pairs.adjudication import Linker
from atma_overlay.state.present import (
    label_of,
    staged_records,
    state_records,
    transition_records,
    transitions_of,
    visible,
)
from atma_overlay.state.propagation.rulebook import Rulebook, rule_slot
from atma_overlay.steady import latest
from atma_overlay.views import Explanation, Label, Timeline
from atma_overlay.writing.resolving import rules_of

SLOTS_READ = 64
"""Slots that a part of a timeline reads at a time."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The slots and the recorded time that a timeline is asked for, and the part of its records."""

    subject: str | None = None
    attribute: str | None = None
    known_at: datetime | None = None
    page: Page = field(default_factory=Page)

    def admits(self, slot: Slot) -> bool:
        """Whether a slot is asked for; names are compared as the ledger writes them."""
        subject, attribute = self.names
        return (subject is None or slot.subject == subject) and (attribute is None or slot.attribute == attribute)

    @property
    def slot(self) -> Slot | None:
        """The one slot that is asked for, where both its names are given."""
        subject, attribute = self.names
        return None if subject is None or attribute is None else Slot(subject, attribute)

    @property
    def names(self) -> tuple[str | None, str | None]:
        """The subject and the attribute as the ledger writes them."""
        subject = self.subject.strip().lower() if self.subject else None
        return subject, self.attribute.strip().lower().replace(" ", "_") if self.attribute else None


def timeline_flow(scope: Scope, wanted: Wanted, *, linker: Linker) -> Flow[Timeline]:
    """Every slot of the scope, in the order of valid time."""
    yield Stage("maintain")
    result: Timeline = yield LedgerRead(scope, lambda reader: _timeline(reader, scope, wanted, linker))
    yield Stage(None)
    return result


def _timeline(reader: LedgerReader, scope: Scope, wanted: Wanted, linker: Linker) -> Timeline:
    known_at = wanted.known_at
    held = _wanted(reader, scope, wanted, linker)
    judged = transitions_of({h.statement.id for h in held}, scope, reader=reader, known_at=known_at)
    records = staged_records(state_records(held, reader, with_hosts=known_at is None), reader, scope, known_at=known_at)
    places = {h.statement.id: _listed(h) for h in held if h.is_record}
    records.sort(key=lambda r: places[r.id])
    return Timeline(
        records=tuple(records), transitions=tuple(transition_records(judged, reader)),
        contingencies=tuple(_rules(reader, scope, wanted)), revision=reader.revision(),
    )  # fmt: skip


def _rules(reader: LedgerReader, scope: Scope, wanted: Wanted) -> Iterator[str]:
    """The words of the rules that are asked for and may still fire."""
    known_at = wanted.known_at
    noted = [s for s in rules_of(reader, scope) if known_at is None or s.rule.recorded_at <= known_at]
    noted = [s for s in noted if wanted.admits(s.rule.parent) or wanted.admits(s.rule.child)]
    held = reader.in_slots([rule_slot(s.rule) for s in noted], known_at=known_at) if noted else []
    said = [h.statement for h in held if scope.admits(h.statement.agent, h.statement.session)]
    return (rule.evidence for rule in Rulebook(noted).waiting(said))


def _wanted(reader: LedgerReader, scope: Scope, wanted: Wanted, linker: Linker) -> list[Held]:
    """The statements of the records that are asked for, as they stand for the scope."""
    known_at = wanted.known_at
    seen = partial(narrowed, scope=scope, reader=reader, linker=linker, known_at=known_at)
    if wanted.slot is None and wanted.names[0] is None and wanted.page.whole:
        return seen([h for h in reader.all_held(known_at=known_at) if wanted.admits(h.statement.slot)])
    subject = wanted.names[0]
    slots = [wanted.slot] if wanted.slot else [s for s in reader.slots(subject=subject) if wanted.admits(s)]
    held: list[Held] = []
    heads: list[Held] = []
    for start in range(0, len(slots), SLOTS_READ):
        found = seen(reader.in_slots(slots[start : start + SLOTS_READ], known_at=known_at))
        held += found
        heads += (h for h in found if h.is_record)
        if wanted.page.end is not None and len(heads) >= wanted.page.end:
            break
    if wanted.page.whole:
        return held
    asked = {h.statement.id for h in wanted.page.of(sorted(heads, key=_listed))}
    return [h for h in held if h.standing.record_id in asked]


def _listed(held: Held) -> tuple[object, ...]:
    """The place of a record in a timeline; ids, drawn anew in each ledger, only break what else is tied."""
    slot = held.statement.slot
    return (slot.subject, slot.attribute, held.standing.valid_from, *held.order[1:])


def why_flow(record_id: str, scope: Scope, *, clock: WallClock, linker: Linker) -> Flow[Explanation]:
    """The evidence of a record and every transition in and out of it."""
    yield Stage("maintain")
    result: Explanation = yield LedgerRead(scope, lambda reader: _explain(reader, record_id, scope, clock, linker))
    yield Stage(None)
    return result


def _labelled(head: Held, reader: LedgerReader, scope: Scope, clock: WallClock, linker: Linker) -> Label:
    """As recalls label a record: what is to come disputes nothing before its day, and is no fact."""
    members = narrowed(reader.in_slots([head.statement.slot]), scope, reader=reader, linker=linker)
    standing = next(
        (h for h in up_to_now(members, at=clock.at, zone=clock.zone) if h.statement.id == head.statement.id), None
    )
    return Label.CONTESTED if standing is None else label_of(standing, at=clock.at, unresolved=True)


def _explain(reader: LedgerReader, record_id: str, scope: Scope, clock: WallClock, linker: Linker) -> Explanation:
    clock = WallClock(latest(clock.at, reader.recorded_at()), clock.zone)
    spell = spell_of(record_id, scope, reader=reader, linker=linker)
    head = next((h for h in spell if h.is_record), None)
    if head is None:
        raise NotFoundError("record", record_id)
    record = staged_records(state_records(spell, reader), reader, scope)[0]
    judged = transitions_of({h.statement.id for h in spell}, scope, reader=reader)
    causes, consequences = (
        visible(found, scope, reader=reader) for found in (causes_of(judged, reader), consequences_of(judged, reader))
    )
    return Explanation(
        record=record, evidence=tuple((h.statement.observation_id, h.statement.evidence) for h in spell),
        transitions=tuple(transition_records(judged, reader)), label=_labelled(head, reader, scope, clock, linker),
        causes=tuple(transition_records(causes, reader)),
        consequences=tuple(transition_records(consequences, reader)),
        rejected=rejected_of(reader.extractions(sorted({h.statement.observation_id for h in spell}))),
    )  # fmt: skip
