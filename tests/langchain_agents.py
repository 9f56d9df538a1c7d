"""Agents for the tests of LangChain: a chat model that keeps what it is shown, and a clock that goes by the hour."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from pydantic import Field

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostSearch

ME = Scope(tenant="acme", user="me")
NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
Script = Callable[[Sequence[BaseMessage]], AIMessage]


def thread(name: str = "t1") -> Any:
    """The configuration of a run in a stored thread."""
    return {"configurable": {"thread_id": name}}


def said(text: str, **fields: Any) -> Any:
    """The input of a run: one message of the user."""
    return {"messages": [HumanMessage(text, **fields)]}


class Hourly:
    """A clock that is an hour later each time it is asked."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(hours=1)
        return self.now


class CountingHost(MemoryHost):
    """The memory host; counts its searches."""

    searches = 0

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The host's own search."""
        self.searches += 1
        return super().search(query, scope=scope, limit=limit, within=within)


def overlay(host: MemoryHost | None = None) -> Overlay:
    """An overlay in memory."""
    return Overlay(host or MemoryHost(), ledger="memory://", clock=Hourly())


def noted(messages: Sequence[BaseMessage]) -> AIMessage:
    """The usual reply: it repeats what the user said last."""
    return AIMessage(f"Noted. {messages[-1].text}")


class ShownModel(BaseChatModel):
    """A scripted chat model that keeps the messages of every call; the stock ones cannot bind tools."""

    script: Script = noted
    calls: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "shown"

    def bind_tools(
        self, tools: Sequence[Any], *, tool_choice: str | None = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The same model: what it calls is in its script."""
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.calls.append(list(messages))
        return ChatResult(generations=[ChatGeneration(message=self.script(messages))])

    @property
    def latest(self) -> list[BaseMessage]:
        """The messages of the latest call."""
        return self.calls[-1]


def in_turn(*replies: AIMessage | Exception) -> Script:
    """A script of replies, one a call; an error is raised."""
    left: Iterator[AIMessage | Exception] = iter(replies)

    def script(_: Sequence[BaseMessage]) -> AIMessage:
        reply = next(left)
        if isinstance(reply, Exception):
            raise reply
        return reply

    return script
