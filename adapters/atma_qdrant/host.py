"""Qdrant as a host memory: in this process by default, or a server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError, MissingExtraError
from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.scope import Scope
from atma_qdrant.collection import prepare
from atma_qdrant.failures import translated
from atma_qdrant.points import batches, from_point, scope_filter, to_point, uuids

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

__all__ = ["QdrantHost"]

_IN_MEMORY = ":memory:"
_SERVERS = ("http://", "https://")
_STORE_FILE = "meta.json"
"""What the in-process engine keeps in its folder."""


class QdrantHost:
    """Keeps memories as points of one Qdrant collection.

    Exactly one of `client`, `path` and `url` says where. A retried write is the same point. Pages come in the
    order of the points' ids. A delete is no erasure: the storage keeps deleted rows until it is compacted.

    Args:
        client: an open client, e.g. of a server with an API key; it stays open when this host is closed.
        path: a folder for the in-process engine (one process at a time), or `:memory:`.
        url: a server.
        collection: the collection's name, made when missing.
        embedder: turns texts into vectors; a `LexicalEmbedder` when left out.
        existing: the collection is there and stays as it is: nothing is made or indexed.

    Raises:
        InvalidInputError: not exactly one place is named, the collection holds another embedder's vectors, or it is
            missing and was to exist.
        HostError: the folder is in use by another client, or the server does not answer.
        MissingExtraError: qdrant-client is not installed.
    """

    def __init__(
        self,
        client: QdrantClient | None = None,
        *,
        path: str | Path | None = None,
        url: str | None = None,
        collection: str = "atma_memories",
        embedder: Embedder | None = None,
        existing: bool = False,
    ) -> None:
        if sum(place is not None for place in (client, path, url)) != 1:
            raise InvalidInputError("path", "the place is not clear: pass exactly one of client, path and url")
        self._collection = collection
        self._embedder = embedder if embedder is not None else LexicalEmbedder()
        self._owned = client is None
        with translated(self.name, "open"):
            self._client = client if client is not None else _open(path=path, url=url)
            self._capabilities = _capabilities(self._client)
            self._prepare(existing=existing)

    @classmethod
    def from_spec(cls, rest: str) -> QdrantHost:
        """A host from what follows `qdrant:` in a host specification: a server's URL or a folder's path.

        Raises:
            InvalidInputError: there is neither.
        """
        return cls._at(rest, existing=False)

    @classmethod
    def from_existing(cls, rest: str) -> QdrantHost:
        """As `from_spec`, for a store that is there: a missing folder or collection is refused and not made.

        Raises:
            InvalidInputError: there is none.
        """
        if rest and not rest.startswith(_SERVERS) and not (Path(rest) / _STORE_FILE).is_file():
            raise InvalidInputError("host", f"{rest!r} is no folder with a Qdrant store: check the path")
        return cls._at(rest, existing=True)

    @property
    def name(self) -> str:
        """`qdrant:COLLECTION`."""
        return f"qdrant:{self._collection}"

    @property
    def capabilities(self) -> HostCapabilities:
        """What this host can do where it runs: the in-process engine takes one call at a time."""
        return self._capabilities

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order; one id each. What a failed call has stored, its retry writes again."""
        ids: list[tuple[str, ...]] = []
        for batch in batches(items):
            vectors = self._embedder.embed([item.text for item in batch])
            with translated(self.name, "add"):
                points = [to_point(i, scope=scope, vector=v) for i, v in zip(batch, vectors, strict=True)]
                self._client.upsert(self._collection, points=points, wait=True)
            ids += [(str(point.id),) for point in points]
        return ids

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The memories nearest to the query, at most `limit`, optionally only among the ids `within`."""
        ids = None if within is None else uuids(within)
        if limit < 1 or ids == []:
            return HostSearch(())
        [vector] = self._embedder.embed([query])
        with translated(self.name, "search"):
            answer = self._client.query_points(
                self._collection, query=vector, query_filter=scope_filter(scope, ids), limit=limit
            )
            return HostSearch(tuple(map(from_point, answer.points)), native=answer)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope, in the order of the ids."""
        wanted = uuids(ids)
        if not wanted:
            return []
        with translated(self.name, "get"):
            points, _ = self._client.scroll(
                self._collection, scroll_filter=scope_filter(scope, wanted), limit=len(wanted)
            )
            found = {memory.id: memory for memory in map(from_point, points)}
        return [found[identifier] for identifier in wanted if identifier in found]

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories; ids that do not exist are no error."""
        unwanted = uuids(ids)
        if not unwanted:
            return
        with translated(self.name, "delete"):
            self._client.delete(self._collection, points_selector=scope_filter(scope, unwanted), wait=True)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """All memories of the scope in the order of their ids, page by page.

        Raises:
            InvalidInputError: the limit is not positive, or the cursor did not come from this host.
        """
        if limit < 1:
            raise InvalidInputError("limit", f"{limit} makes an empty page: pass a positive number")
        if cursor is not None and not uuids([cursor]):
            raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
        with translated(self.name, "page"):
            points, following = self._client.scroll(
                self._collection, scroll_filter=scope_filter(scope), offset=cursor, limit=limit
            )
            memories = tuple(map(from_point, points))
        return HostPage(memories, cursor=None if following is None else str(following))

    def close(self) -> None:
        """Close the client that this host opened; an injected one stays open."""
        if self._owned:
            with translated(self.name, "close"):
                self._client.close()

    @classmethod
    def _at(cls, rest: str, *, existing: bool) -> QdrantHost:
        if not rest:
            raise InvalidInputError("host", "'qdrant' names no place: write qdrant:PATH or qdrant:URL")
        url, path = (rest, None) if rest.startswith(_SERVERS) else (None, rest)
        return cls(url=url, path=path, existing=existing)

    def _prepare(self, *, existing: bool) -> None:
        try:
            if existing and not self._client.collection_exists(self._collection):
                raise InvalidInputError("collection", f"there is no {self._collection!r}: check the place and the name")
            prepare(
                self._client,
                self._collection,
                embedder=self._embedder,
                indexed=self._capabilities.thread_safe and not existing,
            )
        except BaseException:
            self.close()
            raise


def _open(*, path: str | Path | None, url: str | None) -> QdrantClient:
    try:
        from qdrant_client import QdrantClient
    except ImportError as error:
        raise MissingExtraError("qdrant-client", "qdrant") from error

    if url is not None:
        # What this host needs of a server, `prepare` finds out; the client's own check warns from a thread.
        return QdrantClient(url=url, check_compatibility=False)
    if path == _IN_MEMORY:
        return QdrantClient(location=_IN_MEMORY, force_disable_check_same_thread=True)
    # The caller serialises calls (see `capabilities.thread_safe`), from whichever thread.
    return QdrantClient(path=str(path), force_disable_check_same_thread=True)


def _capabilities(client: QdrantClient) -> HostCapabilities:
    transient = client.init_options["location"] == _IN_MEMORY
    in_process = transient or client.init_options["path"] is not None
    return HostCapabilities(
        chooses_ids=True,
        back_dates=True,
        searches_within=True,
        deletes_erase=False,
        thread_safe=not in_process,
        rewrites=False,
        persists=not transient,
    )
