"""Recalls that wait for the next write: reads never write."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping

from atma_overlay.forks import begins_anew

MAX_WAITING = 10_000
"""Statements a user that wait at most; what is recalled beyond them reinforces nothing."""
MAX_PARTITIONS = 10_000
"""Users whose recalls wait; of more, those that were recalled longest ago are dropped."""
MAX_IN_ALL = 200_000
"""Statements of all users that wait; some 150 bytes each. Of more, again those recalled longest ago are dropped."""
Partition = tuple[str, str]


class TouchQueue:
    """How often statements were shown as current since the last write, by partition; gone with the process."""

    def __init__(self) -> None:
        self.begin_anew()
        begins_anew(self)

    def begin_anew(self) -> None:
        """Let nothing wait: after a fork it is the parent's to store."""
        self._lock = threading.Lock()
        self._waiting: OrderedDict[Partition, Counter[str]] = OrderedDict()
        self._count = 0

    def note(self, partition: Partition, statement_ids: Iterable[str]) -> None:
        """Count one recall of each."""
        with self._lock:
            waiting = self._waiting.setdefault(partition, Counter())
            before = len(waiting)
            for identifier in dict.fromkeys(statement_ids):
                if identifier in waiting or len(waiting) < MAX_WAITING:
                    waiting[identifier] += 1
            self._waiting.move_to_end(partition)
            self._count += len(waiting) - before
            while len(self._waiting) > MAX_PARTITIONS or self._count > MAX_IN_ALL:
                _, gone = self._waiting.popitem(last=False)
                self._count -= len(gone)

    def waiting(self, partition: Partition) -> Mapping[str, int]:
        """What waits, by statement."""
        with self._lock:
            return dict(self._waiting.get(partition, {}))

    def folded(self, partition: Partition, counts: Mapping[str, int]) -> None:
        """Take off what a write has stored."""
        with self._lock:
            before = self._waiting.pop(partition, Counter())
            left = +(before - Counter(counts))
            self._count += len(left) - len(before)
            if left:
                self._waiting[partition] = left
