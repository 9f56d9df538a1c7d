"""A LangGraph store that knows changes. Run it: pip install ".[langchain]", python examples/langgraph_store.py."""

from typing import Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph
from langgraph.runtime import Runtime
from langgraph.store.memory import InMemoryStore

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from langchain_atma import AtmaStore


class State(TypedDict):
    """What is told, and what the store then finds."""

    told: str
    found: list[str]


def note(state: State, runtime: Runtime[Any]) -> dict[str, list[str]]:
    assert runtime.store is not None
    runtime.store.put(("memories", "u-42"), str(len(state["told"])), {"text": state["told"]})
    items = runtime.store.search(("memories", "u-42"), query="Where do I live?")
    return {"found": [item.value["text"] for item in items]}


if __name__ == "__main__":
    graph = StateGraph(State).add_node("note", note).set_entry_point("note")
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        store = AtmaStore(InMemoryStore(), overlay=overlay, scope=lambda space: Scope(tenant="acme", user=space[1]))
        app = graph.compile(checkpointer=InMemorySaver(), store=store)
        for told in ("I live in Chicago.", "I moved to Atlanta."):
            state = app.invoke({"told": told, "found": []}, {"configurable": {"thread_id": "t1"}})
            print(state["found"])
        for record in overlay.timeline(scope=Scope(tenant="acme", user="u-42")).records:
            print(record.value, record.status)
