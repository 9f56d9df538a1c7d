"""Qdrant keeps the contract, agrees with the reference host, and refuses what it cannot use."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast
from uuid import uuid4

import pytest
from qdrant_client import AsyncQdrantClient, QdrantClient, models
from qdrant_client.conversions.common_types import QueryResponse

from atma_overlay import Overlay
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts import MemoryHost, open_host
from atma_overlay.hosts.batches import batches
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from atma_overlay.testing.host_contract import HostContract
from atma_qdrant import QdrantHost
from atma_qdrant.points import scope_filter
from tests.qdrant_over_http import QdrantOverHttp

ROOT = Path(__file__).parent.parent
ME = Scope(tenant="acme", user="me")
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
COSINE = models.Distance.COSINE


def said(*texts: str) -> list[HostItem]:
    return [HostItem(key=f"k{n}", text=t, role="user", observed_at=NOON) for n, t in enumerate(texts)]


class NamedEmbedder:
    """An embedder of any name and dimension."""

    def __init__(self, name: str, dimension: int) -> None:
        self.name = name
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return LexicalEmbedder(self.dimension).embed(texts)


class TestQdrantInAFolder(HostContract):
    @pytest.fixture
    def host(self, tmp_path: Path) -> Iterator[Host]:
        host = QdrantHost(path=tmp_path / "qdrant")
        yield host
        host.close()

    @pytest.fixture
    def reopen(self, host: QdrantHost, tmp_path: Path) -> Callable[[], Host]:
        def opened() -> Host:
            host.close()
            return QdrantHost(path=tmp_path / "qdrant")

        return opened


@pytest.fixture(scope="module")
def server() -> Iterator[QdrantOverHttp]:
    server = QdrantOverHttp()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def remote(server: QdrantOverHttp) -> Iterator[QdrantClient]:
    remote = QdrantClient(url=server.url, check_compatibility=False)
    yield remote
    remote.close()


class TestQdrantAtAServer(HostContract):
    """Every request goes over HTTP as to a server; Qdrant's in-process engine answers behind it."""

    @pytest.fixture
    def host(self, remote: QdrantClient) -> Host:
        return QdrantHost(remote, collection=f"memories-{uuid4()}")

    @pytest.fixture
    def reopen(self, host: QdrantHost, server: QdrantOverHttp) -> Callable[[], Host]:
        collection = host.name.removeprefix("qdrant:")
        return lambda: QdrantHost(url=server.url, collection=collection, existing=True)


class TestQdrantInMemory(HostContract):
    @pytest.fixture
    def host(self) -> Iterator[Host]:
        client = QdrantClient(location=":memory:")
        yield QdrantHost(client, collection="memories")
        client.close()


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    client = QdrantClient(location=":memory:")
    yield client
    client.close()


def test_capabilities_tell_the_place(client: QdrantClient, tmp_path: Path) -> None:
    folder = QdrantHost(path=tmp_path)
    assert (folder.capabilities.persists, folder.capabilities.thread_safe) == (True, False)
    folder.close()
    in_memory = QdrantHost(client)
    assert (in_memory.capabilities.persists, in_memory.capabilities.thread_safe) == (False, False)


def test_the_reference_host_answers_the_same(client: QdrantClient) -> None:
    texts = [
        "I keep bees.",
        "I play the tuba in a band.",
        "Bees sting.",
        "My cat is Ink.",
        "Ink stains paper.",
    ]
    reference, qdrant = MemoryHost(), QdrantHost(client)
    for host in (reference, qdrant):
        host.add(said(*texts), scope=ME)
    for query in ("Who keeps bees?", "Which band?", "What is the cat called?"):
        one, other = (h.search(query, scope=ME, limit=5).memories for h in (reference, qdrant))
        assert one[0].id == other[0].id
        by_id = {m.id: (m.text, m.key, m.created_at) for m in other}
        assert {m.id: (m.text, m.key, m.created_at) for m in one} == by_id
        assert [m.score for m in one] == pytest.approx([m.score for m in other], abs=1e-5)


