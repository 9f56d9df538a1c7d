"""A question as messages: memory text is data on lines of its own, between two lines that carry a nonce (law 10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from atma_overlay.judge.question import Question
from atma_overlay.judge.schemas import SaidStatement
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.model import Message
from atma_overlay.records import Act, Statement
from atma_overlay.render import quote

LONGEST_EVIDENCE = 300


def both(question: Question) -> tuple[Message, ...]:
    """Extraction and adjudication in one question."""
    return _messages("judge", _turns(question), _notes(question), _records(question))


def extraction(question: Question) -> tuple[Message, ...]:
    """Extraction alone: no record is shown."""
    return _messages("judge-extract", _turns(question), _notes(question), [])


def larger(question: Question) -> tuple[Message, ...]:
    """The larger of the two questions that are put apart, before anything is read."""
    return max(extraction(question), adjudication(question, {}), key=lambda asked: sum(len(m.text) for m in asked))


def adjudication(question: Question, told: Mapping[str, SaidStatement]) -> tuple[Message, ...]:
    """Adjudication alone: what the turns tell, the model's own reading included, and the records."""
    read = [_line({"id": i, "turn": s.turn, "who": s.subject, "slot": s.slot, "value": s.value, "said": s.evidence})
            for i, s in told.items()]  # fmt: skip
    return _messages("judge-adjudicate", _turns(question), _notes(question) + read, _records(question))


def _messages(name: str, turns: list[_Fields], notes: list[_Fields], records: list[_Fields]) -> tuple[Message, ...]:
    nonce = content_nonce(*(text for part in (turns, notes, records) for line in part for _, text in line))
    return load_prompt(name).messages(
        nonce=nonce, turns=_block(turns, nonce), notes=_block(notes, nonce), records=_block(records, nonce)
    )


_Fields = list[tuple[str, str]]


def _line(fields: Mapping[str, str]) -> _Fields:
    return list(fields.items())


def _block(lines: list[_Fields], nonce: str) -> str:
    return "\n".join(_object(line, nonce) for line in lines) or "(none)"


def _object(fields: _Fields, nonce: str) -> str:
    return "{" + ", ".join(f'"{name}": {quote(text, nonce)}' for name, text in fields) + "}"


def _turns(question: Question) -> list[_Fields]:
    return [
        _line(
            {
                "id": i,
                "by": o.speaker or o.role,
                "on": o.observed_at.date().isoformat(),
                "text": o.text[: question.longest],
            }
        )
        for i, o in question.turns.items()
    ]


def _notes(question: Question) -> list[_Fields]:
    turn_of = {o.id: label for label, o in question.turns.items()}
    return [_line({"id": i, "turn": turn_of[s.observation_id], **_told(s)}) for i, s in question.notes.items()]


def _records(question: Question) -> list[_Fields]:
    """A record whose value is its whole sentence shows it once."""
    return [
        _line({"id": i, "on": s.observed_at.date().isoformat(), **_told(s), **_said(s)})
        for i, s in question.records.items()
    ]


def _said(statement: Statement) -> dict[str, str]:
    evidence = statement.evidence[:LONGEST_EVIDENCE]
    return {} if evidence == statement.value else {"said": evidence}


def _told(statement: Statement) -> dict[str, str]:
    return dict(_facts(statement))


def _facts(s: Statement) -> Iterator[tuple[str, str]]:
    yield "who", s.slot.subject
    yield "slot", s.slot.attribute.replace("_", " ")
    yield "value", s.value if s.affirmed else f"not {s.value}"
    if s.act is Act.END:
        yield "change", "ended"
