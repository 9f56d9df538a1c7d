"""After a detachment a host holds what it would hold had it never been wrapped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from graphiti_core.nodes import EpisodeType
from langchain_core.documents import Document
from llama_index.core.schema import TextNode
from qdrant_client import QdrantClient, models

from atma_graphiti import Episodes, Facts, GraphitiHost, embedded
from atma_llamaindex import LlamaIndexHost, offline_index
from atma_mem0 import Mem0Host, offline_memory
from atma_overlay import Overlay, Scope
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.hosts.metadata import MetadataFields
from atma_overlay.ports.host import Host
from atma_qdrant import PointLayout, QdrantHost
from atma_vectorstore import VectorStoreHost, offline_store
from tests.graphiti_model import TABLES, Script, ScriptedModel

ME = Scope(tenant="acme", user="me")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
THEIRS = ("I live in Porto.", "I moved to Leeds.")
OURS = ("I moved to York.", "I work at the harbour.")
FIELDS = MetadataFields(tenant=None, of_tenant="acme", agent=None, session=None)


@dataclass(frozen=True, slots=True)
class Store:
    """A store that somebody filled, the host over it, and all that is in it, row by row, in its own words."""

    host: Host
    rows: Callable[[], dict[str, Any]]
    close: Callable[[], object] = lambda: None


def theirs() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Ids, texts and metadata of rows of somebody's own, with a field that is called like one of the overlay's."""
    for number, text in enumerate(THEIRS):
        at = NOON + timedelta(days=number)
        metadata = {"user": "me", "role": "user", "created_at": at.isoformat(), "key": f"theirs-{number}"}
        yield f"00000000-0000-4000-8000-00000000000{number}", text, metadata


def told(vector: Any) -> list[float]:
    """A vector as far as an in-process Qdrant, which makes it one long anew at each search, leaves it."""
    return [round(number, 5) for number in vector]


def langchain(_: Path) -> Store:
    store = offline_store()
    store.add_documents([Document(id=i, page_content=text, metadata=m) for i, text, m in theirs()])
    return Store(VectorStoreHost(store, fields=FIELDS), lambda: json.loads(json.dumps(store.store)))


def llamaindex(folder: Path) -> Store:
    index = offline_index([TextNode(id_=i, text=text, metadata=m) for i, text, m in theirs()])

    def rows() -> dict[str, Any]:
        index.storage_context.persist(str(folder))
        files = {path.name: json.loads(path.read_text()) for path in folder.glob("*.json")}
        vectors, nodes = files["default__vector_store.json"], files["docstore.json"]["docstore/data"]
        parts = ("embedding_dict", "metadata_dict", "text_id_to_ref_doc_id")
        return {i: [nodes[i]["__data__"], *(vectors[part].get(i) for part in parts)] for i in nodes}

    return Store(LlamaIndexHost(index, fields=FIELDS), rows)


def qdrant(_: Path) -> Store:
    client, embedder = QdrantClient(location=":memory:", force_disable_check_same_thread=True), LexicalEmbedder()
    shape = models.VectorParams(size=embedder.dimension, distance=models.Distance.COSINE)
    client.create_collection("memories", shape)
    points = [
        models.PointStruct(id=i, vector=embedder.embed([text])[0], payload={**m, "text": text})
        for i, text, m in theirs()
    ]
    client.upsert("memories", points)

    def rows() -> dict[str, Any]:
        found, _ = client.scroll("memories", limit=100, with_vectors=True)
        return {str(point.id): (point.payload, told(point.vector)) for point in found}

    layout = PointLayout(text="text", fields=FIELDS)
    return Store(QdrantHost(client, collection="memories", embedder=embedder, layout=layout), rows, client.close)


def mem0(folder: Path) -> Store:
    memory: Any = offline_memory(folder)
    for _, text, metadata in theirs():
        kept = {"created_at": metadata["created_at"], "key": metadata["key"]}
        memory.add([{"role": "user", "content": text}], user_id="me", metadata=kept, infer=False)

    def rows() -> dict[str, Any]:
        found, _ = memory.vector_store.client.scroll(memory.collection_name, limit=100, with_vectors=True)
        return {str(p.id): (p.payload, told(p.vector), memory.history(str(p.id))) for p in found}

    def close() -> None:
        memory.close()
        memory.vector_store.client.close()

    return Store(Mem0Host(memory, infer=False, tenant="acme"), rows, close)


