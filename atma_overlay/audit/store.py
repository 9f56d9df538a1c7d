"""A host as an audit sees it: it can be read and searched, and nothing in it changes."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from datetime import datetime

from atma_overlay.effects import Flow, HostPageCall, Stage
from atma_overlay.errors import HostError
from atma_overlay.ports.host import Host, HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.scope import Scope
from atma_overlay.views import Turn

_REFUSED = "an audit changes nothing"
_Content = tuple[str, str, str | None, datetime | None]


class ReadOnlyHost:
    """A view of a host that reads through and writes nothing. Closing it leaves the host open.

    What the overlay hands over was read from this very host: `add` answers with the memory that carries it already,
    so that the ledger links it. A host whose methods are coroutines hands them on, to be awaited by the driver.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._carriers: defaultdict[_Content, deque[str]] = defaultdict(deque)

    def expect(self, said: Iterable[tuple[Turn, HostMemory]]) -> None:
        """Say which memory carries which turn; turns alike in everything have their memories in order."""
        for turn, memory in said:
            self._carriers[turn.text, turn.role, turn.name, turn.observed_at].append(memory.id)

    @property
    def name(self) -> str:
        """The host's own name."""
        return self._host.name

    @property
    def capabilities(self) -> HostCapabilities:
        """The host's own."""
        return self._host.capabilities

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """The memories that carry the items already; nothing is stored.

        Raises:
            HostError: the host was not read to hold one of them.
        """
        return [(self._carrier(item),) for item in items]

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The host's own search."""
        return self._host.search(query, scope=scope, limit=limit, within=within)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the ids that exist in this scope."""
        return self._host.get(ids, scope=scope)

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Refuse.

        Raises:
            HostError: always.
        """
        raise HostError(self.name, "delete", _REFUSED)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """All memories of the scope, page by page."""
        return self._host.page(scope=scope, cursor=cursor, limit=limit)

    def close(self) -> None:
        """Leave the host open: who opened it closes it."""

    def _carrier(self, item: HostItem) -> str:
        carriers = self._carriers.get((item.text, item.role, item.speaker, item.observed_at))
        if not carriers:
            raise HostError(self.name, "add", _REFUSED)
        return carriers.popleft()


def memories_flow(scope: Scope) -> Flow[tuple[HostMemory, ...]]:
    """Every memory of the scope, in the order of the host's pages."""
    found: list[HostMemory] = []
    cursor: str | None = None
    yield Stage("search")
    while True:
        page: HostPage = yield HostPageCall(scope, cursor)
        found += page.memories
        cursor = page.cursor
        if cursor is None:
            break
    yield Stage(None)
    return tuple(found)
