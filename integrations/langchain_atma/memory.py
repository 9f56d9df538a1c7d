"""The overlay as a memory of LangChain's classic chains: `ConversationChain`, `AgentExecutor` and their like."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from typing import Any

from langchain_classic.base_memory import BaseMemory
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, get_buffer_string
from pydantic import Field, PrivateAttr, SkipValidation, field_validator

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.errors import InvalidInputError
from atma_overlay.kinds import named
from atma_overlay.refusals import refusing
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_overlay.threads.evidence import Asked, Evidence, EvidenceCache, evidence_for
from atma_overlay.threads.faces import AnyOverlay, checked, forgiven, read, read_async, write, write_async
from atma_overlay.views import Turn
from langchain_atma.hearing import Hearing, hear
from langchain_atma.messages import keys_of, turns_of
from langchain_atma.thread import filtered, said_in

__all__ = ["AtmaMemory"]

_KEY = "history"


@refusing
class AtmaMemory(BaseMemory):
    """A drop-in memory: under one key, the evidence for the input and the latest turns as far as they still hold.

    What the user said is learnt when a turn is saved. `clear` empties the turns that are shown; what the overlay knows
    stays until it is erased there.

    Attributes:
        overlay: an `Overlay` or an `AsyncOverlay`.
        scope: whose memory.
        k: packets of evidence at most.
        turns: how many of the latest exchanges are shown.
        return_messages: the history as messages instead of one text. The evidence is then the first message, a
            human's: some providers refuse a second system message.
        input_key: which input the user said, where a chain has several.
        output_key: which output the assistant said, where a chain has several.
        human_prefix: who the user is in a text.
        ai_prefix: who the assistant is in a text.
        wait: False goes on once the ledger has what was said, see `Overlay.remember`.

    Raises:
        InvalidInputError: an attribute cannot be used.
    """

    overlay: SkipValidation[AnyOverlay] = Field(exclude=True, repr=False)
    scope: Scope
    k: int = Field(default=5, ge=1, le=MAX_LIMIT)
    turns: int = Field(default=10, ge=0)
    return_messages: bool = False
    input_key: str | None = None
    output_key: str | None = None
    human_prefix: str = "Human"
    ai_prefix: str = "AI"
    wait: bool = True
    _said: list[BaseMessage] = PrivateAttr(default_factory=list)
    _cache: EvidenceCache = PrivateAttr(default_factory=lambda: EvidenceCache(time.monotonic))

    @field_validator("overlay", mode="before")
    @classmethod
    def _is_an_overlay(cls, value: Any) -> AnyOverlay:
        return checked(value)

    @property
    def memory_variables(self) -> list[str]:
        """One key, `history`: chains tell by it what the user said from what is remembered."""
        return [_KEY]

    @typed
    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The evidence for an input, and the latest turns as far as they still hold."""
        (thread, asked), evidence = self._asked(inputs), Evidence()
        with forgiven(self.overlay):
            evidence = read(self.overlay, evidence_for(self.overlay, asked, self._cache, learnt=True))
        return {_KEY: self._shown(thread, evidence)}

    @typed
    async def aload_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The evidence for an input, and the latest turns as far as they still hold, awaited."""
        (thread, asked), evidence = self._asked(inputs), Evidence()
        with forgiven(self.overlay):
            evidence = await read_async(self.overlay, evidence_for(self.overlay, asked, self._cache, learnt=True))
        return {_KEY: self._shown(thread, evidence)}

    @typed
    def save_context(self, inputs: dict[str, Any], outputs: dict[str, str]) -> None:
        """Learn what the user said, and keep the exchange."""
        said = self._exchange(inputs, outputs)
        with forgiven(self.overlay):
            turns, hearing = self._turns([*self._said[-1:], *said]), self._hearing()
            write(self.overlay, hear(self.overlay, turns, hearing), behind=hearing.behind)
        self._said += said

    @typed
    async def asave_context(self, inputs: dict[str, Any], outputs: dict[str, str]) -> None:
        """Learn what the user said, and keep the exchange, awaited."""
        said = self._exchange(inputs, outputs)
        with forgiven(self.overlay):
            turns, hearing = self._turns([*self._said[-1:], *said]), self._hearing()
            await write_async(self.overlay, hear(self.overlay, turns, hearing), behind=hearing.behind)
        self._said += said

    def clear(self) -> None:
        """Empty the turns that are shown; what the overlay knows stays."""
        self._said.clear()

    async def aclear(self) -> None:
        """Empty the turns that are shown; what the overlay knows stays."""
        self._said.clear()

    def _exchange(self, inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> list[BaseMessage]:
        said = _one_of(inputs, self.input_key, "input_key")
        replied = _one_of(outputs, self.output_key, "output_key")
        return [HumanMessage(said, id=uuid.uuid4().hex), AIMessage(replied, id=uuid.uuid4().hex)]

    def _turns(self, messages: list[BaseMessage]) -> list[Turn]:
        return turns_of(messages, keys_of(messages, thread=_KEY), dated=lambda _: None)

    def _hearing(self) -> Hearing:
        return Hearing(self.scope, wait=self.wait)

    def _asked(self, inputs: Mapping[str, Any]) -> tuple[list[BaseMessage], Asked]:
        latest = self._said[-2 * self.turns :] if self.turns else []
        query = _one_of(inputs, self.input_key, "input_key") if inputs else ""
        said = tuple(said_in(latest, keys_of(latest, thread=_KEY), before=len(latest)))
        return latest, Asked(self.scope, query, said, tuple(self._turns(latest)), self.k)

    def _shown(self, latest: list[BaseMessage], evidence: Evidence) -> str | list[BaseMessage]:
        thread = filtered(latest, evidence.outdated, before=len(latest), leaving="note", nonce=evidence.nonce)
        if self.return_messages:
            return [HumanMessage(evidence.block), *thread] if evidence.block else thread
        text = get_buffer_string(thread, human_prefix=self.human_prefix, ai_prefix=self.ai_prefix)
        return "\n".join(part for part in (evidence.block, text) if part)


def _one_of(values: Mapping[str, Any], key: str | None, field: str) -> str:
    """The text that counts among a chain's inputs or outputs."""
    names = [key] if key is not None else [name for name in values if name not in (_KEY, "stop")]
    if len(names) != 1 or names[0] not in values:
        raise InvalidInputError(field, f"one of {', '.join(map(repr, values))} counts: name it")
    said: object = values[names[0]]
    if not isinstance(said, str):
        raise InvalidInputError(names[0], f"is {named(said)}: pass a text")
    return said
