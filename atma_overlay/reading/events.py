"""When it was that a query dates itself by an event: *before I joined Acme*, *when I lived in Leeds*.

What the ledger knows of the event gives the instant, or the spell, that the query is read at. Where it knows none, or
several, the query stays one for whatever was before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from atma_overlay.language.grammar.words import verb_lemma
from atma_overlay.language.queries.events import Event
from atma_overlay.language.queries.view import ViewRequest
from atma_overlay.language.vocabulary.lexicon import Lexicon
from atma_overlay.reading.gather import Gathered
from atma_overlay.reading.rank import Ranked
from atma_overlay.reading.select import FLOOR
from atma_overlay.reading.selection import in_spell
from atma_overlay.reading.spans import NEVER
from atma_overlay.reading.subjects import FIRST_PERSON
from atma_overlay.records import Change, Held, Slot
from atma_overlay.state.present import is_retired
from atma_overlay.values.terms import terms
from atma_overlay.views import View

__all__ = ["Dated", "dated_by_event"]

_TELLING = 2
"""Words by which what was told of an event is found again: *I broke my leg*; *I changed it* may be anything."""
_PAST = (View.HISTORICAL, View.CURRENT)
"""Views that an event may date; the current one only by a place that somebody has left."""
_A_MOMENT = timedelta(microseconds=1)
_FIRST = datetime.min.replace(tzinfo=UTC)
_OF_THE_NAMED = frozenset("he she they he'd she'd they'd his her their him them".split())


@dataclass(frozen=True, slots=True)
class Dated:
    """A request with the records that it ranks.

    Attributes:
        request: read at its event, where the ledger dates it.
        ranked: the records; those of `aside` last, since the query's words for its event speak for them.
        aside: the slots of the event, which are not asked for.
    """

    request: ViewRequest
    ranked: list[Ranked]
    aside: frozenset[Slot] = frozenset()


@dataclass(frozen=True, slots=True)
class _Asking:
    """What some words ask for, by the lexicon's cues or by a slot's own name."""

    words: frozenset[str]
    attributes: frozenset[str]

    @classmethod
    def of(cls, text: str, lexicon: Lexicon) -> _Asking:
        words = frozenset(terms(text))
        return cls(words, frozenset(attribute.id for attribute, _ in lexicon.asked(words)))

    def for_(self, slot: Slot) -> bool:
        named = terms(slot.attribute.replace("_", " "))
        return slot.attribute in self.attributes or not self.words.isdisjoint(named)


def dated_by_event(
    request: ViewRequest, gathered: Gathered, ranked: list[Ranked], *, query: str, subjects: frozenset[str],
    asker: str, lexicon: Lexicon, now: datetime,
) -> Dated:  # fmt: skip
    """What a request is read at where it dates itself by an event; as it is where nothing that is asked for held then.

    Args:
        request: what is asked for.
        gathered: what the query touches, its event's records among it.
        ranked: the records, best first.
        query: the words.
        subjects: whom the query is about.
        asker: the subject that *I* stands for.
        lexicon: knows by which words a slot is asked for.
        now: the query's clock; a state that goes on lasts until then.
    """
    as_it_is, event = Dated(request, ranked), request.event
    if event is None or request.view not in _PAST or request.as_of is not None or request.period is not None:
        return as_it_is
    told = _told_of(event, gathered, _whose(event, subjects, asker), lexicon)
    if request.view is View.CURRENT:
        if not told or not all(is_retired(h) for h in told):
            return as_it_is  # the place where it still is
        request = replace(request, view=View.HISTORICAL)
    dated = _read_at(request, event, told, now)
    if dated is None:
        return as_it_is
    asks = _Asking.of(query.replace(event.text, " "), lexicon)
    aside = frozenset(h.statement.slot for h in told if not asks.for_(h.statement.slot))
    found = sorted(ranked, key=lambda r: r.held.statement.slot in aside)
    asked = found[0].held.statement.slot if found else None
    if (
        asked is None
        or not found[0].strong
        or asked in aside
        or not any(in_spell(h, dated) for h in _records(gathered.slots[asked]))
    ):
        before = [] if asks.attributes else _before_it(event, told, gathered, dated)
        first = {r.held.statement.id for r in before}
        beside = [r for r in ranked if r.held.statement.id not in first]
        return Dated(dated, [*before, *beside]) if before else as_it_is
    leading = [
        replace(r, leads=r.held.statement.slot == asked or (r.leads and r.held.statement.slot not in aside))
        for r in found
    ]
    return Dated(dated, leading, aside)


def _before_it(event: Event, told: Sequence[Held], gathered: Gathered, dated: ViewRequest) -> list[Ranked]:
    """*What did we have before Buildkite?*: asked for nothing by name, what held in the place of what is named."""
    slots, words = {h.statement.slot for h in told}, frozenset(terms(event.text))
    named = all(_is_named(h, words) or _is_name_alone(h, event) for h in told)
    if event.relation != "before" or len(slots) != 1 or not named:
        return []
    (slot,) = slots
    return [Ranked(h, FLOOR, strong=True) for h in _records(gathered.slots[slot]) if in_spell(h, dated)]


def _whose(event: Event, subjects: frozenset[str], asker: str) -> frozenset[str]:
    """Whose event it is: theirs whom its words name, or stand for in the query; else the asker's."""
    said = frozenset(event.text.lower().replace("’", "'").split())
    if not said.isdisjoint(FIRST_PERSON):
        return frozenset({asker})
    if not said.isdisjoint(_OF_THE_NAMED):
        return subjects - {asker}
    words = frozenset(terms(event.text))
    return frozenset(s for s in subjects if s != asker and words.issuperset(terms(s))) or frozenset({asker})


