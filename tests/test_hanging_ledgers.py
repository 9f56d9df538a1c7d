"""Writes that wait at the ledger: what one user's wait for holds up nobody else, and no reads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from atma_overlay import AsyncOverlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import MemoryLedger
from tests.dated_worlds import FIRST, ME

QUESTION = "Where do I live?"


class Locked(MemoryLedger):
    """A ledger where others hold the locks of some users for as long as they like."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.locked: frozenset[str] = frozenset()
        self.waiting = 0

    def write(self, scope: Scope, work: Any, **how: Any) -> Any:
        if scope.user in self.locked:
            self.waiting += 1
            self.let.wait(20)
        return super().write(scope, work, **how)


def user(number: int) -> Scope:
    return Scope(tenant="acme", user=f"other-{number}")


@pytest.fixture
def ledger() -> Iterator[Locked]:
    ledger = Locked()
    yield ledger
    ledger.let.set()


@pytest.fixture
async def overlay(ledger: Locked) -> AsyncIterator[AsyncOverlay]:
    overlay = AsyncOverlay(MemoryHost(), ledger=ledger)
    await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    await overlay.recall(QUESTION, scope=ME)  # what a first recall imports is no wait
    yield overlay
    ledger.let.set()
    await overlay.close()


async def waiting(overlay: AsyncOverlay, ledger: Locked, scopes: list[Scope]) -> list[asyncio.Task[Any]]:
    """Writes of users whose locks others hold, some of which wait for them by now."""
    ledger.locked = frozenset(scope.user for scope in scopes)
    writes = [asyncio.create_task(overlay.remember("I work at Acme.", scope=s)) for s in scopes]
    async with asyncio.timeout(10):
        while not ledger.waiting:
            await asyncio.sleep(0.005)
    return writes


async def test_one_user_s_writes_that_wait_hold_up_no_other_user_s(ledger: Locked, overlay: AsyncOverlay) -> None:
    writes = await waiting(overlay, ledger, [user(0)] * 40)
    async with asyncio.timeout(5):
        receipt = await overlay.remember("I moved to York.", scope=ME)
        assert len(receipt.observation_ids) == 1
        assert (await overlay.recall(QUESTION, scope=user(0))).degraded is None
    assert ledger.waiting == 1
    ledger.let.set()
    receipts = await asyncio.gather(*writes)
    assert sum(len(receipt.observation_ids) for receipt in receipts) == 40


async def test_writes_of_however_many_users_hold_up_no_read_and_no_deadline(
    ledger: Locked, overlay: AsyncOverlay
) -> None:
    writes = await waiting(overlay, ledger, [user(number) for number in range(40)])
    async with asyncio.timeout(5):
        packet = await overlay.recall(QUESTION, scope=ME)
        assert (packet.rows[0].value, packet.degraded) == ("Leeds", None)
        packet = await overlay.recall(QUESTION, scope=ME, deadline_seconds=4)
        assert (packet.rows[0].value, packet.degraded) == ("Leeds", None)
        assert (await overlay.timeline(scope=user(39))).records == ()
    ledger.let.set()
    await asyncio.gather(*writes)


async def test_a_write_that_was_given_up_while_it_waits_keeps_its_user_s_turn(
    ledger: Locked, overlay: AsyncOverlay
) -> None:
    for _ in range(12):
        (write,) = await waiting(overlay, ledger, [user(0)])
        await asyncio.sleep(0.01)
        write.cancel()
        await asyncio.gather(write, return_exceptions=True)
    assert ledger.waiting == 1
    async with asyncio.timeout(5):
        assert len((await overlay.remember("I moved to York.", scope=ME)).observation_ids) == 1
