"""The bank level: what the ledger holds, against the gold states of an episode."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atma_overlay.evaluation.episodes import Episode, GoldSpell, GoldState
from atma_overlay.evaluation.matching import (
    Bank,
    Pairing,
    SpellKey,
    carries_spell,
    is_retired,
    slot_of,
)
from atma_overlay.evaluation.tallies import Tally
from atma_overlay.records import DecisionState, Kind
from atma_overlay.views import StateRecord, TransitionRecord

COUNTS = frozenset({"unlisted_transitions", "retired_by_fillers"})
"""Metrics whose value is a count, not a share."""
NAMES = (
    "state_recall",
    "supersession_recall",
    "supersession_precision",
    "unlisted_transitions",
    "retired_by_fillers",
    "superseded_share",
    "records_per_turn",
    "false_retirement_rate",
    "current_correct",
    "history_kept",
)


class Judgement(StrEnum):
    """What gold says of an applied transition."""

    RIGHT = "right"
    WRONG = "wrong"
    UNLISTED = "unlisted"


@dataclass(frozen=True, slots=True)
class Judged:
    """An applied transition that retires one of the episode's records, with what gold says of it."""

    transition: TransitionRecord
    judgement: Judgement
    by_filler: bool
    """Whether the evidence for it is a filler's: to be read, since a filler may contradict the episode in earnest."""


def gold_spells(episode: Episode) -> list[tuple[SpellKey, GoldSpell]]:
    """Every spell of every gold state with its key."""
    return [
        ((index, place), spell)
        for index, state in enumerate(episode.states)
        for place, spell in enumerate(state.history)
    ]


def bank_tallies(
    episode: Episode, bank: Bank, pairing: Pairing, *, held_before: Collection[SpellKey], now: datetime
) -> dict[str, Tally]:
    """The bank metrics of an episode, as of its end.

    Args:
        episode: the gold.
        bank: the ledger after the last session.
        pairing: of that bank.
        held_before: the spells whose value the ledger held after any session, in whatever slot.
        now: the end of the episode.

    `false_retirement_rate` is out of the standing gold values that are held: a bank that tracks nothing
    cannot lower it. For the same reason a state without a ledger slot is not `current_correct`, even where
    nothing holds now.
    """
    spells = gold_spells(episode)
    changes = [key for key, spell in spells if spell.until_session is not None]
    standing = [key for key, spell in spells if spell.until_session is None and key in pairing.records]
    transitions = judged(episode, bank, pairing)
    verdicts = [each.judgement for each in transitions]
    right, wrong = verdicts.count(Judgement.RIGHT), verdicts.count(Judgement.WRONG)
    return {
        "state_recall": Tally.of(key in pairing.records for key, _ in spells),
        "supersession_recall": Tally.of(pairing.retired(key) for key in changes),
        "supersession_precision": Tally(right, right + wrong),
        "unlisted_transitions": Tally(verdicts.count(Judgement.UNLISTED), len(verdicts)),
        "retired_by_fillers": Tally(sum(each.by_filler for each in transitions), len(verdicts)),
        "superseded_share": Tally.of(is_retired(record) for record in bank.records),
        "records_per_turn": Tally(len(bank.records), episode.user_turns),
        "false_retirement_rate": Tally.of(pairing.retired(key) for key in standing),
        "current_correct": Tally.of(_is_current(episode, bank, pairing, i, now) for i in range(len(episode.states))),
        "history_kept": Tally.of(key in pairing.anywhere for key in changes if key in held_before),
    }


def judged(episode: Episode, bank: Bank, pairing: Pairing) -> list[Judged]:
    """Every applied transition that retires a record of the episode."""
    return [
        Judged(transition, _judgement(episode, bank, pairing, transition), _by_filler(bank, transition))
        for transition in bank.timeline.transitions
        if transition.state is DecisionState.APPLIED
        and transition.kind is not Kind.RESTORED
        and transition.from_id in bank.sessions
    ]


