"""A host over any store of texts with metadata: what vector stores have in common, written once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from atma_overlay.errors import HostError, InvalidInputError
from atma_overlay.hosts.batches import batches
from atma_overlay.hosts.ids import is_own, memory_id
from atma_overlay.hosts.metadata import MetadataFields, MetadataValue, instant, sequence_of
from atma_overlay.hosts.numbering import Numbering
from atma_overlay.hosts.shared import SharedFiles
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.ports.host_powers import HostDetachment
from atma_overlay.scope import Scope

__all__ = ["Nearest", "Row", "RowHost", "RowStore"]

_WIDER = 4
_WHOLE = 10_000_000
"""Rows of a page that holds all there are."""
_EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Row:
    """One text of a store with its id and metadata; `score`, higher is better, where a search gave one.

    A text that the store keeps without an id has an empty one, and is no memory.
    """

    id: str
    text: str
    metadata: Mapping[str, object]
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """A store's answer to a search, nearest first, and the very object that it returned.

    A `native` that is a list has an element for each row, in the same order: those of other owners are taken out.
    """

    rows: Sequence[Row]
    native: object = field(default=None, compare=False)


class RowStore(Protocol):
    """What a store does for `RowHost`. It may return too much: rows of other owners are dropped here."""

    def read(self, ids: Sequence[str]) -> Iterable[Row]:
        """Those of the ids that exist, in any order."""

    def write(self, rows: Sequence[Row]) -> None:
        """Store rows whose ids are not there."""

    def remove(self, ids: Sequence[str]) -> None:
        """Remove rows that are there."""

    def listed(self, conditions: Mapping[str, str]) -> Iterable[Row]:
        """All rows whose metadata have these values; only asked of a store that lists."""

    def nearest(
        self, query: str, *, limit: int, conditions: Mapping[str, str], within: Sequence[str] | None
    ) -> Nearest:
        """The store's own search: `limit` rows, fewer only where it has seen all that there are."""

    def forget(self, ids: Sequence[str], field: str) -> bool:
        """Take a field out of the metadata of rows that are there, and leave texts and vectors; False if it cannot."""

    def save(self) -> None:
        """Put what was written where it survives the process, where the store does not do so by itself."""


