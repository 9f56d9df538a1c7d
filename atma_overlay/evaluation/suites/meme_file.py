"""MEME's published episode JSON: sessions with gold facts, probes before and after the change.

The questions stand in the results of each evaluated system; they are the same for all, so those of the first
are read. What follows from what is told by the gold facts: the first value of an entity, its updates, a
dependency (the first fact of a Cascade or Absence target), a rule declared beforehand, the change of the root
and the deletion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import (
    EndedBy,
    Episode,
    EpisodeSession,
    EpisodeTurn,
    GoldContingency,
    GoldSpell,
    GoldState,
)
from atma_overlay.evaluation.suites.meme_questions import Question, file_probes, questions
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.source import checked_path, json_values

_CHANGE = "Change+Delete Event"
_DECLARED = "pre-declaration"


@dataclass(frozen=True, slots=True)
class _Told:
    """A gold fact and the session that tells it."""

    entity: str
    value: str
    text: str
    session: int
    tags: tuple[str, ...]
    at_change: bool
    declared: bool


def read_meme(path: Path) -> Episode:
    """The episode of a file.

    Raises:
        InvalidInputError: the file is missing or has another schema; the message names the field.
    """
    record = next(json_values(checked_path(path)), None)
    if record is None:
        raise InvalidInputError(path.name, "is empty: pass an episode of MEME")
    head = record.at("episode")
    sessions, told = _sessions(record)
    asked = {when: questions(record, when) for when in ("before", "after")}
    subject = "user" if head.at("domain").text().startswith("personal") else "project"
    moments = {when: head.at(f"probe_{when}_idx").number() for when in asked}
    try:
        return Episode(
            id=f"meme-{head.at('tag').identifier()}",
            family="dependency",
            source=f"MEME / {head.at('domain').text()}",
            sessions=sessions,
            states=_states(told, asked["after"], subject=subject),
            contingencies=tuple(_contingencies(told, asked["after"], root=head.at("root").text(), subject=subject)),
            probes=tuple(file_probes(asked, moments)),
        )
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]["msg"].removeprefix("Value error, ")
        raise InvalidInputError(record.place, problem[:1].lower() + problem[1:]) from error


def _sessions(record: Field) -> tuple[tuple[EpisodeSession, ...], list[_Told]]:
    sessions, told = [], []
    for index, session in enumerate(record.at("sessions").items()):
        turns = tuple(_turns(session.at("conversation")))
        sessions.append(EpisodeSession(at=session.at("timestamp").instant(), turns=turns))
        at_change = session.has("evidence_type") and session.at("evidence_type").text() == _CHANGE
        facts = session.at("gold_facts").items() if session.has("gold_facts") else []
        told += [_told(fact, index, at_change=at_change) for fact in facts]
    return tuple(sessions), told


def _turns(conversation: Field) -> Iterator[EpisodeTurn]:
    """The turns that say something."""
    for item in conversation.items():
        content = item.at("content")
        if not isinstance(content.value, str) or content.value.strip():
            turn = item.turn(text_key="content")
            yield EpisodeTurn.model_validate({"role": turn.role, "text": turn.text})


def _told(fact: Field, session: int, *, at_change: bool) -> _Told:
    notes = fact.at("notes").text() if fact.has("notes") else ""
    return _Told(
        entity=fact.at("entity").text(),
        value=fact.at("value").text(),
        text=fact.at("fact_text").text(),
        session=session,
        tags=tuple(tag.text() for tag in fact.at("tags").items()),
        at_change=at_change,
        declared=_DECLARED in notes,
    )


def _states(told: Sequence[_Told], after: Sequence[Question], *, subject: str) -> tuple[GoldState, ...]:
    change = next((fact.session for fact in told if fact.at_change), None)
    consequences = {
        entity: q for q in after if q.task in ("cascade", "absence") for entity in q.entities if change is not None
    }
    states = []
    for entity in dict.fromkeys(fact.entity for fact in told):
        spells = _spells([f for f in told if f.entity == entity and not f.declared])
        if entity in consequences and change is not None and spells:
            spells = _ended(spells, consequences[entity], change)
        if spells:
            states.append(GoldState(slot=f"{subject} / {entity.replace('_', ' ')}", history=tuple(spells)))
    return tuple(states)


def _spells(facts: Sequence[_Told]) -> list[GoldSpell]:
    """The spells that an entity's statements make; its deletion ends the last."""
    spells: list[GoldSpell] = []
    for fact in facts:
        deletes = fact.at_change and "Del" in fact.tags
        if spells:
            spells[-1] = _closed(spells[-1], fact.session, "retracted" if deletes else "replaced")
        if not deletes:
            spells.append(GoldSpell(value=fact.value, from_session=fact.session))
    return spells


def _ended(spells: Sequence[GoldSpell], question: Question, change: int) -> list[GoldSpell]:
    cascaded = question.task == "cascade"
    closed = [*spells[:-1], _closed(spells[-1], change, "cascaded" if cascaded else "invalidated")]
    return [*closed, GoldSpell(value=question.answer, from_session=change)] if cascaded else closed


def _closed(spell: GoldSpell, session: int, ended_by: EndedBy) -> GoldSpell:
    return GoldSpell(value=spell.value, from_session=spell.from_session, until_session=session, ended_by=ended_by)


def _contingencies(
    told: Sequence[_Told], after: Sequence[Question], *, root: str, subject: str
) -> Iterator[GoldContingency]:
    """The sentence that ties each target to its parent; for a Cascade target the rule that was declared."""
    for question in (q for q in after if q.task in ("cascade", "absence")):
        for entity in question.entities:
            own = [fact for fact in told if fact.entity == entity]
            for fact in [f for f in own if f.declared == (question.task == "cascade")][:1]:
                yield GoldContingency(
                    parent=f"{subject} / {_parent(fact, told, root).replace('_', ' ')}",
                    child=f"{subject} / {entity.replace('_', ' ')}",
                    value=fact.value if fact.declared else None,
                    from_session=fact.session,
                    evidence=fact.text,
                    fires=True,
                )


def _parent(fact: _Told, told: Sequence[_Told], root: str) -> str:
    """The entity that the sentence's condition names, else the root."""
    _, _, condition = fact.text.lower().partition("if ")
    named = [f.entity for f in told if f.entity != fact.entity and f.entity.replace("_", " ") in condition]
    return root if not named or root in named else named[0]
