"""Reading all that a host holds of a scope."""

from __future__ import annotations

from atma_overlay.effects import Flow, HostPageCall
from atma_overlay.ports.host import HostMemory, HostPage
from atma_overlay.scope import Scope


def pages_flow(scope: Scope) -> Flow[tuple[HostMemory, ...]]:
    """Every memory of the scope, in the order of the host's pages, each once."""
    found: dict[str, HostMemory] = {}
    cursor: str | None = None
    while True:
        page: HostPage = yield HostPageCall(scope, cursor)
        for memory in page.memories:
            found.setdefault(memory.id, memory)
        cursor = page.cursor
        if cursor is None:
            return tuple(found.values())