def test_the_payload_carries_the_item_and_its_owner(client: QdrantClient) -> None:
    host = QdrantHost(client, collection="memories", numbering=Numbering(lambda: NOON))
    scope = Scope(tenant="acme", user="me", agent="cook", session="s1")
    spoken = HostItem(key="k", text="I keep bees.", role="user", observed_at=NOON, speaker="Ann")
    [(identifier,)] = host.add([spoken], scope=scope)
    [point] = client.retrieve("memories", ids=[identifier])
    assert point.payload == {
        "key": "k",
        "text": "I keep bees.",
        "role": "user",
        "speaker": "Ann",
        "created_at": "2024-05-01T12:00:00+00:00",
        "sequence": 1_714_564_800_000_000,
        "tenant": "acme",
        "user": "me",
        "agent": "cook",
        "session": "s1",
    }


@pytest.mark.parametrize("ids", [None, ["00000000-0000-4000-8000-000000000000"]])
def test_every_filter_names_tenant_and_user(ids: list[str] | None) -> None:
    must = scope_filter(ME, ids).model_dump(exclude_none=True)["must"]
    assert [(c["key"], c["match"]["value"]) for c in must if "key" in c] == [
        ("tenant", "acme"),
        ("user", "me"),
    ]


def test_the_native_answer_is_the_clients(client: QdrantClient) -> None:
    host = QdrantHost(client)
    host.add(said("I keep bees."), scope=ME)
    assert isinstance(host.search("bees", scope=ME, limit=1).native, QueryResponse)


def test_a_batch_is_cut_to_what_one_request_carries() -> None:
    assert [len(b) for b in batches(said(*["short"] * 300))] == [128, 128, 44]
    long = "x" * 1_500_000
    assert [len(b) for b in batches(said(long, "short", long, long))] == [2, 1, 1]
    assert list(batches([])) == []


def test_closing_leaves_an_injected_client_open_and_closes_an_own_one(client: QdrantClient, tmp_path: Path) -> None:
    QdrantHost(client).close()
    assert client.collection_exists("atma_memories")
    own = QdrantHost(path=tmp_path)
    own.close()
    with pytest.raises(HostError, match="failed to add: QdrantLocal instance is closed"):
        own.add(said("I keep bees."), scope=ME)


@pytest.mark.parametrize(
    ("cursor", "limit", "field"),
    [
        ("elsewhere", 5, "cursor"),
        ("id:elsewhere", 5, "cursor"),
        ("number:x:1", 5, "cursor"),
        ("number:7:elsewhere", 5, "cursor"),
        (None, 0, "limit"),
        (None, -1, "limit"),
    ],
)
def test_a_page_that_cannot_be_is_refused(client: QdrantClient, cursor: str | None, limit: int, field: str) -> None:
    with pytest.raises(InvalidInputError, match=f"^{field}: "):
        QdrantHost(client).page(scope=ME, cursor=cursor, limit=limit)


def test_one_place_is_named(client: QdrantClient, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="pass exactly one of client, path and url"):
        QdrantHost()
    with pytest.raises(InvalidInputError, match="pass exactly one of client, path and url"):
        QdrantHost(client, path=tmp_path)


def test_a_specification_names_a_folder_or_a_server(tmp_path: Path) -> None:
    host = open_host(f"qdrant:{tmp_path}")
    assert (host.name, host.capabilities.persists) == ("qdrant:atma_memories", True)
    host.close()
    with pytest.raises(InvalidInputError, match="write qdrant:PATH or qdrant:URL"):
        open_host("qdrant")


def test_another_embedder_is_refused_for_a_filled_collection(tmp_path: Path) -> None:
    QdrantHost(path=tmp_path, embedder=NamedEmbedder("first/1", 64)).close()
    with pytest.raises(InvalidInputError, match=r"embedder: 'second/1' is not the 'first/1' that collection"):
        QdrantHost(path=tmp_path, embedder=NamedEmbedder("second/1", 64))
    with pytest.raises(InvalidInputError, match="makes vectors of 32, collection 'atma_memories' holds vectors of 64"):
        QdrantHost(path=tmp_path, embedder=NamedEmbedder("first/1", 32))
    QdrantHost(path=tmp_path, embedder=NamedEmbedder("first/1", 64)).close()


