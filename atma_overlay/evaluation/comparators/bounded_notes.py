"""A notes field of so many characters, rewritten after every session; the sessions are never shown again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.errors import InvalidInputError
from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.evaluation.answers.chat import answered
from atma_overlay.evaluation.comparators.transcript import Sitting, sittings_block, texts_block
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.model import Model, ModelRequest
from atma_overlay.render import quote
from atma_overlay.views import Turn

BUDGET = 300
"""Characters (Supersede, section 4). Its constant-ratio setting is 150 for each session of the history."""


class BoundedNotes:
    """Supersede's agent: one call a session to rewrite the notes, one a query (section 3).

    Args:
        model: any.
        budget: the most characters of the notes; what is beyond is cut off.

    Raises:
        InvalidInputError: the budget leaves no room.
    """

    def __init__(self, model: Model, *, budget: int = BUDGET) -> None:
        if budget < 1:
            raise InvalidInputError("budget", f"{budget} leaves no room for notes: pass 1 or more characters")
        self._model = model
        self._budget = budget
        self.notes = ""

    @property
    def name(self) -> str:
        """With its budget where that is not the usual one."""
        return "bounded-notes" if self._budget == BUDGET else f"bounded-notes-{self._budget}"

    def hold(self, turns: Sequence[Turn], /, *, at: datetime) -> None:
        """Rewrite the notes; an empty answer leaves them as they are."""
        prompt, session = load_prompt("bounded-notes"), sittings_block([Sitting(at, tuple(turns))])
        notes = quote(self.notes, content_nonce(self.notes))
        messages = prompt.messages(budget=str(self._budget), notes=notes, session=session.text)
        # About two characters a token at worst; notes in other scripts still fit.
        room = max(64, self._budget)
        reply = self._model.complete(ModelRequest(messages, max_tokens=room, prompt=prompt.id))
        self.notes = reply.text.strip()[: self._budget] or self.notes

    def answer(self, query: str, /, *, now: datetime) -> Answer:
        """Answer from the notes alone."""
        memory = texts_block([self.notes] if self.notes else [], heading="Notes of earlier sessions")
        return answered(self._model, memory=memory.text, query=query, now=now, nonce=memory.nonce)
