"""An episode's gold beside what one question shows of it: which session, which value, which slot a shown line is of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atma_overlay.evaluation.episodes import Episode, EpisodeSession, GoldSpell, GoldState
from atma_overlay.evaluation.oracle_reading import Line, stands_for
from atma_overlay.evaluation.oracle_telling import Told, located
from atma_overlay.evaluation.statements import stems_of
from atma_overlay.judge.question import LONGEST_TURN
from atma_overlay.ports.model import ModelRequest
from atma_overlay.values.normal import normalise

__all__ = ["Case", "Shown", "attribute_of"]

_FOLLOWS = frozenset({"cascaded", "invalidated"})


@dataclass(frozen=True, slots=True)
class Shown:
    """The data of a question, as it was rendered."""

    turns: Sequence[Line]
    notes: Sequence[Line]
    records: Sequence[Line]

    @classmethod
    def of(cls, request: ModelRequest) -> Shown:
        """The lines of a question: turns, notes of the rules, records."""
        text = request.messages[-1].text
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        by_kind = {kind: [line for line in lines if line["id"][0] in kind] for kind in ("t", "ns", "r")}
        return cls(by_kind["t"], by_kind["ns"], by_kind["r"])

    @property
    def subjects(self) -> set[str]:
        """Whose states are shown."""
        return {line["who"] for line in (*self.notes, *self.records)}


@dataclass(frozen=True, slots=True)
class Case:
    """One question to the oracle: the gold, and what is shown."""

    episode: Episode
    shown: Shown

    def sessions(self) -> list[int]:
        """The episode's sessions that the shown turns are of, by date and words."""
        return [index for index, session in enumerate(self.episode.sessions) if self.turns(session)]

    def turns(self, session: EpisodeSession) -> list[Line]:
        """The shown turns of a session."""
        texts = {turn.text[:LONGEST_TURN] for turn in session.turns}
        day = session.at.date().isoformat()
        return [line for line in self.shown.turns if line["on"] == day and line["text"] in texts]

    def told(self, index: int) -> Iterator[Told]:
        """What the session tells: the gold values that start with it, but for those that only follow."""
        turns = self.turns(self.episode.sessions[index])
        for key, spell, before in self.spells():
            follows = before is not None and before.ended_by in _FOLLOWS and not spell.statement
            if spell.from_session == index and not follows:
                told = located(key, spell, turns, self._implied(spell))
                if told is not None:
                    yield told

    def _implied(self, spell: GoldSpell) -> list[str]:
        """What the probes take for the value: words that it follows from."""
        groups = [forms for probe in self.episode.probes for forms in probe.groups if spell.value in forms]
        return [form for forms in groups for form in forms]

    def spells(self) -> Iterator[tuple[tuple[int, int], GoldSpell, GoldSpell | None]]:
        """Every gold value, with the number of its state and its place in it, and the value before it."""
        for number, state in enumerate(self.episode.states):
            for place, spell in enumerate(state.history):
                yield (number, place), spell, state.history[place - 1] if place else None

    def slot(self, state: GoldState, told: Told) -> tuple[str, str]:
        """The slot of a record of the same state, where one is shown; a whole statement has none of its own."""
        if told.spell.statement:
            return "user", f"statement {told.key[1] + 1}"
        for place in range(told.key[1] - 1, -1, -1):
            known = next(iter(self.records((told.key[0], place))), None)
            if known is not None:
                return known["who"], known["slot"]
        subject, _, slot = state.slot.rpartition(" / ")
        named = stems_of(subject) <= stems_of(told.turn["text"]) or subject.lower() in self.shown.subjects
        return (subject, slot) if named and subject else ("user", slot or state.slot)

    def records(self, key: tuple[int, int]) -> list[Line]:
        """The shown records that stand for a spell."""
        spell = self.episode.states[key[0]].history[key[1]]
        last = spell.until_session if spell.until_session is not None else len(self.episode.sessions) - 1
        days = {s.at.date().isoformat() for s in self.episode.sessions[spell.from_session : last + 1]}
        values = self.values(but=key[0]) - self.values(of=key[0])
        slots = {attribute_of(s.slot).lower() for n, s in enumerate(self.episode.states) if n != key[0]}
        slots.discard(attribute_of(self.episode.states[key[0]].slot).lower())
        mine = [r for r in self.shown.records if normalise(r["value"]) not in values and r["slot"] not in slots]
        return [r for r in mine if r["on"] in days and stands_for(r, spell)]

    def values(self, *, of: int | None = None, but: int | None = None) -> set[str]:
        """The gold values of one state, or of all others."""
        states = [s for n, s in enumerate(self.episode.states) if n != but and of in (None, n)]
        return {normalise(form) for s in states for spell in s.history for form in (spell.value, *spell.also)}


def attribute_of(slot: str) -> str:
    """The attribute of a gold slot, without its subject."""
    return slot.rpartition(" / ")[2]
