"""Thirty turns with four changes through LlamaIndex, without the overlay and with it, by what the model received."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("llama_index.core")

from llama_index.core import VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.memory import BaseMemory, ChatMemoryBuffer
from llama_index.core.schema import TextNode
from llama_index.core.workflow import Context

from atma_overlay import Overlay
from llama_index.memory.atma import AtmaMemory
from llama_index.postprocessor.atma import AtmaPostprocessor
from llama_index.retrievers.atma import AtmaRetriever
from tests.llamaindex_apps import LEAKS, ME, Clock, LexicalEmbedding, Repeating, overlay_of, swept, text_of
from tests.thread_notes import without_nonces

pytestmark = LEAKS
__all__ = ["swept"]

TURNS = (
    "I live in Leeds.",
    "I work at Northwind.",
    "I drive a Corsa.",
    "My favourite café is the Copper Kettle.",
    "What could I cook tonight?",
    "How long does rice take?",
    "Where do I live?",
    "Which car do I drive?",
    "I moved to York.",
    "Since I live in Leeds, which gym is near me?",
    "Is it far to the sea?",
    "How do I keep basil alive?",
    "I now work at Contoso.",
    "As I work at Northwind, which tax form do I need?",
    "What is a good book about bridges?",
    "How do I sharpen a knife?",
    "I now drive a Yaris.",
    "As I drive a Corsa, which tyres do I need?",
    "How many cups are in a litre?",
    "What does a heat pump cost?",
    "Can I freeze soup?",
    "My favourite café is now the Blue Door.",
    "Is my favourite café, the Copper Kettle, open on Sundays?",
    "How do I descale a kettle?",
    "What rhymes with orange?",
    "Where do I live?",
    "Where do I work?",
    "Which car do I drive?",
    "What is my favourite café?",
    "Thanks, that is all.",
)
CHANGES = {
    8: ("Leeds", "York"),
    12: ("Northwind", "Contoso"),
    16: ("Corsa", "Yaris"),
    21: ("Copper Kettle", "Blue Door"),
}
"""The turn that tells a change, what it takes away and what it brings."""
PREMISES = {
    9: ("Leeds", "York"),
    13: ("Northwind", "Contoso"),
    17: ("Corsa", "Yaris"),
    22: ("Copper Kettle", "Blue Door"),
}
QUESTIONS = {25: "York", 26: "Contoso", 27: "Yaris", 28: "Blue Door"}


def shown_as_current(asked: list[ChatMessage], said: str) -> str:
    """What a model received, but for the user's own last words and the lines that call something outdated or past."""
    lines = "\n".join(text_of(message) for message in asked).replace(said, "").splitlines()
    return "\n".join(line for line in lines if not line.startswith(("OUTDATED premise", "historical ", "transition ")))


def stale_turns(asked: list[list[ChatMessage]]) -> list[int]:
    """The turns whose model received something as current that an earlier turn had taken away."""
    found = []
    for turn, (said, messages) in enumerate(zip(TURNS, asked, strict=True)):
        gone = [old for change, (old, _) in CHANGES.items() if change <= turn]
        if any(old in shown_as_current(messages, said) for old in gone):
            found.append(turn)
    return found


async def through_agent(memory: BaseMemory, *, kind: Any = FunctionAgent) -> list[list[ChatMessage]]:
    model = Repeating(thinks=kind is ReActAgent)
    agent = kind(llm=model.llm(), tools=[])
    context = Context(agent)
    for said in TURNS:
        await agent.run(said, memory=memory, ctx=context)
    return model.asked


async def through_react(memory: BaseMemory) -> list[list[ChatMessage]]:
    return await through_agent(memory, kind=ReActAgent)


async def through_chat(memory: BaseMemory) -> list[list[ChatMessage]]:
    model = Repeating()
    engine = SimpleChatEngine.from_defaults(llm=model.llm(), memory=memory)
    for said in TURNS:
        engine.chat(said)
    return model.asked


RUNS = [through_agent, through_react, through_chat]


def told_overlay() -> Overlay:
    """Turn after turn, each a day later."""
    return overlay_of(clock=Clock())


@pytest.mark.filterwarnings(
    "ignore::workflows.context.state_store.UnserializableKeyWarning"
)  # of the framework's own buffer
@pytest.mark.parametrize("run", RUNS)
async def test_without_the_overlay_every_turn_after_a_change_shows_the_stale_value(run: Callable[..., Any]) -> None:
    asked = await run(ChatMemoryBuffer.from_defaults(token_limit=100_000))
    assert stale_turns(asked) == list(range(8, 30))
    if run is through_agent:
        assert asked[29][0].content == "I live in Leeds."


