"""LlamaIndex's own mocks, written beforehand: what a model was asked, and vectors that mean something."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.llms.mock import MockFunctionCallingLLM
from pydantic import PrivateAttr

from atma_overlay import Overlay, Scope
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-42")
ASKED = "Since I live in Lisbon, which gym is near me?"

LEAKS = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::pydantic.warnings.PydanticDeprecationWarning",
    "ignore:is_running called from within a step:DeprecationWarning",
)
"""LlamaIndex leaves event loops open behind its blocking calls (`swept` collects them while this mark holds), and uses
what pydantic and its own workflows deprecate."""


@pytest.fixture(autouse=True, scope="module")
def swept() -> Iterator[None]:
    yield
    gc.collect()


@dataclass(slots=True)
class Clock:
    """Time as a test tells it; every look at it takes a second, so that what is said later is later."""

    now: datetime = datetime(2025, 1, 1, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def pass_days(self, days: int = 1) -> None:
        self.now += timedelta(days=days)


def overlay_of(*said: str, host: MemoryHost | None = None, clock: Clock | None = None, **options: Any) -> Overlay:
    """An overlay in memory that was told this, a day apart."""
    at = clock or Clock()
    overlay = Overlay(host or MemoryHost(), ledger="memory://", clock=at, **options)
    for text in said:
        overlay.remember(text, scope=ME)
        at.pass_days()
    return overlay


@dataclass(slots=True)
class Repeating:
    """A model that repeats the oldest thing that the user is shown to have said, and keeps what it was asked.

    `thinks` gives the answer the form of a ReAct agent; `answer` is said instead.
    """

    thinks: bool = False
    answer: str | None = None
    asked: list[list[ChatMessage]] = field(default_factory=list)

    def __call__(self, messages: Sequence[ChatMessage], **_: Any) -> ChatMessage:
        self.asked.append([message.model_copy(deep=True) for message in messages])
        shown = [text_of(m) for m in messages if m.role is MessageRole.USER]
        answer = self.answer or f"As you said: {shown[0].splitlines()[-1]}"
        thought = "Thought: I can answer without using any more tools.\nAnswer: "
        return ChatMessage(role=MessageRole.ASSISTANT, content=f"{thought if self.thinks else ''}{answer}")

    def llm(self) -> MockFunctionCallingLLM:
        return MockFunctionCallingLLM(response_generator=self, is_chat_model=True)

    def last(self) -> str:
        """Everything in the messages of the last call."""
        return "\n".join(text_of(message) for message in self.asked[-1])


def text_of(message: ChatMessage) -> str:
    return message.content or ""


class LexicalEmbedding(BaseEmbedding):
    """The overlay's lexical embedder as LlamaIndex would have it."""

    _lexical: LexicalEmbedder = PrivateAttr(default_factory=LexicalEmbedder)

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._lexical.embed([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)
