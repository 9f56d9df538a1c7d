"""What the oracle rules: which records a told value retires, and which end with nothing in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from atma_overlay.evaluation.episodes import GoldSpell
from atma_overlay.evaluation.oracle_case import Case
from atma_overlay.evaluation.oracle_reading import SURE, Line
from atma_overlay.evaluation.oracle_telling import Told, sentences_of
from atma_overlay.evaluation.statements import stems_of
from atma_overlay.judge.schemas import SaidVerdict
from atma_overlay.values.normal import normalise

__all__ = ["verdicts"]

_Kind = Literal["STALE", "REPLACE", "UNKNOWN", "FORGET"]
_DIRECT = frozenset({"replaced", "corrected", "ended", "retracted"})
_BY_TURN: Mapping[str, _Kind] = {"ended": "STALE", "retracted": "FORGET", "invalidated": "UNKNOWN"}
"""What a turn does that puts nothing in the old value's place."""


def verdicts(case: Case, told: Sequence[Told]) -> Iterator[SaidVerdict]:
    """What each told value retires directly, and what ends or is to be forgotten with nothing in its place."""
    for t in told:
        for record in _misread(case, t):
            yield SaidVerdict(record=record["id"], because=t.id, verdict="REPLACE", reason="gold", confidence=SURE)
    for index in case.sessions():
        for (number, place), spell, _ in case.spells():
            if spell.until_session != index or not _is_direct(case, spell, number):
                continue
            ruling = _ruling(case, spell, (number, place), told, index)
            if ruling is None:
                continue
            because, kind, evidence = ruling
            for record in case.records((number, place)):
                yield SaidVerdict(
                    record=record["id"], because=because, verdict=kind, evidence=evidence, reason="gold",
                    confidence=SURE,
                )  # fmt: skip


def _misread(case: Case, told: Told) -> list[Line]:
    """Records in the slot of a told value that are none of its state's: a slot holds one value at a time."""
    number, values = told.key[0], case.values(of=told.key[0])
    if told.spell.statement:
        return []
    subject, slot = case.slot(case.episode.states[number], told)
    here = [r for r in case.shown.records if (r["who"], r["slot"]) == (subject.lower(), slot.lower())]
    return [r for r in here if normalise(r["value"]) not in values]


def _is_direct(case: Case, spell: GoldSpell, number: int) -> bool:
    """Whether a value ended by what was said; where a stated rule is about its slot, it ended by that rule."""
    ruled = any(rule.child == case.episode.states[number].slot for rule in case.episode.contingencies)
    return spell.statement or spell.ended_by in _DIRECT or (spell.ended_by == "invalidated" and not ruled)


def _ruling(
    case: Case, spell: GoldSpell, key: tuple[int, int], told: Sequence[Told], index: int
) -> tuple[str, _Kind, str] | None:
    """What decides about an old value, and how: its successor, or the words that end it or ask to forget it."""
    following = next((t for t in told if t.key == (key[0], key[1] + 1)), None)
    if following is not None:
        return following.id, "STALE" if following.spell.statement else "REPLACE", ""
    kind = _BY_TURN.get(spell.ended_by or "")
    if kind is None:
        return None
    slot = case.episode.states[key[0]].slot
    wanted = stems_of(f"{spell.value} {slot}")
    said = [(s, t) for t in case.turns(case.episode.sessions[index]) for s in sentences_of(t["text"])]
    sentence, turn = max(said, key=lambda each: len(stems_of(each[0]) & wanted))
    return turn["id"], kind, sentence
