"""What the host over a LangChain store adds to the contract: refusals, order, adopted documents, kills, failures."""

import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore
from langchain_qdrant import QdrantVectorStore
from qdrant_client import QdrantClient, models

from atma_overlay import Overlay
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts import open_host
from atma_overlay.hosts.metadata import MetadataFields, sequence_of
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.hosts.rows import Nearest
from atma_overlay.ports.host import Host, HostItem
from atma_overlay.scope import Scope
from atma_vectorstore import (
    StoreDialect,
    VectorStoreHost,
    as_equalities,
    as_operators,
    as_predicate,
    dialect_of,
    offline_embeddings,
    offline_store,
)
from atma_vectorstore.documents import DocumentStore
from atma_vectorstore.failures import telling
from tests.processes import ROOT, bare
from tests.row_host_rules import ME, NOON, YOU, RowHostRules, assert_told, said, texts_of

CONDITIONS = {"tenant": "acme", "user": "me"}


class TestLangChainRows(RowHostRules):
    spec = "vectorstore"
    writer = ("atma_vectorstore", "VectorStoreHost")

    @pytest.fixture
    def host(self) -> Host:
        return VectorStoreHost(offline_store())

    def place(self, folder: Path) -> Path:
        return folder / "memories.json"


class CountingEmbedder:
    """The lexical embedder, and how many texts it was given."""

    name = "counting/1"
    dimension = 64

    def __init__(self) -> None:
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += len(texts)
        return LexicalEmbedder(self.dimension).embed(texts)


def test_a_document_carries_the_item_and_its_owner() -> None:
    store = offline_store()
    host = VectorStoreHost(store, numbering=Numbering(lambda: NOON))
    scope = Scope(tenant="acme", user="me", agent="cook", session="s1")
    spoken = HostItem(key="k", text="I keep bees.", role="user", observed_at=NOON, speaker="Ann")
    [(identifier,)] = host.add([spoken], scope=scope)
    [document] = store.get_by_ids([identifier])
    assert document.page_content == "I keep bees."
    assert document.metadata == {
        "key": "k",
        "role": "user",
        "speaker": "Ann",
        "created_at": "2024-05-01T12:00:00+00:00",
        "sequence": 1_714_564_800_000_000,
        "tenant": "acme",
        "user": "me",
        "agent": "cook",
        "session": "s1",
    }


def test_the_native_answer_is_the_stores() -> None:
    host = VectorStoreHost(offline_store())
    host.add(said("I keep bees."), scope=ME)
    native = host.search("bees", scope=ME, limit=1).native
    assert isinstance(native, list)
    assert isinstance(native[0][0], Document)


def test_a_store_of_an_unknown_kind_needs_a_dialect() -> None:
    class Derived(InMemoryVectorStore):
        """A kind of a known kind."""

    class Elsewhere(VectorStore):
        def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
            return []

        def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
            return []

        @classmethod
        def from_texts(cls, *_: Any, **__: Any) -> "Elsewhere":
            return cls()

    assert dialect_of(Derived(offline_embeddings())).searches_within
    with pytest.raises(InvalidInputError, match=r"dialect: 'Elsewhere' is not known: pass StoreDialect\(filters=…"):
        VectorStoreHost(Elsewhere())
    assert not VectorStoreHost(Elsewhere(), dialect=StoreDialect()).capabilities.searches_within


def test_a_store_that_reads_nothing_by_id_is_refused() -> None:
    class Blind(VectorStore):
        def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
            return []

        @classmethod
        def from_texts(cls, *_: Any, **__: Any) -> "Blind":
            return cls()

    with pytest.raises(InvalidInputError, match="store: 'Blind' has no get_by_ids"):
        VectorStoreHost(Blind(), dialect=StoreDialect())


def everything_fits(_: Mapping[str, str], __: Sequence[str] | None) -> Callable[[Document], bool]:
    return lambda _: True


