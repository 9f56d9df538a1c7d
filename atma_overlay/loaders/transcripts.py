"""Plain transcripts: `role: text` or `Name: text`, under optional dated headers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from atma_overlay import re2
from atma_overlay.loaders.conversation import Conversation, Session
from atma_overlay.loaders.fields import Field
from atma_overlay.loaders.source import read_text
from atma_overlay.views import Turn

_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "system": "system",
    "tool": "tool",
}
_HEADER = re2.compile(r"#\s*(?P<hash>\d{4}-\d\d-\d\d.*)|\[(?P<bracket>\d{4}-\d\d-\d\d[^\]]*)\]\s*")
_STAMP = re2.compile(r"\[\d{4}-\d\d-\d\d[^\]]*\]\s*")
_LABEL = re2.compile(r"(?P<label>\pL[\pL\pN.'’-]*(?: [\pL\pN][\pL\pN.'’-]*){0,3}):(?:\s+(?P<text>.*))?")
_LABEL_CHARACTERS = 40


def is_header(line: str) -> bool:
    """Whether a line is a dated session header."""
    return _HEADER.fullmatch(line.rstrip()) is not None


def read_transcript(path: Path, *, undated: datetime) -> Conversation:
    """The one conversation of a transcript; its id is the file's name without the ending.

    A session starts with a line `# 2025-03-01T09:00:00Z` or `[2025-03-01 09:00]`; a file without any is one
    session at `undated`. A turn starts with `user:`, `assistant:`, `system:` or `tool:`, or, in a file that
    has no `user:`, with a capitalised name: such a speaker has the role `user`. Every other line, and every
    indented one, goes on with the turn above it. A turn without a text is left out.
    """
    lines = read_text(path).split("\n")
    reading = _Reading(undated=undated, by_role=any(_label(line, by_role=True) == "user" for line in lines))
    for number, line in enumerate(lines, start=1):
        reading.take(Field(line, f"{path.name}:{number}"))
    sessions = reading.finished()
    if not sessions:
        raise Field(None, path.name).broken("holds no turn: write lines like `user: text`")
    return Conversation(id=path.stem, sessions=sessions)


@dataclass(slots=True)
class _Reading:
    """The state of going through the lines."""

    undated: datetime
    by_role: bool
    at: datetime | None = None
    label: str | None = None
    lines: list[str] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    sessions: list[Session] = field(default_factory=list)

    def take(self, line: Field) -> None:
        """One line: a header, the start of a turn, or more of the turn above."""
        text = str(line.value)
        if found := _HEADER.fullmatch(text.rstrip()):
            self._open_session(line, found.group("hash") or found.group("bracket"))
        elif self._label(text):
            self._close_turn()
            self.label, _, rest = text.partition(":")
            self.lines = [rest.strip()]
        elif (stamp := _STAMP.match(text)) and self._label(text[stamp.end() :]):
            raise line.broken("carries a time and a turn: put the time on a line of its own, above the turn")
        elif self.label:
            self.lines.append(text.strip())
        elif text.strip():
            raise line.broken("is before the first turn: start it with a role or a name, like `user: text`")

    def finished(self) -> tuple[Session, ...]:
        """The sessions, the last one closed."""
        self._close_session()
        return tuple(self.sessions)

    def _label(self, text: str) -> str | None:
        return _label(text, by_role=self.by_role)

    def _open_session(self, line: Field, date: str) -> None:
        if self.at is None and self.label:
            raise line.broken("is the first date, but turns stand above it: put a date above the first turn")
        self._close_session()
        self.at = line.replaced(date).instant()

    def _close_session(self) -> None:
        self._close_turn()
        if self.turns:
            self.sessions.append(Session(at=self.at or self.undated, turns=tuple(self.turns)))
        self.turns = []

    def _close_turn(self) -> None:
        text = "\n".join(self.lines).strip()
        if self.label and text:
            role = _ROLES.get(self.label.lower())
            self.turns.append(Turn(text=text, role=role or "user", name=None if role else self.label))
        self.label, self.lines = None, []


def _label(line: str, *, by_role: bool) -> str | None:
    """The role, or the name, that a line starts a turn with."""
    found = _LABEL.fullmatch(line.rstrip())
    label = found.group("label") if found else ""
    role = _ROLES.get(label.lower())
    if role or not label or by_role or len(label) > _LABEL_CHARACTERS:
        return role
    return label if label[0].isupper() else None
