"""Real hosts whose scripted model puts every turn into words of its own.

For measuring from a checkout: `atma eval episodes PATH --host python:tests.paraphrasing_hosts:mem0`.
"""

from __future__ import annotations

from tempfile import mkdtemp

from atma_graphiti import GraphitiHost, embedded
from atma_mem0 import Mem0Host, offline_memory
from atma_overlay.evaluation.embedding import KeepingEmbedder
from atma_overlay.ports.host import Host
from atma_overlay.testing.rewriting import Rewriting, ScriptedExtractor
from tests.graphiti_model import Script, ScriptedModel, Triple


def mem0() -> Host:
    """Mem0 with a model that paraphrases, in a folder of its own."""
    folder = mkdtemp(prefix="atma-mem0-")
    rewrite = ScriptedExtractor([Rewriting.PARAPHRASE])
    host: Host = Mem0Host(offline_memory(folder, embedder=KeepingEmbedder(), rewrite=rewrite), infer=True)
    return host


def graphiti() -> Host:
    """Graphiti on an embedded database in memory, its model paraphrasing each episode into one fact."""
    rewrite = ScriptedExtractor([Rewriting.PARAPHRASE])

    def facts(said: str) -> list[Triple]:
        return [Triple("user", "SAID", "assistant", text) for text in rewrite(said)] if said else []

    host: Host = GraphitiHost(embedded(llm_client=ScriptedModel(Script(facts=facts))))
    return host