def test_a_filter_that_lets_all_through_shows_no_other_owner() -> None:
    store = offline_store()
    host = VectorStoreHost(store, dialect=replace(dialect_of(store), filters=everything_fits))
    host.add(said("I have heard of bees once."), scope=ME)
    host.add(said(*(f"Bees, bees and bees {n}." for n in range(200))), scope=YOU)
    assert [m.text for m in host.search("bees", scope=ME, limit=2).memories] == ["I have heard of bees once."]
    assert len(host.search("bees", scope=YOU, limit=150).memories) == 150


def test_the_native_answer_of_a_store_that_filters_nothing_has_no_row_of_another_owner() -> None:
    store = offline_store()
    host = VectorStoreHost(store, dialect=replace(dialect_of(store), filters=None))
    host.add(said("Bees are mine."), scope=ME)
    host.add(said("Bees are yours."), scope=YOU)
    native = host.search("bees", scope=ME, limit=5).native
    assert isinstance(native, list)
    assert [document.page_content for document, _ in native] == ["Bees are mine."]


@pytest.mark.parametrize("mode", ["active", "shadow"])
def test_a_packet_hands_out_nothing_of_another_owner(mode: Literal["active", "shadow"]) -> None:
    store = offline_store()
    host = VectorStoreHost(store, dialect=replace(dialect_of(store), filters=None))
    host.add(said("Bees are mine."), scope=ME)
    host.add(said("Bees are yours."), scope=YOU)
    with Overlay(host, ledger="memory://", mode=mode) as overlay:
        native = overlay.recall("What about bees?", scope=ME).native
    assert isinstance(native, list)
    assert [document.page_content for document, _ in native] == ["Bees are mine."]


def test_a_native_answer_that_cannot_be_sorted_out_is_withheld() -> None:
    class Whole(DocumentStore):
        """Its answer is one object."""

        def nearest(self, query: str, **narrowing: Any) -> Nearest:
            return replace(super().nearest(query, **narrowing), native="the whole answer")

    store = offline_store()
    host = VectorStoreHost(store)
    host._store = Whole(store, StoreDialect(), None)
    host.add(said("Bees are mine."), scope=ME)
    assert host.search("bees", scope=ME, limit=5).native == "the whole answer"
    host.add(said("Bees are yours."), scope=YOU)
    assert host.search("bees", scope=ME, limit=5).native is None


def test_a_row_that_a_search_names_twice_is_one_memory_and_takes_no_others_place() -> None:
    class Twice(InMemoryVectorStore):
        """Merges two indexes."""

        def similarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> list[tuple[Document, float]]:
            found = super().similarity_search_with_score(query, k=k, **kwargs)
            return [row for each in found for row in (each, each)][:k]

    host = VectorStoreHost(Twice(offline_embeddings()))
    host.add(said(*(f"Bee {number}." for number in range(6))), scope=ME)
    found = host.search("bee", scope=ME, limit=4).memories
    assert len({memory.id for memory in found}) == len(found) == 4


@pytest.mark.parametrize("blank", ["", " "])
def test_an_empty_agent_or_session_in_a_row_is_none(blank: str) -> None:
    store = offline_store()
    metadata = {**CONDITIONS, "agent": blank, "session": blank, "created_at": "2024-05-01"}
    store.add_documents([Document(id="d", page_content="I live in York.", metadata=metadata)])
    host = VectorStoreHost(store)
    assert [(m.agent, m.session) for m in host.page(scope=ME).memories] == [(None, None)]
    with Overlay(host, ledger="memory://") as overlay:
        report = overlay.backfill(scope=ME, role="user")
    assert (report.taken, report.unread) == (1, ())


def test_documents_without_an_owner_belong_to_nobody() -> None:
    store = offline_store()
    store.add_documents([Document(id="d", page_content="I keep bees.", metadata={"source": "web"})])
    host = VectorStoreHost(store)
    assert host.search("bees", scope=ME, limit=5).memories == ()
    assert host.get(["d"], scope=ME) == []
    host.delete(["d"], scope=ME)
    assert len(store.get_by_ids(["d"])) == 1


