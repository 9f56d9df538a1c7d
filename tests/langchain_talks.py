"""Talks with an agent behind `AtmaMiddleware`: what is said, what was shown, what is held."""

from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import (
    AgentMiddleware,
)
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from atma_overlay import Overlay, Scope
from tests.langchain_agents import ME, ShownModel, said, thread
from tests.thread_notes import without_nonces

MOVED = ("I live in Leeds.", "I moved to York last week.")


def agent(model: ShownModel, *middleware: AgentMiddleware[Any, Any, Any], **options: Any) -> Any:
    options.setdefault("checkpointer", InMemorySaver())
    return create_agent(model, options.pop("tools", []), middleware=middleware, **options)


def talk(chat: Any, *texts: str, config: Any = None) -> Any:
    result = None
    for text in texts:
        result = chat.invoke(said(text), config or thread())
    return result


def texts(messages: Sequence[BaseMessage]) -> list[str]:
    return [without_nonces(m.text) for m in messages]


def values(memory: Overlay, scope: Scope = ME) -> list[tuple[str, str]]:
    return [(r.value, r.status.value) for r in memory.timeline(scope=scope).records if r.attribute == "home_city"]


@tool
def weather(city: str) -> str:
    """The weather of a city."""
    return f"It rains in {city}."


def calls_weather(city: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": "weather", "args": {"city": city}, "id": "call-1", "type": "tool_call"}])
