"""Everything that was said, in order: no memory at all, as far as the model's context reaches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.evaluation.answers.chat import answered
from atma_overlay.evaluation.comparators.transcript import Sitting, sittings_block
from atma_overlay.ports.model import Model
from atma_overlay.render import estimate_tokens
from atma_overlay.views import Turn


class FullContext:
    """Shows the model all sessions with every query (Supersede, section 4; MEME's in-context baseline).

    Args:
        model: any.
        budget_tokens: about how much of the history fits; the oldest sessions are left out first. None for all.
    """

    name = "full-context"

    def __init__(self, model: Model, *, budget_tokens: int | None = None) -> None:
        self._model = model
        self._budget_tokens = budget_tokens
        self._sittings: list[Sitting] = []

    def hold(self, turns: Sequence[Turn], /, *, at: datetime) -> None:
        """Keep the session as it is; no model is asked."""
        self._sittings.append(Sitting(at, tuple(turns)))

    def answer(self, query: str, /, *, now: datetime) -> Answer:
        """Answer from all that fits."""
        memory = sittings_block(self._fitting())
        return answered(self._model, memory=memory.text, query=query, now=now, nonce=memory.nonce)

    def _fitting(self) -> list[Sitting]:
        if self._budget_tokens is None:
            return self._sittings
        fitting: list[Sitting] = []
        room = self._budget_tokens
        for sitting in reversed(self._sittings):
            room -= sum(estimate_tokens(text) for text in sitting.texts)
            if room < 0:
                break
            fitting.append(sitting)
        return fitting[::-1]
