"""Qdrant as a host memory: in this process by default, or a server."""

from __future__ import annotations

import logging
import os
import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from inspect import iscoroutinefunction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import HostError, InvalidInputError, MissingExtraError, in_a_log
from atma_overlay.hosts.batches import batches
from atma_overlay.hosts.folders import as_folder
from atma_overlay.hosts.ids import is_own, memory_id
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.hosts.servers import server_of_qdrant
from atma_overlay.kinds import able
from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import HostDetachment, ServerAddress
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed
from atma_qdrant.collection import check_foreign, closer_is_less, in_order, prepare
from atma_qdrant.failures import translated
from atma_qdrant.layout import OWN, PointLayout
from atma_qdrant.paging import Pager
from atma_qdrant.points import from_point, keyed_filter, number_of, point_ids, scope_filter, to_point

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

    from atma_qdrant.points import Point

__all__ = ["QdrantHost"]

_LOG = logging.getLogger("atma_overlay.hosts")
_IN_MEMORY = ":memory:"
_SERVERS = ("http://", "https://")
_PART = 500
"""Points a request."""
_STORE_FILE = "meta.json"
"""What the in-process engine keeps in its folder."""


@dataclass(frozen=True, slots=True)
class _Collection:
    """The collection as it was found or made: how it is paged, and whether a nearer memory scores less."""

    client: QdrantClient
    pager: Pager
    closer_is_less: bool


