"""Collections that someone else made, and the order in which memories of one instant come back."""

from collections.abc import Iterator
from typing import Any, cast
from uuid import uuid4

import pytest
from qdrant_client import QdrantClient, models

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.metadata import MetadataFields
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from atma_overlay.testing.host_contract import HostContract
from atma_qdrant import PointLayout, QdrantHost
from atma_qdrant.points import point_ids
from tests.processes import ROOT, bare
from tests.qdrant_over_http import QdrantOverHttp
from tests.row_host_rules import NOON, said, texts_of

ME = Scope(tenant="acme", user="u-42")
YOU = Scope(tenant="acme", user="u-43")
EMBEDDER = LexicalEmbedder(64)
THEIRS = PointLayout(
    text="page_content",
    vector="dense",
    fields=MetadataFields(
        tenant=None, of_tenant="acme", user="metadata.user_id", created_at="metadata.said", role="metadata.by"
    ),
)


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    client = QdrantClient(location=":memory:")
    yield client
    client.close()


@pytest.fixture
def theirs(client: QdrantClient) -> QdrantClient:
    """A collection as an application of someone else's keeps it."""
    shape = {"dense": models.VectorParams(size=64, distance=models.Distance.EUCLID)}
    client.create_collection("theirs", vectors_config=shape)
    rows: list[tuple[int | str, dict[str, Any]]] = [
        (7, {"page_content": "I keep bees.", "metadata": {"user_id": "u-42", "said": "2024-05-01T12:00:00"}}),
        (3, {"page_content": "I play the tuba.", "metadata": {"user_id": "u-42", "said": 1_714_564_800, "by": "user"}}),
        (9, {"page_content": "My cat is Ink.", "metadata": {"user_id": "u-43", "said": "long ago"}}),
        (11, {"metadata": {"user_id": "u-42"}, "kind": "a point without a text"}),
    ]
    for identifier, payload in rows:
        [vector] = EMBEDDER.embed([payload.get("page_content", "bees")])
        point = models.PointStruct(id=identifier, vector={"dense": vector}, payload=payload)
        client.upsert("theirs", points=[point])
    return client


@pytest.fixture
def host(theirs: QdrantClient) -> QdrantHost:
    return QdrantHost(theirs, collection="theirs", embedder=EMBEDDER, layout=THEIRS)


class TestACollectionOfSomeoneElses(HostContract):
    @pytest.fixture
    def host(self, client: QdrantClient) -> Host:
        shape = {"dense": models.VectorParams(size=64, distance=models.Distance.DOT)}
        client.create_collection("theirs", vectors_config=shape)
        fields = MetadataFields(tenant="metadata.org", user="metadata.user_id", session="metadata.thread")
        layout = PointLayout(text="page_content", vector="dense", fields=fields)
        return QdrantHost(client, collection="theirs", embedder=EMBEDDER, layout=layout)


def test_points_of_someone_else_are_memories_of_their_users(host: QdrantHost) -> None:
    mine = host.page(scope=ME).memories
    assert [(m.id, m.text, m.created_at, m.role) for m in mine] == [
        ("3", "I play the tuba.", NOON, "user"),
        ("7", "I keep bees.", NOON, None),
    ]
    [hers] = host.page(scope=YOU).memories
    assert (hers.id, hers.text, hers.created_at) == ("9", "My cat is Ink.", None)


def test_their_points_are_read_searched_and_deleted_by_their_numbers(host: QdrantHost) -> None:
    assert [m.text for m in host.get(["7", "9", "11", "07", "x"], scope=ME)] == ["I keep bees."]
    found = host.search("Who keeps bees?", scope=ME, limit=9).memories
    assert [m.id for m in found] == ["7", "3"]
    assert found[0].score is not None
    assert found[1].score is not None
    assert 0 >= found[0].score > found[1].score
    assert [m.id for m in host.search("bees", scope=ME, limit=9, within=["3", "9"]).memories] == ["3"]
    host.delete(["7", "9"], scope=ME)
    assert texts_of(host, scope=ME) == ["I play the tuba."]
    assert texts_of(host, scope=YOU) == ["My cat is Ink."]


