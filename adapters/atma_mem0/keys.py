"""Which write made which memories: Mem0 takes no ids from its callers, so the keys in its rows are looked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from atma_mem0 import rows
from atma_mem0.calls import Calls
from atma_mem0.scopes import Owner, is_exactly

__all__ = ["EVERYTHING", "WrittenKeys", "listed"]

EVERYTHING = 1_000_000
"""`get_all` has no cursor; more memories than these of one owner are not seen."""

_REMEMBERED = 200_000

Row = Mapping[str, Any]
_Index = dict[str, tuple[str, ...]]


def listed(memory: Any, filters: Mapping[str, str]) -> Calls[list[Row]]:
    """All rows of a filter, expired ones too, in no order."""
    answer = yield partial(memory.get_all, filters=dict(filters), top_k=EVERYTHING, show_expired=True)
    return list(answer["results"])


class WrittenKeys:
    """The keys of the writes that are stored, by the exact owner that each was written under.

    A store that several processes write to is asked each time. One that this process has to itself is read once an
    owner, since an in-process store looks at every row for every question; what it answered is remembered until
    somebody else writes, and read again row by row before it is relied on.

    Args:
        memory: the Mem0 instance.
        alone: whether no other process can write to its store.
    """

    def __init__(self, memory: Any, *, alone: bool) -> None:
        self._memory = memory
        self._alone = alone
        self._known: dict[tuple[tuple[str, str], ...], _Index] = {}

    def find(self, key: str, owner: Owner) -> Calls[list[Row]]:
        """The rows that a write of this key made."""
        if not self._alone:
            found = yield from listed(self._memory, {rows.KEY: rows.key_of(key), **owner})
            return [row for row in found if is_exactly(owner, row)]
        index = yield from self._index(owner)
        found = []
        for identifier in index.get(rows.key_of(key), ()):
            row = yield partial(self._memory.get, identifier)
            if row is not None and is_exactly(owner, row):
                found.append(row)
        return found

    def note(self, key: str, owner: Owner, *, ids: Sequence[str]) -> None:
        """A write of the key has made these memories."""
        index = self._known.get(_name(owner))
        if index is not None:
            index[rows.key_of(key)] = tuple(ids)

    def forget(self) -> None:
        """Read anew: somebody else has written, or a write broke off."""
        self._known.clear()

    def _index(self, owner: Owner) -> Calls[_Index]:
        index = self._known.get(_name(owner))
        if index is None:
            if sum(map(len, self._known.values())) > _REMEMBERED:
                self.forget()
            found = yield from listed(self._memory, owner)
            index = self._known[_name(owner)] = _indexed(row for row in found if is_exactly(owner, row))
        return index


def _indexed(found: Iterable[Row]) -> _Index:
    index: _Index = {}
    for row in found:
        key = (row.get("metadata") or {}).get(rows.KEY)
        if key is not None:
            index[key] = (*index.get(key, ()), str(row["id"]))
    return index


def _name(owner: Owner) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(owner.items()))
