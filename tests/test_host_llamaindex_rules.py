"""What the host over a LlamaIndex index adds to the contract: refusals, order, adopted nodes, kills, failures."""

import shutil
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from llama_index.core import StorageContext, VectorStoreIndex
from llama_index.core.bridge.pydantic import Field
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.schema import BaseNode, MetadataMode, NodeWithScore, TextNode
from llama_index.core.vector_stores import MetadataFilters, SimpleVectorStore
from llama_index.core.vector_stores.types import BasePydanticVectorStore, VectorStoreQuery, VectorStoreQueryResult

from atma_llamaindex import LlamaIndexHost, folder, offline_embedding, offline_index, open_folder, save_folder
from atma_llamaindex.failures import telling
from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError
from atma_overlay.hosts import open_host
from atma_overlay.hosts.metadata import MetadataFields
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.ports.host import Host
from atma_overlay.testing.host_contract import HostContract
from tests.processes import ROOT, bare
from tests.row_host_rules import ME, NOON, YOU, RowHostRules, assert_told, said, texts_of

FILES = [
    "default__vector_store.json",
    "docstore.json",
    "graph_store.json",
    "image__vector_store.json",
    "index_store.json",
]


class TestLlamaIndexRows(RowHostRules):
    spec = "llamaindex"
    writer = ("atma_llamaindex", "LlamaIndexHost")

    @pytest.fixture
    def host(self) -> Host:
        return LlamaIndexHost(offline_index())


class TextStore(SimpleVectorStore):
    """A store of the other kind: it keeps the nodes with their texts, and heeds neither filters nor ids."""

    stores_text: bool = True
    nodes: dict[str, BaseNode] = Field(default_factory=dict)

    def add(self, nodes: Sequence[BaseNode], **_: Any) -> list[str]:
        self.nodes.update({node.node_id: node for node in nodes})
        return super().add(nodes)

    def delete_nodes(self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **_: Any) -> None:
        for node_id in node_ids or []:
            self.nodes.pop(node_id, None)
        super().delete_nodes(node_ids, filters)

    def get_nodes(self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None) -> list[BaseNode]:
        return [node for node in self.nodes.values() if node_ids is None or node.node_id in node_ids]

    def query(self, query: VectorStoreQuery, **_: Any) -> VectorStoreQueryResult:
        found = super().query(replace(query, filters=None, node_ids=None))
        return replace(found, nodes=[self.nodes[node_id] for node_id in found.ids or []])


class TestIndexOverAStoreThatKeepsTheTexts(HostContract):
    """The host alone keeps scopes apart: every search asks for more until it has enough."""

    @pytest.fixture
    def host(self) -> Host:
        index = VectorStoreIndex.from_vector_store(TextStore(), embed_model=offline_embedding())
        return LlamaIndexHost(index)


def test_a_node_carries_the_item_and_its_owner_out_of_vectors_and_prompts() -> None:
    index = offline_index()
    host = LlamaIndexHost(index, numbering=Numbering(lambda: NOON))
    [(identifier,)] = host.add(said("I keep bees."), scope=ME)
    [node] = index.docstore.get_nodes([identifier])
    assert node.metadata == {
        "key": "k0",
        "role": "user",
        "created_at": "2024-05-01T12:00:00+00:00",
        "sequence": 1_714_564_800_000_000,
        "tenant": "acme",
        "user": "me",
    }
    assert [node.get_content(mode) for mode in (MetadataMode.EMBED, MetadataMode.LLM)] == ["I keep bees."] * 2


def test_the_native_answer_is_the_retrievers() -> None:
    host = LlamaIndexHost(offline_index())
    host.add(said("I keep bees."), scope=ME)
    native = host.search("bees", scope=ME, limit=1).native
    assert isinstance(native, list)
    assert isinstance(native[0], NodeWithScore)


def test_what_each_kind_of_store_promises() -> None:
    simple = LlamaIndexHost(offline_index()).capabilities
    assert (simple.searches_within, simple.deletes_erase, simple.persists) == (True, True, False)
    kept = VectorStoreIndex.from_vector_store(TextStore(), embed_model=offline_embedding())
    other = LlamaIndexHost(kept, persists=True).capabilities
    assert (other.searches_within, other.deletes_erase, other.persists) == (False, False, True)


def test_a_store_that_reads_nothing_back_is_refused() -> None:
    class Blind(TextStore):
        """A store that keeps the texts to itself."""

    Blind.get_nodes = BasePydanticVectorStore.get_nodes  # type: ignore[method-assign]  # as if it had none
    index = VectorStoreIndex.from_vector_store(Blind(), embed_model=offline_embedding())
    with pytest.raises(InvalidInputError, match="index: 'Blind' keeps the texts and has no get_nodes: make it with"):
        LlamaIndexHost(index)


