"""The memory in LlamaIndex's agents and engines, for every trap on the way."""

import asyncio
import copy
import json
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llama_index.core")

from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.chat_engine import ContextChatEngine, SimpleChatEngine
from llama_index.core.memory import BaseMemory, ChatMemoryBuffer, Memory
from llama_index.core.workflow import Context

from atma_overlay import InvalidInputError, LedgerError, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostItem, HostSearch
from llama_index.memory.atma import AtmaMemory, AtmaMemoryBlock
from llama_index.retrievers.atma import AtmaRetriever
from tests.llamaindex_apps import ASKED, LEAKS, ME, Clock, Repeating, overlay_of, swept, text_of

pytestmark = LEAKS
__all__ = ["swept"]

OUTDATED = 'OUTDATED premise "Lisbon": no longer true, what holds now is "Berlin"'
NOTE = '[outdated: "user / home city" is now "Berlin"]'


def user(text: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.USER, content=text)


def assistant(text: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.ASSISTANT, content=text)


def texts(messages: list[ChatMessage]) -> list[str]:
    return [text_of(message) for message in messages]


def values(memory: AtmaMemory, scope: Scope = ME) -> list[tuple[str, str]]:
    return [(r.value, r.status.value) for r in memory.overlay.timeline(scope=scope).records]


def moved(**options: Any) -> AtmaMemory:
    """A thread in which somebody moved, and asks as if nobody had."""
    memory = AtmaMemory(overlay=options.pop("overlay", None) or overlay_of(), scope=ME, **options)
    memory.put_messages([user("I live in Lisbon."), assistant("You live in Lisbon. Shall I find a gym?")])
    memory.put_messages([user("I moved to Berlin."), assistant("Noted."), user(ASKED)])
    return memory


class Counting(MemoryHost):
    """A host that counts its searches."""

    searches = 0

    def search(self, query: str, **arguments: Any) -> HostSearch:
        self.searches += 1
        return super().search(query, **arguments)


class Waiting(MemoryHost):
    """A host that works once the caller's event loop has run."""

    def __init__(self) -> None:
        super().__init__()
        self.turned, self.waits = threading.Event(), list[bool]()

    def add(self, items: Any, **arguments: Any) -> list[tuple[str, ...]]:
        self.waits.append(self.turned.wait(timeout=5))
        return super().add(items, **arguments)

    def search(self, query: str, **arguments: Any) -> HostSearch:
        self.waits.append(self.turned.wait(timeout=5))
        return super().search(query, **arguments)


def test_stale_turns_are_left_out_and_the_question_meets_what_replaced_its_premise() -> None:
    shown = texts(moved().get())
    assert shown[:4] == [NOTE, f"{NOTE} Shall I find a gym?", "I moved to Berlin.", "Noted."]
    assert OUTDATED in shown[4]
    assert shown[4].endswith(f"\n{ASKED}")


def test_the_stored_thread_is_unchanged() -> None:
    memory = moved()
    before = copy.deepcopy(memory.get_all())
    memory.get()
    assert memory.get_all() == before
    assert texts(memory.get_all())[0] == "I live in Lisbon."


async def test_awaited_it_is_the_same() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    for message in moved().get_all():
        await memory.aput(message)
    awaited, blocking = texts(await memory.aget()), texts(moved().get())
    assert awaited[:4] == blocking[:4]
    assert awaited[4].splitlines()[1:-2] == blocking[4].splitlines()[1:-2]
    assert await memory.aget_all() == memory.get_all()


def test_filtered_a_message_of_which_nothing_is_left_is_gone() -> None:
    shown = texts(moved(screening="filter").get())
    assert shown[:3] == ["Shall I find a gym?", "I moved to Berlin.", "Noted."]


def test_what_names_the_old_value_and_says_nothing_of_the_user_stays() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    memory.put_messages([user("I live in Lisbon."), assistant("Lisbon is lovely."), user("I moved to Berlin.")])
    assert texts(memory.get(input="Where do I live?"))[1] == "Lisbon is lovely."


