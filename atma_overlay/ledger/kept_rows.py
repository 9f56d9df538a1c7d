"""What this process keeps of a ledger: statements as they stand, and which of them reads of a partition found."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from atma_overlay.forks import begins_anew
from atma_overlay.kept import on_forgetting
from atma_overlay.ledger.answers import Answers, Mark, is_short
from atma_overlay.ledger.store import Key
from atma_overlay.records import Held

__all__ = ["MAX_KEPT_PARTITIONS", "MAX_KEPT_ROWS", "Kept", "KeptRows"]

MAX_KEPT_ROWS = 20_000
"""Of all partitions together, an answer counted as a row; some 2 kB each, as one with a longer text is read anew."""
MAX_KEPT_PARTITIONS = 5_000
"""Many hold nothing: users of whom nothing is known yet."""


@dataclass(slots=True, eq=False)
class Kept:
    """What is kept of one partition.

    Attributes:
        rows: by statement id; a row is what the database holds only where its revision is the one that the database
            names.
        answers: what reads found of them; they hold only while the partition stands at their mark.
        counted: how much of it is in the count of all partitions.
    """

    rows: dict[str, Held] = field(default_factory=dict)
    answers: Answers | None = None
    counted: int = 0

    def __len__(self) -> int:
        return len(self.rows) + (len(self.answers) if self.answers is not None else 0)


class KeptRows:
    """What is kept by partition; the partition that was read longest ago goes first.

    A row never changes under its revision, so a snapshot that names the revision can be answered from here. A read
    takes what is kept before it opens its snapshot: what it adds after a `drop` then reaches nobody.
    """

    def __init__(self, limit: int = MAX_KEPT_ROWS, *, partitions: int = MAX_KEPT_PARTITIONS) -> None:
        self._limit, self._most = limit, partitions
        self.begin_anew()
        begins_anew(self)
        on_forgetting(self.drop)

    def begin_anew(self) -> None:
        """Keep nothing: a fork may have come while a thread was at it, which had the lock."""
        self._partitions: OrderedDict[Key, Kept] = OrderedDict()
        self._count = 0
        self._lock = threading.Lock()

    def of(self, key: Key) -> Kept:
        """What is kept of a partition; what is new is handed to `add`."""
        with self._lock:
            found = self._partitions.get(key)
            if found is None:
                found = self._partitions[key] = Kept()
                self._make_room()
            self._partitions.move_to_end(key)
            return found

    def add(self, key: Key, kept: Kept, new: Collection[Held], answers: Answers | None = None) -> None:
        """Keep further rows of a partition and what reads found of them; `kept` is what `of` gave."""
        if not new and answers is None:
            return
        with self._lock:
            if self._partitions.get(key) is not kept:
                return
            kept.rows.update((held.statement.id, held) for held in new if is_short(held))
            if answers is not None:
                kept.answers = answers.with_earlier(kept.answers, kept.rows)
            self._count_anew(kept)

    def move(
        self, key: Key, kept: Kept, opened: Collection[Held], *, before: Mark, after: Callable[[Answers], Answers]
    ) -> None:
        """Keep what a write opened, and of the answers what `after` makes of them.

        Args:
            key: the partition.
            kept: what `of` gave.
            opened: statements with their new versions.
            before: where the partition stood.
            after: gives the answers after the write from those before it.
        """
        answers = kept.answers
        moved = after(answers if answers is not None and answers.mark == before else Answers(before))
        with self._lock:
            if self._partitions.get(key) is not kept:
                return
            for held in opened:
                if is_short(held):
                    kept.rows[held.statement.id] = held
            if kept.answers is None or kept.answers.mark < moved.mark:
                kept.answers = moved
            self._count_anew(kept)

    def _count_anew(self, kept: Kept) -> None:
        length = len(kept)
        self._count += length - kept.counted
        kept.counted = length
        self._make_room()

    def _make_room(self) -> None:
        while self._count > self._limit or len(self._partitions) > self._most:
            _, gone = self._partitions.popitem(last=False)
            self._count -= gone.counted

    def drop(self) -> None:
        """Keep nothing: a text is being erased (law 7)."""
        with self._lock:
            self._partitions = OrderedDict()
            self._count = 0
