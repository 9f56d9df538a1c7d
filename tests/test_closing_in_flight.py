"""Closing while calls are in flight: whoever waits for an awaited host is told, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any

import pytest

from atma_overlay import AsyncOverlay, HostError, Overlay
from atma_overlay.background import BackgroundLoop
from atma_overlay.effects import HostSearchCall
from atma_overlay.executor import Executor
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import MemoryLedger, open_ledger
from atma_overlay.ports.host import HostCapabilities
from tests.dated_worlds import FIRST, ME

QUESTION = "Where do I live?"


class Awaited(MemoryHost):
    """A host whose methods are coroutines; one of them hangs once it is named."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs = ""
        self.asked = threading.Event()
        self.searches = 0

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, asynchronous=True)

    async def _hang(self, verb: str) -> None:
        if self.hangs == verb:
            self.asked.set()
            await asyncio.Event().wait()

    async def search(self, *given: Any, **named: Any) -> Any:  # type: ignore[override]
        self.searches += 1
        await self._hang("search")
        return super().search(*given, **named)

    async def add(self, *given: Any, **named: Any) -> Any:  # type: ignore[override]
        await self._hang("add")
        return super().add(*given, **named)


def in_flight(call: Callable[[], object], host: Awaited, close: Callable[[], None]) -> object:
    """What a call gives, or raises, that hangs at the host when the overlay is closed."""
    answers = list[object]()

    def work() -> None:
        try:
            answers.append(call())
        except Exception as error:
            answers.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert host.asked.wait(10)
    close()
    thread.join(10)
    assert answers, "it waits for ever"
    return answers[0]


def test_a_recall_that_hangs_at_an_awaited_host_ends_when_the_overlay_is_closed() -> None:
    host: Any = Awaited()
    overlay = Overlay(host, ledger="memory://", on_error="raise")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    host.hangs = "search"
    raised = in_flight(lambda: overlay.recall(QUESTION, scope=ME), host, overlay.close)
    assert isinstance(raised, HostError)
    assert "the overlay was closed meanwhile" in str(raised)


def test_a_write_that_hangs_at_an_awaited_host_ends_so_too_and_stays_owed() -> None:
    host: Any = Awaited()
    ledger = open_ledger("memory://")
    overlay = Overlay(host, ledger=ledger)
    host.hangs = "add"
    receipt: Any = in_flight(
        lambda: overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST), host, overlay.close
    )
    assert receipt.pending_host_writes == 1
    host.hangs = ""
    with Overlay(host, ledger=ledger) as again:
        assert again.flush(scope=ME) == 1


async def test_it_is_the_same_awaited() -> None:
    host: Any = Awaited()
    overlay = AsyncOverlay(host, ledger="memory://", on_error="raise")
    await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    host.hangs = "search"
    recall = asyncio.create_task(overlay.recall(QUESTION, scope=ME))
    assert await asyncio.to_thread(host.asked.wait, 10)
    await overlay.close()
    async with asyncio.timeout(10):
        with pytest.raises(HostError, match="the overlay was closed meanwhile"):
            await recall


def test_a_call_in_flight_asks_a_closed_host_nothing_more() -> None:
    host: Any = Awaited()
    executor = Executor(host, MemoryLedger())
    executor.close()
    with pytest.raises(HostError, match="the overlay was closed meanwhile"):
        executor.perform(HostSearchCall(ME, "home", 5))
    assert host.searches == 0


def test_a_loop_ends_what_it_runs_when_it_is_closed_and_a_later_call_starts_another() -> None:
    loop, begun, told = BackgroundLoop("closed-loop"), threading.Event(), list[str]()

    async def hanging() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            told.append("let go")

    def work() -> None:
        with pytest.raises(CancelledError):
            loop.run(hanging())
        told.append("cancelled")

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    assert begun.wait(10)
    loop.close()
    thread.join(10)
    assert told == ["let go", "cancelled"]
    assert loop.run(asyncio.sleep(0, "again")) == "again"
    loop.close()
