"""Reading all that a host holds of a scope."""

from __future__ import annotations

from atma_overlay.effects import Flow, HostPageCall
from atma_overlay.errors import HostError
from atma_overlay.ports.host import HostMemory, HostPage
from atma_overlay.scope import Scope

MOST_EMPTY = 100_000
"""So many pages in a row may bring nothing new: a host may page over others' memories, though not for ever."""


def pages_flow(scope: Scope, *, host: str) -> Flow[tuple[HostMemory, ...]]:
    """Every memory of the scope, in the order of the host's pages, each once.

    Raises:
        HostError: the host, which is named, has no last page.
    """
    found: dict[str, HostMemory] = {}
    cursor: str | None = None
    cursors: set[str] = set()
    empty = 0
    while True:
        page: HostPage = yield HostPageCall(scope, cursor)
        known = len(found)
        for memory in page.memories:
            found.setdefault(memory.id, memory)
        cursor = page.cursor
        if cursor is None:
            return tuple(found.values())
        # The same one again is no fault by itself: some stores count on where a cursor stands.
        if cursor in cursors and len(found) == known:
            raise HostError(host, "page", "gives a cursor again, and nothing new with it: mend its adapter")
        cursors.add(cursor)
        empty = empty + 1 if len(found) == known else 0
        if empty >= MOST_EMPTY:
            raise HostError(host, "page", f"gave nothing new on {empty:,} pages, and no last one: mend its adapter")
