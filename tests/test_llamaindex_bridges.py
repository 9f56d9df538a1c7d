"""LlamaIndex's models and embeddings as the overlay's own, the packages' weight, and the examples."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("llama_index.core")

from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.llms.mock import MockFunctionCallingLLM, MockLLM
from pydantic import BaseModel

from atma_overlay import InvalidInputError, Overlay
from atma_overlay.errors import ModelError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.models.awaiting import awaited
from atma_overlay.models.structured import ask, ask_async
from atma_overlay.ports.model import Finish, Message, ModelRequest, Tool, ToolCall
from llamaindex_atma import LlamaIndexEmbedder, LlamaIndexModel
from tests.llamaindex_apps import LEAKS, ME, LexicalEmbedding, swept

pytestmark = LEAKS
__all__ = ["swept"]

ROOT = Path(__file__).parent.parent
PATHS = os.pathsep.join(str(root) for root in (ROOT, ROOT / "adapters", ROOT / "integrations"))


class Verdict(BaseModel):
    """Whether two statements conflict."""

    conflict: bool


class Search(BaseModel):
    """What to look for."""

    words: str


def calling(answer: Callable[[Sequence[ChatMessage]], ChatMessage], seen: list[Any]) -> MockFunctionCallingLLM:
    def respond(messages: Sequence[ChatMessage], **arguments: Any) -> ChatMessage:
        seen.append((list(messages), arguments))
        return answer(messages)

    return MockFunctionCallingLLM(response_generator=respond, is_chat_model=True)


def call(name: str, **arguments: Any) -> ChatMessage:
    block = ToolCallBlock(tool_call_id="c1", tool_name=name, tool_kwargs=arguments)
    return ChatMessage(role=MessageRole.ASSISTANT, blocks=[block])


def asked(*texts: str, **more: Any) -> ModelRequest:
    return ModelRequest(tuple(Message("user", text) for text in texts), **more)


async def test_an_answer_in_a_schema_is_a_tool_that_has_to_be_called() -> None:
    seen: list[Any] = []
    model = LlamaIndexModel(calling(lambda _: call("Verdict", conflict=True), seen))
    assert ask(model, asked("Lisbon or Berlin?"), schema=Verdict).value == Verdict(conflict=True)
    assert (await ask_async(model, asked("Lisbon or Berlin?"), schema=Verdict)).value == Verdict(conflict=True)
    assert [[tool.metadata.name for tool in arguments["tools"]] for _, arguments in seen] == [["Verdict"], ["Verdict"]]
    assert model.name == "llama_index:unknown"


async def test_an_llm_that_calls_no_tools_is_asked_for_the_schema_in_words() -> None:
    class Words(MockLLM):
        def _generate_text(self, length: int) -> str:
            return '{"conflict": false}'

    model = LlamaIndexModel(Words(max_tokens=5, is_chat_model=True))
    answered = ask(model, asked("Lisbon or Berlin?"), schema=Verdict)
    assert answered.value == Verdict(conflict=False)
    assert answered.usage.estimated
    reply = await awaited(model, asked("Lisbon or Berlin?", schema=Verdict))
    assert (reply.text, reply.finish) == ('{"conflict": false}', Finish.STOP)
    assert not model.capabilities.tools
    with pytest.raises(ModelError, match="it calls no tools"):
        model.complete(asked("x", tools=(Tool("search", "Look.", Search),)))


def test_tools_are_offered_and_their_calls_come_back_unchecked() -> None:
    seen: list[Any] = []
    model = LlamaIndexModel(calling(lambda _: call("search", words="gym"), seen))
    reply = model.complete(asked("Find a gym.", tools=(Tool("search", "Look.", Search),)))
    assert reply.finish is Finish.CALLS
    assert [(c.name, json.loads(c.arguments)) for c in reply.calls] == [("search", {"words": "gym"})]


def test_a_conversation_with_calls_and_results_reaches_the_llm_as_it_was() -> None:
    seen: list[Any] = []
    model = LlamaIndexModel(calling(lambda _: ChatMessage(role=MessageRole.ASSISTANT, content="Two."), seen))
    turns = (
        Message("system", "Be brief."),
        Message("user", "Find a gym."),
        Message("assistant", "", calls=(ToolCall("c1", "search", '{"words": "gym"}'),)),
        Message("tool", "two gyms", answers="c1"),
    )
    assert model.complete(ModelRequest(turns)).text == "Two."
    [(messages, _)] = seen
    assert [m.role.value for m in messages] == ["system", "user", "assistant", "tool"]
    assert messages[2].blocks[0].tool_kwargs == {"words": "gym"}
    assert messages[3].additional_kwargs == {"tool_call_id": "c1"}


@pytest.mark.parametrize("sends", [True, False])
def test_limits_are_sent_where_asked_for(sends: bool) -> None:
    seen: list[Any] = []
    llm = calling(lambda _: ChatMessage(role=MessageRole.ASSISTANT, content="Two."), seen)
    LlamaIndexModel(llm, sends_limits=sends).complete(asked("x", max_tokens=7))
    [(_, arguments)] = seen
    assert (arguments.get("max_tokens"), arguments.get("temperature")) == ((7, 0.0) if sends else (None, None))


@pytest.mark.parametrize(("error", "transient"), [(TimeoutError("secret"), True), (KeyError("secret"), False)])
async def test_a_failure_is_told_by_its_kind(error: Exception, transient: bool) -> None:
    def fail(_: Sequence[ChatMessage]) -> ChatMessage:
        raise error

    model = LlamaIndexModel(calling(fail, []))
    for complete in (lambda: awaited(model, asked("x")), None):
        with pytest.raises(ModelError) as failed:
            await complete() if complete else model.complete(asked("x"))
        assert failed.value.transient is transient
        assert "secret" not in str(failed.value)


def test_vectors_are_brought_to_unit_length_in_the_models_dimension() -> None:
    embedder = LlamaIndexEmbedder(MockEmbedding(embed_dim=4))
    assert embedder.embed(["a", "b"]) == [[0.5] * 4] * 2
    assert (embedder.dimension, embedder.embed([])) == (4, [])
    [vector] = LlamaIndexEmbedder(MockEmbedding(embed_dim=3)).embed(["a"])
    assert math.isclose(math.fsum(x * x for x in vector), 1.0)


def test_vectors_of_another_length_or_without_any_are_refused() -> None:
    with pytest.raises(ModelError, match="not 1 finite ones of length 5"):
        LlamaIndexEmbedder(MockEmbedding(embed_dim=4), dimension=5).embed(["a"])
    with pytest.raises(InvalidInputError, match="dimension"):
        LlamaIndexEmbedder(MockEmbedding(embed_dim=4), dimension=0)


def test_a_host_searches_by_a_llama_index_embedding() -> None:
    host = MemoryHost(LlamaIndexEmbedder(LexicalEmbedding(model_name="lexical"), version="2"))
    with Overlay(host, ledger="memory://") as overlay:
        overlay.remember("The report was long.", scope=ME)
        overlay.remember("Basil wants sun.", scope=ME)
        [row, *_] = overlay.recall("How long was the report?", scope=ME).rows
    assert row.text == "The report was long."


def run(*arguments: str) -> str:
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**environment, "PYTHONPATH": PATHS},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


PACKAGES = ("llama_index.retrievers.atma", "llama_index.postprocessor.atma", "llama_index.memory.atma")


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_importing_a_package_adds_less_than_a_tenth_of_a_second_to_the_frameworks_own(package: str) -> None:
    program = (
        "import time, llama_index.core.memory, llama_index.core.postprocessor, llama_index.core.base.base_retriever\n"
        f"start = time.process_time(); import {package}; print(time.process_time() - start)"
    )
    assert any(float(run("-c", program)) < 0.1 for _ in range(3))


def test_the_overlay_imports_no_framework() -> None:
    program = "import sys, atma_overlay.overlay, atma_overlay.cli.application; print(*sys.modules)"
    loaded = {name.partition(".")[0] for name in run("-c", program).split()}
    assert not loaded & {"llama_index", "llamaindex_atma", "mcp", "atma_mcp", "starlette", "uvicorn"}


def test_the_query_engines_example_shows_the_blocked_premise() -> None:
    lines = run(str(ROOT / "examples" / "llamaindex_query_engine.py")).splitlines()
    assert any(line.startswith('OUTDATED premise "Chicago"') for line in lines)
    assert any(line.startswith('current 2025-03-01.. "user / home city" = "Atlanta"') for line in lines)


def test_the_agents_example_answers_with_the_old_value_without_and_the_new_one_with_it() -> None:
    first, second = run(str(ROOT / "examples" / "llamaindex_agent.py")).splitlines()
    assert first == "without: I live in Chicago."
    assert second == "with: I moved to Atlanta."
