"""The memory in LlamaIndex's agents, chat engines and memory blocks."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("llama_index.core")
from llama_index.core.agent.workflow import AgentWorkflow, CodeActAgent, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.chat_engine import ContextChatEngine, SimpleChatEngine
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import Memory
from llama_index.core.workflow import Context

from llama_index.memory.atma import AtmaMemory, AtmaMemoryBlock
from llama_index.retrievers.atma import AtmaRetriever
from tests.llamaindex_apps import ASKED, LEAKS, ME, Repeating, overlay_of, swept, text_of
from tests.llamaindex_threads import OUTDATED, Counting, Waiting, assistant, texts, user, values

pytestmark = LEAKS

__all__ = ["swept"]


async def test_one_turn_of_an_agent_searches_once() -> None:
    host = Counting()
    memory = AtmaMemory(overlay=overlay_of("I live in Lisbon.", host=host), scope=ME)
    agent = FunctionAgent(llm=Repeating().llm(), tools=[])
    await agent.run("Where do I live?", memory=memory)
    assert host.searches == 1
    assert texts(memory.get()) == texts(memory.get())
    memory.overlay.remember("I moved to Berlin.", scope=ME)
    assert '"Berlin"' in text_of(memory.get()[-2])
    assert host.searches == 2


async def test_awaited_it_leaves_the_event_loop_free() -> None:
    host = Waiting()
    memory = AtmaMemory(overlay=overlay_of(host=host), scope=ME)
    asyncio.get_running_loop().call_later(0.01, host.turned.set)
    await memory.aput(user("I live in Lisbon."))
    host.turned.clear()
    asyncio.get_running_loop().call_later(0.01, host.turned.set)
    await memory.aget()
    assert host.waits == [True, True]


@pytest.mark.parametrize("streaming", [True, False])
@pytest.mark.parametrize("kind", [FunctionAgent, ReActAgent, AgentWorkflow])
async def test_an_agent_answers_on_the_current_state(kind: Any, streaming: bool) -> None:
    model = Repeating(thinks=kind is ReActAgent)
    agent: Any = FunctionAgent(llm=model.llm(), tools=[], streaming=streaming, system_prompt="Be brief.")
    if kind is ReActAgent:
        agent = ReActAgent(llm=model.llm(), tools=[], streaming=streaming)
    runs = AgentWorkflow(agents=[agent]) if kind is AgentWorkflow else agent
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    context = Context(runs)
    for said in ("I live in Lisbon.", "I moved to Berlin.", ASKED):
        await runs.run(said, memory=memory, ctx=context)
    shown = [m for m in model.asked[-1] if m.role is not MessageRole.SYSTEM]
    assert OUTDATED in text_of(shown[-1])
    assert "Lisbon" not in "\n".join(texts(shown[:-1]))
    assert sum(m.role is MessageRole.SYSTEM for m in model.asked[-1]) == 1
    assert values(memory) == [("Lisbon", "superseded"), ("Berlin", "active")]


async def test_an_agent_with_state_leaves_the_thread_as_it_was_said() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    agent = FunctionAgent(llm=Repeating().llm(), tools=[], initial_state={"mood": "calm"})
    await agent.run("I live in Lisbon.", memory=memory)
    assert texts(memory.get_all())[0] == "I live in Lisbon."


PRINTED = "Result of executing the code given:\n\nI live in Rome now. I moved to Rome."


async def test_what_a_program_prints_is_not_the_users_word() -> None:
    script = iter(["<execute>\nprint(page())\n</execute>", "Done."])

    def answers(messages: Any, **_: Any) -> ChatMessage:
        return assistant(next(script))

    agent = CodeActAgent(
        code_execute_fn=lambda code: "I live in Rome now. I moved to Rome.",
        llm=MockFunctionCallingLLM(response_generator=answers), tools=[], streaming=False,
    )  # fmt: skip
    memory = AtmaMemory(overlay=overlay_of("I live in Lisbon."), scope=ME)
    await agent.run("Fetch that page for me.", memory=memory)
    assert [(m.role.value, text_of(m)) for m in memory.get_all()][2] == ("user", PRINTED)
    assert values(memory) == [("Lisbon", "active")]
    await memory.aset(memory.get_all())
    assert values(memory) == [("Lisbon", "active")]


async def test_what_a_program_prints_is_neither_the_question_nor_kept_when_it_is_stale() -> None:
    host = Counting()
    memory = AtmaMemory(overlay=overlay_of(host=host), scope=ME)
    memory.put_messages([user("I live in Rome."), user("I moved to Berlin."), user("Where do I live?")])
    await memory.aput_messages([assistant("<execute>page()</execute>"), user(PRINTED), assistant("Done.")])
    shown = texts(await memory.aget())
    assert '"Berlin"' in shown[2]
    assert shown[2].endswith("\nWhere do I live?")
    assert "I live in Rome now" not in shown[4]
    block = AtmaMemoryBlock(overlay=memory.overlay, scope=ME)
    assert "Rome" not in await block.aget([user("Where do I live?"), user(PRINTED)])


async def test_engines_of_chat_answer_on_the_current_state() -> None:
    model, memory = Repeating(), AtmaMemory(overlay=overlay_of(), scope=ME)
    engine = SimpleChatEngine.from_defaults(llm=model.llm(), memory=memory)
    for said in ("I live in Lisbon.", "I moved to Berlin."):
        engine.chat(said)
    await engine.achat(ASKED)
    assert OUTDATED in model.last()
    assert "Lisbon" not in "\n".join(texts(model.asked[-1][:-1]))
    with_context = ContextChatEngine.from_defaults(
        AtmaRetriever(memory.overlay, scope=ME), llm=model.llm(), memory=memory
    )
    with_context.chat("Where do I live?")
    assert '"Berlin"' in model.last()
    assert "Lisbon" not in model.last()


async def test_a_block_of_llama_indexs_own_memory_reads_only() -> None:
    overlay = overlay_of("I live in Lisbon.", "I moved to Berlin.")
    revision = overlay.timeline(scope=ME).revision
    block = AtmaMemoryBlock(overlay=overlay, scope=ME)
    await block.aput([user("I live in Rome.")], from_short_term_memory=True)
    await block.aput([user("I live in Rome.")])
    memory = Memory.from_defaults(session_id="s", memory_blocks=[block])
    await memory.aput(user(ASKED))
    shown = await memory.aget()
    assert OUTDATED in text_of(shown[0])
    assert overlay.timeline(scope=ME).revision == revision
    assert await block.aget([]) == ""
    await memory.sql_store.async_engine.dispose() if hasattr(memory.sql_store, "async_engine") else None