def _told_of(event: Event, gathered: Gathered, whose: frozenset[str], lexicon: Lexicon) -> list[Held]:
    """The records that an event tells of: by a value that it names, by how they were told, or by what changed once."""
    asks = _Asking.of(event.text, lexicon)
    words = asks.words
    theirs = {slot: _records(members) for slot, members in gathered.slots.items() if slot.subject in whose}
    named = [h for members in theirs.values() for h in members if _is_named(h, words) or _is_name_alone(h, event)]
    if named:
        meant = [h for h in named if asks.for_(h.statement.slot)]
        return meant or named
    if event.edge == "lasts":
        return []
    if len(words) >= _TELLING:
        told = [h for members in theirs.values() for h in members if words.issubset(terms(h.statement.evidence))]
        if told:
            return told
    if any(x[0].isupper() and x.lower() not in FIRST_PERSON for x in event.text.split()):
        return []  # I moved to Rome: of which nothing is known
    altered = _altered(event, lexicon)
    slots = [slot for slot in theirs if slot.attribute in altered or asks.for_(slot)]
    changed = [h for slot in slots for h in theirs[slot] if _took_a_place(h, theirs[slot])]
    return changed if len(changed) == 1 else []


def _altered(event: Event, lexicon: Lexicon) -> set[str]:
    """The attributes whose change its words tell without a value: *I changed jobs*, *the move*."""
    said = [x.strip(".,;:!?'\"") for x in event.text.lower().split()]
    told = [found for x in said for found in (lexicon.altered_by(x), lexicon.announced_by(verb_lemma(x) or x))]
    return {attribute.id for attribute in told if attribute is not None}


def _records(members: Iterable[Held]) -> list[Held]:
    return [h for h in members if h.is_record and h.statement.affirmed and h.standing.status not in NEVER]


def _is_named(held: Held, words: frozenset[str]) -> bool:
    value = terms(held.statement.value)
    return any(x.isalpha() for x in value) and words.issuperset(value)


def _is_name_alone(held: Held, event: Event) -> bool:
    """*Before Oakwood*, *before £950*: whether an event has nothing but words of a value, written as a name."""
    words = frozenset(terms(event.text))
    written = event.text[:1].isupper() or any(x.isdigit() for x in event.text)
    return event.relation != "during" and written and bool(words) and words.issubset(terms(held.statement.value))


def _took_a_place(held: Held, members: Iterable[Held]) -> bool:
    began = held.standing.valid_from
    return held.statement.change is Change.TOLD or any(
        is_retired(h) and h.standing.valid_to == began for h in members if h is not held
    )


def _read_at(request: ViewRequest, event: Event, told: Sequence[Held], now: datetime) -> ViewRequest | None:
    """The request at the one time that the records of an event give; None where they give none, or several."""
    if event.edge == "lasts":
        spells = {(h.standing.valid_from, h.standing.valid_to or now) for h in told}
        if len(spells) != 1:
            return None
        ((start, end),) = spells
        return replace(request, as_of=start + (end - start) / 2, period=(start, end)) if start < end else None
    ends = {h.standing.valid_to for h in told if event.edge == "ends" or _is_left(h, event)} - {None}
    begins = {h.standing.valid_from for h in told if event.edge == "begins" and not _is_left(h, event)}
    instants = begins | ends
    if len(instants) != 1:
        return None
    (instant,) = instants
    assert instant is not None
    happening = event.relation == "after" or (event.relation == "during" and not ends)
    return replace(request, as_of=instant if happening else _just_before(instant))


def _just_before(instant: datetime) -> datetime:
    """The last instant before one; the calendar's first, which a host may give for no date, has none."""
    return max(instant, _FIRST + _A_MOMENT) - _A_MOMENT


def _is_left(held: Held, event: Event) -> bool:
    """*Moved from Leeds to York*: what stands behind *from* is what came to an end."""
    return f" from {held.statement.value.lower()}" in event.text.lower()
