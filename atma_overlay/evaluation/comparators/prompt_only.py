"""A host's rows and a sentence of advice: what can be had without any overlay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atma_overlay.evaluation.answers.answer import Answer
from atma_overlay.evaluation.answers.chat import answered
from atma_overlay.evaluation.comparators.transcript import block
from atma_overlay.models.digest import content_nonce
from atma_overlay.models.prompts import load_prompt
from atma_overlay.ports.host import Host, HostItem, HostMemory
from atma_overlay.ports.model import Model
from atma_overlay.render import quote
from atma_overlay.scope import Scope
from atma_overlay.views import Turn


class PromptOnly:
    """Shows the model the host's own top rows with their dates, and tells it to mind what may be out of date.

    Args:
        model: any.
        host: where the sessions are stored; it stays open.
        scope: whose.
        k: rows a query.
        stores: whether `hold` writes to the host; False where someone else does.
    """

    name = "prompt-only"

    def __init__(self, model: Model, host: Host, *, scope: Scope, k: int = 5, stores: bool = True) -> None:
        self._model = model
        self._host = host
        self._scope = scope
        self._k = k
        self._stores = stores
        self._held = 0

    def hold(self, turns: Sequence[Turn], /, *, at: datetime) -> None:
        """Store the turns; no model is asked."""
        self._held += 1
        if not self._stores:
            return
        items = [
            HostItem(key=f"session {self._held} turn {place}", text=t.text, role=t.role, observed_at=at, speaker=t.name)
            for place, t in enumerate(turns)
        ]
        self._host.add(items, scope=self._scope)

    def answer(self, query: str, /, *, now: datetime) -> Answer:
        """Answer from the host's rows.

        Raises:
            HostError: the host failed.
            ModelError: the model failed.
        """
        found = self._host.search(query, scope=self._scope, limit=self._k).memories
        nonce = content_nonce(*(memory.text for memory in found))
        advice = load_prompt("prompt-only").user.strip()
        memory = block([advice, *(_line(memory, nonce) for memory in found)], nonce=nonce)
        return answered(self._model, memory=memory.text, query=query, now=now, nonce=memory.nonce)


def _line(memory: HostMemory, nonce: str) -> str:
    day = memory.created_at.date().isoformat() if memory.created_at is not None else "undated"
    return f"{day} {quote(memory.text, nonce)}"