def test_a_message_that_carries_calls_stays_in_its_place() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME, screening="filter")
    call = ToolCallBlock(tool_call_id="c1", tool_name="find", tool_kwargs={})
    memory.put(user("I live in Lisbon."))
    memory.put(ChatMessage(role=MessageRole.ASSISTANT, blocks=[call]))
    memory.put(
        ChatMessage(role=MessageRole.TOOL, content="You live in Lisbon.", additional_kwargs={"tool_call_id": "c1"})
    )
    memory.put_messages([user("I moved to Berlin."), user("Thanks.")])
    shown = memory.get()
    assert [m.role.value for m in shown] == ["assistant", "tool", "user", "user"]
    assert text_of(shown[1]) == NOTE


def test_what_is_said_of_the_old_value_after_the_change_stays_unless_it_says_it_again() -> None:
    memory = moved()
    memory.put_messages([assistant("As you live in Lisbon, try the river."), user("I visit Lisbon next week.")])
    memory.put_messages([assistant("You lived in Lisbon before Berlin."), user("What shall I pack?")])
    shown = texts(memory.get())
    assert shown[4:8] == [NOTE, NOTE, "I visit Lisbon next week.", "You lived in Lisbon before Berlin."]


def test_a_value_that_still_holds_of_something_else_stays_there() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    memory.put_messages(
        [user("I live in Lisbon. My favourite city is Lisbon."), user("I moved to Berlin."), user("Well?")]
    )
    assert texts(memory.get())[0] == f"{NOTE} My favourite city is Lisbon."


def test_what_was_forgotten_elsewhere_is_left_out_of_the_thread() -> None:
    clock = Clock()
    memory = AtmaMemory(overlay=overlay_of(clock=clock), scope=ME)
    memory.put_messages([user("My phone number is 555-0199."), assistant("Noted: 555-0199.")])
    clock.pass_days()
    [record] = memory.overlay.timeline(scope=ME).records
    memory.overlay.forget(record.id, scope=ME)
    memory.put(user("What do you know of me?"))
    assert "555-0199" not in "\n".join(texts(memory.get()))


def test_only_what_the_user_says_is_remembered() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    memory.put(assistant("Thought: the user lives in Oslo. I live in Oslo."))
    memory.put(ChatMessage(role=MessageRole.SYSTEM, content="I live in Rome."))
    memory.put(ChatMessage(role=MessageRole.TOOL, content="I live in Paris."))
    memory.put(user("I live in Lisbon."))
    assert values(memory) == [("Lisbon", "active")]


def test_a_question_that_takes_the_old_value_for_granted_moves_nobody_back() -> None:
    assert values(moved()) == [("Lisbon", "superseded"), ("Berlin", "active")]


def test_a_question_that_tells_a_move_back_does() -> None:
    memory = moved()
    memory.put(user("Now that I moved back to Lisbon, which gym is near me?"))
    assert values(memory)[-1] == ("Lisbon", "active")


def test_the_same_words_said_again_after_a_change_are_said_again() -> None:
    memory = moved()
    memory.put(user("I live in Lisbon."))
    assert values(memory)[-1] == ("Lisbon", "active")


async def test_a_history_handed_over_is_written_and_written_once() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    history = [user("I live in Lisbon."), assistant("Fine."), user("I moved to Berlin.")]
    await memory.aset(history)
    assert values(memory) == [("Lisbon", "superseded"), ("Berlin", "active")]
    revision = memory.overlay.timeline(scope=ME).revision
    await memory.aset(history)
    AtmaMemory.from_defaults(overlay=memory.overlay, scope=ME, chat_history=history[:1])
    assert memory.overlay.timeline(scope=ME).revision == revision
    assert values(memory) == [("Lisbon", "superseded"), ("Berlin", "active")]


def test_a_message_without_words_stays_in_the_thread_and_out_of_the_ledger() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    memory.put(user("  "))
    assert (len(memory.get()), values(memory)) == (1, [])


def test_resetting_empties_the_thread_and_not_the_ledger() -> None:
    memory = moved()
    memory.reset()
    assert (memory.get(), values(memory)[-1]) == ([], ("Berlin", "active"))
    assert '"Berlin"' in text_of(memory.get("Where do I live?")[0])


