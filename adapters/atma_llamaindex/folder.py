"""LlamaIndex's own on-disk form of its simple index, written so that a kill leaves nothing half there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from atma_llamaindex.failures import telling
from atma_llamaindex.offline import offline_embedding, offline_index
from atma_overlay.errors import HostError
from atma_overlay.hosts.folders import as_folder
from atma_overlay.hosts.replacing import replace_file
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from llama_index.core import VectorStoreIndex
    from llama_index.core.embeddings import BaseEmbedding

__all__ = ["DOCUMENTS", "open_folder", "save_folder"]

DOCUMENTS = "docstore.json"
"""The file that decides what the index holds; the others can be made of it."""

_VECTORS = "default__vector_store.json"
"""The file that is there only while all files are of one write."""

_NEXT = ".next"


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
    others = [file for file in written.iterdir() if file.name not in {DOCUMENTS, _VECTORS}]
    (folder / _VECTORS).unlink(missing_ok=True)
    for file in [written / DOCUMENTS, *others, written / _VECTORS]:
        replace_file(file, folder / file.name)
    written.rmdir()


@typed
def open_folder(folder: str | Path, *, embedding: BaseEmbedding | None = None) -> VectorStoreIndex:
    """The index of a folder; a folder without one is an empty index.

    Where a kill came between two files, the index is made anew from its documents, and saved.

    Args:
        folder: what `save_folder`, or `persist` of a simple index, has written.
        embedding: what the index was filled with; this project's own when left out.

    Raises:
        HostError: the files are none of LlamaIndex's.
        MissingExtraError: llama-index-core is not installed.
    """
    folder = as_folder(folder, field="folder")
    embedding = embedding if embedding is not None else offline_embedding()
    if not (folder / DOCUMENTS).is_file():
        return offline_index(embedding=embedding)
    whole = (folder / _VECTORS).is_file()
    try:
        index = _loaded(folder, embedding) if whole else _made_anew(folder, embedding)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        problem = "the folder's files are no persisted LlamaIndex index: persist one there, or check the path"
        raise HostError("llamaindex", "open", problem) from error
    if not whole:
        with telling("llamaindex", "open"):
            save_folder(index, folder)
    return index


def _loaded(folder: Path, embedding: BaseEmbedding) -> VectorStoreIndex:
    from llama_index.core import StorageContext, load_index_from_storage

    storage = StorageContext.from_defaults(persist_dir=str(folder))
    index: Any = load_index_from_storage(storage, embed_model=embedding)
    return index  # type: ignore[no-any-return]  # the only kind of index whose vectors are in that file


def _made_anew(folder: Path, embedding: BaseEmbedding) -> VectorStoreIndex:
    from llama_index.core.storage.docstore import SimpleDocumentStore

    documents = SimpleDocumentStore.from_persist_dir(str(folder))
    return offline_index(list(documents.docs.values()), embedding=embedding)
