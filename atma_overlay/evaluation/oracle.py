"""The oracle: a model that knows an episode's gold, so that what the overlay does with perfect judgement can be seen.

It answers the judge's own schemas over the candidates that the overlay rendered, and its answers pass all guards. It
knows the values that a session tells, which of them changes or unsettles which directly, and the rules that are stated;
of what follows from a change by a stated rule it says nothing: consequences are the overlay's. For a case told in whole
statements it knows the old one, the new one, and that the one retires the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import Episode, EpisodeSession, GoldContingency, GoldSpell, GoldState
from atma_overlay.evaluation.oracle_reading import Line, read_by_gold, stands_for
from atma_overlay.evaluation.oracle_telling import Told, located, sentences_of, told_in
from atma_overlay.evaluation.statements import stems_of
from atma_overlay.judge.rendering import LONGEST_TURN
from atma_overlay.judge.schemas import Adjudicated, Extracted, Judged, SaidContingency, SaidStatement, SaidVerdict
from atma_overlay.ports.model import Finish, ModelCapabilities, ModelReply, ModelRequest, Usage
from atma_overlay.readout import Read
from atma_overlay.render import estimate_tokens
from atma_overlay.state.values import normalise

__all__ = ["ORACLE", "OracleModel", "require_gold"]

ORACLE = "oracle"
SURE = 0.95
_Kind = Literal["STALE", "REPLACE", "UNKNOWN", "FORGET"]
_DIRECT = frozenset({"replaced", "corrected", "ended", "retracted"})
_FOLLOWS = frozenset({"cascaded", "invalidated"})
_BY_TURN: Mapping[str, _Kind] = {"ended": "STALE", "retracted": "FORGET", "invalidated": "UNKNOWN"}
"""What a turn does that puts nothing in the old value's place."""


def require_gold(episodes: Sequence[Episode]) -> None:
    """Check that an oracle has something to know.

    Raises:
        InvalidInputError: none of the episodes has gold states.
    """
    if not any(e.states for e in episodes):
        raise InvalidInputError("--judge", "oracle needs gold states, and this suite has none: use none or a model")


_Waits = Literal["any", "to", "from", "ends", "above", "below"]


@dataclass(frozen=True, slots=True)
class _Shown:
    """The data of a question, as it was rendered."""

    turns: Sequence[Line]
    notes: Sequence[Line]
    records: Sequence[Line]

    @classmethod
    def of(cls, request: ModelRequest) -> _Shown:
        text = request.messages[-1].text
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        by_kind = {kind: [line for line in lines if line["id"][0] in kind] for kind in ("t", "ns", "r")}
        return cls(by_kind["t"], by_kind["ns"], by_kind["r"])

    @property
    def subjects(self) -> set[str]:
        """Whose states are shown."""
        return {line["who"] for line in (*self.notes, *self.records)}