def test_two_indexes_over_one_store_keep_apart() -> None:
    storage = StorageContext.from_defaults()
    one, other = (VectorStoreIndex([], embed_model=offline_embedding(), storage_context=storage) for _ in range(2))
    first, second = LlamaIndexHost(one), LlamaIndexHost(other)
    [(identifier,)] = first.add(said("I keep bees."), scope=ME)
    assert texts_of(second) == []
    assert second.search("bees", scope=ME, limit=5).memories == ()
    assert second.search("bees", scope=ME, limit=5, within=[identifier]).memories == ()
    assert texts_of(first) == ["I keep bees."]


def test_nodes_that_are_there_already_are_adopted_by_the_names_of_their_fields() -> None:
    dates: list[object] = ["2024-05-01T12:00:00", "2024-05-01T14:00:00+02:00", 1_714_564_800, 1.7e12, "soon", None]
    nodes = [
        TextNode(id_=f"n{number}", text=f"Bee {number}.", metadata={"user_id": "me", "said": date})
        for number, date in enumerate(dates)
    ]
    fields = MetadataFields(tenant=None, of_tenant="acme", user="user_id", agent=None, created_at="said")
    host = LlamaIndexHost(offline_index(nodes), fields=fields)
    by_id = {m.id: m.created_at for m in host.page(scope=ME).memories}
    assert [by_id[f"n{number}"] for number in range(len(dates))] == [NOON, NOON, NOON, None, None, None]
    assert texts_of(host, scope=YOU) == []
    host.delete(["n0"], scope=YOU)
    host.delete(["n1"], scope=ME)
    assert sorted(m.id for m in host.page(scope=ME).memories) == ["n0", "n2", "n3", "n4", "n5"]


def test_a_deleted_text_is_in_no_part_of_the_index(tmp_path: Path) -> None:
    host = LlamaIndexHost.from_spec(str(tmp_path))
    [(gone,), _] = host.add(said("The pin is zorblax.", "I keep bees."), scope=ME)
    host.delete([gone], scope=ME)
    left = "".join(path.read_text() for path in tmp_path.iterdir())
    assert "bees" in left
    assert "zorblax" not in left
    assert gone not in left


class Killed(BaseException):
    """Ends the process, as far as the code under test can tell."""


@pytest.mark.parametrize("survived", range(6))
def test_a_kill_between_two_files_leaves_what_was_before_or_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, survived: int
) -> None:
    host = LlamaIndexHost.from_spec(str(tmp_path))
    ids = [i for (i,) in host.add(said("I keep bees.", "I play the tuba."), scope=ME)]
    replaced: list[Path] = []

    def replace_file(written: Path, path: Path) -> None:
        if len(replaced) == survived:
            raise Killed
        replaced.append(path)
        written.replace(path)

    monkeypatch.setattr(folder, "replace_file", replace_file)
    ended = False
    try:
        host.add(said("I keep goats."), scope=ME)
    except Killed:
        ended = True
    assert ended is (survived < 5)
    monkeypatch.undo()
    again = LlamaIndexHost.from_existing(str(tmp_path))
    kept = texts_of(again)
    assert kept == (["I keep bees.", "I play the tuba."] if survived == 0 else ["I keep goats.", "I play the tuba."])
    assert sorted(m.text for m in again.search("bees", scope=ME, limit=9).memories) == sorted(kept)
    assert [m.id for m in again.get(ids, scope=ME)] == ids
    assert again.search(kept[0], scope=ME, limit=1).memories[0].text == kept[0]
    again.add(said("I keep hens."), scope=ME)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == FILES
    assert texts_of(LlamaIndexHost.from_existing(str(tmp_path))) == ["I keep hens.", "I play the tuba."]


def test_a_folder_is_llama_indexs_own(tmp_path: Path) -> None:
    index = offline_index([TextNode(id_="n", text="I keep bees.", metadata={"tenant": "acme", "user": "me"})])
    index.storage_context.persist(persist_dir=str(tmp_path))
    host = open_host(f"llamaindex:{tmp_path}", existing=True)
    assert texts_of(host) == ["I keep bees."]
    host.add(said("I play the tuba."), scope=ME)
    from llama_index.core import load_index_from_storage

    stored = StorageContext.from_defaults(persist_dir=str(tmp_path))
    theirs = load_index_from_storage(stored, embed_model=offline_embedding())
    [found] = theirs.as_retriever(similarity_top_k=1).retrieve("Who plays the tuba?")
    assert found.text == "I play the tuba."


def test_a_specification_names_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="write llamaindex:FOLDER"):
        open_host("llamaindex")
    with pytest.raises(InvalidInputError, match="is no folder with a LlamaIndex index: check the path"):
        open_host(f"llamaindex:{tmp_path}", existing=True)
    assert list(tmp_path.iterdir()) == []
    open_host(f"llamaindex:{tmp_path}").add(said("I keep bees."), scope=ME)
    assert sorted(path.name for path in tmp_path.iterdir()) == FILES


