"""A readout's question as messages: query and memory text are data on lines of their own, behind a nonce (law 10)."""

from __future__ import annotations

from collections.abc import Iterator

from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.model import Message
from atma_overlay.readout.question import ReadQuestion
from atma_overlay.records import Held
from atma_overlay.render import quote
from atma_overlay.views import Label

PROMPT = "judge-read"
LONGEST_QUERY = 4000
LONGEST_EVIDENCE = 300
_Fields = list[tuple[str, str]]


def messages(question: ReadQuestion) -> tuple[Message, ...]:
    """The question, its rows in the order of saying, the host's after them."""
    asked = [("id", "q"), ("text", question.query[:LONGEST_QUERY])]
    rows = [
        *(list(_row(label, held, question)) for label, held in question.rows.items()),
        *(_hit(label, row.text) for label, row in question.hits.items()),
    ]
    nonce = content_nonce(*(text for fields in (asked, *rows) for _, text in fields))
    return load_prompt(PROMPT).messages(
        nonce=nonce, today=question.at.date().isoformat(), query=_line(asked, nonce),
        rows="\n".join(_line(fields, nonce) for fields in rows) or "(none)",
    )  # fmt: skip


def _line(fields: _Fields, nonce: str) -> str:
    return "{" + ", ".join(f'"{name}": {quote(text, nonce)}' for name, text in fields) + "}"


def _hit(label: str, text: str) -> _Fields:
    return [("id", label), ("state", Label.UNTRACKED.value), ("said", text[:LONGEST_EVIDENCE])]


def _row(label: str, held: Held, question: ReadQuestion) -> Iterator[tuple[str, str]]:
    s, until = held.statement, held.standing.valid_to
    value = s.told_value
    yield "id", label
    yield "state", question.label(label).value
    yield "on", s.observed_at.date().isoformat()
    if until is not None:
        yield "until", until.date().isoformat()
    yield "who", s.slot.subject
    yield "slot", s.slot.attribute.replace("_", " ")
    yield "value", value
    if s.evidence[:LONGEST_EVIDENCE] != value:
        yield "said", s.evidence[:LONGEST_EVIDENCE]
    if following := question.after.get(label):
        yield "now", " ".join(following)