def test_a_document_without_an_id_is_no_memory_and_hides_none() -> None:
    store = offline_store()
    host = VectorStoreHost(store, dialect=replace(dialect_of(store), id_of=lambda d: d.metadata.get("key") and d.id))
    store.add_texts(["Bees and bees."] * 9, metadatas=[dict(CONDITIONS) for _ in range(9)])
    host.add(said("I have heard of bees once."), scope=ME)
    assert [m.text for m in host.search("bees", scope=ME, limit=1).memories] == ["I have heard of bees once."]
    assert texts_of(host) == ["I have heard of bees once."]


def test_documents_that_are_there_already_are_adopted_by_the_names_of_their_fields() -> None:
    store = offline_store()
    dates: list[object] = [
        "2024-05-01T12:00:00",
        "2024-05-01T14:00:00+02:00",
        1_714_564_800,
        1.7e12,
        "soon",
        True,
        None,
    ]
    for number, date in enumerate(dates):
        metadata = {"user_id": "me", **({} if date is None else {"said": date})}
        store.add_documents([Document(id=f"d{number}", page_content=f"Bee {number}.", metadata=metadata)])
    fields = MetadataFields(tenant=None, of_tenant="acme", user="user_id", agent=None, created_at="said")
    host = VectorStoreHost(store, fields=fields)
    by_id = {m.id: m.created_at for m in host.page(scope=ME).memories}
    assert [by_id[f"d{number}"] for number in range(len(dates))] == [NOON, NOON, NOON, None, None, None, None]
    assert texts_of(host, scope=YOU) == []
    host.add(said("Bees again."), scope=ME)
    assert texts_of(host)[-1] == "Bees again."
    with pytest.raises(InvalidInputError, match=r"scope\.agent: 'cook' can have no rows in this store: its rows name"):
        host.add(said("Bees."), scope=ME.model_copy(update={"agent": "cook"}))


def test_a_retry_embeds_and_writes_nothing_again() -> None:
    embedder = CountingEmbedder()
    host = VectorStoreHost(InMemoryVectorStore(offline_embeddings(embedder)))
    host.add(said("one", "two"), scope=ME)
    host.add(said("one", "two", "three"), scope=ME)
    assert embedder.texts == 3


def test_a_save_that_failed_is_made_up_for_by_the_retry() -> None:
    saved: list[int] = []

    def save() -> None:
        saved.append(1)
        if len(saved) == 1:
            raise OSError("disk full")

    host = VectorStoreHost(offline_store(), save=save)
    with pytest.raises(HostError, match=r"failed to add: the store's files cannot be read or written \(OSError\)"):
        host.add(said("I keep bees."), scope=ME)
    host.add(said("I keep bees."), scope=ME)
    host.add(said("I keep bees."), scope=ME)
    assert len(saved) == 2
    assert texts_of(host) == ["I keep bees."]


