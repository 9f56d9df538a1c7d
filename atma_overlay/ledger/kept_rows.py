"""Statements as they stand, kept decoded in this process: the same rows are read again with every recall."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection

from atma_overlay.ledger.store import Key
from atma_overlay.records import Held
from atma_overlay.state.kept import MAX_KEPT_CHARACTERS, on_forgetting

__all__ = ["MAX_KEPT_PARTITIONS", "MAX_KEPT_ROWS", "KeptRows"]

MAX_KEPT_ROWS = 20_000
"""Of all partitions together; some 2 kB each, since one with a longer text is read anew each time."""
MAX_KEPT_PARTITIONS = 5_000
"""Many hold nothing: users of whom nothing is known yet."""

Rows = dict[str, Held]
"""By statement id; a row is what the database holds only where its revision is the one that the database names."""


class KeptRows:
    """Rows by partition; the partition that was read longest ago goes first.

    A row never changes under its revision, so a snapshot that names the revision can be answered from here. A read
    takes its rows before it opens its snapshot: what it adds after a `drop` then reaches nobody.
    """

    def __init__(self, limit: int = MAX_KEPT_ROWS, *, partitions: int = MAX_KEPT_PARTITIONS) -> None:
        self._limit, self._most = limit, partitions
        self._partitions: OrderedDict[Key, Rows] = OrderedDict()
        self._count = 0
        self._lock = threading.Lock()
        on_forgetting(self.drop)

    def of(self, key: Key) -> Rows:
        """The rows of a partition; new ones are handed to `add`."""
        with self._lock:
            found = self._partitions.get(key)
            if found is None:
                found = self._partitions[key] = {}
                self._make_room()
            self._partitions.move_to_end(key)
            return found

    def add(self, key: Key, rows: Rows, new: Collection[Held]) -> None:
        """Keep further rows of a partition; `rows` is what `of` gave."""
        if not new:
            return
        with self._lock:
            if self._partitions.get(key) is not rows:
                return
            before = len(rows)
            rows.update((held.statement.id, held) for held in new if _short(held))
            self._count += len(rows) - before
            self._make_room()

    def _make_room(self) -> None:
        while self._count > self._limit or len(self._partitions) > self._most:
            _, gone = self._partitions.popitem(last=False)
            self._count -= len(gone)

    def drop(self) -> None:
        """Keep nothing: a text is being erased (law 7)."""
        with self._lock:
            self._partitions = OrderedDict()
            self._count = 0


def _short(held: Held) -> bool:
    return len(held.statement.evidence) + len(held.statement.value) <= MAX_KEPT_CHARACTERS