class RowHost:
    """Keeps memories as rows of a store. A write of a known key keeps its row, its id and its place.

    Pages come in the order of writing; rows from elsewhere, which have no number, come before, by date and id.
    Whatever a store's own filter lets through, no row of another owner comes back: rows are checked here, and a
    search that lost some asks for more. The store's own answer (`HostSearch.native`) is handed out without them.

    Args:
        store: where the rows are.
        name: the host's name in the ledger's links.
        capabilities: what the store can do.
        fields: what the metadata are called.
        guard: wraps each use of the store, by the name of the operation; it translates failures.
        numbering: numbers the rows.
    """

    def __init__(
        self,
        store: RowStore,
        *,
        name: str,
        capabilities: HostCapabilities,
        fields: MetadataFields,
        guard: Callable[[str], AbstractContextManager[None]],
        numbering: Numbering | None = None,
    ) -> None:
        self._store = store
        self._name = name
        self._capabilities = capabilities
        self._fields = fields
        self._guard = guard
        self._numbering = numbering if numbering is not None else Numbering()
        self._unsaved = False

    @property
    def name(self) -> str:
        """The host's name in the ledger's links."""
        return self._name

    @property
    def capabilities(self) -> HostCapabilities:
        """What the store can do, as declared when this host was made."""
        return self._capabilities

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """Store the items in order; one id each. Of what a failed call has stored, its retry writes nothing again."""
        with self._guard("add"):
            for batch in batches(items):
                self._write({memory_id(scope, item.key): item for item in batch}, scope)
            self._save()
        return [(memory_id(scope, item.key),) for item in items]

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The memories nearest to the query, at most `limit`, optionally only among the ids `within`."""
        ids = None if within is None else list(dict.fromkeys(within))
        conditions = self._fields.conditions(scope)
        if limit < 1 or ids == []:
            return HostSearch(())
        with self._guard("search"):
            return self._search(query, conditions, limit, ids)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope, in the order of the ids."""
        with self._guard("get"):
            return [self._memory(row) for row in self._admitted(ids, scope)]

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Remove memories; ids that do not exist are no error."""
        with self._guard("delete"):
            unwanted = [row.id for row in self._admitted(ids, scope)]
            if unwanted:
                self._unsaved = True
                self._store.remove(unwanted)
            self._save()

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = _WHOLE) -> HostPage:
        """All memories of the scope, page by page; on one, where no limit is named: each page reads the scope anew.

        Raises:
            InvalidInputError: the limit is not positive, or the cursor did not come from this host.
            HostError: the store cannot list its rows.
        """
        if limit < 1:
            raise InvalidInputError("limit", f"{limit} makes an empty page: pass a positive number")
        after = None if cursor is None else _place(cursor)
        conditions = self._fields.conditions(scope)
        if not self._capabilities.lists:
            raise HostError(self._name, "page", "the store cannot list its rows: tell the host how to")
        with self._guard("page"):
            rows = sorted(filter(_having(conditions), self._store.listed(conditions)), key=self._order)
        rest = [row for row in rows if after is None or self._order(row) > after]
        shown = rest[:limit]
        following = _cursor(self._order(shown[-1])) if len(rest) > limit else None
        return HostPage(tuple(map(self._memory, shown)), cursor=following)

    def detach(self, *, scope: Scope) -> HostDetachment:
        """Take the keys of writes out of the metadata of a scope; no text is embedded anew.

        A row's id follows from its key where this host wrote it; a field of that name in other rows is theirs.
        """
        conditions, key = self._fields.conditions(scope), self._fields.key
        with self._guard("detach"):
            found = filter(_having(conditions), self._store.listed(conditions))
            keyed = [row.id for row in found if self._is_own(row, scope)]
            if keyed and not self._store.forget(keyed, key):
                line = f"{self._name}: the field {key!r} stays in the metadata of {len(keyed)} rows: remove it there"
                return HostDetachment(0, (line,))
            self._unsaved = self._unsaved or bool(keyed)
            self._save()
        return HostDetachment(len(keyed))

    def close(self) -> None:
        """Nothing to release: whoever opened the store closes it."""

    def _share(self, files: SharedFiles) -> None:
        """Make each use of the store a turn at files that other processes may have open, and read them now."""
        told = self._guard

        @contextmanager
        def guard(operation: str) -> Iterator[None]:
            with told(operation), files.turn(operation):
                yield

        self._guard = guard
        with guard("open"):
            pass

    def _is_own(self, row: Row, scope: Scope) -> bool:
        return is_own(self._memory(row), scope)

    def _write(self, items: Mapping[str, HostItem], scope: Scope) -> None:
        stored = {row.id: row for row in self._store.read(list(items))}
        rows = [self._row(item, identifier, scope, stored.get(identifier)) for identifier, item in items.items()]
        changed = [row for row in rows if row.id not in stored or self._differ(row, stored[row.id])]
        if not changed:
            return
        self._unsaved = True
        replaced = [row.id for row in changed if row.id in stored]
        if replaced:
            self._store.remove(replaced)
        self._store.write(changed)

    def _row(self, item: HostItem, identifier: str, scope: Scope, stored: Row | None) -> Row:
        number = None if stored is None else sequence_of(stored.metadata, self._fields.sequence)
        metadata: dict[str, MetadataValue] = self._fields.write(
            item, scope=scope, sequence=self._numbering.next() if number is None else number
        )
        return Row(identifier, item.text, metadata)

    def _differ(self, one: Row, other: Row) -> bool:
        """Whether two rows differ in what this host writes; a store may add fields of its own."""
        if one.text != other.text:
            return True
        return any(one.metadata.get(name) != other.metadata.get(name) for name in self._fields.names)

    def _save(self) -> None:
        if self._unsaved:
            self._store.save()
            self._unsaved = False

    def _search(self, query: str, conditions: Mapping[str, str], limit: int, ids: Sequence[str] | None) -> HostSearch:
        fits, wanted = _having(conditions, ids), limit
        while True:
            found = self._store.nearest(query, limit=wanted, conditions=conditions, within=ids)
            rows = _firsts(row for row in found.rows if fits(row))
            if len(rows) >= limit or len(found.rows) < wanted:
                return HostSearch(tuple(map(self._memory, rows[:limit])), native=_native(found, conditions))
            wanted *= _WIDER

    def _admitted(self, ids: Sequence[str], scope: Scope) -> list[Row]:
        wanted, fits = list(dict.fromkeys(ids)), _having(self._fields.conditions(scope))
        found = {row.id: row for row in self._store.read(wanted) if fits(row)} if wanted else {}
        return [found[identifier] for identifier in wanted if identifier in found]

    def _memory(self, row: Row) -> HostMemory:
        return self._fields.read(row.id, row.text, row.metadata, score=row.score)

    def _order(self, row: Row) -> tuple[int, datetime, str]:
        number = sequence_of(row.metadata, self._fields.sequence)
        if number is not None:
            return (number, _EARLIEST, row.id)
        return (-1, instant(row.metadata.get(self._fields.created_at)) or _EARLIEST, row.id)


def _having(conditions: Mapping[str, str], ids: Sequence[str] | None = None) -> Callable[[Row], bool]:
    """Whether a row has these values, and one of the ids where some are given."""
    allowed = None if ids is None else frozenset(ids)

    def fits(row: Row) -> bool:
        if not row.id or (allowed is not None and row.id not in allowed):
            return False
        return _is_of(row, conditions)

    return fits


def _is_of(row: Row, conditions: Mapping[str, str]) -> bool:
    return all(row.metadata.get(name) == value for name, value in conditions.items())


def _firsts(rows: Iterable[Row]) -> list[Row]:
    """Each row once, where it came first: what merges two indexes may answer with one twice."""
    found: dict[str, Row] = {}
    for row in rows:
        found.setdefault(row.id, row)
    return list(found.values())


def _native(found: Nearest, conditions: Mapping[str, str]) -> object:
    """What the store answered with, without the rows of other owners; None where they cannot be told from it."""
    own = [_is_of(row, conditions) for row in found.rows]
    if all(own):
        return found.native
    if not isinstance(found.native, list) or len(found.native) != len(own):
        return None
    return [each for each, is_own in zip(found.native, own, strict=True) if is_own]


def _cursor(place: tuple[int, datetime, str]) -> str:
    number, at, identifier = place
    return f"{number}|{at.isoformat()}|{identifier}"


def _place(cursor: str) -> tuple[int, datetime, str]:
    number, _, rest = cursor.partition("|")
    written, _, identifier = rest.partition("|")
    at = instant(written)
    if at is None or not identifier or not number.removeprefix("-").isdecimal():
        raise InvalidInputError("cursor", f"{cursor!r} is none of this host's: pass the one of the page before")
    return (int(number), at, identifier)
