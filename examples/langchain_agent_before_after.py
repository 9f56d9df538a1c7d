"""A LangChain agent before and after, offline.

Run it: pip install ".[langchain]", then python examples/langchain_agent_before_after.py.
"""

import re
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import SimpleChatModel
from langchain_core.messages import BaseMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from atma_overlay import Scope
from langchain_atma import AtmaMiddleware

ME = Scope(tenant="acme", user="u-42")
TURNS = ("I live in Chicago.", "I moved to Atlanta.", "Since I live in Chicago, which gym is near?", "Where do I live?")


class Parrot(SimpleChatModel):
    """In place of a model: it answers with the first town that it is shown."""

    _llm_type = "parrot"

    def _call(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> str:
        return str(re.findall("Chicago|Atlanta", " ".join(m.text for m in messages[:-1]) + "Chicago")[0])


def last_answer(*middleware: AtmaMiddleware) -> str:
    agent = create_agent(Parrot(), checkpointer=InMemorySaver(), middleware=middleware)
    for turn in TURNS:
        answer = agent.invoke({"messages": [HumanMessage(turn)]}, {"configurable": {"thread_id": "t1"}})
    return str(answer["messages"][-1].text)


if __name__ == "__main__":
    print("before:", last_answer())
    print("after:", last_answer(AtmaMiddleware.open("memory://", scope=ME)))
