"""Both faces are one: the awaited one answers the same, holds no loop up, and hosts are called as they declare."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, timedelta
from typing import Any

import pytest

from atma_overlay import (
    AsyncOverlay,
    NotFoundError,
    Overlay,
    Scope,
    View,
)
from atma_overlay.arguments import utc_now
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage, HostSearch
from tests.dated_worlds import FIRST, ME, Clock
from tests.overlay_worlds import LATER


async def test_the_awaited_face_gives_the_same_answers() -> None:
    def stripped(answer: Any) -> str:
        volatile = {"id", "observation_id", "record_ids", "transition_ids", "host_ids", "observation_ids", "cause"}
        volatile |= {"from_id", "to_id", "evidence", "recorded_at", "restated_by", "contested_with"}

        def walk(x: Any) -> Any:
            if isinstance(x, dict):
                return {k: walk(v) for k, v in x.items() if k not in volatile}
            return [walk(v) for v in x] if isinstance(x, list | tuple) else x

        return str(walk(answer if isinstance(answer, int) else answer.model_dump(exclude={"expires_at"})))

    clocks = Clock(), Clock()
    blocking = Overlay(MemoryHost(), ledger=open_ledger("memory://", clock=clocks[0]), clock=clocks[0])
    awaited = AsyncOverlay(MemoryHost(), ledger=open_ledger("memory://", clock=clocks[1]), clock=clocks[1])
    document: dict[str, Any] = {"observed_at": LATER, "origin": "document"}

    def ids(timeline: Any) -> tuple[str, str, str]:
        proposed = next(t.id for t in timeline.transitions if t.state == "proposed")
        applied = next(t.id for t in timeline.transitions if t.state == "applied")
        return timeline.records[0].id, applied, proposed

    steps: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
        ("remember", ("I live in Leeds.",), {"observed_at": FIRST}),
        ("remember", ("I moved to York.",), {"observed_at": FIRST + timedelta(days=1)}),
        ("remember", ("I moved to Hull.",), document),
        ("recall", ("Where do I live?",), {"view": View.CURRENT, "now": LATER}),
        ("timeline", (), {}),
        ("why", (0,), {}),
        ("accept", (2,), {}),
        ("undo", (1,), {}),
        ("correct", (0, "Leek"), {}),
        ("forget", (0,), {}),
        ("flush", (), {}),
        ("promote", (), {}),
        ("erase", (), {"everything": True}),
    ]
    mine: tuple[str, str, str] = ("", "", "")
    theirs = mine
    for name, args, kwargs in steps:
        first = getattr(blocking, name)(*(mine[a] if isinstance(a, int) else a for a in args), scope=ME, **kwargs)
        second = await getattr(awaited, name)(
            *(theirs[a] if isinstance(a, int) else a for a in args), scope=ME, **kwargs
        )
        assert stripped(first) == stripped(second), name
        if name == "timeline":
            mine, theirs = ids(first), ids(second)
    assert (blocking.review(scope=ME), await awaited.review(scope=ME)) == ((), ())
    with pytest.raises(NotFoundError):
        await awaited.decline("tr_0", scope=ME)
    async with awaited:
        pass


async def test_a_blocking_host_does_not_hold_up_the_event_loop() -> None:
    class Slow(MemoryHost):
        def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
            time.sleep(0.3)
            return super().search(query, scope=scope, limit=limit, within=within)

    overlay = AsyncOverlay(Slow(), ledger="memory://")
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.01)
            ticks += 1

    ticking = asyncio.create_task(tick())
    await overlay.recall("Where do I live?", scope=ME)
    ticking.cancel()
    assert ticks >= 10


class Coroutines:
    """A host whose every method is a coroutine, all on one loop."""

    def __init__(self) -> None:
        self.inner = MemoryHost()
        self.loops: set[int] = set()
        self.name = "coroutines"
        self.closed = False

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(self.inner.capabilities, asynchronous=True)

    async def _here(self) -> None:
        await asyncio.sleep(0)
        self.loops.add(id(asyncio.get_running_loop()))

    async def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        await self._here()
        return self.inner.add(items, scope=scope)

    async def search(self, query: str, *, scope: Scope, limit: int) -> HostSearch:
        await self._here()
        return self.inner.search(query, scope=scope, limit=limit)

    async def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
        await self._here()
        return self.inner.get(ids, scope=scope)

    async def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        await self._here()
        return self.inner.page(scope=scope, cursor=cursor, limit=limit)

    async def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        await self._here()
        self.inner.delete(ids, scope=scope)

    async def close(self) -> None:
        await self._here()
        self.closed = True


async def test_a_host_of_coroutines_works_under_both_faces_on_one_loop_of_its_own() -> None:
    for awaited in (False, True):
        host: Any = Coroutines()
        if awaited:
            async with AsyncOverlay(host, ledger="memory://") as overlay:
                await overlay.remember("I live in Leeds.", scope=ME)
                packet = await overlay.recall("Where do I live?", scope=ME)
        else:
            with Overlay(host, ledger="memory://") as blocking:
                blocking.remember("I live in Leeds.", scope=ME)
                packet = blocking.recall("Where do I live?", scope=ME)
        assert [r.value for r in packet.rows] == ["Leeds"]
        assert (len(host.loops), host.closed) == (1, True)
        assert id(asyncio.get_running_loop()) not in host.loops


def test_a_host_that_is_not_thread_safe_is_called_once_at_a_time() -> None:
    class Touchy(MemoryHost):
        inside = 0
        most = 0

        @property
        def capabilities(self) -> HostCapabilities:
            return replace(super().capabilities, thread_safe=False)

        def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
            self.inside += 1
            self.most = max(self.most, self.inside)
            time.sleep(0.02)
            self.inside -= 1
            return super().search(query, scope=scope, limit=limit, within=within)

    host = Touchy()
    overlay = Overlay(host, ledger="memory://")
    threads = [threading.Thread(target=overlay.recall, args=("Hi?",), kwargs={"scope": ME}) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert host.most == 1


def test_the_clock_s_now_is_utc() -> None:
    assert utc_now().tzinfo is UTC
