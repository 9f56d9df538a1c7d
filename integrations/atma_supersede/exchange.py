"""One rollout without a framework: the prompts one after another, and the memory between them.

With notes the model is shown its notes and one session, and writes the notes anew; after the last session it is
shown the notes and the query. With the overlay the sessions go into the overlay, no model is asked for them, and
the answer is written from the packet. Either way no session is shown twice (Supersede, section 3).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from atma_overlay.evaluation.clock import Clock
from atma_overlay.evaluation.notes import BOUNDED, EXTERNAL, BoundedNotes, MemoryKind, session_text
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.overlay import Overlay
from atma_overlay.scope import Scope
from atma_overlay.views import Turn
from atma_supersede.prompts import Prompt, answer_prompt, rewrite_prompt

MemoryName = Literal["notes", "overlay"]
ASKED_AFTER = timedelta(hours=1)
"""How long after the last session the query is asked."""
ROWS = 5
"""How many packets the overlay may answer with."""

_SCOPE = Scope(tenant="supersede", user="user")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session: when it was and what was said, as (role, text)."""

    at: datetime
    turns: tuple[tuple[str, str], ...]

    @property
    def said(self) -> tuple[Turn, ...]:
        """The turns as the overlay takes them."""
        return tuple(Turn(role=role, text=text) for role, text in self.turns)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rollout ends with."""

    answer: str
    memory: str
    """What the answer was written from."""
    kind: MemoryKind
    overflows: int = 0
    """How often notes had to be cut to their budget."""


Exchange = Generator[Prompt, str, Outcome]
"""Yields prompts, is sent the replies, and returns the outcome."""


def exchange(sittings: Sequence[Sitting], query: str, *, memory: MemoryName, budget: int) -> Exchange:
    """The prompts of one rollout.

    Args:
        sittings: in order of time.
        query: asked after the last of them.
        memory: what stands between the sessions and the answer.
        budget: of the notes, in characters; the overlay has none.
    """
    return _with_notes(sittings, query, budget) if memory == "notes" else _with_overlay(sittings, query)


def _with_notes(sittings: Sequence[Sitting], query: str, budget: int) -> Exchange:
    notes = BoundedNotes(budget)
    for number, sitting in enumerate(sittings, start=1):
        shown = session_text(sitting.said, at=sitting.at)
        written = yield rewrite_prompt(notes.text, shown, number=number, count=len(sittings), budget=budget)
        notes.replace(written)
    answer = yield answer_prompt(notes.text, query)
    return Outcome(answer, notes.text, BOUNDED, notes.overflows)


def _with_overlay(sittings: Sequence[Sitting], query: str) -> Exchange:
    evidence = packet_text(sittings, query)
    answer = yield answer_prompt(evidence, query)
    return Outcome(answer, evidence, EXTERNAL)


def packet_text(sittings: Sequence[Sitting], query: str) -> str:
    """What an overlay of its own, given the sessions one by one, shows for the query."""
    clock = Clock(sittings[0].at)
    ledger = open_ledger("memory://", clock=clock)
    with Overlay(MemoryHost(), ledger=ledger, clock=clock, on_error="raise") as overlay:
        for sitting in sittings:
            clock.move_to(sitting.at)
            overlay.remember(sitting.said, scope=_SCOPE, observed_at=sitting.at)
        clock.move_to(sittings[-1].at + ASKED_AFTER)
        return overlay.recall(query, scope=_SCOPE, limit=ROWS).render(nonce="memory")
