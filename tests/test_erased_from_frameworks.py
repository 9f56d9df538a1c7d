"""What a part of a framework keeps of its answers goes with an erasure, as everything else in the process (law 7)."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("langchain")
pytest.importorskip("langchain_classic")
pytest.importorskip("llama_index.core")
from langchain.agents import create_agent
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import QueryBundle

from atma_overlay import Overlay, Packet
from atma_overlay.drivers import run
from atma_overlay.effects import Compute, Flow
from atma_overlay.kept import forget_texts
from atma_overlay.telemetry.names import READ_ROOT
from atma_overlay.threads.evidence import Asked, EvidenceCache, Found, evidence_for
from langchain_atma import AtmaMemory as ClassicMemory
from langchain_atma import AtmaMiddleware
from langchain_atma.retriever import AtmaRetriever as ChainRetriever
from llama_index.memory.atma import AtmaMemory as AgentMemory
from llama_index.postprocessor.atma import AtmaPostprocessor
from llama_index.retrievers.atma import AtmaRetriever
from llamaindex_atma import AtmaQueryEngine
from tests.langchain_agents import ShownModel, said
from tests.llamaindex_apps import ASKED, LEAKS, ME, Repeating, overlay_of, swept

__all__ = ["swept"]
pytestmark = LEAKS

Part = Callable[[Overlay], object]


@pytest.fixture(autouse=True)
def a_clean_process() -> Iterator[None]:
    """What other tests left is nobody's here."""
    forget_texts()
    OTHERS.extend(packets())
    yield
    OTHERS.clear()
    forget_texts()


OTHERS: list[object] = []
"""What tests before this one keep, held here so that nothing new is taken for it."""


def packets() -> list[object]:
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Packet | Found | Asked)]


def kept_packets() -> int:
    """How many packets any object of the process holds since the test began, in a search's answer or by itself."""
    others = set(map(id, OTHERS))
    return sum(id(each) not in others for each in packets())


def a_middleware(overlay: Overlay) -> object:
    agent = create_agent(ShownModel(), [], middleware=[AtmaMiddleware(overlay, scope=ME)])
    agent.invoke(said(ASKED))
    return agent


def a_classic_memory(overlay: Overlay) -> object:
    memory = ClassicMemory(overlay=overlay, scope=ME)
    memory.load_memory_variables({"input": ASKED})
    return memory


def a_chains_retriever(overlay: Overlay) -> object:
    retriever = ChainRetriever(overlay=overlay, scope=ME)
    retriever.invoke(ASKED)
    return retriever


def an_agents_memory(overlay: Overlay) -> object:
    memory = AgentMemory(overlay=overlay, scope=ME)
    memory.get(input=ASKED)
    return memory


def a_postprocessor(overlay: Overlay) -> object:
    processor = AtmaPostprocessor(overlay=overlay, scope=ME)
    processor.postprocess_nodes([], QueryBundle(ASKED))
    return processor


def an_indexs_retriever(overlay: Overlay) -> object:
    retriever = AtmaRetriever(overlay, scope=ME)
    retriever.retrieve(ASKED)
    return retriever


def a_query_engine(overlay: Overlay) -> object:
    inner = RetrieverQueryEngine.from_args(AtmaRetriever(overlay, scope=ME), llm=Repeating(answer="Yes.").llm())
    engine = AtmaQueryEngine(inner, overlay=overlay, scope=ME)
    engine.query(ASKED)
    return engine


PARTS: tuple[Part, ...] = (
    a_middleware, a_classic_memory, a_chains_retriever, an_agents_memory, a_postprocessor, an_indexs_retriever,
    a_query_engine,
)  # fmt: skip


@pytest.mark.parametrize("made", PARTS)
def test_no_part_of_a_framework_keeps_a_packet_after_an_erasure(made: Part) -> None:
    overlay = overlay_of("I live in Lisbon.", "I moved to Berlin.")
    part = made(overlay)
    overlay.erase(everything=True, scope=ME)
    assert part is not None
    assert kept_packets() == 0


@pytest.mark.parametrize("made", [a_middleware, a_classic_memory, an_agents_memory, a_postprocessor, a_query_engine])
def test_what_is_kept_is_found_before_it_is_dropped(made: Part) -> None:
    part = made(overlay_of("I live in Lisbon.", "I moved to Berlin."))
    assert part is not None
    assert kept_packets() > 0
    forget_texts()
    assert kept_packets() == 0


def test_what_a_call_under_way_found_is_not_kept_behind_an_erasure() -> None:
    overlay, cache = overlay_of("I live in Lisbon."), EvidenceCache(lambda: 0.0)

    def erased_meanwhile() -> Flow[Any]:
        found = yield from evidence_for(overlay, Asked(ME, ASKED), cache)
        yield Compute(forget_texts)
        cache.put(Asked(ME, ASKED), 1, Found(found.packet, "ab"))
        return found.nonce

    run(erased_meanwhile(), overlay.executor, root=READ_ROOT)
    assert kept_packets() == 0