@pytest.mark.parametrize("screening", ["annotate", "filter"])
@pytest.mark.parametrize("run", RUNS)
async def test_with_the_memory_no_stale_value_is_shown_as_current(run: Callable[..., Any], screening: Any) -> None:
    overlay = told_overlay()
    asked = await run(AtmaMemory(overlay=overlay, scope=ME, screening=screening))
    assert stale_turns(asked) == []
    for turn, (old, new) in PREMISES.items():
        told = f'OUTDATED premise "{old}": no longer true, what holds now is "{new}"'
        assert told in text_of(asked[turn][-1]), TURNS[turn]
    for turn, value in QUESTIONS.items():
        assert f'= "{value}"' in text_of(asked[turn][-1]), TURNS[turn]
    live = [(r.value, r.status.value) for r in overlay.timeline(scope=ME, subject="user").records]
    assert {new for _, new in CHANGES.values()} <= {value for value, status in live if status == "active"}
    assert not {old for old, _ in CHANGES.values()} & {value for value, status in live if status == "active"}


async def test_with_the_memory_the_model_receives_exactly_this_at_the_first_stale_premise() -> None:
    asked = await through_agent(AtmaMemory(overlay=told_overlay(), scope=ME))
    messages = asked[9]
    assert [m.role for m in messages] == [MessageRole.USER, MessageRole.ASSISTANT] * 9 + [MessageRole.USER]
    note = '[outdated: "user / home city" is now "York"]'
    assert [without_nonces(text_of(m)) for m in messages[:4]] == [note, note, "I work at Northwind.", note]
    assert text_of(messages[16]) == "I moved to York."
    first, *rows, last = text_of(messages[18]).splitlines()
    assert first.startswith("<memory ")
    assert last == TURNS[9]
    assert [row for row in rows if row.startswith("OUTDATED")] == [
        'OUTDATED premise "Leeds": no longer true, what holds now is "York"; do not use it as a basis, correct it '
        'because "user / home city: superseded, now York".'
    ]


def through_query_engine(turns: dict[int, Any], engine: Any, model: Repeating) -> dict[int, str]:
    """What the model received with each of these questions, but for the question itself."""
    received = {}
    for turn in turns:
        engine.query(TURNS[turn])
        received[turn] = shown_as_current(model.asked[-1], TURNS[turn])
    return received


def test_through_a_query_engine_the_retriever_and_the_postprocessor_show_no_stale_value_as_current() -> None:
    overlay, statements = told_overlay(), [text for text in TURNS if not text.endswith("?")]
    for text in statements:
        overlay.remember(text, scope=ME)
    index = VectorStoreIndex([TextNode(text=text) for text in statements], embed_model=LexicalEmbedding())
    before, alone, around, mended = (Repeating(answer="Yes.") for _ in range(4))
    plain = index.as_query_engine(llm=before.llm(), similarity_top_k=5)
    by_retriever = index_engine(AtmaRetriever(overlay, scope=ME), alone)
    by_both = index_engine(AtmaRetriever(overlay, index.as_retriever(similarity_top_k=5), scope=ME), around)
    by_postprocessor = index.as_query_engine(
        llm=mended.llm(), similarity_top_k=5, node_postprocessors=[AtmaPostprocessor(overlay=overlay, scope=ME)]
    )
    received = through_query_engine(PREMISES, plain, before)
    assert [turn for turn, (old, _) in PREMISES.items() if old in received[turn]] == list(PREMISES)
    for engine, model in ((by_retriever, alone), (by_both, around), (by_postprocessor, mended)):
        received = through_query_engine(PREMISES, engine, model)
        assert [turn for turn, (old, _) in PREMISES.items() if old in received[turn]] == []
        assert [turn for turn, (_, new) in PREMISES.items() if f'= "{new}"' in received[turn]] == list(PREMISES)
        for asked, (old, _) in zip(model.asked, PREMISES.values(), strict=True):
            assert f'OUTDATED premise "{old}"' in "\n".join(text_of(message) for message in asked)


def index_engine(retriever: AtmaRetriever, model: Repeating) -> Any:
    from llama_index.core.query_engine import RetrieverQueryEngine

    return RetrieverQueryEngine.from_args(retriever, llm=model.llm())
