"""Schema-Guided Dialogue (Rastogi et al. 2020): task dialogues whose slots change as they go (CC BY-SA 4.0).

A dialogue has no date; its turns become sessions two hours apart. A session starts with every turn that changes a
slot, or with the system's turn before it where that one alone names the new value (*Shall I try 6:30?* — *Yes*).
Slots that change have the history of their values, the others of the final state their one value; values that no
turn says in words (true, false, any) cannot be held, and are left out.

Probes ask for the current value of each slot and, where it changed, for the one before. A value that cannot be
told apart in a row is not asked for: a bare number, or one that another slot of the dialogue also has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from atma_overlay import re2
from atma_overlay.evaluation.episodes import Episode, EpisodeSession, EpisodeTurn, GoldSpell, GoldState, Probe
from atma_overlay.evaluation.matching import mentions
from atma_overlay.evaluation.suites.records import built, checked_settings, limited, records_of
from atma_overlay.evaluation.suites.registry import Options, Suite
from atma_overlay.evaluation.wording import phrase
from atma_overlay.loaders.fields import Field

_START = datetime(2025, 3, 3, 8, tzinfo=UTC)
_STEP = timedelta(hours=2)
_WORD_BREAK = re2.compile(r"[_\W]+|(\p{Ll})(\p{Lu})")
_NUMBERING = re2.compile(r"_\d+$")

_Key = tuple[str, str]
"""(service, slot)."""
_Forms = tuple[str, ...]
"""The wordings of one value."""


@dataclass(frozen=True, slots=True)
class _Turn:
    said_by_user: bool
    text: str

    def names(self, forms: _Forms) -> bool:
        """Whether a form of the value stands in the turn."""
        return any(mentions(phrase(self.text), phrase(form)) for form in forms)


@dataclass(frozen=True, slots=True)
class _Change:
    turn: int
    key: _Key
    old: _Forms
    new: _Forms


@dataclass(frozen=True, slots=True)
class _Value:
    """A value that was said, from the session that it holds from."""

    forms: _Forms
    start: int
    end: int | None = None


@dataclass(frozen=True, slots=True)
class _Dialogue:
    turns: Sequence[_Turn]
    starts: Sequence[int]
    """The first turn of each session."""

    def session(self, turn: int) -> int:
        """The session of a turn."""
        return sum(start <= turn for start in self.starts) - 1

    def first_session(self, forms: _Forms, *, before: int | None = None) -> int | None:
        """The session that names the value first, among those before a session."""
        for index, turn in enumerate(self.turns):
            if (before is None or self.session(index) < before) and turn.names(forms):
                return self.session(index)
        return None

    def worded(self, forms: _Forms, session: int) -> _Forms:
        """The forms, those first that the session says, the user's before the system's."""
        said = [turn for index, turn in enumerate(self.turns) if self.session(index) == session]
        said.sort(key=lambda turn: not turn.said_by_user)
        found = [form for turn in said for form in forms if turn.names((form,))]
        return tuple(dict.fromkeys([*found, *forms]))


def load(paths: Sequence[Path], options: Options) -> Sequence[Episode]:
    """One episode a dialogue, in the order of the files."""
    checked_settings(options, {})
    records = records_of(paths, marks=("dialogue_id", "turns", "changes"), what="dialogues with slot changes")
    return limited(records, limit=options.limit, made=_episode)


def _episode(record: Field) -> Episode | None:
    turns = [_turn(turn) for turn in record.at("turns").items()]
    changes = sorted((_change(c, len(turns)) for c in record.at("changes").items()), key=lambda change: change.turn)
    dialogue = _Dialogue(turns, sorted({0, *(_start(turns, change) for change in changes)}))
    histories = _histories(dialogue, changes, _final(record))
    last = len(dialogue.starts) - 1
    probes = tuple(_probes(histories, after=last))
    if not probes:
        return None
    return built(
        record,
        id=record.at("dialogue_id").identifier(),
        family="conflict",
        source="Schema-Guided Dialogue",
        sessions=tuple(_sessions(dialogue)),
        states=tuple(_state(dialogue, key, values) for key, values in histories.items()),
        probes=probes,
    )


def _turn(turn: Field) -> _Turn:
    speaker = turn.at("speaker").text()
    if speaker not in ("USER", "SYSTEM"):
        raise turn.at("speaker").broken(f"{speaker!r} is neither USER nor SYSTEM")
    return _Turn(speaker == "USER", turn.at("utterance").text())


def _change(change: Field, turns: int) -> _Change:
    turn = change.at("turn").number()
    if not 0 <= turn < turns:
        raise change.at("turn").broken(f"{turn} is no turn of {turns}")
    key = (change.at("service").text(), change.at("slot").text())
    return _Change(turn, key, _forms(change.at("old")), _forms(change.at("new")))


def _forms(field: Field) -> _Forms:
    forms = tuple(form.text() for form in field.items())
    if not forms:
        raise field.broken("is empty: give it a wording of the value")
    return forms


def _final(record: Field) -> Mapping[_Key, _Forms]:
    final = record.at("final_state")
    if not isinstance(final.value, dict):
        raise final.broken("must be an object of service.slot")
    keys = (name.partition(".") for name in final.value)
    return {(service, slot): _forms(final.at(f"{service}{dot}{slot}")) for service, dot, slot in keys}


def _start(turns: Sequence[_Turn], change: _Change) -> int:
    """The turn that the session of a change starts with."""
    offered = change.turn > 0 and not turns[change.turn - 1].said_by_user
    accepted = offered and turns[change.turn - 1].names(change.new) and not turns[change.turn].names(change.new)
    return change.turn - 1 if accepted else change.turn


def _histories(
    dialogue: _Dialogue, changes: Sequence[_Change], final: Mapping[_Key, _Forms]
) -> dict[_Key, tuple[_Value, ...]]:
    """The values of each slot that were said, in order; slots without one are left out."""
    by_key: defaultdict[_Key, list[_Change]] = defaultdict(list)
    for change in changes:
        by_key[change.key].append(change)
    histories = {key: tuple(_changed(dialogue, members)) for key, members in by_key.items()}
    for key, forms in final.items():
        if key not in histories and (start := dialogue.first_session(forms)) is not None:
            histories[key] = (_Value(forms, start),)
    return {key: values for key, values in histories.items() if values}


def _changed(dialogue: _Dialogue, changes: Sequence[_Change]) -> Iterator[_Value]:
    sessions = [dialogue.session(change.turn) for change in changes]
    begun = dialogue.first_session(changes[0].old, before=sessions[0])
    if begun is not None:
        yield _Value(changes[0].old, begun, sessions[0])
    for change, start, end in zip(changes, sessions, [*sessions[1:], None], strict=True):
        if dialogue.first_session(change.new, before=start + 1) is not None:
            yield _Value(change.new, start, end)


def _sessions(dialogue: _Dialogue) -> Iterator[EpisodeSession]:
    for index, start in enumerate(dialogue.starts):
        end = dialogue.starts[index + 1] if index + 1 < len(dialogue.starts) else len(dialogue.turns)
        said = dialogue.turns[start:end]
        turns = tuple(EpisodeTurn(role="user" if t.said_by_user else "assistant", text=t.text) for t in said)
        yield EpisodeSession(at=_START + index * _STEP, turns=turns)


def _state(dialogue: _Dialogue, key: _Key, values: Sequence[_Value]) -> GoldState:
    return GoldState(slot=" / ".join(_words(key)), history=tuple(_spell(dialogue, value) for value in values))


def _spell(dialogue: _Dialogue, value: _Value) -> GoldSpell:
    first, *others = dialogue.worded(value.forms, value.start)
    return GoldSpell(
        value=first,
        also=tuple(others),
        from_session=value.start,
        until_session=value.end,
        ended_by=None if value.end is None else "replaced",
    )


def _words(key: _Key) -> tuple[str, str]:
    service, slot = (_WORD_BREAK.sub(r"\1 \2", part) for part in (_NUMBERING.sub("", key[0]), key[1]))
    return service.strip().lower(), slot.strip().lower()


def _probes(histories: Mapping[_Key, Sequence[_Value]], *, after: int) -> Iterator[Probe]:
    for key, values in histories.items():
        others = [form for other, known in histories.items() if other != key for v in known for form in v.forms]
        service, slot = _words(key)
        now, before = values[-1], values[-2] if len(values) > 1 else None
        if now.end is None and _is_distinct(now, others):
            yield Probe(
                id=f"{'.'.join(key)} now",
                after_session=after,
                task="conflict" if before else "control",
                query=f"What is my {slot} for {service} now?",
                view="current",
                expect="answer",
                gold=now.forms,
                stale=_stale(values, others),
            )
        if before and _is_distinct(before, others):
            yield Probe(
                id=f"{'.'.join(key)} before",
                after_session=after,
                task="historical",
                query=f"What was my {slot} for {service} before I changed it?",
                view="historical",
                expect="answer",
                gold=before.forms,
            )


def _is_distinct(value: _Value, others: Sequence[str]) -> bool:
    """Whether a row that names the value can be about nothing else of the dialogue."""
    return all(_is_telling(form) and not any(_overlap(form, other) for other in others) for form in value.forms)


def _is_telling(form: str) -> bool:
    words = phrase(form).words
    return bool(words) and not all(word.isdecimal() for word in words)


def _overlap(form: str, other: str) -> bool:
    one, two = phrase(form), phrase(other)
    return mentions(one, two) or mentions(two, one)


def _stale(values: Sequence[_Value], others: Sequence[str]) -> tuple[str, ...]:
    """The earlier values' forms, but for those that are no sign of anything stale."""
    now = values[-1].forms
    earlier = [value for value in values[:-1] if _is_distinct(value, others)]
    forms = (form for value in earlier for form in value.forms)
    return tuple(dict.fromkeys(form for form in forms if not any(mentions(phrase(form), phrase(n)) for n in now)))


SUITE = Suite("sgd", "Schema-Guided Dialogue: slots of a task that change as people talk", load)
