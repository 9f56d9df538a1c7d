"""A LangChain vector store as a host memory, as the user made it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.metadata import MetadataFields
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.hosts.rows import RowHost
from atma_overlay.hosts.shared import SharedFiles
from atma_overlay.kinds import able
from atma_overlay.ports.host import HostCapabilities
from atma_overlay.ports.host_powers import ServerAddress
from atma_overlay.signatures import typed
from atma_vectorstore.dialects import StoreDialect
from atma_vectorstore.documents import DocumentStore
from atma_vectorstore.failures import telling
from atma_vectorstore.known_stores import dialect_of
from atma_vectorstore.offline import offline_store, save_store

if TYPE_CHECKING:
    from langchain_core.vectorstores import VectorStore

__all__ = ["VectorStoreHost"]


class VectorStoreHost(RowHost):
    """Keeps memories as documents of a LangChain vector store, which stays what it is.

    A write of a known key keeps its document's id; a write that changes nothing writes nothing, so that a retry
    costs no embedding. Scopes are kept apart by the store's own filter and once more by this host.

    Args:
        store: an open store; it stays open when this host is closed. It must read by id (`get_by_ids`).
        dialect: how the store filters, lists and scores, and what it promises; found by the store's kind when left
            out. `dataclasses.replace(dialect_of(store), filters=…)` changes one part.
        fields: what the metadata are called, e.g. those of documents that are there already.
        name: the host's name in the ledger's links; the kind of store when left out. Two stores of one kind on one
            ledger need two names.
        save: puts the store on disk after each write, for a store that does not do so by itself, e.g.
            `lambda: store.save_local("folder")` of FAISS.
        numbering: numbers the documents in the order of writing.

    Raises:
        InvalidInputError: the kind of store is not known and no dialect is given, or it cannot read by id.
    """

    @typed
    def __init__(
        self,
        store: VectorStore,
        *,
        dialect: StoreDialect | None = None,
        fields: MetadataFields | None = None,
        name: str | None = None,
        save: Callable[[], object] | None = None,
        numbering: Numbering | None = None,
    ) -> None:
        able("store", store, "add_documents", "get_by_ids", "delete", wanted="an open VectorStore of LangChain")
        _check(store)
        dialect = dialect if dialect is not None else dialect_of(store)
        name = name if name is not None else f"vectorstore:{type(store).__name__}"
        super().__init__(
            DocumentStore(store, dialect, save),
            name=name,
            capabilities=_capabilities(dialect, saved=save is not None),
            fields=fields if fields is not None else MetadataFields(),
            guard=partial(telling, name),
            numbering=numbering,
        )
        self._server = dialect.server

    @property
    def server(self) -> ServerAddress | None:
        """Where the store's server is, as the dialect says."""
        return self._server

    @classmethod
    def from_spec(cls, rest: str) -> VectorStoreHost:
        """A host from what follows `vectorstore:` in a host specification: a file, made when missing.

        It is LangChain's in-memory store with this project's embedder, written as a whole after each write: for
        trials and small stores. Several processes may have it open: each use takes its turn, and begins with what
        the others have written. Any other store is opened in code.

        Raises:
            InvalidInputError: no file is named, or its vectors are another embedder's.
            HostError: the file is none of LangChain's.
            MissingExtraError: langchain-core is not installed.
        """
        if not rest:
            raise InvalidInputError("host", "'vectorstore' names no file: write vectorstore:FILE.json")
        if Path(rest).is_dir():
            raise InvalidInputError("host", f"{rest!r} is a folder: name a file, as vectorstore:{rest}/memories.json")
        path, store = Path(rest), offline_store()
        host_name = f"vectorstore:{type(store).__name__}"

        def load() -> None:
            store.store = offline_store(path).store

        files = SharedFiles(
            host_name, folder=path.parent, decider=path, load=load, save=lambda: save_store(store, path)
        )
        host = cls(store, name=host_name, save=files.save)
        host._share(files)
        return host

    @classmethod
    def from_existing(cls, rest: str) -> VectorStoreHost:
        """As `from_spec`, for a file that is there: a missing one is refused and not made.

        Raises:
            InvalidInputError: there is none.
        """
        if rest and not Path(rest).is_file():
            raise InvalidInputError("host", f"there is no file {rest!r}: check the path")
        return cls.from_spec(rest)


def _check(store: VectorStore) -> None:
    from langchain_core.vectorstores import VectorStore

    if type(store).get_by_ids is VectorStore.get_by_ids:
        raise InvalidInputError("store", f"{type(store).__name__!r} has no get_by_ids: memories are read by their ids")


def _capabilities(dialect: StoreDialect, *, saved: bool) -> HostCapabilities:
    return HostCapabilities(
        chooses_ids=True,
        back_dates=True,
        searches_within=dialect.searches_within,
        deletes_erase=dialect.deletes_erase,
        thread_safe=dialect.thread_safe and not saved,
        rewrites=False,
        persists=dialect.persists or saved,
        lists=dialect.listing is not None,
        data_source=True,
    )
