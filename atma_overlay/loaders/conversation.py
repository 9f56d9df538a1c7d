"""What every loader yields: dated sessions of turns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from atma_overlay.views import Turn


class ConversationFormat(StrEnum):
    """The formats that `load_conversations` reads."""

    EPISODES = "episodes"
    """One JSON object a line with `id` and `sessions`, each with `at` and `turns`."""
    TRANSCRIPT = "transcript"
    """Plain text, `role: text` or `Name: text`, with optional dated headers."""
    LOCOMO = "locomo"
    """LoCoMo: two named people, sessions under `conversation.session_N`."""
    LONGMEMEVAL = "longmemeval"
    """LongMemEval: `haystack_sessions` with `haystack_dates`, evidence turns, or one session a line."""
    STALE = "stale"
    """STALE: `haystack_session`, `old_session` with `new_session`, or `M_old` with `M_new`."""


@dataclass(frozen=True, slots=True)
class Session:
    """Turns that were said on one occasion; `at` is aware UTC."""

    at: datetime
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation of a file, with its sessions in the order of the file."""

    id: str
    sessions: tuple[Session, ...]

    @property
    def turn_count(self) -> int:
        """How many turns all sessions hold."""
        return sum(len(session.turns) for session in self.sessions)
