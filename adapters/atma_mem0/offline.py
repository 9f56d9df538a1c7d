"""Mem0 in a folder, without a key: its own pipeline on this project's embedder, and a model that is a function."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import MissingExtraError
from atma_overlay.hosts.folders import as_folder
from atma_overlay.ports.embedder import Embedder
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from mem0 import AsyncMemory, Memory

__all__ = ["HISTORY", "Rewrite", "ScriptedModel", "load", "offline_memory"]

HISTORY = "history.db"
"""The file in a store's folder that Mem0 makes first."""
Rewrite = Callable[[str], Sequence[str]]
"""What a model makes of what was said: the texts to remember, none when there is nothing worth it."""

_UNUSED_KEY = "unused: the model and the embedder are replaced before the first call"
_SAID = ("user: ", "assistant: ", "system: ")


def load() -> Any:
    """The module `mem0`, without its telemetry unless the environment asks for it.

    Raises:
        MissingExtraError: it is not installed.
    """
    # Read when the module is imported: it would fetch from the network, and lock a second store in the process.
    os.environ.setdefault("MEM0_TELEMETRY", "False")
    try:
        import mem0
    except ImportError as error:
        raise MissingExtraError("mem0ai", "mem0", error) from error
    return mem0


@typed
def offline_memory(
    folder: str | Path, *, embedder: Embedder | None = None, rewrite: Rewrite | None = None, asynchronous: bool = False
) -> Memory | AsyncMemory:
    """Mem0 with vectors in an in-process Qdrant and its history beside them, which asks no service.

    Args:
        folder: where everything is kept; made when missing.
        embedder: turns texts into vectors; a `LexicalEmbedder` when left out.
        rewrite: what the model makes of a turn with `infer=True`; nothing when left out.
        asynchronous: for an `AsyncMemory` in place of a `Memory`.

    Raises:
        MissingExtraError: mem0ai is not installed.
    """
    mem0 = load()
    embedder = embedder if embedder is not None else LexicalEmbedder()
    as_folder(folder, field="folder").mkdir(parents=True, exist_ok=True)
    kind = mem0.AsyncMemory if asynchronous else mem0.Memory
    memory: Memory | AsyncMemory = kind.from_config(_config(Path(folder), embedder.dimension))
    for replaced in (memory.llm, memory.embedding_model):
        replaced.client.close()
    memory.embedding_model = _Embedding(embedder)
    memory.llm = ScriptedModel(rewrite or _nothing)
    return memory


def _config(folder: Path, dimension: int) -> dict[str, Any]:
    vectors = {"path": str(folder / "vectors"), "on_disk": True, "embedding_model_dims": dimension}
    unused = {"provider": "openai", "config": {"api_key": _UNUSED_KEY}}
    return {
        "vector_store": {"provider": "qdrant", "config": vectors},
        "history_db_path": str(folder / HISTORY),
        "llm": unused,
        "embedder": unused,
    }


def _nothing(_: str) -> Sequence[str]:
    return ()


class _Embedding:
    """This project's embedder behind the methods that Mem0 calls."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.config = SimpleNamespace(embedding_dims=embedder.dimension, model=embedder.name)

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self.embed_batch([text], memory_action)[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = "add") -> list[list[float]]:
        return self._embedder.embed(texts)


class ScriptedModel:
    """A model for Mem0 that answers its extraction prompt by a function: for tests and examples.

    Args:
        rewrite: makes the texts to remember of what was said.
    """

    def __init__(self, rewrite: Rewrite) -> None:
        self.rewrite = rewrite
        self.calls = 0

    def generate_response(self, messages: Sequence[Mapping[str, str]], **_: object) -> str:
        """The answer to Mem0's prompt: the extracted memories in JSON."""
        self.calls += 1
        memories = [{"id": str(n), "text": text} for n, text in enumerate(self.rewrite(_said(messages[-1]["content"])))]
        return json.dumps({"memory": memories})


def _said(prompt: str) -> str:
    """What was said, out of the prompt that asks what to remember of it."""
    said = prompt.partition("## New Messages\n")[2].partition("\n\n## Observation Date\n")[0].strip()
    return next((said.removeprefix(role) for role in _SAID if said.startswith(role)), said)
