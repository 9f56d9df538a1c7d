"""A trace names the server that a host's calls go to, without credentials; a host in this process names none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_qdrant import QdrantVectorStore
from neo4j import AsyncGraphDatabase
from qdrant_client import QdrantClient, models

from atma_graphiti import Facts, GraphitiHost, embedded
from atma_graphiti.places import server_of
from atma_llamaindex import LlamaIndexHost, offline_index
from atma_mem0 import Mem0Host, offline_memory
from atma_overlay.hosts import MemoryHost
from atma_overlay.hosts.servers import server_at, server_by, server_of_qdrant
from atma_overlay.ports.host import Host
from atma_overlay.ports.host_powers import RemoteHost, ServerAddress
from atma_qdrant import QdrantHost
from atma_vectorstore import VectorStoreHost, offline_embeddings, offline_store
from tests.qdrant_over_http import QdrantOverHttp


@pytest.fixture
def server() -> Iterator[QdrantOverHttp]:
    served = QdrantOverHttp()
    yield served
    served.stop()


def here(server: QdrantOverHttp) -> ServerAddress:
    return ServerAddress("127.0.0.1", int(server.url.rpartition(":")[2]))


def told(host: Host) -> ServerAddress | None:
    assert isinstance(host, RemoteHost)
    return host.server


def client_of(server: QdrantOverHttp) -> QdrantClient:
    return QdrantClient(url=server.url, check_compatibility=False)


# Where a server is.


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://ann:secret@db.example:7000/graph?token=secret", ServerAddress("db.example", 7000)),
        ("postgresql+psycopg://ann:secret@db.example/memories", ServerAddress("db.example")),
        ("db.example:6379", ServerAddress("db.example", 6379)),
        ("http://[::1]:6333", ServerAddress("::1", 6333)),
        ("http://db.example:notaport", None),
        (":memory:", None),
        ("", None),
        ("/var/lib/store.db", None),
    ],
)
def test_a_url_tells_of_its_server_without_credentials(url: str, expected: ServerAddress | None) -> None:
    assert server_at(url) == expected
    assert "secret" not in repr(server_at(url))


@pytest.mark.parametrize(
    ("host", "port", "expected"),
    [
        ("db.example", 19530, ServerAddress("db.example", 19530)),
        ("db.example", "19530", ServerAddress("db.example", 19530)),
        ("https://db.example", 443, ServerAddress("db.example", 443)),
        ("db.example", None, ServerAddress("db.example")),
        (None, 8000, None),
        ("", 8000, None),
    ],
)
def test_settings_tell_of_a_server_by_name_and_port(host: object, port: object, expected: ServerAddress | None) -> None:
    assert server_by(host, port) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"url": "https://db.example"}, ServerAddress("db.example", 6333)),
        ({"url": "http://db.example:7000"}, ServerAddress("db.example", 7000)),
        ({"location": "http://db.example"}, ServerAddress("db.example", 6333)),
        ({"host": "db.example", "port": 7001}, ServerAddress("db.example", 7001)),
        ({"url": "http://db.example", "prefer_grpc": True}, ServerAddress("db.example", 6334)),
        ({"location": ":memory:"}, None),
    ],
)
def test_a_qdrant_client_tells_of_its_server(given: dict[str, Any], expected: ServerAddress | None) -> None:
    client = QdrantClient(**given, check_compatibility=False)
    assert server_of_qdrant(client) == expected
    client.close()


# Host by host.


def test_qdrant_tells_of_its_server(server: QdrantOverHttp) -> None:
    host = QdrantHost(url=server.url)
    assert told(host) == here(server)
    host.close()


def test_langchain_over_a_qdrant_server_tells_of_it(server: QdrantOverHttp) -> None:
    server.engine.create_collection("m", models.VectorParams(size=1024, distance=models.Distance.COSINE))
    store = QdrantVectorStore(
        client_of(server), "m", offline_embeddings(), validate_collection_config=False, validate_embeddings=False
    )
    assert told(VectorStoreHost(store)) == here(server)


def test_llamaindex_tells_of_a_qdrant_server_and_of_what_it_was_told(
    server: QdrantOverHttp, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = offline_index()
    elsewhere = ServerAddress("db.example", 5432)
    assert told(LlamaIndexHost(index, server=elsewhere)) == elsewhere
    monkeypatch.setattr(type(index.vector_store), "client", property(lambda _: client_of(server)))
    assert told(LlamaIndexHost(index)) == here(server)


def test_mem0_over_a_qdrant_server_tells_of_it(server: QdrantOverHttp, tmp_path: Path) -> None:
    memory = offline_memory(tmp_path)
    memory.vector_store.client.close()
    memory.vector_store.client = client_of(server)
    host = Mem0Host(memory)
    assert told(host) == here(server)
    host.close()


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"host": "db.example", "port": 8000}, ServerAddress("db.example", 8000)),
        ({"connection_string": "postgresql://ann:secret@db.example:5432/m"}, ServerAddress("db.example", 5432)),
        ({"url": "http://db.example:19530", "token": "secret"}, ServerAddress("db.example", 19530)),
        ({"host": None, "port": None, "path": "/var/store"}, None),
    ],
)
def test_mem0_over_another_store_tells_what_its_settings_say(
    tmp_path: Path, settings: dict[str, Any], expected: ServerAddress | None
) -> None:
    memory = offline_memory(tmp_path)
    memory.vector_store.client.close()
    memory.vector_store.client = SimpleNamespace()
    memory.config.vector_store.config = SimpleNamespace(**settings)
    host = Mem0Host(memory)
    assert told(host) == expected
    host.close()


async def test_graphiti_tells_of_the_server_of_neo4js_driver() -> None:
    client = AsyncGraphDatabase.driver("neo4j+s://db.example:7000", auth=("ann", "secret"))
    assert server_of(SimpleNamespace(client=client)) == ServerAddress("db.example", 7000)  # type: ignore[arg-type]
    await client.close()


def test_graphiti_tells_of_the_server_of_falkordbs_driver() -> None:
    pool = SimpleNamespace(connection_kwargs={"host": "db.example", "port": 6379, "password": "secret"})
    driver = SimpleNamespace(client=SimpleNamespace(connection=SimpleNamespace(connection_pool=pool)))
    assert server_of(driver) == ServerAddress("db.example", 6379)  # type: ignore[arg-type]
    pool.connection_kwargs = {"path": "/run/falkor.sock"}
    assert server_of(driver) is None  # type: ignore[arg-type]


IN_PROCESS: dict[str, Callable[[Path], Host]] = {
    "qdrant": lambda folder: QdrantHost(path=folder / "qdrant"),
    "mem0": lambda folder: Mem0Host.from_spec(str(folder / "mem0")),
    "graphiti": lambda _: GraphitiHost(embedded(), writes=Facts()),
    "langchain": lambda _: VectorStoreHost(offline_store()),
    "llamaindex": lambda _: LlamaIndexHost(offline_index()),
}


@pytest.mark.parametrize("name", IN_PROCESS)
def test_a_host_in_this_process_names_no_server(name: str, tmp_path: Path) -> None:
    host = IN_PROCESS[name](tmp_path)
    assert told(host) is None
    host.close()
    assert not isinstance(MemoryHost(), RemoteHost)
