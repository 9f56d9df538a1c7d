"""Who has to wait for another of the same kind, and for nobody else."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

__all__ = ["Turns"]


class _Turn:
    """A lock that whoever has it may take once more: a host may call the overlay back."""

    __slots__ = ("__weakref__", "lock")

    def __init__(self) -> None:
        self.lock = threading.RLock()


class Turns:
    """One at a time for each key; what nobody holds or waits for is forgotten."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._turns: WeakValueDictionary[Hashable, _Turn] = WeakValueDictionary()

    @contextmanager
    def turn(self, key: Hashable) -> Iterator[None]:
        """Wait for those of the same key; None waits for nobody."""
        if key is None:
            yield
            return
        with self._guard:
            turn = self._turns.setdefault(key, _Turn())
        with turn.lock:
            yield
