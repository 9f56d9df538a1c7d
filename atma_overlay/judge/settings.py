"""The judge and what it may spend."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

from atma_overlay.errors import InvalidInputError
from atma_overlay.forks import begins_anew
from atma_overlay.kept import on_forgetting
from atma_overlay.models.limiting import LimitedModel
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.model import Model
from atma_overlay.signatures import typed, typed_under

__all__ = ["APPLY_AT", "Budget", "Judge", "Prices"]

APPLY_AT = 0.7
"""Confidence from which a verdict applies; below it is a proposal."""
CONCURRENCY = 8
"""Completions at a time, unless the caller says otherwise."""
EXTRACTOR = "judge/"
"""What the extractions of a judge start with, whichever model answers."""
PENDING = "judge-pending"
"""The mark on an observation that waits to be judged."""
ASIDE = f"{EXTRACTOR}aside "
"""What the mark on an observation that a model has no answer for starts with: that model is not asked of it again."""
MARKS = (EXTRACTOR, PENDING)
"""What the extractions start with that are not the rules'."""
_KEPT_ANSWERS = 256
Reads = Literal["off", "shadow", "on"]


@typed_under("budget")
@dataclass(frozen=True, slots=True)
class Budget:
    """What one write may spend, and how much a question shows.

    Attributes:
        calls: logical calls a batch, 1 or 2; each is one completion, or two where its form had to be mended.
        tokens_in: estimated tokens of one question.
        tokens_out: the most tokens of an answer.
        records: records that one question shows at most; beyond that they are shortlisted.
        retirements: records that one observation may retire through the judge.
        statements: statements that the judge may add to one turn.

    Raises:
        InvalidInputError: a number leaves no room.
    """

    calls: int = 2
    tokens_in: int = 12_000
    tokens_out: int = 2048
    records: int = 200
    retirements: int = 8
    statements: int = 12

    def __post_init__(self) -> None:
        if self.calls not in (1, 2):
            raise InvalidInputError("budget.calls", f"{self.calls} is not 1 or 2: pass one of these")
        for name in ("tokens_in", "tokens_out", "records", "retirements", "statements"):
            if getattr(self, name) < 1:
                raise InvalidInputError(f"budget.{name}", f"{getattr(self, name)} leaves no room: pass 1 or more")


@typed_under("prices")
@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in whatever currency; of questions and of answers."""

    tokens_in: float
    tokens_out: float

    def __post_init__(self) -> None:
        if min(self.tokens_in, self.tokens_out) < 0:
            raise InvalidInputError("prices", "are negative: pass what a million tokens cost")


@typed
class Judge:
    """A model that reads what rules cannot: implicit conflicts, and statements in words of their own.

    Args:
        model: answers in the schemas of `judge.schemas`; any `Model`.
        budget: what a write may spend.
        apply_at: the confidence in [0, 1] from which a verdict applies; below it is proposed.
        reads: whether queries are read too, at most one call a recall: "on", "shadow" to report what would have been
            shown and change nothing, or "off".
        concurrency: completions at a time, over every overlay that this judge serves, blocking or awaited.
        prices: of its tokens, for estimates.

    Raises:
        InvalidInputError: `apply_at` is no confidence, `reads` none of the three, or `concurrency` leaves no room.
    """

    def __init__(
        self, model: Model, *, budget: Budget | None = None, apply_at: float = APPLY_AT, reads: Reads = "off",
        concurrency: int = CONCURRENCY, prices: Prices | None = None,
    ) -> None:  # fmt: skip
        if not 0 <= apply_at <= 1:
            raise InvalidInputError("apply_at", f"{apply_at} is not between 0 and 1: pass a share")
        self.model: Model = LimitedModel(model, concurrency)
        self.budget, self.apply_at, self.reads, self.prices = budget or Budget(), apply_at, reads, prices
        self.answers = _Answers()

    def decider(self, prompt: str) -> str:
        """Who decides, for the record: the model with the version of its prompt."""
        return f"{self.model.name} {prompt}"

    @property
    def extractor(self) -> str:
        """Who extracts, for the record."""
        return f"{EXTRACTOR}{self.model.name} {load_prompt('judge').id}"


@dataclass(slots=True, weakref_slot=True, eq=False)
class _Answers:
    """The latest answers by the content hash of their question: the same question is asked once."""

    _kept: OrderedDict[str, Any] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        on_forgetting(self.clear)
        begins_anew(self)

    def begin_anew(self) -> None:
        """Wait for none of a parent's threads."""
        self._lock = Lock()

    def get(self, key: str) -> Any:
        with self._lock:
            return self._kept.get(key)

    def clear(self) -> None:
        """Forget them all: they may quote what is being erased (law 7)."""
        with self._lock:
            self._kept.clear()

    def keep(self, key: str, answer: Any) -> None:
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > _KEPT_ANSWERS:
                self._kept.popitem(last=False)