def test_a_batch_of_which_a_part_fails_is_whole_after_the_retry() -> None:
    class Tiring(CountingEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            if self.texts == 128:
                self.texts += 1
                raise TimeoutError
            return super().embed(texts)

    host = VectorStoreHost(InMemoryVectorStore(offline_embeddings(Tiring())))
    turns = [f"turn {number}" for number in range(200)]
    with pytest.raises(HostError, match="took too long") as caught:
        host.add(said(*turns), scope=ME)
    assert caught.value.transient
    assert texts_of(host) == turns[:128]
    host.add(said(*turns), scope=ME)
    assert texts_of(host) == turns


def test_a_store_that_cannot_list_says_so() -> None:
    store = offline_store()
    host = VectorStoreHost(store, dialect=replace(dialect_of(store), listing=None))
    assert not host.capabilities.lists
    with pytest.raises(HostError, match="failed to page: the store cannot list its rows: tell the host how to"):
        host.page(scope=ME)


def test_a_delete_that_the_store_denies_is_an_error() -> None:
    class Stubborn(InMemoryVectorStore):
        def delete(self, ids: Sequence[str] | None = None, **kwargs: Any) -> bool:  # type: ignore[override]
            return False

    host = VectorStoreHost(Stubborn(offline_embeddings()))
    ids = [i for (i,) in host.add(said("I keep bees."), scope=ME)]
    with pytest.raises(HostError, match="failed to delete"):
        host.delete(ids, scope=ME)


def test_filters_say_the_same_in_each_form() -> None:
    assert as_equalities(CONDITIONS, ["d"]) == CONDITIONS
    assert as_operators(CONDITIONS, None) == {"$and": [{"tenant": {"$eq": "acme"}}, {"user": {"$eq": "me"}}]}
    assert as_operators({"user": "me"}, None) == {"user": {"$eq": "me"}}
    fits = as_predicate(CONDITIONS, ["d"])
    assert fits(Document(id="d", page_content="", metadata={**CONDITIONS, "more": 1}))
    assert not fits(Document(id="e", page_content="", metadata=CONDITIONS))
    assert not fits(Document(id="d", page_content="", metadata={"tenant": "acme"}))


def test_wildcards_and_empty_owners_never_reach_a_store() -> None:
    for user in ("*", "%", "", " "):
        with pytest.raises(InvalidInputError, match=r"scope\.user"):
            Scope(tenant="acme", user=user)


class Busy(Exception):
    status_code = 503


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "problem", "transient"),
    [
        (NotImplementedError("bees"), "the store does not offer this (NotImplementedError)", False),
        (ConnectionResetError("bees"), "the store or its embedder was not reached (ConnectionResetError)", True),
        (TimeoutError("bees"), "the store or its embedder took too long (TimeoutError)", True),
        (sqlite3.OperationalError("bees"), "the store's database is busy (OperationalError)", True),
        (PermissionError("bees"), "the store's files cannot be read or written (PermissionError)", False),
        (ValueError("bees"), "the store refused an argument: check the dialect (ValueError)", False),
        (Busy("bees"), "the store or its embedder failed (Busy)", True),
        (caused(RuntimeError("bees"), TimeoutError()), "the store or its embedder failed (RuntimeError)", True),
        (RuntimeError("bees"), "the store or its embedder failed (RuntimeError)", False),
    ],
)
def test_failures_are_told_without_memory_text(error: Exception, problem: str, transient: bool) -> None:
    assert_told(telling, error, problem, transient=transient)


def test_a_specification_names_a_file(tmp_path: Path) -> None:
    path = tmp_path / "memories.json"
    with pytest.raises(InvalidInputError, match=r"write vectorstore:FILE\.json"):
        open_host("vectorstore")
    with pytest.raises(InvalidInputError, match=r"there is no file .*: check the path"):
        open_host(f"vectorstore:{path}", existing=True)
    with pytest.raises(InvalidInputError, match=r"^host: .* is a folder: name a file, as vectorstore:"):
        open_host(f"vectorstore:{tmp_path}")
    assert not path.exists()
    open_host(f"vectorstore:{path}").add(said("I keep bees."), scope=ME)
    assert texts_of(open_host(f"vectorstore:{path}", existing=True)) == ["I keep bees."]
    assert [file.name for file in tmp_path.iterdir()] == ["memories.json"]


@pytest.mark.parametrize("content", ["", "bees", "[1, 2]", '"bees"', '{"id": {"text": "bees"}}'])
def test_a_file_of_another_kind_is_a_host_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "memories.json"
    path.write_text(content)
    with pytest.raises(HostError, match="failed to open: the file is no dump of an InMemoryVectorStore"):
        open_host(f"vectorstore:{path}")


def test_a_file_of_another_embedder_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "memories.json"
    store = InMemoryVectorStore(offline_embeddings(LexicalEmbedder(8)))
    store.add_texts(["I keep bees."])
    store.dump(str(path))
    before = path.read_bytes()
    with pytest.raises(InvalidInputError, match=r"^embedder: 'lexical/1-1024' makes vectors of 1024, .* of 8: open it"):
        open_host(f"vectorstore:{path}", existing=True)
    assert path.read_bytes() == before


