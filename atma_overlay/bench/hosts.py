"""Hosts to measure with: one that answers at once, so that what is left is the overlay's own time, and real ones."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from atma_overlay.effects import Compute, Effect, HostAdd, HostSearchCall, LedgerRead, LedgerWrite
from atma_overlay.executor import Executor
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from atma_overlay.scope import Scope
from atma_overlay.telemetry.flow import FlowTrace

_KINDS = {HostSearchCall: "host", HostAdd: "host", Compute: "compute", LedgerRead: "read", LedgerWrite: "write"}
HOST = "bench"
"""The name of the host in the links of a filled ledger."""


class ListHost:
    """A host that answers at once from a list that was laid out before, whatever is asked."""

    name = HOST
    capabilities = HostCapabilities(
        chooses_ids=True, back_dates=True, searches_within=False, deletes_erase=True, thread_safe=True, rewrites=False,
        persists=False,
    )  # fmt: skip

    def __init__(self) -> None:
        self.lists: dict[tuple[str, str], tuple[HostMemory, ...]] = {}

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        """An id each; nothing is kept."""
        return [(f"mem_{item.key}",) for item in items]

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        """The start of the scope's list."""
        found = self.lists.get(scope.partition, ())[:limit]
        return HostSearch(found, native=found)

    def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        """Those of the scope's list."""
        return [m for m in self.lists.get(scope.partition, ()) if m.id in ids]

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        """Nothing is kept."""

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        """The scope's list on one page."""
        return HostPage(self.lists.get(scope.partition, ()), None)

    def close(self) -> None:
        """Nothing to release."""


class TimedExecutor(Executor):
    """An executor that notes how long each kind of effect took, in seconds, since `take` was last called."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._spent: dict[str, list[float]] = {}

    def perform(self, effect: Effect, trace: FlowTrace | None = None) -> Any:
        """Do it, and note how long it took."""
        started = time.perf_counter()
        try:
            return super().perform(effect, trace)
        finally:
            kind = _KINDS.get(type(effect), "other")
            self._spent.setdefault(kind, []).append(time.perf_counter() - started)

    def take(self) -> dict[str, list[float]]:
        """What was noted, by kind in the order of the effects; noting starts anew."""
        spent, self._spent = self._spent, {}
        return spent