class QdrantHost:
    """Keeps memories as points of one Qdrant collection.

    Exactly one of `client`, `path` and `url` says where. A retried write is the same point, in the same place. Pages
    come in the order of writing; on a server without an index on the number, which is made with the collection, in
    the order of the points' ids. A delete is no erasure: the storage keeps deleted rows until it is compacted.

    Args:
        client: an open client, e.g. of a server with an API key; it stays open when this host is closed.
        path: a folder for the in-process engine (one process at a time), or `:memory:`.
        url: a server.
        collection: the collection's name, made when missing.
        embedder: turns texts into vectors; a `LexicalEmbedder` when left out.
        existing: the collection is there and stays as it is: nothing is made or indexed.
        layout: the collection is there, someone else made it, and its points keep text and owner where this says.
            `embedder` must then be what it was filled with. Nothing is made or indexed in it.
        numbering: numbers the points in the order of writing.

    Raises:
        InvalidInputError: not exactly one place is named, the collection holds another embedder's vectors, it is
            missing and was to exist, or it is someone else's and no embedder is given.
        HostError: the folder is in use by another client, or the server refuses. One that does not answer is opened
            with a later call, which raises it until then.
        MissingExtraError: qdrant-client is not installed.
    """

    @typed
    def __init__(
        self,
        client: QdrantClient | None = None,
        *,
        path: str | Path | None = None,
        url: str | None = None,
        collection: str = "atma_memories",
        embedder: Embedder | None = None,
        existing: bool = False,
        layout: PointLayout | None = None,
        numbering: Numbering | None = None,
    ) -> None:
        if sum(place is not None for place in (client, path, url)) != 1:
            raise InvalidInputError("path", "the place is not clear: pass exactly one of client, path and url")
        if client is not None:
            able("client", client, "query_points", "upsert", "scroll", wanted="a QdrantClient")
            if iscoroutinefunction(client.scroll):
                raise InvalidInputError("client", f"is an {type(client).__name__}: pass a QdrantClient")
        if path is not None:
            as_folder(path, field="path")
        if url is not None and not url.startswith(_SERVERS):
            raise InvalidInputError("url", f"{url!r} is no URL: write it like http://localhost:6333")
        if not collection.strip():
            raise InvalidInputError("collection", "is empty: name a collection, or leave it out")
        if layout is not None and embedder is None:
            raise InvalidInputError("embedder", "is missing: pass what the collection was filled with")
        self._collection = collection
        self._layout = layout if layout is not None else OWN
        self._foreign = layout is not None
        self._numbering = numbering if numbering is not None else Numbering()
        self._embedder = embedder if embedder is not None else LexicalEmbedder()
        self._owned = client is None
        self._existing = existing or self._foreign
        self._found: _Collection | None = None
        with translated(self.name, "open"):
            self._client = client if client is not None else _open(path=path, url=url)
            self._capabilities = _capabilities(self._client)
            self._server = server_of_qdrant(self._client)
        if self._owned:
            weakref.finalize(self, _end, self._client, process=os.getpid())
        self._open_early()

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

    @property
    def server(self) -> ServerAddress | None:
        """Where the server is; None where the engine runs in this process."""
        return self._server

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order; one id each. What a failed call has stored, its retry writes again."""
        ids: list[tuple[str, ...]] = []
        for batch in batches(items):
            latest = {memory_id(scope, item.key): item for item in batch}
            vectors = self._embedder.embed([item.text for item in latest.values()])
            with translated(self.name, "add"):
                numbers = self._numbers(list(latest))
                points = [
                    to_point(item, scope=scope, vector=vector, number=numbers[identifier], layout=self._layout)
                    for (identifier, item), vector in zip(latest.items(), vectors, strict=True)
                ]
                self._ready.client.upsert(self._collection, points=points, wait=True)
            ids += [(memory_id(scope, item.key),) for item in batch]
        return ids

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The memories nearest to the query, at most `limit`, optionally only among the ids `within`."""
        ids = None if within is None else point_ids(within)
        narrowed = scope_filter(scope, ids, layout=self._layout)
        if limit < 1 or ids == []:
            return HostSearch(())
        [vector] = self._embedder.embed([query])
        with translated(self.name, "search"):
            answer = self._ready.client.query_points(
                self._collection, query=vector, using=self._layout.vector, query_filter=narrowed, limit=limit
            )
            return HostSearch(self._memories(answer.points), native=answer)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope, in the order of the ids."""
        wanted = point_ids(ids)
        narrowed = scope_filter(scope, wanted, layout=self._layout)
        if not wanted:
            return []
        with translated(self.name, "get"):
            points, _ = self._ready.client.scroll(self._collection, scroll_filter=narrowed, limit=len(wanted))
            found = {memory.id: memory for memory in self._memories(points)}
        return [found[str(identifier)] for identifier in wanted if str(identifier) in found]

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories; ids that do not exist are no error."""
        unwanted = point_ids(ids)
        narrowed = scope_filter(scope, unwanted, layout=self._layout)
        if not unwanted:
            return
        with translated(self.name, "delete"):
            self._ready.client.delete(self._collection, points_selector=narrowed, wait=True)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """All memories of the scope in the order of writing, page by page; those of someone else come first, by id.

        Raises:
            InvalidInputError: the limit is not positive, or the cursor did not come from this host.
        """
        if limit < 1:
            raise InvalidInputError("limit", f"{limit} makes an empty page: pass a positive number")
        with translated(self.name, "page"):
            points, following = self._ready.pager.page(scope, cursor=cursor, limit=limit)
            return HostPage(self._memories(points), cursor=following)

    def detach(self, *, scope: Scope) -> HostDetachment:
        """Remove the keys of writes from the payloads of a scope; points, vectors and texts stay as they are.

        The collection keeps its mark, which says whose vectors it holds: without it this host would not open it.
        """
        keyed = keyed_filter(scope, layout=self._layout)
        with translated(self.name, "detach"):
            found = chain.from_iterable(map(self._memories, self._ready.pager.everything(keyed)))
            own = [memory.id for memory in found if is_own(memory, scope)]
            for part in (own[at : at + _PART] for at in range(0, len(own), _PART)):
                among = scope_filter(scope, point_ids(part), layout=self._layout)
                self._ready.client.delete_payload(
                    self._collection, keys=[self._layout.fields.key], points=among, wait=True
                )
        mark = f"{self._collection}: its metadata names the embedder, so that this host opens it: clear it there"
        return HostDetachment(len(own), () if self._foreign else (mark,))

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
        if path is not None:
            as_folder(path)  # named as the specification's
        return cls(url=url, path=path, existing=existing)

    def _open_early(self) -> None:
        """Look at the collection now, so that what is wrong shows; a server that is away is opened with a later call.

        What is written meanwhile waits in the outbox, and recalls go on without it, as with one that is lost later.
        """
        try:
            self._found = self._look()
        except BaseException as error:
            away = isinstance(error, HostError) and error.transient and self._capabilities.thread_safe
            if not away:
                self.close()
                raise
            _LOG.warning("the host is opened when it answers: %s", in_a_log(error))

    @property
    def _ready(self) -> _Collection:
        """The collection, looked at where it was not yet; two threads may both be the first."""
        if self._found is None:
            try:
                self._found = self._look()
            except InvalidInputError as error:  # of how this host was made, and of no argument of the call
                raise HostError(self.name, "open", str(error)) from error
        return self._found

    def _look(self) -> _Collection:
        client, collection, layout = self._client, self._collection, self._layout
        on_server = self._capabilities.thread_safe
        with translated(self.name, "open"):
            if self._existing and not client.collection_exists(collection):
                raise InvalidInputError("collection", f"there is no {collection!r}: check the place and the name")
            if self._foreign:
                check_foreign(client, collection, embedder=self._embedder, layout=layout)
            else:
                prepare(client, collection, embedder=self._embedder, indexed=on_server and not self._existing)
            ordered = not on_server or in_order(client, collection, layout=layout)
            distances = self._foreign and closer_is_less(client, collection, layout=layout)
            return _Collection(client, Pager(client, collection, layout, ordered=ordered), distances)

    def _numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The numbers of the points: the old ones of those that are there, so that a retry keeps its place."""
        stored = self._ready.client.retrieve(self._collection, ids=ids, with_payload=[self._layout.fields.sequence])
        known = {str(point.id): number_of(point, self._layout) for point in stored}
        return {identifier: known.get(identifier) or self._numbering.next() for identifier in ids}

    def _memories(self, points: Iterable[Point]) -> tuple[HostMemory, ...]:
        closer = self._ready.closer_is_less
        read = (from_point(point, layout=self._layout, closer_is_less=closer) for point in points)
        return tuple(memory for memory in read if memory is not None)


def _open(*, path: str | Path | None, url: str | None) -> QdrantClient:
    try:
        from qdrant_client import QdrantClient
    except ImportError as error:
        raise MissingExtraError("qdrant-client", "qdrant", error) from error

    if url is not None:
        # What this host needs of a server, `prepare` finds out; the client's own check warns from a thread.
        return QdrantClient(url=url, check_compatibility=False)
    if path == _IN_MEMORY:
        return QdrantClient(location=_IN_MEMORY, force_disable_check_same_thread=True)
    folder = Path(path) if path is not None else None
    if folder is not None and not folder.exists():
        with suppress(OSError):  # what keeps it from being made, the client tells
            folder.mkdir(mode=0o700, parents=True)  # its files hold what was said, and are readable by all else
    # The caller serialises calls (see `capabilities.thread_safe`), from whichever thread.
    return QdrantClient(path=str(path), force_disable_check_same_thread=True)


def _end(client: QdrantClient, *, process: int) -> None:
    """Close what nobody closed before the interpreter goes: the client's own way fails then, and says so.

    A fork leaves it alone: the lock of the folder is its parent's.
    """
    if os.getpid() == process:
        with suppress(Exception):
            client.close()


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
        data_source=True,
    )