def test_a_point_of_several_owners_is_nobodys_alone_and_goes_for_none(host: QdrantHost, theirs: QdrantClient) -> None:
    for identifier, owners in ((20, ["u-42", "u-43"]), (21, ["u-42"])):
        payload = {"page_content": "The wifi is called Fritz.", "metadata": {"user_id": owners}}
        [vector] = EMBEDDER.embed(["wifi"])
        theirs.upsert("theirs", points=[models.PointStruct(id=identifier, vector={"dense": vector}, payload=payload)])
    scope = Scope(tenant="acme", user="u-42")
    assert [m.id for m in host.get(["20", "21"], scope=scope)] == ["21"]
    found = host.search("wifi", scope=scope, limit=9)
    assert found.memories[0].id == "21"
    assert 20 not in {point.id for point in cast("models.QueryResponse", found.native).points}
    host.delete(["20", "21"], scope=scope)
    assert [point.id for point in theirs.retrieve("theirs", [20, 21])] == [20]


def test_what_is_written_beside_them_has_their_form(host: QdrantHost, theirs: QdrantClient) -> None:
    [(identifier,)] = host.add(said("I moved to Berlin."), scope=ME)
    [point] = theirs.retrieve("theirs", ids=[identifier], with_vectors=True)
    payload = point.payload or {}
    assert payload["page_content"] == "I moved to Berlin."
    assert payload["metadata"] == {"user_id": "u-42", "said": "2024-05-01T12:00:00+00:00", "by": "user"}
    assert isinstance(point.vector, dict)
    assert texts_of(host, scope=ME, limit=1) == ["I play the tuba.", "I keep bees.", "I moved to Berlin."]


def test_nothing_is_made_or_marked_in_their_collection(host: QdrantHost, theirs: QdrantClient) -> None:
    assert not theirs.get_collection("theirs").config.metadata
    with pytest.raises(InvalidInputError, match="collection: there is no 'other'"):
        QdrantHost(theirs, collection="other", embedder=EMBEDDER, layout=THEIRS)
    assert not theirs.collection_exists("other")


def test_an_owner_that_their_points_cannot_have_is_refused(host: QdrantHost) -> None:
    stranger = Scope(tenant="globex", user="u-42")
    with pytest.raises(InvalidInputError, match=r"scope\.tenant: 'globex' can have no rows .*: it is that of 'acme'"):
        host.search("bees", scope=stranger, limit=5)
    with pytest.raises(InvalidInputError, match=r"scope\.tenant: 'globex'"):
        host.delete(["7"], scope=stranger)
    with pytest.raises(InvalidInputError, match=r"of_user: the rows name no user: say whose they all are"):
        MetadataFields(user=None)


def test_the_embedder_is_named_and_fits(theirs: QdrantClient) -> None:
    with pytest.raises(InvalidInputError, match="embedder: is missing: pass what the collection was filled with"):
        QdrantHost(theirs, collection="theirs", layout=THEIRS)
    with pytest.raises(InvalidInputError, match="makes vectors of 1024, collection 'theirs' holds vectors of 64"):
        QdrantHost(theirs, collection="theirs", embedder=LexicalEmbedder(), layout=THEIRS)
    with pytest.raises(InvalidInputError, match=r"layout\.vector: 'theirs' has no vector None"):
        QdrantHost(theirs, collection="theirs", embedder=EMBEDDER, layout=PointLayout())
    with pytest.raises(InvalidInputError, match=r"layout\.text: is empty"):
        PointLayout(text="")


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_turns_of_one_instant_keep_their_order(client: QdrantClient, limit: int) -> None:
    host = QdrantHost(client)
    turns = [f"Turn {number}." for number in range(10)]
    host.add(said(*turns[:5]), scope=ME)
    host.add(said(*turns)[5:], scope=ME)
    assert texts_of(host, scope=ME, limit=limit) == turns


