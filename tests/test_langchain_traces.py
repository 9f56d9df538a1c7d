"""What the traces of an agent's memory tell: the same as those of the overlay's own calls."""

from typing import Any

from langgraph.store.memory import InMemoryStore

from langchain_atma import AtmaMiddleware, AtmaStore
from tests.langchain_agents import ShownModel, thread
from tests.langchain_talks import MOVED, agent, talk
from tests.traced_worlds import ME, Traced, attributes


def told(traced: Traced, call: str) -> list[dict[str, Any]]:
    """Of each call what it found or wrote, at which revision, and in which conversation."""
    keys = ("gen_ai.memory.record.count", "atma.ledger.revision", "gen_ai.conversation.id")
    return [{k: attributes(root).get(k) for k in keys} for root in traced.roots(call)]


def test_each_turn_is_a_write_and_a_read_with_what_they_hold() -> None:
    traced = Traced()
    with traced.overlay() as memory:
        talk(agent(ShownModel(), AtmaMiddleware(memory, scope=ME)), *MOVED, config=thread("t9"))
    writes, reads = told(traced, "remember"), told(traced, "recall")
    assert [list(root.values()) for root in writes] == [[1, 1, "t9"], [1, 3, "t9"]]
    assert [root["atma.ledger.revision"] for root in reads] == [2, 4]
    assert [root["gen_ai.memory.record.count"] for root in reads] == [1, 2]  # last week both
    assert [root["gen_ai.conversation.id"] for root in reads] == ["t9", "t9"]


def test_the_block_is_rendered_under_its_read_and_its_tokens_are_measured() -> None:
    traced = Traced()
    with traced.overlay() as memory:
        talk(agent(ShownModel(), AtmaMiddleware(memory, scope=ME)), "I live in Leeds.")
    [read] = traced.roots("recall")
    assert ["atma.render"] in traced.tree(read)
    assert traced.counted("atma.packet.tokens") == {(): 1}


def test_a_stores_puts_are_a_write_with_what_they_hold() -> None:
    traced = Traced()
    with traced.overlay() as memory:
        store = AtmaStore(InMemoryStore(), overlay=memory, scope=lambda _: ME)
        store.put(("me",), "home", {"text": "I live in Leeds."})
        store.put(("me",), "home", {"text": "I live in Leeds."})
    first, again = told(traced, "remember")
    assert list(first.values()) == [1, 1, None]
    assert list(again.values()) == [None, None, None]
