"""What a matcher says of an answer, and the face that matchers share."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, Protocol

AskedTime = Literal["current", "past"]
"""Whether a question wants what holds now, or what held once: then a value told as past is an answer."""


class Verdict(StrEnum):
    """An answer against the current and the superseded values."""

    CORRECT = "correct"
    """It gives the current value, and presents no superseded one as current."""
    STALE = "stale"
    """It presents a superseded value as current, and does not give the current one."""
    AMBIGUOUS = "ambiguous"
    """It gives both."""
    WRONG = "wrong"
    """It gives neither."""

    @classmethod
    def of(cls, *, current: bool, stale: bool) -> Verdict:
        """The verdict on an answer of which both are known."""
        if current:
            return cls.AMBIGUOUS if stale else cls.CORRECT
        return cls.STALE if stale else cls.WRONG


class Matcher(Protocol):
    """Grades an answer without a model."""

    @property
    def name(self) -> str:
        """As reports name it."""

    def matches(self, answer: str, gold: str) -> bool:
        """Whether the answer gives this one value."""

    def verdict(
        self, answer: str, *, current: Sequence[str], stale: Sequence[str] = (), asked: AskedTime = "current"
    ) -> Verdict:
        """The verdict.

        Args:
            answer: free words.
            current: acceptable forms of the value that is wanted.
            stale: superseded values.
            asked: see `AskedTime`.
        """