@pytest.mark.parametrize("file", ["docstore.json", "default__vector_store.json", "index_store.json"])
def test_a_folder_of_another_kind_is_a_host_error(tmp_path: Path, file: str) -> None:
    save_folder(offline_index([TextNode(text="I keep bees.")]), tmp_path)
    (tmp_path / file).write_text("bees")
    with pytest.raises(HostError, match="failed to open: the folder's files are no persisted LlamaIndex index"):
        open_folder(tmp_path)


def test_a_folder_whose_save_was_killed_is_made_anew_with_the_embedding_given(tmp_path: Path) -> None:
    embedding = offline_embedding(LexicalEmbedder(32))
    save_folder(offline_index([TextNode(id_="n", text="I keep bees.")], embedding=embedding), tmp_path)
    (tmp_path / "default__vector_store.json").unlink()
    (tmp_path / ".next").mkdir()
    index: Any = open_folder(tmp_path, embedding=embedding)
    assert {name: len(vector) for name, vector in index.vector_store.data.embedding_dict.items()} == {"n": 32}
    shutil.rmtree(tmp_path)
    assert open_folder(tmp_path).docstore.docs == {}


def test_an_index_that_a_killed_save_left_keeps_its_name(tmp_path: Path) -> None:
    made = offline_index([TextNode(id_="n", text="I keep bees.")])
    made.set_index_id("chat-memory")
    save_folder(made, tmp_path)
    (tmp_path / "default__vector_store.json").unlink()
    (tmp_path / ".next").mkdir()
    index = open_folder(tmp_path)
    assert (index.index_id, list(index.docstore.docs)) == ("chat-memory", ["n"])


def test_an_index_whose_vectors_are_elsewhere_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    save_folder(offline_index([TextNode(id_="n", text="I keep bees.")]), tmp_path)
    (tmp_path / "default__vector_store.json").unlink()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for existing in (True, False):
        with pytest.raises(InvalidInputError, match=r"^folder: .* keeps its vectors elsewhere: open it in code"):
            open_host(f"llamaindex:{tmp_path}", existing=existing)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_opening_a_folder_writes_nothing_in_it(tmp_path: Path) -> None:
    save_folder(offline_index([TextNode(id_="n", text="I keep bees.")]), tmp_path)
    (tmp_path / "default__vector_store.json").unlink()
    (tmp_path / ".next").mkdir()
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert texts_of(open_host(f"llamaindex:{tmp_path}", existing=True)) == []
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_an_index_of_another_embedder_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    save_folder(offline_index([TextNode(text="I keep bees.")], embedding=MockEmbedding(embed_dim=8)), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(InvalidInputError, match=r"^embedder: 'lexical/1-1024' makes vectors of 1024, .* of 8: open it"):
        open_host(f"llamaindex:{tmp_path}", existing=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("error", "problem", "transient"),
    [
        (NotImplementedError("bees"), "the index does not offer this (NotImplementedError)", False),
        (ConnectionResetError("bees"), "the index or its embedder was not reached (ConnectionResetError)", True),
        (TimeoutError("bees"), "the index or its embedder took too long (TimeoutError)", True),
        (sqlite3.OperationalError("bees"), "the index's database is busy (OperationalError)", True),
        (PermissionError("bees"), "the index's files cannot be read or written (PermissionError)", False),
        (
            KeyError("bees"),
            "the index, its vectors and its documents do not agree: rebuild the index (KeyError)",
            False,
        ),
        (ValueError("bees"), "the index refused an argument (ValueError)", False),
        (RuntimeError("bees"), "the index or its embedder failed (RuntimeError)", False),
    ],
)
def test_failures_are_told_without_memory_text(error: Exception, problem: str, transient: bool) -> None:
    assert_told(telling, error, problem, transient=transient)


async def test_the_embedding_is_this_projects_own() -> None:
    [expected] = LexicalEmbedder().embed(["I keep bees."])
    embedding = offline_embedding()
    assert embedding.model_name == "lexical/1-1024"
    assert embedding.get_query_embedding("I keep bees.") == expected
    assert embedding.get_text_embedding_batch(["I keep bees."] * 2) == [expected] * 2
    assert await embedding.aget_query_embedding("I keep bees.") == expected


def test_a_missing_sdk_names_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from atma_llamaindex import offline

    offline._bridge.cache_clear()
    monkeypatch.setitem(sys.modules, "llama_index.core.embeddings", None)
    with pytest.raises(MissingExtraError, match=r"pip install .*'atma-overlay\[llama-index\]'"):
        open_host(f"llamaindex:{tmp_path}")


def test_importing_the_adapter_does_not_load_the_sdk() -> None:
    code = "import atma_llamaindex, sys; print([m for m in ('llama_index', 'numpy') if m in sys.modules])"
    assert bare("-c", code).strip() == "[]"


def test_the_example_tells_the_live_city_from_the_stale_one() -> None:
    assert bare("-W", "error", str(ROOT / "examples" / "llamaindex_vector_index.py")).splitlines() == [
        "llama-index: I live in Lisbon.",
        "llama-index: I moved, I live in Berlin now.",
        "current: Berlin",
    ]
