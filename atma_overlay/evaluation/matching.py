"""When a value carries a gold value, and which record is which gold spell.

A record carries a gold value when its normalised value equals it, or contains it with at most two content
words more, polarity included. A gold state's slot is the ledger slot where most of its spells have a match. A
record pairs with a spell of that slot when it carries the spell's value and its observation lies in a session
of the spell: from the one that tells it up to, not including, the one that ends it. The session that ends a
spell belongs to it only for a record that is already past there: the sentence that tells a change may name
the old value. A spell that is a whole statement has the records that stand for it in the session that tells it,
whatever their slot (see `statements`): a statement may make another one stale that is about something else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.episodes import Episode, GoldSpell, GoldState
from atma_overlay.evaluation.statements import standing_for
from atma_overlay.evaluation.wording import Phrase, phrase
from atma_overlay.records import Status
from atma_overlay.views import StateRecord, Timeline

SPARE_WORDS = 2
"""How many content words a value may have beyond the gold value's."""

SpellKey = tuple[int, int]
"""(index of the gold state, index of the spell in its history)."""
SlotKey = tuple[str, str]
"""(subject, attribute) of the ledger."""


def carries(value: Phrase, gold: Phrase, *, besides: Iterable[Phrase] = ()) -> bool:
    """Whether a record's value is the gold value; see `mentions` for `besides`."""
    spare = len(value.words) - len(gold.words)
    return value.negated == gold.negated and spare <= SPARE_WORDS and mentions(value, gold, besides=besides)


def mentions(text: Phrase, wanted: Phrase, *, besides: Iterable[Phrase] = ()) -> bool:
    """Whether the words stand in the text, in this order and unbroken; polarity is not looked at.

    An occurrence within one of the longer phrases `besides` is that phrase and not this one: *York* does not
    stand in *New York* when *New York* is an answer of its own.
    """
    words, sought = (text.words, wanted.words) if wanted.words else (text.every, wanted.every)
    taken = [
        span
        for other in besides
        if len(other.words) > len(wanted.words) and _spans(other.words, wanted.words)
        for span in _spans(text.words, other.words)
    ]
    return any(not any(a <= start and end <= b for a, b in taken) for start, end in _spans(words, sought))


def _spans(words: Sequence[str], sought: Sequence[str]) -> list[tuple[int, int]]:
    size = len(sought)
    if not size:
        return []
    starts = range(len(words) - size + 1)
    return [(i, i + size) for i in starts if tuple(words[i : i + size]) == tuple(sought)]


def value_phrase(record: StateRecord) -> Phrase:
    """A record's value with its polarity."""
    return phrase(record.value, affirmed=record.affirmed)


def is_retired(record: StateRecord) -> bool:
    """Whether the ledger holds the record as no longer in force."""
    return record.status is not Status.ACTIVE


