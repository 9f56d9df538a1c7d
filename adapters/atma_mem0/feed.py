"""A tap on Mem0's vector store: whatever is written around the overlay, by whichever method, passes through it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

from atma_overlay.ports.host_powers import ChangeKind, HostChange

__all__ = ["ChangeFeed", "VectorStoreTap"]

_KEPT = 10_000
_writing: ContextVar[frozenset[int]] = ContextVar("atma_mem0_writing", default=frozenset())
"""The feeds whose host is writing now; the context follows Mem0 into its worker threads."""

Note = Callable[[ChangeKind, str, str | None], None]


class VectorStoreTap:
    """A vector store that notes what changes in the one behind it, and is that one for everything else.

    Args:
        tapped: the store behind it.
        note: told of each change once it is made.
    """

    def __init__(self, tapped: Any, note: Note) -> None:
        self.tapped = tapped
        self.note = note

    def __getattr__(self, name: str) -> Any:
        if name == "tapped":  # not set yet, as while a copy is made
            raise AttributeError(name)
        return getattr(self.tapped, name)

    def insert(
        self, vectors: Sequence[Any], payloads: Sequence[dict[str, Any]] | None = None, ids: Sequence[Any] | None = None
    ) -> Any:
        """Insert, and note each row."""
        answer = self.tapped.insert(vectors=vectors, payloads=payloads, ids=ids)
        for identifier, payload in zip(ids or (), payloads or [{}] * len(ids or ()), strict=False):
            self.note(ChangeKind.ADDED, str(identifier), payload.get("hash"))
        return answer

    def update(self, vector_id: Any, vector: Any = None, payload: dict[str, Any] | None = None) -> Any:
        """Update, and note it."""
        answer = self.tapped.update(vector_id=vector_id, vector=vector, payload=payload)
        self.note(ChangeKind.UPDATED, str(vector_id), (payload or {}).get("hash"))
        return answer

    def delete(self, vector_id: Any) -> Any:
        """Delete, and note it."""
        answer = self.tapped.delete(vector_id=vector_id)
        self.note(ChangeKind.DELETED, str(vector_id), None)
        return answer

    def delete_col(self) -> Any:
        """Drop the collection, and note that anything may have changed."""
        answer = self.tapped.delete_col()
        self.note(ChangeKind.UNKNOWN, "", None)
        return answer

    def reset(self) -> Any:
        """Empty the collection, and note that anything may have changed."""
        answer = self.tapped.reset()
        self.note(ChangeKind.UNKNOWN, "", None)
        return answer


class ChangeFeed:
    """The changes of one Mem0 instance that were not made by its host.

    At most ten thousand are kept; when more happen between two reads, the oldest give way to one that says so.

    Args:
        clock: dates the changes.
        noticed: called at each change.
    """

    def __init__(self, clock: Callable[[], datetime], *, noticed: Callable[[], None] = lambda: None) -> None:
        self._clock = clock
        self._noticed = noticed
        self._changes: deque[HostChange] = deque()
        self._tap: VectorStoreTap | None = None

    def attach(self, memory: Any) -> None:
        """Tap the vector store, anew where Mem0 put another in its place, as `AsyncMemory.reset` does."""
        if self._tap is not None:
            if any(tap is self._tap for tap in _taps(memory.vector_store)):
                return
            self._note(ChangeKind.UNKNOWN, "", None)
        self._tap = VectorStoreTap(memory.vector_store, self._note)
        memory.vector_store = self._tap

    def detach(self, memory: Any) -> None:
        """Leave the vector store as it was found."""
        if memory.vector_store is self._tap and self._tap is not None:
            memory.vector_store = self._tap.tapped
        for tap in _taps(memory.vector_store):
            if tap.tapped is self._tap and self._tap is not None:
                tap.tapped = self._tap.tapped
        self._tap = None

    @contextmanager
    def own(self) -> Iterator[None]:
        """What is written inside is the host's own, and not noted."""
        token = _writing.set(_writing.get() | {id(self)})
        try:
            yield
        finally:
            _writing.reset(token)

    def read(self) -> tuple[HostChange, ...]:
        """The changes since the last read, in order."""
        changes = tuple(self._changes)
        self._changes.clear()
        return changes

    def _note(self, kind: ChangeKind, identifier: str, digest: str | None) -> None:
        if id(self) in _writing.get():
            return
        self._noticed()
        if len(self._changes) >= _KEPT:
            self._changes.popleft()
            lost = self._changes.popleft()
            self._changes.appendleft(HostChange("", ChangeKind.UNKNOWN, None, lost.at))
        self._changes.append(HostChange(identifier, kind, digest, self._clock()))


def _taps(store: Any) -> Iterator[VectorStoreTap]:
    while isinstance(store, VectorStoreTap):
        yield store
        store = store.tapped