def test_a_collection_of_someone_elses_points_is_refused(client: QdrantClient) -> None:
    client.create_collection("theirs", vectors_config=models.VectorParams(size=1024, distance=COSINE))
    client.upsert("theirs", points=[models.PointStruct(id=1, vector=[1.0] * 1024, payload={})])
    with pytest.raises(InvalidInputError, match="'theirs' holds points that are not this host's"):
        QdrantHost(client, collection="theirs")


def test_a_cleared_mark_is_known_and_set_again_by_what_the_message_says(client: QdrantClient) -> None:
    with Overlay(QdrantHost(client), ledger="memory://") as overlay:
        overlay.remember("I live in York.", scope=ME)
        client.update_collection("atma_memories", metadata={"atma_embedder": None})  # the last step of leaving
        with pytest.raises(InvalidInputError, match="name of their embedder, which is cleared when one leaves") as told:
            QdrantHost(client)
        call = "client.update_collection('atma_memories', metadata={'atma_embedder': 'lexical/1-1024'})"
        assert f"set it again, {call}; else" in str(told.value)
        client.update_collection("atma_memories", metadata={"atma_embedder": "lexical/1-1024"})
        assert len(overlay.erase(scope=ME, everything=True).host_ids) == 1
    assert QdrantHost(client).page(scope=ME).memories == ()


_LEFT_OPEN = """
import sys
from atma_overlay import Overlay, Scope
from atma_qdrant import QdrantHost

overlay = Overlay(QdrantHost(path=sys.argv[1]), ledger="memory://")
overlay.remember("I live in York.", scope=Scope(tenant="acme", user="me"))
"""


def test_a_folder_that_nobody_closed_is_closed_with_the_process_and_nothing_is_said_of_it(tmp_path: Path) -> None:
    left = [sys.executable, "-c", _LEFT_OPEN, str(tmp_path)]
    done = subprocess.run(left, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
    host = QdrantHost(path=tmp_path)
    assert [memory.text for memory in host.page(scope=ME).memories] == ["I live in York."]
    host.close()


def test_an_empty_collection_is_taken_over(client: QdrantClient) -> None:
    client.create_collection("mine", vectors_config=models.VectorParams(size=1024, distance=COSINE))
    QdrantHost(client, collection="mine")
    with pytest.raises(InvalidInputError, match="is not the 'lexical/1-1024'"):
        QdrantHost(client, collection="mine", embedder=NamedEmbedder("second/1", 1024))


@pytest.mark.parametrize(
    "vectors",
    [
        models.VectorParams(size=1024, distance=models.Distance.DOT),
        {"text": models.VectorParams(size=1024, distance=COSINE)},
    ],
)
def test_a_collection_of_another_shape_is_refused(
    client: QdrantClient, vectors: models.VectorParams | dict[str, models.VectorParams]
) -> None:
    client.create_collection("other", vectors_config=vectors)
    with pytest.raises(InvalidInputError, match="'other' does not hold one cosine vector a point"):
        QdrantHost(client, collection="other")


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "qdrant_client", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'atma-overlay\[qdrant\]'"):
        QdrantHost(path=tmp_path)


def test_importing_the_adapter_does_not_load_the_sdk() -> None:
    code = "import atma_qdrant, sys; print([m for m in ('qdrant_client', 'grpc', 'numpy') if m in sys.modules])"
    search_path = os.pathsep.join([str(ROOT), str(ROOT / "adapters")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": search_path},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # the refused client's own lock file
def test_a_folder_in_use_is_a_host_error(tmp_path: Path) -> None:
    first = QdrantHost(path=tmp_path)
    with pytest.raises(HostError, match=r"failed to open: .* already accessed by another instance"):
        QdrantHost(path=tmp_path)
    gc.collect()
    first.close()


def test_a_client_that_is_awaited_is_refused() -> None:
    with pytest.raises(InvalidInputError, match=r"^client: is an AsyncQdrantClient: pass a QdrantClient"):
        QdrantHost(cast("QdrantClient", AsyncQdrantClient(location=":memory:")))
