"""What the tests of the public face share: hosts that are away, and worlds in which something was said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from atma_overlay import (
    HostError,
    Scope,
)
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem, HostSearch
from tests.dated_worlds import FIRST, ME, World

LATER = FIRST + timedelta(days=30)


class Flaky(MemoryHost):
    """A host that fails `times` times, before or after it stored, for good or not."""

    def __init__(self, times: int, *, after: bool = False, error: Exception | None = None) -> None:
        super().__init__()
        self.times, self.after, self.calls = times, after, 0
        self.error = error or HostError("flaky", "add", "is away", transient=True)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.calls += 1
        if self.times > 0:
            self.times -= 1
            if self.after:
                super().add(items, scope=scope)
            raise self.error
        return super().add(items, scope=scope)


class Deaf(MemoryHost):
    """A host that does not answer, or does not delete."""

    def __init__(self, *, deletes: int = 0, searches: int = 0) -> None:
        super().__init__()
        self.deletes, self.searches = deletes, searches

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.deletes > 0:
            self.deletes -= 1
            raise HostError("deaf", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        if self.searches > 0:
            self.searches -= 1
            raise HostError("deaf", "search", "is away", transient=True)
        return super().search(query, scope=scope, limit=limit, within=within)


def told(*texts: str, **parts: Any) -> World:
    world = World(**parts)
    for day, text in enumerate(texts):
        world.overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
    return world


def stored(world: World) -> list[str]:
    return [m.text for m in world.host.page(scope=ME).memories]


def changes(holds: str, said: str) -> list[tuple[str | None, str | None, str]]:
    """What one sentence changes of what another told nine days before: from what, to what, and its state."""
    world = told(holds)
    done = world.overlay.remember(said, scope=ME, observed_at=FIRST + timedelta(days=9))
    return [(t.from_value, t.to_value, str(t.state)) for t in done.transitions]


def left(known: str, said: str) -> tuple[str, int]:
    """What becomes of what is known by what is said forty days later, and how many changes are proposed."""
    world = told(known)
    world.overlay.remember(said, scope=ME, observed_at=FIRST + timedelta(days=40))
    record = next(r for r in world.overlay.timeline(scope=ME).records if r.evidence == known)
    return str(record.status), len(list(world.overlay.review(scope=ME)))
