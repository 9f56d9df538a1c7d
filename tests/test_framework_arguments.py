"""What a framework hands the integrations in a wrong kind is one error that names the field, and writes nothing."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from langgraph.store.memory import InMemoryStore
from llama_index.core.embeddings import MockEmbedding

from atma_overlay import InvalidInputError, Overlay
from atma_overlay.hosts import MemoryHost
from langchain_atma import AtmaMemory, AtmaRetriever, AtmaSearchTool, AtmaStore, LangChainEmbedder
from llama_index.memory.atma import AtmaMemory as LlamaMemory
from llama_index.postprocessor.atma import AtmaPostprocessor
from llama_index.retrievers.atma import AtmaRetriever as LlamaRetriever
from llamaindex_atma import LlamaIndexEmbedder
from tests.dated_worlds import FIRST, ME

Call = Callable[[Overlay], Any]
ROME = {"text": "I live in Rome."}
HEARD = "I live in Leeds."

BAD: dict[str, tuple[Call, str]] = {
    "a retriever's own k": (lambda o: AtmaRetriever(overlay=o, scope=ME).invoke("where", k="5"), "k: is a str: pass"),
    "a retriever's k of none": (lambda o: AtmaRetriever(overlay=o, scope=ME).invoke("where", k=0), "k: 0 is not betw"),
    "a tool's scope": (lambda o: AtmaSearchTool(overlay=o, scope="me"), "scope: is a str: pass Scope"),
    "a store's scope that is none": (
        lambda o: AtmaStore(InMemoryStore(), overlay=o, scope=lambda _: "me").put(("a",), "k", ROME),  # type: ignore[arg-type,return-value]
        "scope: its function returned a str: return a Scope or None",
    ),
    "inputs that are none": (lambda o: classic(o).load_memory_variables("x"), "inputs: is a str: pass"),  # type: ignore[arg-type]
    "an input that is no text": (lambda o: classic(o).load_memory_variables({"input": 3}), "input: is an int: pass a"),
    "an input of None": (lambda o: classic(o).save_context({"input": None}, {"output": "x"}), "input: is None: pass"),
    "an output that is no text": (
        lambda o: classic(o).save_context(ROME, {"output": 4}),  # type: ignore[dict-item]
        "output: is an int: pass a text",
    ),
    "an awaited input": (lambda o: classic(o).asave_context({"input": 3}, {"output": "x"}), "input: is an int: pass"),
    "outputs that are none": (lambda o: classic(o).save_context(ROME, None), "outputs: is None: pass"),  # type: ignore[arg-type]
    "a message that is a text": (lambda o: llama(o).put("hi"), "message: is a str: pass a ChatMessage"),  # type: ignore[arg-type]
    "an awaited message": (lambda o: llama(o).aput("hi"), "message: is a str: pass a ChatMessage"),  # type: ignore[arg-type]
    "messages that are a text": (lambda o: llama(o).set("hi"), "messages: is one text: pass a list of ChatMessage"),  # type: ignore[arg-type]
    "a message among others": (lambda o: llama(o).set(["hi"]), r"messages\[0\]: is a str: pass a ChatMessage"),  # type: ignore[list-item]
    "a thread handed over": (
        lambda o: LlamaMemory.from_defaults(overlay=o, scope=ME, chat_history="hi"),
        "messages: is one text: pass",
    ),
    "a question that is no text": (lambda o: llama(o).get(3), "input: is an int: pass a text or None"),  # type: ignore[arg-type]
    "nodes that are texts": (lambda o: postprocessor(o).postprocess_nodes(["x"]), r"nodes\[0\]: is a str: pass"),  # type: ignore[list-item]
    "no nodes": (lambda o: postprocessor(o).postprocess_nodes(3), "nodes: is an int: pass a list of"),  # type: ignore[arg-type]
    "a query of nodes": (lambda o: postprocessor(o).postprocess_nodes([], query_str=3), "query: is an int: pass a te"),  # type: ignore[arg-type]
    "no nodes wanted": (lambda o: LlamaRetriever(o, scope=ME, similarity_top_k=0), "similarity_top_k: 0 is not betwe"),
    "texts of LangChain's embedder": (
        lambda _: LangChainEmbedder(DeterministicFakeEmbedding(size=8)).embed("ab"),
        "texts: is one text: pass a list of texts",
    ),
    "texts of LlamaIndex's embedder": (
        lambda _: LlamaIndexEmbedder(MockEmbedding(embed_dim=8)).embed([3]),  # type: ignore[list-item]
        r"texts\[0\]: is an int: pass a text",
    ),
}


def classic(overlay: Overlay) -> AtmaMemory:
    return AtmaMemory(overlay=overlay, scope=ME)


def llama(overlay: Overlay) -> LlamaMemory:
    return LlamaMemory(overlay=overlay, scope=ME)


def postprocessor(overlay: Overlay) -> AtmaPostprocessor:
    return AtmaPostprocessor(overlay=overlay, scope=ME)


@pytest.mark.parametrize("wrong", BAD)
def test_a_wrong_kind_is_told_by_the_field_and_nothing_is_written(wrong: str) -> None:
    call, told = BAD[wrong]
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        overlay.remember(HEARD, scope=ME, observed_at=FIRST)
        before = overlay.timeline(scope=ME)
        with pytest.raises(InvalidInputError, match=f"^{told}"):
            _done(call(overlay))
        assert overlay.timeline(scope=ME) == before


def test_a_store_keeps_nothing_of_what_it_cannot_tell_the_owner_of() -> None:
    inner = InMemoryStore()
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        store = AtmaStore(inner, overlay=overlay, scope=lambda _: "me")  # type: ignore[arg-type,return-value]
        with pytest.raises(InvalidInputError):
            store.put(("a",), "k", ROME)
    assert inner.get(("a",), "k") is None


def _done(answer: Any) -> None:
    if inspect.iscoroutine(answer):
        asyncio.run(answer)
