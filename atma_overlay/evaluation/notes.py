"""Notes of B characters: the memory that Supersede measures, one session at a time, none of them seen again.

Section 3: the agent reads a session, rewrites its notes, and answers the query from the notes alone. Here is the
bookkeeping: who writes the notes is a function, a model or the one below, which needs none. Section 5.2 also
gives 150 characters for each session of the conversation. A ledger without a bound, read beside such notes, is
another memory than the one that the paper trains; reports label it `EXTERNAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.executor import Executor
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostMemory, HostSearch
from atma_overlay.scope import Scope
from atma_overlay.views import Packet, Timeline, Turn, View, WriteReceipt

BUDGET = 300
"""B of the paper's main experiment, in characters (section 4)."""
BUDGET_PER_SESSION = 150
"""Of the constant-ratio setting, in characters (section 4)."""
MemoryKind = Literal["bounded", "external"]
BOUNDED: MemoryKind = "bounded"
EXTERNAL: MemoryKind = "external"
"""What reports call a memory without a bound that stands beside bounded notes."""

Writer = Callable[[str, str], str]
"""Given the notes so far and the text of one session, the notes after it."""


def budget_for(sessions: int, *, per_session: int | None = None) -> int:
    """How many characters the notes of a conversation may have.

    Args:
        sessions: of the whole conversation.
        per_session: for a bound in proportion to the conversation; None for the fixed one.

    Raises:
        InvalidInputError: a number is below 1.
    """
    if sessions < 1:
        raise InvalidInputError("sessions", f"{sessions} is too few: pass how many the conversation has")
    if per_session is not None and per_session < 1:
        raise InvalidInputError("per_session", f"{per_session} is too few: pass 1 or more, or None")
    return BUDGET if per_session is None else per_session * sessions


def session_text(turns: Sequence[Turn], *, at: datetime | None = None) -> str:
    """A session as it is shown to whoever writes the notes: its date, then a line a turn."""
    lines = [f"{turn.name or turn.role}: {turn.text}" for turn in turns]
    return "\n".join([*([f"[{at:%Y-%m-%d}]"] if at else []), *lines])


class BoundedNotes:
    """Notes that never exceed their budget: what a writer hands in beyond it is cut off.

    Args:
        budget: in characters.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        if budget < 1:
            raise InvalidInputError("budget", f"{budget} is too few: pass 1 or more characters")
        self.budget = budget
        self.text = ""
        self.sessions_read = 0
        self.overflows = 0
        """How often something had to be cut off."""

    def read(self, session: str, writer: Writer) -> str:
        """Have the notes rewritten after one session, which is not kept; returns the notes."""
        return self.replace(writer(self.text, session))

    def replace(self, written: str) -> str:
        """Take what was written as the notes after one more session; returns them within the budget."""
        kept = written.strip()
        self.overflows += len(kept) > self.budget
        self.text = kept[: self.budget]
        self.sessions_read += 1
        return self.text


def latest_within(budget: int) -> Writer:
    """A writer without a model: what people said, the latest of it, as whole words as fit.

    A lower bound to beat. The paper has no baseline without a model; this one forgets what is old and so is
    right about a value that was told last and wrong about one that was told long ago.
    """

    def write(notes: str, session: str) -> str:
        said = [line for line in session.splitlines() if not line.startswith("assistant:")]
        whole = " ".join([notes, *said]).strip()
        if len(whole) <= budget:
            return whole
        kept = whole[-budget:]
        # A word cut in two would be another word.
        return kept if whole[-budget - 1].isspace() else kept.partition(" ")[2]

    return write


class NotesMemory:
    """Bounded notes with the face of a memory under test: it keeps no ledger, and shows its notes as one row.

    Args:
        budget: in characters.
        writer: of the notes; by default the one without a model.
    """

    kind: MemoryKind = BOUNDED

    def __init__(self, budget: int = BUDGET, *, writer: Writer | None = None) -> None:
        self.budget = budget
        self._writer = writer or latest_within(budget)
        self._notes: dict[Scope, BoundedNotes] = {}
        self._written: dict[Scope, datetime | None] = {}
        self.executor = Executor(MemoryHost(), open_ledger("memory://"))

    def remember(self, said: Sequence[Turn], /, *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        """Have the notes rewritten after one session."""
        self.notes(scope).read(session_text(said, at=observed_at), self._writer)
        self._written[scope] = observed_at
        return WriteReceipt(observation_ids=(), records=(), transitions=())

    def recall(
        self, query: str, /, *, scope: Scope, limit: int = 5, now: datetime | None = None, view: View | None = None
    ) -> Packet:
        """The notes, whatever was asked: one row, or none while nothing is written."""
        text = self.notes(scope).text
        rows = [HostMemory(id="notes", text=text, created_at=self._written.get(scope))] if text else []
        return host_packet(query, HostSearch(memories=tuple(rows[:limit])))

    def timeline(self, *, scope: Scope) -> Timeline:
        """Empty: notes are no records."""
        return Timeline(records=(), transitions=())

    def close(self) -> None:
        """Forget everything."""
        self._notes.clear()

    def notes(self, scope: Scope) -> BoundedNotes:
        """The notes of a scope."""
        return self._notes.setdefault(scope, BoundedNotes(self.budget))
