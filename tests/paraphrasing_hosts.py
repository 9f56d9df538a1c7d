"""Real hosts whose scripted model puts every turn into words of its own, or does all five that models do.

For measuring from a checkout: `atma eval episodes PATH --host python:tests.paraphrasing_hosts:mem0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from tempfile import mkdtemp

from atma_graphiti import GraphitiHost, embedded
from atma_mem0 import Mem0Host, offline_memory
from atma_overlay.evaluation.embedding import KeepingEmbedder
from atma_overlay.ports.host import Host
from atma_overlay.testing.rewriting import Rewriting, ScriptedExtractor
from tests.graphiti_model import Script, ScriptedModel, Triple


def mem0(plan: Sequence[Rewriting] = (Rewriting.PARAPHRASE,)) -> Host:
    """Mem0 with a model that rewrites by a plan, in a folder of its own."""
    folder = mkdtemp(prefix="atma-mem0-")
    memory = offline_memory(folder, embedder=KeepingEmbedder(), rewrite=ScriptedExtractor(plan))
    host: Host = Mem0Host._owning(memory, infer=True, tenant=None)  # so that the store is closed with it
    return host


def graphiti(plan: Sequence[Rewriting] = (Rewriting.PARAPHRASE,)) -> Host:
    """Graphiti on an embedded database in memory, its model making one fact of each text that the plan brings."""
    rewrite = ScriptedExtractor(plan)
    brought: dict[str, list[str]] = {}

    def facts(said: str) -> list[Triple]:
        if said not in brought:  # asked for the entities and then for the facts
            brought[said] = rewrite(said) if said else []
        return [Triple("user", "SAID", "assistant", text) for text in brought[said]]

    # Made by the host, so that it is closed with it: a process has room for sixteen databases of Kuzu's.
    host: Host = GraphitiHost(lambda: embedded(llm_client=ScriptedModel(Script(facts=facts))))
    return host