def test_what_an_agent_writes_into_the_messages_stays_out_of_the_thread() -> None:
    memory = moved()
    for message in memory.get():
        message.blocks.clear()
        message.additional_kwargs["state"] = "x"
    assert texts(memory.get_all())[-1] == ASKED
    assert texts(memory.get())[2] == "I moved to Berlin."


@pytest.mark.parametrize("insert", ["user", "system"])
def test_there_is_never_a_second_system_message(insert: Any) -> None:
    memory = AtmaMemory(overlay=overlay_of("I live in Lisbon.", "I moved to Berlin."), scope=ME, insert=insert)
    memory.set([ChatMessage(role=MessageRole.SYSTEM, content="Be brief."), user(ASKED)])
    shown = memory.get()
    assert [m.role.value for m in shown] == ["system", "user"]
    assert [OUTDATED in text_of(m) for m in shown] == [insert == "system", insert == "user"]
    assert text_of(shown[0]).startswith("Be brief.")


def test_a_question_beside_the_thread_gets_its_block_before_it() -> None:
    memory = moved()
    shown = memory.get(input="Where do I live?")
    assert (shown[-1].role, '"Berlin"' in text_of(shown[-1])) == (MessageRole.USER, True)
    assert [text_of(m) for m in shown[:-1]] == [
        NOTE,
        f"{NOTE} Shall I find a gym?",
        "I moved to Berlin.",
        "Noted.",
        NOTE,
    ]


def test_a_long_thread_keeps_its_system_message_and_its_latest_turns() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME, token_limit=60)
    memory.put(ChatMessage(role=MessageRole.SYSTEM, content="Be brief."))
    for n in range(20):
        memory.put_messages([user(f"Turn {n} " + "x" * 40), assistant(f"Answer {n} " + "y" * 40)])
    shown = memory.get()
    assert [m.role.value for m in shown][:2] == ["system", "user"]
    assert text_of(shown[-1]).startswith("Answer 19")
    assert len(memory.get_all()) == 41


def test_the_block_does_not_repeat_the_thread() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME)
    memory.put_messages([user("Such weather, really!"), user("Will it rain?")])
    assert texts(memory.get()) == ["Such weather, really!", "Will it rain?"]


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


async def test_a_serialised_context_brings_the_memory_back(tmp_path: Path) -> None:
    url, model = f"sqlite:///{tmp_path}/m.db", Repeating()
    agent = FunctionAgent(llm=model.llm(), tools=[])
    context = Context(agent)
    memory = AtmaMemory(ledger=url, host="memory", scope=ME)
    for said in ("I live in Lisbon.", "I moved to Berlin."):
        await agent.run(said, memory=memory, ctx=context)
    stored = json.loads(json.dumps(context.to_dict()))
    session = memory.session
    del memory, context
    restored = Context.from_dict(agent, stored)
    found: BaseMemory = await restored.store.get("memory")
    assert isinstance(found, AtmaMemory)
    assert (found.ledger, found.scope, found.session, len(found.get_all())) == (url, ME, session, 4)
    await agent.run(ASKED, ctx=restored)
    assert OUTDATED in model.last()


