"""The one writer of a store in this process."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from atma_overlay.errors import ConflictError


class Writer:
    """A lock that refuses a write from inside a write, where a plain one would wait for ever."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lock.

        Raises:
            ConflictError: this thread is already writing.
        """
        if self._owner == threading.get_ident():
            raise ConflictError("a ledger write was started inside a ledger write: add to its changeset instead")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                yield
            finally:
                self._owner = None