def test_points_with_numbers_for_ids_are_read_and_erased_like_others() -> None:
    client = QdrantClient(location=":memory:")
    client.create_collection("own", models.VectorParams(size=1024, distance=models.Distance.COSINE))
    embeddings = offline_embeddings()
    for number, text in ((1, "I live in Chicago."), (2**64 - 1, "My gym is Halo.")):
        payload = {"page_content": text, "metadata": {**CONDITIONS, "created_at": "2024-01-01"}}
        client.upsert("own", [models.PointStruct(id=number, vector=embeddings.embed_query(text), payload=payload)])
    host = VectorStoreHost(QdrantVectorStore(client, "own", embeddings))
    assert [m.id for m in host.get(["01", "1", str(2**64), "x"], scope=ME)] == ["1"]
    assert [m.id for m in host.search("gym", scope=ME, limit=2, within=["1", "x"]).memories] == ["1"]
    with Overlay(host, ledger="memory://") as overlay:
        assert overlay.backfill(scope=ME, role="user").taken == 2
        assert sorted(overlay.erase(everything=True, scope=ME).host_ids) == ["1", "18446744073709551615"]
    assert client.count("own").count == 0
    client.close()


def test_many_ids_are_read_and_removed_in_parts() -> None:
    class Narrow(InMemoryVectorStore):
        """A store over a database that takes so many values in a statement."""

        def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
            assert len(ids) <= 5000
            return super().get_by_ids(ids)

        def delete(self, ids: Sequence[str] | None = None, **kwargs: Any) -> None:
            assert ids is not None
            assert len(ids) <= 5000
            super().delete(ids, **kwargs)

    store = Narrow(offline_embeddings())
    kept = {str(n): {"id": str(n), "vector": [], "text": "Bee.", "metadata": CONDITIONS} for n in range(12_000)}
    store.store.update(kept)
    host = VectorStoreHost(store)
    assert len(host.get(list(kept), scope=ME)) == 12_000
    host.delete(list(kept), scope=ME)
    assert store.store == {}


def test_a_field_of_the_owners_that_is_called_key_makes_no_memory_a_double() -> None:
    store = offline_store()
    for identifier in ("a", "b"):
        metadata = {**CONDITIONS, "key": "garage", "created_at": "2024-01-01"}
        store.add_documents([Document(id=identifier, page_content="My car is a Volvo.", metadata=metadata)])
    with Overlay(VectorStoreHost(store), ledger="memory://") as overlay:
        overlay.backfill(scope=ME, role="user")
        report = overlay.reconcile(scope=ME)
    assert (report.agrees, report.counts) == (True, {})


def test_the_embeddings_are_this_projects_own() -> None:
    embeddings = offline_embeddings()
    assert isinstance(embeddings, Embeddings)
    assert embeddings.embed_query("I keep bees.") == LexicalEmbedder().embed(["I keep bees."])[0]
    assert embeddings.embed_documents([]) == []


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from atma_vectorstore import offline

    offline._bridge.cache_clear()
    monkeypatch.setitem(sys.modules, "langchain_core.embeddings", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*'atma-overlay\[langchain\]'"):
        open_host(f"vectorstore:{tmp_path / 'memories.json'}")


def test_importing_the_adapter_does_not_load_the_sdk() -> None:
    code = "import atma_vectorstore, sys; print([m for m in ('langchain_core', 'numpy') if m in sys.modules])"
    assert bare("-c", code).strip() == "[]"


def test_the_example_tells_the_live_city_from_the_stale_one() -> None:
    assert bare("-W", "error", str(ROOT / "examples" / "langchain_vectorstore.py")).splitlines() == [
        "langchain: I live in Lisbon.",
        "langchain: I moved, I live in Berlin now.",
        "current: Berlin",
    ]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_foreign_row_whose_number_is_none_has_no_place_and_holds_up_no_page(number: float) -> None:
    store = offline_store()
    fields = {**CONDITIONS, "sequence": number}
    store.add_documents([Document(page_content="I live in Rome.", metadata=fields)], ids=["x1"])
    host = VectorStoreHost(store)
    host.add(said("I live in York."), scope=ME)
    assert sequence_of(fields, "sequence") is None
    assert sorted(texts_of(host)) == ["I live in Rome.", "I live in York."]