def _judgement(episode: Episode, bank: Bank, pairing: Pairing, transition: TransitionRecord) -> Judgement:
    """Right when it joins consecutive gold spells, or ends the last one of a state that nothing followed.

    A statement may also be ended with nothing in its place: what made it stale need not be about the same thing.
    """
    if episode.is_control:
        return Judgement.WRONG
    keys = pairing.spells.get(transition.from_id, ())
    successors = pairing.spells.get(transition.to_id or "", ())
    session = _session(episode, bank, transition)
    if any(_joins(episode, key, transition, successors, session) for key in keys):
        return Judgement.RIGHT
    stood = [key for key in keys if key not in successors and not _spell(episode, key).ended_at(session)]
    return Judgement.WRONG if stood else Judgement.UNLISTED


def _by_filler(bank: Bank, transition: TransitionRecord) -> bool:
    if transition.cause in bank.observations or transition.to_id in bank.sessions:
        return False
    return transition.kind not in (Kind.CASCADED, Kind.INVALIDATED)


def _joins(
    episode: Episode,
    key: SpellKey,
    transition: TransitionRecord,
    successors: Collection[SpellKey],
    session: int,
) -> bool:
    index, place = key
    if not _spell(episode, key).ended_at(session):
        return False
    if transition.to_id is None:
        return place == len(episode.states[index].history) - 1 or _spell(episode, key).statement
    return (index, place + 1) in successors


def _spell(episode: Episode, key: SpellKey) -> GoldSpell:
    return episode.states[key[0]].history[key[1]]


def _session(episode: Episode, bank: Bank, transition: TransitionRecord) -> int:
    """The last session that had been held when the transition's evidence was said: of a consequence, its cause's."""
    by_id = {each.id: each for each in bank.timeline.transitions}
    while transition.cause in by_id:
        transition = by_id[transition.cause]
    if transition.cause in bank.observations:
        return bank.observations[transition.cause]
    if transition.to_id is not None and transition.to_id in bank.sessions:
        return bank.sessions[transition.to_id]
    observed = {record.id: record.observed_at for record in bank.timeline.records}
    when = observed.get(transition.to_id or "", transition.recorded_at)
    return max(sum(session.at <= when for session in episode.sessions) - 1, bank.sessions[transition.from_id])


def _is_current(episode: Episode, bank: Bank, pairing: Pairing, index: int, now: datetime) -> bool:
    """Whether the slot's values in force are exactly the standing gold ones of the states in it."""
    if any(spell.statement for spell in episode.states[index].history):
        return _is_told_currently(episode.states[index], pairing, index, now)
    slot = pairing.slots.get(index)
    if slot is None:
        return False
    in_force = [r for r in bank.records if slot_of(r) == slot and _in_force(r, now)]
    sharing = [s for i, s in enumerate(episode.states) if pairing.slots.get(i) == slot]
    own = _standing(episode.states[index])
    allowed = [spell for state in sharing for spell in _standing(state)]
    return all(any(carries_spell(record, spell) for record in in_force) for spell in own) and all(
        any(carries_spell(record, spell) for spell in allowed) for record in in_force
    )


def _is_told_currently(state: GoldState, pairing: Pairing, index: int, now: datetime) -> bool:
    """Whether some statement is held, every standing one by a record in force, and none that is over by one."""
    held = [pairing.records.get((index, place), ()) for place in range(len(state.history))]
    return any(held) and all(
        (spell.until_session is None) == any(_in_force(record, now) for record in records)
        for spell, records in zip(state.history, held, strict=True)
    )


def _standing(state: GoldState) -> list[GoldSpell]:
    return [spell for spell in state.history if spell.until_session is None]


def _in_force(record: StateRecord, now: datetime) -> bool:
    return not is_retired(record) and record.valid_from <= now and (record.valid_to is None or now < record.valid_to)
