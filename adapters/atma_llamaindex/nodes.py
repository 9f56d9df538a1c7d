"""Between rows and LlamaIndex's nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from atma_overlay.hosts.rows import Nearest, Row

if TYPE_CHECKING:
    from llama_index.core import VectorStoreIndex
    from llama_index.core.schema import BaseNode
    from llama_index.core.vector_stores import MetadataFilters

__all__ = ["NodeStore", "in_documents", "reads_back"]


def in_documents(index: VectorStoreIndex) -> bool:
    """Whether the index keeps its nodes in the document store, since its vector store keeps no text."""
    return not index.vector_store.stores_text or index._store_nodes_override


def reads_back(index: VectorStoreIndex) -> bool:
    """Whether nodes can be read by id and by metadata at all."""
    from llama_index.core.vector_stores.types import BasePydanticVectorStore

    if in_documents(index):
        return True
    return type(index.vector_store).get_nodes is not BasePydanticVectorStore.get_nodes


class NodeStore:
    """A LlamaIndex vector index as the rows of a host.

    Args:
        index: the index.
        save: puts the index on disk, for a store that does not do so by itself.
    """

    def __init__(self, index: VectorStoreIndex, save: Callable[[], object] | None) -> None:
        self._index = index
        self._save = save

    @property
    def index(self) -> VectorStoreIndex:
        """The index."""
        return self._index

    def take(self, index: VectorStoreIndex) -> None:
        """Go on with another index of the same kind: what is on disk by now."""
        self._index = index

    def read(self, ids: Sequence[str]) -> list[Row]:
        """Those of the ids that exist."""
        if in_documents(self._index):
            return _rows(self._index.docstore.get_nodes(list(ids), raise_error=False))
        return _rows(self._index.vector_store.get_nodes(node_ids=list(ids)))

    def write(self, rows: Sequence[Row]) -> None:
        """Store rows whose ids are not there, each as one node, however long."""
        self._index.insert_nodes([_node(row) for row in rows])

    def remove(self, ids: Sequence[str]) -> None:
        """Remove rows that are there, from the vectors and from the documents."""
        self._index.delete_nodes(list(ids), delete_from_docstore=True)

    def listed(self, conditions: Mapping[str, str]) -> list[Row]:
        """All rows of the index, where its documents are in this process; else those with these metadata."""
        if in_documents(self._index):
            return self.read(self._ids())
        return _rows(self._index.vector_store.get_nodes(filters=_filters(conditions)))

    def nearest(
        self, query: str, *, limit: int, conditions: Mapping[str, str], within: Sequence[str] | None
    ) -> Nearest:
        """What the index's own kind of retriever answers; `as_retriever` takes no ids to search within."""
        from llama_index.core.retrievers import VectorIndexRetriever
        from llama_index.core.schema import QueryBundle

        retriever = VectorIndexRetriever(
            self._index, similarity_top_k=limit, filters=_filters(conditions), node_ids=self._among(within)
        )
        found = retriever.retrieve(QueryBundle(query))
        return Nearest([_row(each.node, score=each.score) for each in found], native=found)

    def forget(self, ids: Sequence[str], field: str) -> bool:
        """Only where the documents are in this process: a vector store of another kind takes no metadata alone."""
        if not in_documents(self._index):
            return False
        nodes = self._index.docstore.get_nodes(list(ids), raise_error=False)
        for node in nodes:
            _without(node, field)
        self._index.docstore.add_documents(nodes, allow_update=True)
        vectors = getattr(self._index.vector_store, "data", None)  # the simple store's, which filters by what it copied
        beside: dict[str, dict[str, object]] = getattr(vectors, "metadata_dict", {})
        for identifier in ids:
            beside.get(identifier, {}).pop(field, None)
        return True

    def save(self) -> None:
        """Put the index on disk, where there is a way."""
        if self._save is not None:
            self._save()

    def _ids(self) -> list[str]:
        return list(dict.fromkeys(self._index.index_struct.nodes_dict.values()))

    def _among(self, within: Sequence[str] | None) -> list[str] | None:
        """The ids that the index has: a store it shares with another index may know more."""
        if not in_documents(self._index):
            return None if within is None else list(within)
        return self._ids() if within is None else list(set(within).intersection(self._ids()))


def _filters(conditions: Mapping[str, str]) -> MetadataFilters | None:
    from llama_index.core.vector_stores import FilterCondition, MetadataFilter, MetadataFilters

    if not conditions:
        return None
    each = [MetadataFilter(key=name, value=value) for name, value in conditions.items()]
    return MetadataFilters(filters=list(each), condition=FilterCondition.AND)


def _without(node: BaseNode, field: str) -> None:
    node.metadata.pop(field, None)
    for names in (node.excluded_embed_metadata_keys, node.excluded_llm_metadata_keys):
        if field in names:
            names.remove(field)


def _node(row: Row) -> BaseNode:
    """A node whose metadata stay out of its vector and out of a prompt: they would outweigh a short text."""
    from llama_index.core.schema import TextNode

    kept_out = list(row.metadata)
    return TextNode(
        id_=row.id,
        text=row.text,
        metadata=dict(row.metadata),
        excluded_embed_metadata_keys=kept_out,
        excluded_llm_metadata_keys=kept_out,
    )


def _rows(nodes: Iterable[BaseNode]) -> list[Row]:
    return [_row(node) for node in nodes]


def _row(node: BaseNode, *, score: float | None = None) -> Row:
    from llama_index.core.schema import MetadataMode

    return Row(node.node_id, node.get_content(MetadataMode.NONE), node.metadata, score=score)
