"""What the host does at Mem0, call by call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from atma_mem0 import detachment, erasure, rows
from atma_mem0.calls import Calls
from atma_mem0.history import earlier_texts
from atma_mem0.keys import WrittenKeys, listed
from atma_mem0.scopes import Names, Owner, admits
from atma_overlay.errors import InvalidInputError
from atma_overlay.ports.host import HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import EarlierText, HostDetachment, HostErasure
from atma_overlay.promises import promised
from atma_overlay.scope import Scope

__all__ = ["Operations"]

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Operations:
    """The methods of `Mem0Host` as generators of calls; see there for what each is.

    Attributes:
        memory: the `Memory` or `AsyncMemory`.
        names: writes scopes as Mem0's ids.
        keys: finds the writes that are stored.
        infer: whether Mem0's model rewrites what is written.
        threshold: the least score of a memory in an answer to a search.
    """

    memory: Any
    names: Names
    keys: WrittenKeys
    infer: bool
    threshold: float

    def add(self, items: Sequence[HostItem], scope: Scope) -> Calls[list[tuple[str, ...]]]:
        """Look for each key, and store what has none; a stored one takes the new text where no model rewrites it."""
        owner = self.names.owner(scope)
        carried = []
        for item in items:
            known = yield from self.keys.find(item.key, owner)
            carried.append((yield from (self._kept(known, item) if known else self._stored(item, owner))))
        return carried

    def _kept(self, known: Sequence[Row], item: HostItem) -> Calls[tuple[str, ...]]:
        if not self.infer and known[0]["memory"] != item.text:
            yield partial(self.memory.update, known[0]["id"], text=item.text)
        return rows.carriers(known)

    def _stored(self, item: HostItem, owner: Owner) -> Calls[tuple[str, ...]]:
        message, metadata = rows.to_message(item), rows.to_metadata(item)
        try:
            answer = yield partial(self.memory.add, [message], **owner, metadata=metadata, infer=self.infer)
        except BaseException:
            self.keys.forget()
            raise
        ids = rows.carriers(answer["results"])
        self.keys.note(item.key, owner, ids=ids)
        return ids

    def search(self, query: str, scope: Scope, limit: int, within: Sequence[str] | None) -> Calls[HostSearch]:
        """Mem0's own search."""
        if within is not None:
            raise InvalidInputError("within", "Mem0 cannot search among ids: leave it out, or read them with `get`")
        owner = self.names.owner(scope)
        if limit < 1:
            return HostSearch(())
        answer = yield partial(self.memory.search, query, filters=dict(owner), top_k=limit, threshold=self.threshold)
        return HostSearch(tuple(map(self._memory, answer["results"])), native=answer)

    def get(self, ids: Sequence[str], scope: Scope) -> Calls[list[HostMemory]]:
        """The rows of the ids, one by one, as far as they are the scope's."""
        found = yield from self._rows_of(ids, self.names.owner(scope))
        return [self._memory(row) for row in found]

    def _memory(self, row: Row) -> HostMemory:
        return rows.from_row(row, names=self.names)

    def _rows_of(self, ids: Sequence[str], owner: Owner) -> Calls[list[Row]]:
        """The rows that the owner has: Mem0 reads and deletes an id whoever it belongs to."""
        found = []
        for identifier in rows.uuids(ids):
            row = yield partial(self.memory.get, identifier)
            if row is not None and admits(owner, row):
                found.append(row)
        return found

    def delete(self, ids: Sequence[str], scope: Scope) -> Calls[None]:
        """Delete what is the scope's of the ids."""
        found = yield from self._rows_of(ids, self.names.owner(scope))
        for row in found:
            yield partial(self.memory.delete, row["id"])

    def page(self, scope: Scope, cursor: str | None, limit: int) -> Calls[HostPage]:
        """Read all rows of the scope, and cut the page out of them."""
        found = yield from listed(self.memory, self.names.owner(scope))
        return rows.page_of(found, names=self.names, cursor=cursor, limit=limit)

    def erase(self, ids: Sequence[str], scope: Scope) -> Calls[HostErasure]:
        """Delete, then remove what Mem0 keeps of deleted memories."""
        owner = self.names.owner(scope)
        erasable, sessions = yield from self._erasable(ids, owner)
        if not erasable:
            return HostErasure(())
        remaining = yield partial(erasure.forget_entities, self.memory, erasable, owner)
        yield from self.delete(erasable, scope)
        remaining += yield partial(erasure.wipe_history, self.memory.db, erasable, sessions)
        remaining += yield partial(erasure.compact_store, self.memory.vector_store)
        return HostErasure(tuple(erasable), tuple(remaining))

    def _erasable(self, ids: Sequence[str], owner: Owner) -> Calls[tuple[list[str], set[str]]]:
        """The ids that are the owner's or stored no more, or keys, and the sessions whose raw turns may repeat them."""
        erasable, sessions = [identifier for identifier in ids if promised(identifier)], set[str]()
        if erasable:  # of which nothing is stored, and nobody knows the session
            sessions |= erasure.sessions_within(self.memory.db, owner)
        for identifier in rows.uuids(ids):
            row = yield partial(self.memory.get, identifier)
            if row is None:
                sessions |= erasure.sessions_within(self.memory.db, owner)
            elif admits(owner, row):
                sessions.add(erasure.session_of(row))
            else:
                continue
            erasable.append(identifier)
        return erasable, sessions

    def overwritten(self, identifier: str, scope: Scope) -> Calls[tuple[EarlierText, ...]]:
        """Read a memory's history, if it is the scope's."""
        found = yield from self._rows_of([identifier], self.names.owner(scope))
        if not found:
            return ()
        history = yield partial(self.memory.history, found[0]["id"])
        return earlier_texts(history)

    def detach(self, scope: Scope) -> Calls[HostDetachment]:
        """Take the keys out of the scope's rows where the vector store can do so without a new vector."""
        found = yield from listed(self.memory, self.names.owner(scope))
        keyed = [row["id"] for row in found if rows.KEY in (row.get("metadata") or {})]
        if not keyed:
            return HostDetachment(0)
        remaining = yield partial(detachment.remove_keys, self.memory.vector_store, keyed)
        self.keys.forget()
        return HostDetachment(0 if remaining else len(keyed), tuple(remaining))