class OracleModel:
    """Answers as a judge without error would, about one episode.

    Args:
        episode: the gold.
    """

    def __init__(self, episode: Episode) -> None:
        self._episode = episode

    @property
    def name(self) -> str:
        """What verdicts are signed with."""
        return ORACLE

    @property
    def capabilities(self) -> ModelCapabilities:
        """No tools."""
        return ModelCapabilities(tools=False)

    def complete(self, request: ModelRequest) -> ModelReply:
        """Answer one of the judge's questions; tokens are estimated.

        Raises:
            InvalidInputError: the question is none of the judge's.
        """
        if request.schema is Read:
            return _reply(read_by_gold(request, self._episode), request)
        shown = _Shown.of(request)
        if request.schema not in (Judged, Extracted, Adjudicated):
            raise InvalidInputError("judge", "the oracle answers the judge's questions alone")
        told = [t for session in self._sessions(shown) for t in self._told(session, shown)]
        whole = Judged(
            statements=tuple(self._statement(t, shown) for t in told),
            contingencies=tuple(self._contingencies(told, shown)),
            verdicts=tuple(self._verdicts(told, shown)),
        )
        return _reply(request.schema.model_validate(whole.model_dump()), request)

    def close(self) -> None:
        """Nothing is open."""

    def _sessions(self, shown: _Shown) -> list[int]:
        """The episode's sessions that the shown turns are of, by date and words."""
        return [index for index, session in enumerate(self._episode.sessions) if self._turns(session, shown)]

    def _turns(self, session: EpisodeSession, shown: _Shown) -> list[Line]:
        texts = {turn.text[:LONGEST_TURN] for turn in session.turns}
        day = session.at.date().isoformat()
        return [line for line in shown.turns if line["on"] == day and line["text"] in texts]

    def _told(self, index: int, shown: _Shown) -> Iterator[Told]:
        """What the session tells: the gold values that start with it, but for those that only follow."""
        turns = self._turns(self._episode.sessions[index], shown)
        for key, spell, before in self._spells():
            follows = before is not None and before.ended_by in _FOLLOWS and not spell.statement
            if spell.from_session == index and not follows:
                told = located(key, spell, turns, self._implied(spell))
                if told is not None:
                    yield told

    def _implied(self, spell: GoldSpell) -> list[str]:
        """What the probes take for the value: words that it follows from."""
        groups = [forms for probe in self._episode.probes for forms in probe.groups if spell.value in forms]
        return [form for forms in groups for form in forms]

    def _spells(self) -> Iterator[tuple[tuple[int, int], GoldSpell, GoldSpell | None]]:
        for number, state in enumerate(self._episode.states):
            for place, spell in enumerate(state.history):
                yield (number, place), spell, state.history[place - 1] if place else None

    def _statement(self, told: Told, shown: _Shown) -> SaidStatement:
        state = self._episode.states[told.key[0]]
        subject, slot = self._slot(state, told, shown)
        before = state.history[told.key[1] - 1].value if told.key[1] else None
        return SaidStatement(
            id=told.id, turn=told.turn["id"], subject=subject, slot=slot, value=told.value,
            holds="many" if told.spell.statement else "one", evidence=told.evidence,
            basis="said" if told.said else "inferred", no_longer=(before,) if before else (), confidence=SURE,
        )  # fmt: skip

    def _slot(self, state: GoldState, told: Told, shown: _Shown) -> tuple[str, str]:
        """The slot of a record of the same state, where one is shown; a whole statement has none of its own."""
        if told.spell.statement:
            return "user", f"statement {told.key[1] + 1}"
        for place in range(told.key[1] - 1, -1, -1):
            known = next(iter(self._records((told.key[0], place), shown)), None)
            if known is not None:
                return known["who"], known["slot"]
        subject, _, slot = state.slot.rpartition(" / ")
        named = stems_of(subject) <= stems_of(told.turn["text"]) or subject.lower() in shown.subjects
        return (subject, slot) if named and subject else ("user", slot or state.slot)

    def _records(self, key: tuple[int, int], shown: _Shown) -> list[Line]:
        """The shown records that stand for a spell."""
        spell = self._episode.states[key[0]].history[key[1]]
        last = spell.until_session if spell.until_session is not None else len(self._episode.sessions) - 1
        days = {s.at.date().isoformat() for s in self._episode.sessions[spell.from_session : last + 1]}
        values = self._values(but=key[0]) - self._values(of=key[0])
        slots = {_attribute(s.slot).lower() for n, s in enumerate(self._episode.states) if n != key[0]}
        slots.discard(_attribute(self._episode.states[key[0]].slot).lower())
        mine = [r for r in shown.records if normalise(r["value"]) not in values and r["slot"] not in slots]
        return [r for r in mine if r["on"] in days and stands_for(r, spell)]

    def _values(self, *, of: int | None = None, but: int | None = None) -> set[str]:
        """The gold values of one state, or of all others."""
        states = [s for n, s in enumerate(self._episode.states) if n != but and of in (None, n)]
        return {normalise(form) for s in states for spell in s.history for form in (spell.value, *spell.also)}

    def _verdicts(self, told: Sequence[Told], shown: _Shown) -> Iterator[SaidVerdict]:
        """What each told value retires directly, and what ends or is to be forgotten with nothing in its place."""
        for t in told:
            for record in self._misread(t, shown):
                yield SaidVerdict(record=record["id"], because=t.id, verdict="REPLACE", reason="gold", confidence=SURE)
        for index in self._sessions(shown):
            for (number, place), spell, _ in self._spells():
                if spell.until_session != index or not self._is_direct(spell, number):
                    continue
                ruling = self._ruling(spell, (number, place), told, index, shown)
                if ruling is None:
                    continue
                because, kind, evidence = ruling
                for record in self._records((number, place), shown):
                    yield SaidVerdict(
                        record=record["id"], because=because, verdict=kind, evidence=evidence, reason="gold",
                        confidence=SURE,
                    )  # fmt: skip

    def _misread(self, told: Told, shown: _Shown) -> list[Line]:
        """Records in the slot of a told value that are none of its state's: a slot holds one value at a time."""
        number, values = told.key[0], self._values(of=told.key[0])
        if told.spell.statement:
            return []
        subject, slot = self._slot(self._episode.states[number], told, shown)
        here = [r for r in shown.records if (r["who"], r["slot"]) == (subject.lower(), slot.lower())]
        return [r for r in here if normalise(r["value"]) not in values]

    def _is_direct(self, spell: GoldSpell, number: int) -> bool:
        """Whether a value ended by what was said; where a stated rule is about its slot, it ended by that rule."""
        ruled = any(rule.child == self._episode.states[number].slot for rule in self._episode.contingencies)
        return spell.statement or spell.ended_by in _DIRECT or (spell.ended_by == "invalidated" and not ruled)

    def _ruling(
        self, spell: GoldSpell, key: tuple[int, int], told: Sequence[Told], index: int, shown: _Shown
    ) -> tuple[str, _Kind, str] | None:
        """What decides about an old value, and how: its successor, or the words that end it or ask to forget it."""
        following = next((t for t in told if t.key == (key[0], key[1] + 1)), None)
        if following is not None:
            return following.id, "STALE" if following.spell.statement else "REPLACE", ""
        kind = _BY_TURN.get(spell.ended_by or "")
        if kind is None:
            return None
        slot = self._episode.states[key[0]].slot
        wanted = stems_of(f"{spell.value} {slot}")
        said = [(s, t) for t in self._turns(self._episode.sessions[index], shown) for s in sentences_of(t["text"])]
        sentence, turn = max(said, key=lambda each: len(stems_of(each[0]) & wanted))
        return turn["id"], kind, sentence

    def _contingencies(self, told: Sequence[Told], shown: _Shown) -> Iterator[SaidContingency]:
        for rule in self._episode.contingencies:
            for turn in self._turns(self._episode.sessions[rule.from_session], shown):
                if rule.evidence in turn["text"]:
                    said = "\n".join(line["text"] for line in shown.turns)
                    value = rule.value if rule.value and told_in(rule.value, said) else None
                    waits_for, when = self._trigger(rule, said)
                    (parent_of, parent), (child_of, child) = (
                        self._named(slot, told, shown) for slot in (rule.parent, rule.child)
                    )
                    yield SaidContingency(
                        turn=turn["id"], parent=parent, when=when, child=child, value=value, evidence=rule.evidence,
                        waits_for=waits_for, parent_of=parent_of, child_of=child_of,
                    )  # fmt: skip

    def _named(self, slot: str, told: Sequence[Told], shown: _Shown) -> tuple[str, str]:
        """A slot as the records name it: as a record has it, as this very answer tells it, else as gold does."""
        number = next((n for n, state in enumerate(self._episode.states) if state.slot == slot), None)
        if number is None:
            return "user", _attribute(slot)
        state = self._episode.states[number]
        here = next((t for t in told if t.key[0] == number), None)
        known = [r for place in range(len(state.history) - 1, -1, -1) for r in self._records((number, place), shown)]
        values = self._values(of=number)
        exact = [r for r in known if r["slot"] == _attribute(slot).lower()]
        exact += [r for r in known if normalise(r["value"]) in values]
        if exact or (known and here is None):
            return (exact or known)[0]["who"], (exact or known)[0]["slot"]
        if here is None:
            subject = slot.rpartition(" / ")[0].lower()
            return (subject if subject in shown.subjects else "user"), _attribute(slot)
        named = self._slot(state, here, shown)
        noted = next((n for n in shown.notes if _is_note_of(n, here) and n["who"] == named[0].lower()), None)
        return (noted["who"], noted["slot"]) if noted else named

    def _trigger(self, rule: GoldContingency, text: str) -> tuple[_Waits, str | None]:
        """What the rule waits for, by what gold says of the values that its parent has had and will have."""
        when = rule.when if rule.when and told_in(rule.when, text) else None
        parent = next((state for state in self._episode.states if state.slot == rule.parent), None)
        if when is None or parent is None:
            return "any", when
        values = [form for spell in parent.history for form in (spell.value, *spell.also)]
        later = [s.value for s in parent.history if s.from_session > rule.from_session]
        if not rule.fires or any(told_in(when, value) or told_in(value, when) for value in later):
            return "to", when
        left = [value for value in values if value not in later and told_in(value, text)]
        return ("from", left[0]) if left and any(told_in(x, when) for x in left) else ("any", when)


def _is_note_of(note: Line, told: Told) -> bool:
    """Whether the rules noted the value of a spell, in the same words: then it stays in the slot of that note."""
    return normalise(note["value"]) == normalise(told.value)


def _reply(answer: BaseModel, request: ModelRequest) -> ModelReply:
    text = answer.model_dump_json()
    asked = sum(estimate_tokens(message.text) for message in request.messages)
    return ModelReply(text, Finish.STOP, Usage(asked, estimate_tokens(text), 1, estimated=True), model=ORACLE)


def _attribute(slot: str) -> str:
    return slot.rpartition(" / ")[2]