def test_another_process_opens_it_by_name(tmp_path: Path) -> None:
    memory = AtmaMemory(ledger=f"sqlite:///{tmp_path}/m.db", host="memory", scope=ME)
    memory.put_messages([user("I live in Lisbon."), user("I moved to Berlin."), user(ASKED)])
    program = (
        "import json, sys; from llama_index.memory.atma import AtmaMemory\n"
        "print(AtmaMemory.from_dict(json.load(sys.stdin)).get()[-1].content)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=memory.to_json(), capture_output=True, text=True, check=True,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )  # fmt: skip
    assert OUTDATED in done.stdout


async def test_an_open_overlay_is_found_again_in_its_process_and_missed_loudly_in_another() -> None:
    memory = moved()
    again = AtmaMemory.from_dict(json.loads(memory.to_json()))
    assert OUTDATED in text_of(again.get()[-1])
    elsewhere = AtmaMemory.from_dict({**memory.to_dict(), "ledger": "live:of-another-process"})
    with pytest.raises(InvalidInputError, match="was open in another process or is closed: pass ledger and host"):
        await elsewhere.aget()


def test_copies_and_pickles_share_the_overlay() -> None:
    memory = moved()
    for copied in (pickle.loads(pickle.dumps(memory)), memory.model_copy(deep=False)):
        assert OUTDATED in text_of(copied.get()[-1])


def test_two_memories_of_one_ledger_share_one_overlay(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    first, second = (AtmaMemory(ledger=url, host="memory", scope=ME) for _ in range(2))
    first.put(user("I live in Lisbon."))
    assert '"Lisbon"' in text_of(second.get("Where do I live?")[-1])
    assert first._live is second._live


def test_two_users_do_not_meet() -> None:
    overlay = overlay_of()
    mine = AtmaMemory(overlay=overlay, scope=ME)
    yours = AtmaMemory(overlay=overlay, scope=Scope(tenant="acme", user="u-43"))
    mine.put(user("I live in Lisbon."))
    yours.put(user("Where do I live?"))
    assert texts(yours.get()) == ["Where do I live?"]


def test_what_is_said_is_written_under_the_session() -> None:
    memory = AtmaMemory(overlay=overlay_of(), scope=ME, session="s-1")
    memory.put(user("I live in Lisbon."))
    there = Scope(tenant="acme", user="u-42", session="s-1")
    elsewhere = Scope(tenant="acme", user="u-42", session="s-2")
    assert (values(memory, there), values(memory, elsewhere)) == ([("Lisbon", "active")], [])


def test_in_shadow_mode_the_thread_is_what_the_model_sees() -> None:
    memory = moved(overlay=overlay_of(mode="shadow"))
    assert texts(memory.get()) == texts(memory.get_all())


@pytest.mark.parametrize("on_error", ["pass_through", "raise"])
def test_a_ledger_that_fails_passes_the_thread_through_or_raises_as_asked(on_error: str, tmp_path: Path) -> None:
    class Failing:
        """A ledger that can be broken."""

        def __init__(self) -> None:
            self.inner, self.broken = open_ledger("memory://"), False

        def __getattr__(self, name: str) -> Any:
            return getattr(self.inner, name)

        def read(self, scope: Scope, work: Any) -> Any:
            if self.broken:
                raise LedgerError("the disk is gone")
            return self.inner.read(scope, work)

    from atma_overlay import Overlay

    ledger = Failing()
    memory = moved(overlay=Overlay(MemoryHost(), ledger=ledger, on_error=on_error))  # type: ignore[arg-type]  # delegates
    ledger.broken = True
    if on_error == "raise":
        with pytest.raises(LedgerError):
            memory.get()
    else:
        shown = texts(memory.get())
        assert shown[0] == "I live in Lisbon."
        assert "could not be checked in full" in shown[-1]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"scope": ME}, "overlay: is missing: pass overlay, or ledger and host"),
        ({"scope": ME, "overlay": 3}, "overlay: int is no overlay"),
        ({"ledger": "memory://"}, "scope: field required"),
        ({"scope": ME, "ledger": "memory://", "insert": "nowhere"}, "insert: input should be 'user' or 'system'"),
        ({"scope": ME, "ledger": "memory://", "token_limit": 0}, "token_limit: input should be greater than 0"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        AtmaMemory(**fields)
    assert str(refused.value).startswith(problem)
    assert "\n" not in str(refused.value)


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


def test_the_framework_alone_shows_the_stale_turn() -> None:
    memory = ChatMemoryBuffer.from_defaults(token_limit=9999)
    memory.put_messages([user("I live in Lisbon."), user("I moved to Berlin."), user(ASKED)])
    assert texts(memory.get())[0] == "I live in Lisbon."


def test_the_host_holds_what_was_said_as_it_was_said() -> None:
    class Keeping(MemoryHost):
        kept: list[HostItem]

        def add(self, items: Any, **arguments: Any) -> list[tuple[str, ...]]:
            self.kept = [*getattr(self, "kept", []), *items]
            return super().add(items, **arguments)

    host = Keeping()
    moved(overlay=overlay_of(host=host))
    assert [(item.text, item.role) for item in host.kept] == [
        ("I live in Lisbon.", "user"),
        ("I moved to Berlin.", "user"),
        (ASKED, "user"),
    ]
