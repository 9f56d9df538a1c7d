"""The reference host: everything in memory, every capability exact."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from heapq import nlargest
from itertools import count
from threading import RLock

from atma_overlay.embedding import LexicalEmbedder
from atma_overlay.errors import InvalidInputError
from atma_overlay.hosts.ids import memory_id
from atma_overlay.hosts.vectors import Vectors, vectors_for
from atma_overlay.ports.embedder import Embedder
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import HostDetachment
from atma_overlay.scope import Scope
from atma_overlay.signatures import typed

__all__ = ["MemoryHost"]

_CAPABILITIES = HostCapabilities(
    chooses_ids=True,
    back_dates=True,
    searches_within=True,
    deletes_erase=True,
    thread_safe=True,
    rewrites=False,
    persists=False,
)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A memory with its place in the order of insertion."""

    number: int
    memory: HostMemory


@dataclass(slots=True)
class _Partition:
    """One user's memories: ids to numbers, numbers to entries in order of insertion, and their vectors."""

    vectors: Vectors
    numbers: dict[str, int] = field(default_factory=dict)
    entries: dict[int, _Entry] = field(default_factory=dict)

    def put(self, entry: _Entry) -> None:
        self.vectors.put(entry.number, entry.memory.text)
        self.numbers[entry.memory.id] = entry.number
        self.entries[entry.number] = entry

    def drop(self, entry: _Entry) -> None:
        self.vectors.drop(entry.number)
        del self.numbers[entry.memory.id], self.entries[entry.number]

    def admitted(self, scope: Scope, ids: Collection[str] | None = None) -> list[_Entry]:
        """The entries of a scope: all in order of insertion, or those of the ids in the order of the ids."""
        if ids is None:
            entries = list(self.entries.values())
        else:
            known = (self.numbers.get(identifier) for identifier in dict.fromkeys(ids))
            entries = [self.entries[number] for number in known if number is not None]
        if scope.agent is None and scope.session is None:
            return entries
        return [entry for entry in entries if scope.admits(entry.memory.agent, entry.memory.session)]


class MemoryHost:
    """A host that keeps memories in this process: for tests, examples and as the oracle for other hosts.

    Search is exact: the cosine of the embedder's vectors, ties in order of insertion. A write of a known key
    replaces that memory and keeps its id and its place. Every method may be called from several threads.

    Args:
        embedder: turns texts into vectors; a `LexicalEmbedder` when left out. One with a `sparse` method (see
            `LexicalEmbedder.sparse`) is searched through an inverted index.
        name: the host's name in the ledger's links.
    """

    @typed
    def __init__(self, embedder: Embedder | None = None, name: str = "memory") -> None:
        self._embedder = embedder if embedder is not None else LexicalEmbedder()
        self._name = name
        self._partitions: dict[tuple[str, str], _Partition] = {}
        self._count = count(1)
        self._lock = RLock()

    @classmethod
    def from_spec(cls, rest: str) -> MemoryHost:
        """A host from what follows `memory` in a host specification: its name, or nothing."""
        return cls(name=rest or "memory")

    @property
    def name(self) -> str:
        """The host's name in the ledger's links."""
        return self._name

    @property
    def capabilities(self) -> HostCapabilities:
        """All of them, except that nothing outlives the process."""
        return _CAPABILITIES

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order; one id each."""
        with self._lock:
            return [(self._put(item, scope),) for item in items]

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The memories nearest to the query, at most `limit`, optionally only among the ids `within`."""
        with self._lock:
            partition = self._partition(scope)
            entries = partition.admitted(scope, within)
            cosines = partition.vectors.similarities(query) if entries and limit > 0 else {}
        in_order = entries if within is None else sorted(entries, key=lambda e: e.number)
        nearest = nlargest(limit, in_order, key=lambda e: cosines.get(e.number, 0.0))
        memories = tuple(replace(e.memory, score=cosines.get(e.number, 0.0)) for e in nearest)
        return HostSearch(memories, native=memories)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope, in the order of the ids."""
        with self._lock:
            return [entry.memory for entry in self._partition(scope).admitted(scope, ids)]

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories; ids that do not exist are no error."""
        with self._lock:
            partition = self._partition(scope)
            for entry in partition.admitted(scope, ids):
                partition.drop(entry)

    def detach(self, *, scope: Scope) -> HostDetachment:
        """Forget the keys of the scope's writes; ids, places, texts and dates stay."""
        with self._lock:
            partition = self._partition(scope)
            keyed = [entry for entry in partition.admitted(scope) if entry.memory.key is not None]
            for entry in keyed:
                partition.entries[entry.number] = replace(entry, memory=replace(entry.memory, key=None))
        return HostDetachment(len(keyed))

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """All memories of the scope in order of insertion, page by page.

        Raises:
            InvalidInputError: the limit is not positive, or the cursor did not come from this host.
        """
        after = _number(cursor)
        if limit < 1:
            raise InvalidInputError("limit", f"{limit} makes an empty page: pass a positive number")
        with self._lock:
            entries = self._partition(scope).admitted(scope)
        rest = [entry for entry in entries if entry.number > after]
        shown = rest[:limit]
        return HostPage(
            memories=tuple(entry.memory for entry in shown),
            cursor=str(shown[-1].number) if len(rest) > limit else None,
        )

    def close(self) -> None:
        """Nothing to release: the memories go with the object."""

    def _partition(self, scope: Scope) -> _Partition:
        known = self._partitions.get(scope.partition)
        return known if known is not None else _Partition(vectors_for(self._embedder))

    def _put(self, item: HostItem, scope: Scope) -> str:
        partition = self._partitions.setdefault(scope.partition, self._partition(scope))
        identifier = memory_id(scope, item.key)
        number = partition.numbers.get(identifier)
        at = item.observed_at.astimezone(UTC)
        memory = HostMemory(
            identifier, item.text, created_at=at, key=item.key, role=item.role, speaker=item.speaker,
            agent=scope.agent, session=scope.session,
        )  # fmt: skip
        partition.put(_Entry(number or next(self._count), memory))
        return identifier


def _number(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not cursor.isdecimal():
        raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
    return int(cursor)
