"""Several drainings at once hand over the same promise, and a host that looks for its key stores it once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from atma_overlay import AsyncOverlay, Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage

ME, YOU = Scope(tenant="acme", user="u-1"), Scope(tenant="acme", user="u-2")


class Looking(MemoryHost):
    """A host that names its memories itself: it looks for a key, takes its time, and stores."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[HostMemory] = []
        self.begun, self.let = threading.Event(), threading.Event()
        self.let.set()
        self.at_once = self.most = 0

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, chooses_ids=False, thread_safe=True)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        try:
            return [self._kept(item) for item in items]
        finally:
            self.at_once -= 1

    def _kept(self, item: HostItem) -> tuple[str, ...]:
        known = tuple(row.id for row in self.rows if row.key == item.key)
        if not known:
            self.begun.set()
            time.sleep(0.02)
            self.let.wait(10)
            self.rows.append(HostMemory(f"m{len(self.rows)}", item.text, created_at=item.observed_at, key=item.key))
        return known or (self.rows[-1].id,)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        return HostPage(tuple(self.rows), None)

    def texts(self) -> list[str]:
        return sorted(row.text for row in self.rows)


async def test_writes_of_one_user_at_once_are_stored_once_each() -> None:
    host = Looking()
    async with AsyncOverlay(host, ledger="memory://") as overlay:
        told = await asyncio.gather(*(overlay.remember(f"Note {n}.", scope=ME) for n in range(4)))
    assert host.texts() == [f"Note {n}." for n in range(4)]
    assert [(len(r.host_ids), r.pending_host_writes) for r in told] == [(1, 0)] * 4


def test_threads_that_write_for_one_user_at_once_store_each_once() -> None:
    host = Looking()
    with Overlay(host, ledger="memory://") as overlay:
        threads = [
            threading.Thread(target=overlay.remember, args=(f"Note {n}.",), kwargs={"scope": ME}) for n in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
    assert host.texts() == [f"Note {n}." for n in range(4)]


def test_two_overlays_over_one_host_store_each_text_once(tmp_path: Path) -> None:
    host, ledger = Looking(), f"sqlite:///{tmp_path / 'ledger.db'}"
    with Overlay(host, ledger=ledger) as one, Overlay(host, ledger=ledger) as other:

        def write(overlay: Overlay, who: str) -> None:
            for n in range(4):
                overlay.remember(f"{who} {n}.", scope=ME)

        threads = [threading.Thread(target=write, args=each) for each in ((one, "Note"), (other, "Line"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert host.texts() == [f"{who} {n}." for who in ("Line", "Note") for n in range(4)]
    assert host.most == 1


async def test_an_overlay_that_is_awaited_waits_for_one_that_is_not(tmp_path: Path) -> None:
    host = Looking()
    with Overlay(host, ledger="memory://") as one:
        host.let.clear()
        thread = threading.Thread(target=one.remember, args=("Note.",), kwargs={"scope": ME})
        thread.start()
        assert await asyncio.to_thread(host.begun.wait, 10)
        other = AsyncOverlay(host, ledger="memory://")
        telling = asyncio.create_task(other.remember("Line.", scope=ME))
        await asyncio.sleep(0.2)
        host.let.set()
        await telling
        await asyncio.to_thread(thread.join, 10)
        await other.close()
    assert (host.texts(), host.most) == (["Line.", "Note."], 1)


async def test_a_write_that_its_caller_gave_up_is_not_stored_once_more_by_the_next() -> None:
    host = Looking()
    host.let.clear()
    async with AsyncOverlay(host, ledger="memory://") as overlay, asyncio.timeout(20):
        given_up = asyncio.create_task(overlay.remember("I live in York.", scope=ME))
        await asyncio.to_thread(host.begun.wait, 10)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        following = asyncio.create_task(overlay.remember("Hello there.", scope=ME))
        while not overlay.ledger.read(ME, lambda reader: len(reader.observed_after(None)) == 2):
            await asyncio.sleep(0.01)
        host.let.set()
        assert (await following).pending_host_writes == 0
    assert host.texts() == ["Hello there.", "I live in York."]


async def test_another_user_is_not_waited_for() -> None:
    host = Looking()
    host.let.clear()
    async with AsyncOverlay(host, ledger="memory://") as overlay, asyncio.timeout(20):
        writes = [asyncio.create_task(overlay.remember("I live in York.", scope=scope)) for scope in (ME, YOU)]
        while host.at_once < len(writes):
            await asyncio.sleep(0.01)
        host.let.set()
        await asyncio.gather(*writes)
    assert host.most == 2
