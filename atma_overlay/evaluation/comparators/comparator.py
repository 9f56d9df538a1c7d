"""What every comparator is: it holds sessions, one after another, and answers from what it kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.views import Turn


class Comparator(Protocol):
    """A memory of one user with a model behind it; it is asked after every session or only at the end.

    All of them answer by the same prompt (MEME, section D.4), so that only what they remember differs.

    Raises (every call): ModelError when the model failed.
    """

    @property
    def name(self) -> str:
        """As it is called in a report."""

    def hold(self, turns: Sequence[Turn], /, *, at: datetime) -> None:
        """Take in one session; sessions come in order of time, and are not shown again."""

    def answer(self, query: str, /, *, now: datetime) -> Answer:
        """Answer from what was kept; nothing is learned from the query."""