@dataclass(frozen=True, slots=True)
class Bank:
    """A timeline, the episode's own records in it, and the session that each was said in.

    What only the fillers said is no part of it: no gold says anything about that.
    """

    timeline: Timeline
    sessions: Mapping[str, int]
    """Session index by record id; its keys are the episode's records."""
    observations: Mapping[str, int]
    """Session index by observation id."""

    @classmethod
    def of(cls, timeline: Timeline, session_of_observation: Mapping[str, int]) -> Bank:
        """The bank of an episode, given the session of each of its observations."""
        sessions: dict[str, int] = {}
        for record in timeline.records:
            said = [
                session_of_observation[o]
                for o in (record.observation_id, *record.restated_by)
                if o in session_of_observation
            ]
            if said:
                sessions[record.id] = said[0]
        return cls(timeline, sessions, session_of_observation)

    @property
    def records(self) -> tuple[StateRecord, ...]:
        """The episode's records."""
        return tuple(record for record in self.timeline.records if record.id in self.sessions)

    def of_session(self, session: int) -> tuple[list[StateRecord], list[StateRecord]]:
        """The records that a session says first, and those that it only says again."""
        said = [r for r in self.records if self.observations.get(r.observation_id) == session]
        known = {record.id for record in said}
        again = [r for r in self.records if r.id not in known]
        return said, [r for r in again if any(self.observations.get(o) == session for o in r.restated_by)]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Gold spells beside the records that stand for them, and gold states beside their ledger slots."""

    slots: Mapping[int, SlotKey]
    """By gold state; a state told in statements has none."""
    records: Mapping[SpellKey, tuple[StateRecord, ...]]
    spells: Mapping[str, tuple[SpellKey, ...]]
    """The spells of a record, by its id."""

    anywhere: frozenset[SpellKey]
    """The spells that a record stands for in whatever slot: their value can be read."""

    def retired(self, key: SpellKey) -> bool:
        """Whether the spell is held and every record of it is retired."""
        paired = self.records.get(key, ())
        return bool(paired) and all(is_retired(record) for record in paired)


def pair(episode: Episode, bank: Bank, *, up_to: int | None = None) -> Pairing:
    """The pairing of an episode's gold with its bank, as far as gold is told by session `up_to`."""
    slots: dict[int, SlotKey] = {}
    records: dict[SpellKey, tuple[StateRecord, ...]] = {}
    spells: defaultdict[str, list[SpellKey]] = defaultdict(list)
    anywhere: set[SpellKey] = set()
    for index, state in enumerate(episode.states):
        matches = _matches(state, bank, up_to=up_to)
        anywhere |= {(index, spell_index) for spell_index, _ in matches}
        valued = [match for match in matches if not state.history[match[0]].statement]
        if valued:
            slots[index] = _slot(state.slot, valued)
        for spell_index, record in matches:
            if state.history[spell_index].statement or slot_of(record) == slots[index]:
                key = (index, spell_index)
                records[key] = (*records.get(key, ()), record)
                spells[record.id].append(key)
    return Pairing(slots, records, {name: tuple(keys) for name, keys in spells.items()}, frozenset(anywhere))


def slot_of(record: StateRecord) -> SlotKey:
    """The ledger slot of a record."""
    return (record.subject, record.attribute)


def _matches(state: GoldState, bank: Bank, *, up_to: int | None) -> list[tuple[int, StateRecord]]:
    """The spells of a state, by their place in its history, with each record that matches one."""
    told = [(place, spell) for place, spell in enumerate(state.history) if up_to is None or spell.from_session <= up_to]
    return [(place, record) for place, spell in told for record in _records_of(spell, state, bank)]


def _records_of(spell: GoldSpell, state: GoldState, bank: Bank) -> Iterable[StateRecord]:
    if spell.statement:
        said, restated = bank.of_session(spell.from_session)
        others = [other.value for other in state.history if other.value != spell.value]
        return standing_for(spell.value, said=said, restated=restated, others=others)
    return (record for record in bank.records if _is_of(record, bank.sessions[record.id], spell))


def carries_spell(record: StateRecord, spell: GoldSpell) -> bool:
    """Whether a record's value is the spell's, in whatever form."""
    return any(carries(value_phrase(record), phrase(form)) for form in (spell.value, *spell.also))


def _is_of(record: StateRecord, session: int, spell: GoldSpell) -> bool:
    if not carries_spell(record, spell):
        return False
    told_as_past = session == spell.until_session and (is_retired(record) or record.valid_to is not None)
    return spell.standing_at(session) or told_as_past


def _slot(name: str, matches: Sequence[tuple[int, StateRecord]]) -> SlotKey:
    """The slot with the most matched spells; then with the most records, then named most alike."""
    by_slot: defaultdict[SlotKey, list[int]] = defaultdict(list)
    for spell_index, record in matches:
        by_slot[slot_of(record)].append(spell_index)
    words = set(phrase(name).words)

    def rank(slot: SlotKey) -> tuple[int, int, int, SlotKey]:
        alike = len(words & set(phrase(" ".join(slot).replace("_", " ")).words))
        return (-len(set(by_slot[slot])), -len(by_slot[slot]), -alike, slot)

    return min(by_slot, key=rank)
