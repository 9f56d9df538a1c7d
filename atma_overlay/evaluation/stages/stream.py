"""A stream of observations for a memory policy, and what is asked at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Task = Literal["retention", "update", "interference", "consolidation", "recall"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A value stated for an anchor.

    `confidence` is the evidence's, `shock` its contextual importance (Eq. 10), both in [0, 1]. The words of an anchor
    tell it apart; those that it shares with another one make the two alike.
    """

    anchor: str
    value: str
    confidence: float
    shock: float = 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """The memory is asked for an anchor while the stream goes on."""

    anchor: str


Step = Sighting | Call


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked when the stream is over."""

    task: Task
    anchor: str
    value: str


@dataclass(frozen=True, slots=True)
class Stream:
    """One episode.

    Attributes:
        steps: what happens, in order.
        questions: asked at the end.
        critical: the anchors that are worth keeping.
        late: those of them whose importance shows only after they were first seen.
        doubts: (anchor, value) of contradictions that are too weak to be believed.
    """

    steps: tuple[Step, ...]
    questions: tuple[Question, ...]
    critical: frozenset[str]
    late: frozenset[str] = frozenset()
    doubts: tuple[tuple[str, str], ...] = ()
