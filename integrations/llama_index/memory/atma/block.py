"""What is known about a turn as a block of LlamaIndex's own composable memory."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory.memory import BaseMemoryBlock
from pydantic import Field, SkipValidation, field_validator

from atma_overlay.bounds import MAX_LIMIT
from atma_overlay.refusals import refusing
from atma_overlay.scope import Scope
from llamaindex_atma.evidence import checked_overlay
from llamaindex_atma.thread import is_users, spoken_text

__all__ = ["AtmaMemoryBlock"]


@refusing
class AtmaMemoryBlock(BaseMemoryBlock[str]):
    """Labelled evidence for the latest words of the user; it reads only.

    LlamaIndex writes to a block when its buffer of recent messages overflows, which is far too late to notice a
    change, and the raw messages beside it stay as they are: use `AtmaMemory` where stale turns must not reach the
    model, and write by `overlay.remember`.

    Raises:
        InvalidInputError: `overlay` is none.
    """

    name: str = Field(default="atma", description="The name of the memory block.")
    accept_short_term_memory: bool = Field(default=False, description="Nothing is written here.")
    overlay: SkipValidation[Any] = Field(exclude=True, description="An Overlay or an AsyncOverlay.")
    scope: Scope = Field(description="Whose memory.")
    limit: int = Field(default=5, ge=1, le=MAX_LIMIT, description="Packets at most.")

    @field_validator("overlay")
    @classmethod
    def _is_an_overlay(cls, value: Any) -> Any:
        return checked_overlay(value)

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        said = [spoken_text(m) for m in messages or [] if is_users(m) and spoken_text(m).strip()]
        if not said:
            return ""
        from atma_overlay.threads.faces import read_async, recalled

        packet = await read_async(self.overlay, recalled(self.overlay, said[-1], scope=self.scope, limit=self.limit))
        return packet.render()

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Nothing: see the class."""
