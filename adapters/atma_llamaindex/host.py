"""A LlamaIndex vector index as a host memory, as the user made it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from atma_llamaindex.failures import telling
from atma_llamaindex.folder import DOCUMENTS, VECTORS, open_folder, save_folder
from atma_llamaindex.nodes import NodeStore, in_documents, reads_back
from atma_llamaindex.offline import offline_index
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.folders import as_folder
from atma_overlay.hosts.metadata import MetadataFields
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.hosts.rows import RowHost
from atma_overlay.hosts.servers import server_of_qdrant
from atma_overlay.hosts.shared import SharedFiles
from atma_overlay.kinds import able
from atma_overlay.ports.host import HostCapabilities
from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from llama_index.core import VectorStoreIndex

__all__ = ["LlamaIndexHost"]

_SIMPLE = "SimpleVectorStore"
"""The store of which it is known that it sees every vector, keeps nothing deleted and nothing on disk."""


class LlamaIndexHost(RowHost):
    """Keeps memories as nodes of a LlamaIndex vector index, which stays what it is.

    A write of a known key keeps its node's id; a write that changes nothing writes nothing, so that a retry costs no
    embedding. Each memory is one node, however long; its metadata are embedded with no text and shown to no model.

    Args:
        index: an open index; it stays open when this host is closed. Its vector store must read nodes back, or
            leave them to the index's document store.
        fields: what the metadata are called, e.g. those of nodes that are there already.
        name: the host's name in the ledger's links; the kind of vector store when left out. Two indexes of one kind
            on one ledger need two names.
        save: puts the index on disk after each write, for a store that does not do so by itself: `save_folder`, or
            `lambda: index.storage_context.persist("folder")`.
        persists: the vector store keeps what it is given by itself.
        deletes_erase: a delete leaves no copy of the text; assumed of the simple store alone.
        server: where the vector store's server is, for traces; Qdrant's own client tells when left out.
        numbering: numbers the nodes in the order of writing.

    Raises:
        InvalidInputError: the vector store keeps the texts and cannot read them back.
    """

    @typed
    def __init__(
        self,
        index: VectorStoreIndex,
        *,
        fields: MetadataFields | None = None,
        name: str | None = None,
        save: Callable[[], object] | None = None,
        persists: bool = False,
        deletes_erase: bool | None = None,
        server: ServerAddress | None = None,
        numbering: Numbering | None = None,
    ) -> None:
        able("index", index, "vector_store", "docstore", wanted="a VectorStoreIndex of LlamaIndex")
        kind = type(index.vector_store).__name__
        if not reads_back(index):
            problem = f"{kind!r} keeps the texts and has no get_nodes: make it with store_nodes_override=True"
            raise InvalidInputError("index", problem)
        simple = kind == _SIMPLE and in_documents(index)
        name = name if name is not None else f"llamaindex:{kind}"
        self._nodes = NodeStore(index, save)
        super().__init__(
            self._nodes,
            name=name,
            capabilities=HostCapabilities(
                chooses_ids=True,
                back_dates=True,
                searches_within=simple,
                deletes_erase=simple if deletes_erase is None else deletes_erase,
                thread_safe=False,
                rewrites=False,
                persists=persists or save is not None,
                data_source=True,
            ),
            fields=fields if fields is not None else MetadataFields(),
            guard=partial(telling, name),
            numbering=numbering,
        )
        self._server = server if server is not None else server_of_qdrant(index.vector_store.client)

    @property
    def server(self) -> ServerAddress | None:
        """Where the vector store's server is: as was said, or as a Qdrant client tells."""
        return self._server

    @classmethod
    def from_spec(cls, rest: str) -> LlamaIndexHost:
        """A host from what follows `llamaindex:` in a host specification: a folder, made when missing.

        It is LlamaIndex's simple index with this project's embedder, written as a whole after each write: for
        trials and small stores. Several processes may have it open: each use takes its turn, and begins with what
        the others have written. Any other index is opened in code.

        Raises:
            InvalidInputError: no folder is named, the index keeps its vectors elsewhere, or they are another
                embedder's.
            HostError: the folder's files are none of LlamaIndex's.
            MissingExtraError: llama-index-core is not installed.
        """
        if not rest:
            raise InvalidInputError("host", "'llamaindex' names no folder: write llamaindex:FOLDER")
        folder = as_folder(rest)
        host = cls(offline_index(), save=lambda: files.save())  # noqa: PLW0108 - made below, of the host's nodes
        nodes = host._nodes
        files = SharedFiles(
            host.name,
            folder=folder,
            decider=folder / VECTORS,
            load=lambda: nodes.take(open_folder(folder)),
            save=lambda: save_folder(nodes.index, folder),
        )
        host._share(files)
        return host

    @classmethod
    def from_existing(cls, rest: str) -> LlamaIndexHost:
        """As `from_spec`, for an index that is there: a missing folder is refused and not made.

        Raises:
            InvalidInputError: there is none.
        """
        if rest and not (Path(rest) / DOCUMENTS).is_file():
            raise InvalidInputError("host", f"{rest!r} is no folder with a LlamaIndex index: check the path")
        return cls.from_spec(rest)