def test_a_retried_turn_keeps_its_place(client: QdrantClient) -> None:
    host = QdrantHost(client)
    turns = said("one", "two", "three")
    host.add(turns, scope=ME)
    host.add([HostItem(key="k0", text="one again", role="user", observed_at=NOON), *turns[1:]], scope=ME)
    assert texts_of(host, scope=ME) == ["one again", "two", "three"]


def test_one_key_twice_in_a_batch_is_one_memory_with_the_later_text(client: QdrantClient) -> None:
    host = QdrantHost(client)
    twice = [HostItem(key="k", text=text, role="user", observed_at=NOON) for text in ("first", "second")]
    [one, other] = host.add(twice, scope=ME)
    assert one == other
    assert texts_of(host, scope=ME) == ["second"]


def test_points_of_one_number_are_shown_once_each(client: QdrantClient) -> None:
    stopped = [Numbering(lambda: NOON) for _ in range(4)]
    for number, numbering in enumerate(stopped):
        QdrantHost(client, numbering=numbering).add([*said("x", "y")[number % 2 :]], scope=ME)
        QdrantHost(client, numbering=numbering).add(
            [HostItem(key=f"p{number}", text=f"process {number}", role="user", observed_at=NOON)], scope=ME
        )
    found = texts_of(QdrantHost(client), scope=ME, limit=1)
    assert sorted(found) == ["process 0", "process 1", "process 2", "process 3", "x", "y"]


def test_numbers_rise_when_the_clock_goes_back() -> None:
    times = iter([NOON, NOON, NOON.replace(hour=11), NOON.replace(hour=13)])
    numbering = Numbering(lambda: next(times))
    assert [numbering.next() - 1_714_564_800_000_000 for _ in range(4)] == [0, 1, 2, 3_600_000_000]


def test_a_server_without_the_index_pages_by_id() -> None:
    server = QdrantOverHttp()
    remote = QdrantClient(url=server.url, check_compatibility=False)
    server.engine.create_collection(
        "older",
        vectors_config=models.VectorParams(size=1024, distance=models.Distance.COSINE),
        metadata={"atma_embedder": "lexical/1-1024"},
    )
    older = QdrantHost(remote, collection="older", existing=True)
    ids = [i for (i,) in older.add(said(*"abcdefg"), scope=ME)]
    first = older.page(scope=ME, limit=5)
    assert [m.id for m in first.memories] == sorted(ids)[:5]
    assert [m.id for m in older.page(scope=ME, cursor=first.cursor).memories] == sorted(ids)[5:]
    assert server.indexes == {}
    remote.close()
    server.stop()


def test_a_batch_is_one_request() -> None:
    server = QdrantOverHttp()
    host = QdrantHost(url=server.url)
    server.asked.clear()
    host.add(said(*(f"turn {n}" for n in range(300))), scope=ME)
    writes = [len(body["points"]) for method, _, body in server.asked if method == "PUT"]
    assert writes == [128, 128, 44]
    assert len(server.asked) == 6
    host.close()
    server.stop()


def test_ids_are_those_of_points() -> None:
    name = str(uuid4())
    assert point_ids(["7", "07", "-7", "٧", name.upper(), name, "x", str(2**64)]) == [7, name]


@pytest.mark.parametrize("at_server", [False, True])
def test_the_example_tells_the_live_city_from_the_stale_one(at_server: bool) -> None:
    server = QdrantOverHttp()
    shown = bare("-W", "error", str(ROOT / "examples" / "qdrant_server.py"), *[server.url] * at_server)
    asked = len(server.asked)
    server.stop()
    assert shown.splitlines() == [
        "qdrant: I live in Lisbon.",
        "qdrant: I moved, I live in Berlin now.",
        "current: Berlin",
    ]
    assert (asked > 0) is at_server