def graphiti(_: Path, writes: Facts | Episodes | None = None) -> Store:
    client = embedded(llm_client=ScriptedModel(Script()))

    async def fill() -> None:
        for number, text in enumerate(THEIRS):
            at = NOON + timedelta(days=number)
            name = f"theirs-{number}"
            await client.add_episode(name, f"user: {text}", "chat", at, EpisodeType.message, group_id="me")

    async def dump() -> dict[str, Any]:
        found: dict[str, Any] = {}
        for table in TABLES:
            rows, *_ = await client.driver.execute_query(f"MATCH (n:{table}) RETURN n")
            for row in rows:
                assert isinstance(row, dict)  # of one query, not of several
                values = {k: v for k, v in row["n"].items() if not k.startswith("_")}
                found[values["uuid"]] = values
        return found

    asyncio.run(fill())
    host = GraphitiHost(client, writes=writes or Facts(), group_id=lambda scope: scope.user)
    return Store(host, lambda: asyncio.run(dump()), host.close)


def graphiti_episodes(folder: Path) -> Store:
    return graphiti(folder, writes=Episodes())


STORES: list[Callable[[Path], Store]] = [langchain, llamaindex, qdrant, mem0, graphiti, graphiti_episodes]


@pytest.mark.parametrize("opened", STORES, ids=lambda opened: opened.__name__)
def test_a_store_that_was_only_adopted_is_what_it_was(tmp_path: Path, opened: Callable[[Path], Store]) -> None:
    store = opened(tmp_path)
    before = store.rows()
    with Overlay(store.host, ledger="memory://", on_error="raise") as overlay:
        assert overlay.backfill(scope=ME, role="user").taken >= len(THEIRS)
        assert overlay.recall("Where do I live?", scope=ME).rows[0].value == "Leeds"
        assert overlay.reconcile(scope=ME).agrees
        assert overlay.detach(scope=ME).cleared == 0
    assert store.rows() == before
    store.close()


@pytest.mark.parametrize("opened", STORES, ids=lambda opened: opened.__name__)
def test_a_store_that_was_written_to_holds_its_rows_as_they_were_and_no_key_in_the_new_ones(
    tmp_path: Path, opened: Callable[[Path], Store]
) -> None:
    store = opened(tmp_path)
    before = store.rows()
    with Overlay(store.host, ledger="memory://", on_error="raise") as overlay:
        for number, text in enumerate(OURS):
            overlay.remember(text, scope=ME, observed_at=NOON + timedelta(days=5 + number))
        written = store.rows()
        report = overlay.detach(scope=ME)
        after = store.rows()
        assert report.remaining == ()
        assert overlay.reconcile(scope=ME, dry_run=True).counts.keys() <= {"added"}  # theirs
        assert (overlay.detach(scope=ME).cleared, store.rows()) == (0, after)
    said = json.dumps(list(after.values()), default=str)
    assert (said.count("out_"), said.count("obs_"), said.count("atma")) == (0, 0, 0)
    assert after.keys() == written.keys()
    untouched = before.keys() - mentioned(written)
    assert {i: after[i] for i in untouched} == {i: before[i] for i in untouched}
    new = after.keys() - before.keys()
    assert report.cleared == sum(after[i] != written[i] for i in new)
    assert {text for text in OURS if text in said} == set(OURS)
    store.close()


def mentioned(rows: dict[str, Any]) -> set[str]:
    """The entities of a graph: what is told of them by the new facts changes them, with an overlay or without."""
    return {i for i, row in rows.items() if isinstance(row, dict) and "summary" in row}


def test_a_graphs_vectors_and_dates_outlive_a_detachment(tmp_path: Path) -> None:
    store = graphiti(tmp_path)
    with Overlay(store.host, ledger="memory://") as overlay:
        [identifier] = overlay.remember(OURS[0], scope=ME, observed_at=NOON).host_ids
        before = store.rows()[identifier]
        overlay.detach(scope=ME)
        after = store.rows()[identifier]
        assert {name for name in before if before[name] != after[name]} == {"attributes"}
        assert (json.loads(after["attributes"]), len(after["fact_embedding"]) > 0) == ({"role": "user"}, True)
        assert [m.id for m in store.host.search(OURS[0], scope=ME, limit=1).memories] == [identifier]
    store.close()
