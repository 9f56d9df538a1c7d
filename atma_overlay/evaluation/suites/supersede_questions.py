"""LongMemEval's knowledge-update questions as episodes (Supersede, sections 4 and 5).

The official format: `question_id, question_type, question, answer, question_date, haystack_dates,
haystack_session_ids, haystack_sessions` and `answer_session_ids`. No gold states are given, so the bank is not
measured. A short history holds the evidence sessions only, as the oracle split does; a long one all sessions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from atma_overlay import re2
from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.episodes import AskedView, Episode, EpisodeSession, EpisodeTurn, Probe
from atma_overlay.evaluation.suites.supersede_timelines import History
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.source import checked_path, json_values

KIND = "knowledge-update"
ABSTENTION = "_abs"
"""How the id of a question ends that the conversation does not answer."""

_ASKS_PAST = re2.compile(
    r"(?i)\b(?:previous(?:ly)?|former(?:ly)?|initial(?:ly)?|original(?:ly)?|used to|earlier|before i (?:moved|changed|"
    r"switched|started)|prior to|first (?:started|time))\b"
)


@dataclass(frozen=True, slots=True)
class _Sitting:
    """A session with what marks it as evidence."""

    at: datetime
    turns: tuple[EpisodeTurn, ...]
    evidence: tuple[int, ...]
    named: bool


def questions(paths: Sequence[Path], *, history: History) -> Iterator[Episode]:
    """The knowledge-update questions of the files, each with its conversation.

    Raises:
        InvalidInputError: a file is missing, is no LongMemEval file or holds no such question.
    """
    for path in paths:
        found = 0
        for record in json_values(checked_path(path)):
            if record.at("question_type").text() == KIND:
                found += 1
                yield _episode(record, history)
        if not found:
            raise InvalidInputError(
                f"{path.name} question_type", f"is nowhere {KIND!r}: pass a LongMemEval file with some"
            )


def _episode(record: Field, history: History) -> Episode:
    name = record.at("question_id").identifier()
    sittings = [s for s in _sittings(record) if history == "long" or s.named or s.evidence]
    if not sittings:
        raise record.at("answer_session_ids").broken("names no session that is there: use history=long, or mend it")
    sittings.sort(key=lambda sitting: sitting.at)
    return Episode(
        id=name,
        family="open",
        source="LongMemEval, knowledge update",
        sessions=tuple(EpisodeSession(at=sitting.at, turns=sitting.turns) for sitting in sittings),
        probes=(_probe(record, name, sittings),),
    )


def _sittings(record: Field) -> Iterator[_Sitting]:
    sessions, dates = record.at("haystack_sessions").items(), record.at("haystack_dates").items()
    if len(sessions) != len(dates):
        problem = f"holds {len(dates)} dates for {len(sessions)} sessions: give each session one date"
        raise record.at("haystack_dates").broken(problem)
    ids = record.at("haystack_session_ids").items() if record.has("haystack_session_ids") else []
    if ids and len(ids) != len(sessions):
        problem = f"holds {len(ids)} ids for {len(sessions)} sessions: give each session one id"
        raise record.at("haystack_session_ids").broken(problem)
    wanted = _wanted(record)
    for place, (session, date) in enumerate(zip(sessions, dates, strict=True)):
        turns = [turn for turn in session.items() if not _is_blank(turn)]
        if turns:
            named = bool(ids) and ids[place].identifier() in wanted
            yield _Sitting(date.instant(), tuple(_turn(t) for t in turns), _evidence(turns), named)


def _wanted(record: Field) -> frozenset[str]:
    if not record.has("answer_session_ids"):
        return frozenset()
    return frozenset(item.identifier() for item in record.at("answer_session_ids").items())


def _is_blank(turn: Field) -> bool:
    said = turn.at("content").value
    return isinstance(said, str) and not said.strip()


def _turn(turn: Field) -> EpisodeTurn:
    read = turn.turn(text_key="content")
    return EpisodeTurn.model_validate({"role": read.role, "text": read.text})


def _evidence(turns: Sequence[Field]) -> tuple[int, ...]:
    return tuple(place for place, turn in enumerate(turns) if turn.has("has_answer") and turn.at("has_answer").value)


def _probe(record: Field, name: str, sittings: Sequence[_Sitting]) -> Probe:
    query, answer = record.at("question").text(), _answer(record.at("answer"))
    unanswered = name.endswith(ABSTENTION)
    view: AskedView = "historical" if _ASKS_PAST.search(query) else "current"
    evidence = [(session, turn) for session, sitting in enumerate(sittings) for turn in sitting.evidence]
    return Probe(
        id=name,
        after_session=len(sittings) - 1,
        task="historical" if view == "historical" else "conflict",
        query=query,
        view=view,
        expect="uncertain" if unanswered else "answer",
        gold=() if unanswered else (answer,),
        turns=() if unanswered else tuple(evidence),
        category=KIND,
        reference=answer,
    )


def _answer(field: Field) -> str:
    """The gold answer; some are bare numbers."""
    if isinstance(field.value, int | float) and not isinstance(field.value, bool):
        return str(field.value)
    return field.text()
