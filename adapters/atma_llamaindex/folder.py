"""LlamaIndex's own on-disk form of its simple index, written so that a kill leaves nothing half there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from atma_llamaindex.offline import offline_embedding, offline_index
from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.hosts.folders import as_folder
from atma_overlay.hosts.lengths import check_lengths
from atma_overlay.hosts.replacing import replace_file
from atma_overlay.ports.embedder import Embedder
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from llama_index.core import VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding

__all__ = ["DOCUMENTS", "VECTORS", "open_folder", "save_folder"]

DOCUMENTS = "docstore.json"
"""The file that decides what the index holds; the others can be made of it."""

VECTORS = "default__vector_store.json"
"""The file that is there only while all files are of one write."""

_INDEXES = "index_store.json"
"""The file that names the index."""

_NEXT = ".next"
"""The folder that is there while files are written, and after a kill in between."""


@typed
def save_folder(index: VectorStoreIndex, folder: str | Path) -> None:
    """Persist the index in LlamaIndex's own form; after a kill the folder holds what it held before, or after.

    Raises:
        OSError: the file system refuses.
    """
    folder = Path(folder)
    written = folder / _NEXT
    shutil.rmtree(written, ignore_errors=True)  # what a killed process has left
    written.mkdir(parents=True)
    index.storage_context.persist(persist_dir=str(written))
    others = [file for file in written.iterdir() if file.name not in {DOCUMENTS, VECTORS}]
    (folder / VECTORS).unlink(missing_ok=True)
    for file in [written / DOCUMENTS, *others, written / VECTORS]:
        replace_file(file, folder / file.name)
    written.rmdir()


@typed
def open_folder(folder: str | Path, *, embedding: BaseEmbedding | None = None) -> VectorStoreIndex:
    """The index of a folder; a folder without one is an empty index.

    Where a kill came between two files of `save_folder`, the index is made anew from its documents; nothing is
    written before it is saved again. An index whose vectors are in a store of their own is refused.

    Args:
        folder: what `save_folder`, or `persist` of a simple index, has written.
        embedding: what the index was filled with; this project's own when left out.

    Raises:
        HostError: the files are none of LlamaIndex's.
        InvalidInputError: the index keeps its vectors elsewhere; or, with this project's embedding, they are of
            another length: another embedder made them.
        MissingExtraError: llama-index-core is not installed.
    """
    folder = as_folder(folder, field="folder")
    embedding = embedding if embedding is not None else offline_embedding()
    if not (folder / DOCUMENTS).is_file():
        return offline_index(embedding=embedding)
    whole = (folder / VECTORS).is_file()
    if not whole and not (folder / _NEXT).is_dir():
        problem = f"the index in {str(folder)!r} keeps its vectors elsewhere: open it in code, with its vector store"
        raise InvalidInputError("folder", problem)
    try:
        return _loaded(folder, embedding) if whole else _made_anew(folder, embedding)
    except InvalidInputError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        problem = "the folder's files are no persisted LlamaIndex index: persist one there, or check the path"
        raise HostError("llamaindex", "open", problem) from error


def _loaded(folder: Path, embedding: BaseEmbedding) -> VectorStoreIndex:
    from llama_index.core import StorageContext, load_index_from_storage

    storage = StorageContext.from_defaults(persist_dir=str(folder))
    index: Any = load_index_from_storage(storage, embed_model=embedding)
    embedder: Embedder | None = getattr(embedding, "embedder", None)
    if embedder is not None:
        check_lengths(index.vector_store.data.embedding_dict.values(), embedder=embedder, place=str(folder))
    return index  # type: ignore[no-any-return]  # the only kind of index whose vectors are in that file


def _made_anew(folder: Path, embedding: BaseEmbedding) -> VectorStoreIndex:
    from llama_index.core.storage.docstore import SimpleDocumentStore
    from llama_index.core.storage.index_store import SimpleIndexStore

    documents = SimpleDocumentStore.from_persist_dir(str(folder))
    index = offline_index(list(documents.docs.values()), embedding=embedding)
    if (folder / _INDEXES).is_file():
        for struct in SimpleIndexStore.from_persist_dir(str(folder)).index_structs():
            index.set_index_id(struct.index_id)  # by which somebody else may load it
    return index
