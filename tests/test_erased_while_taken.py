"""What a host takes while its text is being erased is owed, and deleted with the next write."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from atma_overlay import AsyncOverlay, Overlay, Scope
from atma_overlay.effects import Compute
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem, HostPage
from atma_overlay.views import EraseReceipt

ME = Scope(tenant="acme", user="u-1")
PIN = "My PIN is 4711 and I live in Chicago."


class Interrupted(MemoryHost):
    """Has something else happen right before or behind its next write, and may be away for those who look around."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[], object] | None = None
        self.behind: Callable[[], object] | None = None
        self.away = False

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        before, self.before = self.before, None
        if before is not None:
            before()
        taken = super().add(items, scope=scope)
        behind, self.behind = self.behind, None
        if behind is not None:
            behind()
        return taken

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 100) -> HostPage:
        if self.away:
            raise OSError("away")
        return super().page(scope=scope, cursor=cursor, limit=limit)

    def texts(self) -> list[str]:
        return [m.text for m in super().page(scope=ME).memories]


@pytest.fixture(params=["memory", "sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'memory.db'}" if request.param == "sqlite" else "memory://"


@pytest.mark.parametrize("place", ["before", "behind"])
def test_a_text_erased_while_the_host_takes_it_is_deleted_there(url: str, place: str) -> None:
    host = Interrupted()
    with Overlay(host, ledger=url) as overlay:
        setattr(host, place, lambda: overlay.erase(scope=ME, everything=True))
        overlay.remember(PIN, scope=ME)
        assert [r.text for r in overlay.recall("Where do I live? What is my PIN?", scope=ME).rows] == []
        overlay.flush(scope=ME)
        assert host.texts() == []


def test_a_deletion_that_waits_is_not_called_off_by_the_write_that_it_is_of(url: str) -> None:
    host = Interrupted()
    with Overlay(host, ledger=url) as overlay:

        def erase() -> EraseReceipt:
            host.away = True
            receipt = overlay.erase(scope=ME, everything=True)
            host.away = False
            assert receipt.not_erased
            return receipt

        host.behind = erase
        overlay.remember(PIN, scope=ME)
        overlay.remember("I like tea.", scope=ME)
        assert host.texts() == ["I like tea."]
        assert overlay.flush(scope=ME) == 0


class Slow(MemoryHost):
    """Takes its time with each write, or for as long as it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let = threading.Event(), threading.Event()

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.begun.set()
        self.let.wait(10)
        return super().add(items, scope=scope)


def test_an_erasure_waits_for_what_follows_a_write_and_tells_what_the_host_deleted(url: str) -> None:
    host = Slow()
    with Overlay(host, ledger=url) as overlay:
        overlay.remember(PIN, scope=ME, wait=False)
        assert host.begun.wait(10)
        threading.Timer(0.2, host.let.set).start()
        receipt = overlay.erase(scope=ME, everything=True)
        assert (len(receipt.host_ids), receipt.not_erased) == (1, ())


async def test_an_awaited_erasure_waits_likewise_and_for_no_host_that_hangs(url: str) -> None:
    host = Slow()
    async with AsyncOverlay(host, ledger=url) as overlay, asyncio.timeout(20):
        await overlay.remember(PIN, scope=ME, wait=False)
        await overlay.executor.perform_async(Compute(lambda: host.begun.wait(10)))
        receipt = await overlay.erase(scope=ME, everything=True)
        assert len(receipt.observation_ids) == 1
        host.let.set()
        await overlay.flush(scope=ME)
        assert host.page(scope=ME).memories == ()
