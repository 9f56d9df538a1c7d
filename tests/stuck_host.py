"""A host that answers no write before it is let."""

import threading
from collections.abc import Sequence
from typing import Any

from atma_overlay import Scope
from atma_overlay.hosts.memory import MemoryHost


class StuckHost(MemoryHost):
    """A host that takes nothing until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()

    def add(self, items: Sequence[Any], *, scope: Scope) -> Any:
        assert self.free.wait(timeout=20)
        return super().add(items, scope=scope)
