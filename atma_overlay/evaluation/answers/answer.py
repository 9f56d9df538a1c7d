"""What a reader says to a query."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from atma_overlay.evaluation.episodes import AskedView, Probe
from atma_overlay.views import Packet


class Verdict(StrEnum):
    """What kind of answer it is."""

    ANSWER = "answer"
    UNCERTAIN = "uncertain"
    """It is not known what holds now."""
    ABSENT = "absent"
    """Nothing is known of it."""
    BLOCKED = "blocked"
    """What the query takes for granted holds no longer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer.

    Attributes:
        text: as it would be said.
        verdict: what kind of answer it is.
        values: what it gives as the answer, in its order; with *blocked*, what holds instead. Empty where it is not
            told apart from the text.
        past: values that it names as over.
    """

    text: str
    verdict: Verdict
    values: tuple[str, ...] = ()
    past: tuple[str, ...] = ()


class Reader(Protocol):
    """Answers from a packet alone."""

    @property
    def name(self) -> str:
        """`extractive`, or the model's name."""

    def read(self, packet: Packet, *, view: AskedView, now: datetime) -> Answer:
        """The answer to the packet's query.

        Args:
            packet: what was recalled.
            view: what the query asks for, see `asked_view`; a reader that reads the query itself has no use for it.
            now: when it is asked.

        Raises:
            ModelError: the reader's model failed.
        """


def asked_view(probe: Probe) -> AskedView:
    """The view of a probe; the whole history of a value is a chain of changes, however it is asked for."""
    return "change" if probe.task == "tracking" else probe.view
