"""What a host was storing when it was erased, and nobody confirmed: it is deleted there and never comes back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from atma_overlay import AsyncOverlay, Overlay, Scope
from atma_overlay.adoption import DifferenceKind
from atma_overlay.effects import Effect, LedgerRead
from atma_overlay.executor import Executor
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostItem
from atma_overlay.ports.ledger import Ledger
from atma_overlay.taking_back import LOOKS
from atma_overlay.telemetry.flow import FlowTrace
from tests.postgres_server import needs_server, server

ME = Scope(tenant="acme", user="u-1")
PIN = "My passcode is Zebra9981."


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgresql", marks=needs_server)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    urls: dict[str, Callable[[], str]] = {
        "memory": lambda: "memory://",
        "sqlite": lambda: f"sqlite:///{tmp_path / 'memory.db'}",
        "postgresql": lambda: server().new_url(),
    }
    ledger = open_ledger(urls[request.param]())
    yield ledger
    ledger.close()


class Killed(MemoryHost):
    """Has something happen before it stores, and takes the process along once it has stored."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[], object] | None = None

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        before, self.before = self.before, None
        if before is not None:
            before()
            super().add(items, scope=scope)
            raise KeyboardInterrupt
        return super().add(items, scope=scope)

    def texts(self) -> list[str]:
        return [m.text for m in self.page(scope=ME).memories]


def killed_while_erased(ledger: Ledger) -> tuple[Killed, tuple[str, ...]]:
    """A host that has a text which was erased just before it took it, and what the erasure said is left."""
    host, left = Killed(), list[str]()
    overlay = Overlay(host, ledger=ledger)
    overlay.remember("Hello there.", scope=ME)
    host.before = lambda: left.extend(Overlay(host, ledger=ledger).erase(scope=ME, everything=True).not_erased)
    with pytest.raises(KeyboardInterrupt):
        overlay.remember(PIN, scope=ME)
    assert host.texts() == [PIN]
    return host, tuple(left)


def test_the_receipt_says_so_and_the_next_write_deletes_it(ledger: Ledger) -> None:
    host, left = killed_while_erased(ledger)
    assert [line for line in left if "may be storing 1 writes" in line]
    Overlay(host, ledger=ledger).remember("Bye now.", scope=ME)
    assert host.texts() == ["Bye now."]


def test_no_recall_shows_it_and_neither_backfill_nor_reconcile_takes_it_in(ledger: Ledger) -> None:
    host, _ = killed_while_erased(ledger)
    overlay = Overlay(host, ledger=ledger, on_error="raise")
    assert overlay.recall("What is my passcode?", scope=ME).rows == ()
    backfilled = overlay.backfill(scope=ME, role="user")
    assert (backfilled.taken, backfilled.notes) == (
        0,
        ("1 memories were erased here and are still at the host: reconcile",),
    )
    report = overlay.reconcile(scope=ME, role="user")
    assert (report.taken, report.counts, host.texts()) == (0, {DifferenceKind.LEFTOVER: 1}, [])
    assert overlay.timeline(scope=ME).records == ()


def test_it_is_looked_for_a_few_times_and_known_to_reconcile_for_good(ledger: Ledger) -> None:
    host = Killed()
    overlay = Overlay(host, ledger=ledger)
    late: list[HostItem] = []

    class Lost(Killed):
        def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
            late.extend(items)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Overlay(Lost(), ledger=ledger).remember(PIN, scope=ME)
    overlay.erase(scope=ME, everything=True)
    waits = [overlay.remember(f"Note {n}.", scope=ME).pending_host_writes for n in range(LOOKS)]
    assert waits == [1] * (LOOKS - 2) + [0, 0]
    host.add(late, scope=ME)
    assert PIN in host.texts()
    assert overlay.reconcile(scope=ME).counts == {DifferenceKind.LEFTOVER: 1}
    assert PIN not in host.texts()


class Held(MemoryHost):
    """Holds back what it is told to hold back, until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let, self.stored = threading.Event(), threading.Event(), threading.Event()

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        if all("Zebra" not in item.text for item in items):
            return super().add(items, scope=scope)
        self.begun.set()
        self.let.wait(10)
        taken = super().add(items, scope=scope)
        self.stored.set()
        return taken


async def test_what_was_given_up_by_its_caller_and_stored_after_the_erasure_is_deleted(ledger: Ledger) -> None:
    host = Held()
    async with AsyncOverlay(host, ledger=ledger) as overlay, asyncio.timeout(20):
        given_up = asyncio.create_task(overlay.remember(PIN, scope=ME))
        await asyncio.to_thread(host.begun.wait, 10)
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        receipt = await overlay.erase(scope=ME, everything=True)
        assert [line for line in receipt.not_erased if "may be storing 1 writes" in line]
        host.let.set()
        await asyncio.to_thread(host.stored.wait, 10)
        await overlay.remember("Bye now.", scope=ME)
        assert [m.text for m in host.page(scope=ME).memories] == ["Bye now."]
        assert (await overlay.reconcile(scope=ME)).taken == 0


def erasing_after_the_read(monkeypatch: pytest.MonkeyPatch, overlay: Overlay, eraser: Overlay, *, number: int) -> None:
    """Have everything erased behind one of the reads of an overlay."""
    reads = iter(range(99))
    perform = Executor.perform

    def performed(self: Executor, effect: Effect, trace: FlowTrace | None = None) -> object:
        answer = perform(self, effect, trace)
        if self is overlay.executor and isinstance(effect, LedgerRead) and next(reads) == number:
            eraser.erase(scope=ME, everything=True)
        return answer

    monkeypatch.setattr(Executor, "perform", performed)


@pytest.mark.parametrize("number", [0, 1])
def test_an_edited_memory_that_is_erased_meanwhile_is_not_taken_in(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    host = MemoryHost()
    overlay, eraser = Overlay(host, ledger=ledger, on_error="raise"), Overlay(host, ledger=ledger)
    receipt = overlay.remember("I live in Leeds.", scope=ME)
    [memory] = host.get(receipt.host_ids, scope=ME)
    host.add([HostItem(memory.key or "", "I live in Zebratown.", "user", datetime(2024, 1, 1, tzinfo=UTC))], scope=ME)
    erasing_after_the_read(monkeypatch, overlay, eraser, number=number)
    assert overlay.reconcile(scope=ME, role="user").taken == 0
    assert overlay.timeline(scope=ME).records == ()
    assert host.page(scope=ME).memories == ()
