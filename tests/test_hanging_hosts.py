"""A host that hangs: what still answers in time, what is not asked any more, and how many threads it keeps."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import replace

import pytest

from atma_overlay import AsyncOverlay, HostError, Overlay, Scope
from atma_overlay.effects import Compute, HostSearchCall
from atma_overlay.executor import Executor
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import MemoryLedger
from atma_overlay.patience import Patience
from atma_overlay.ports.host import HostCapabilities, HostItem, HostSearch
from tests.dated_worlds import FIRST, ME

QUESTION = "Where do I live?"
REQUEST: ContextVar[str] = ContextVar("request", default="none")


class Hanging(MemoryHost):
    """A host whose searches, or writes, come back when they are let; it counts them."""

    def __init__(self, *, thread_safe: bool = True) -> None:
        super().__init__()
        self.thread_safe = thread_safe
        self.let = threading.Event()
        self.hangs = ""
        self.searches = self.adds = 0
        self.requests = list[str]()

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, thread_safe=self.thread_safe)

    def search(self, query: str, *, scope: Scope, limit: int = 5, **named: object) -> HostSearch:
        self.searches += 1
        self.requests.append(REQUEST.get())
        if self.hangs == "search":
            self.let.wait(60)
        return super().search(query, scope=scope, limit=limit)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.adds += 1
        if self.hangs == "add":
            self.let.wait(60)
        return super().add(items, scope=scope)


@pytest.fixture
def host() -> Iterator[Hanging]:
    host = Hanging()
    yield host
    host.let.set()


@pytest.fixture
async def overlay(host: Hanging) -> AsyncIterator[AsyncOverlay]:
    overlay = AsyncOverlay(host, ledger="memory://")
    await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    await overlay.recall(QUESTION, scope=ME)  # what a first recall imports is no wait
    yield overlay
    host.let.set()
    await overlay.close()


def user(number: int) -> Scope:
    return Scope(tenant="acme", user=f"other-{number}")


async def hung(overlay: AsyncOverlay, host: Hanging, number: int) -> list[asyncio.Task[object]]:
    """So many writes that the host does not come back from."""
    host.hangs = "add"
    writes = [overlay.remember("I work at Acme.", scope=user(n), observed_at=FIRST) for n in range(number)]
    tasks: list[asyncio.Task[object]] = [asyncio.create_task(write) for write in writes]
    await asyncio.sleep(0.5)
    return tasks


async def test_writes_that_hang_hold_up_neither_a_recall_nor_its_deadline(host: Hanging, overlay: AsyncOverlay) -> None:
    writes = await hung(overlay, host, 40)
    async with asyncio.timeout(5):
        packet = await overlay.recall(QUESTION, scope=ME)
        assert (packet.rows[0].value, packet.degraded) == ("Leeds", None)
        packet = await overlay.recall(QUESTION, scope=ME, deadline_seconds=2)
        assert (packet.rows[0].value, packet.degraded) == ("Leeds", None)
        assert [r.value for r in (await overlay.timeline(scope=user(39))).records] == ["Acme"]
    host.let.set()
    await asyncio.gather(*writes)
    assert host.adds == 41


async def test_writes_that_hang_hold_up_no_thread_of_the_application(host: Hanging, overlay: AsyncOverlay) -> None:
    writes = await hung(overlay, host, 40)
    flushes = [asyncio.create_task(overlay.flush(scope=user(n))) for n in range(40)]
    await asyncio.sleep(0.1)
    async with asyncio.timeout(5):
        assert await asyncio.to_thread(threading.current_thread) is not threading.current_thread()
    host.let.set()
    await asyncio.gather(*writes, *flushes)


async def test_recalls_that_were_cancelled_at_a_host_that_hangs_hold_up_no_deadline(
    host: Hanging, overlay: AsyncOverlay
) -> None:
    async def cancelled(number: int) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await overlay.recall(QUESTION, scope=user(number))

    host.hangs = "search"
    await asyncio.gather(*(cancelled(n) for n in range(60)))
    start = time.monotonic()
    packet = await overlay.recall(QUESTION, scope=ME, deadline_seconds=2)
    assert time.monotonic() - start < 8
    assert (packet.rows[0].value, packet.degraded) == ("Leeds", "HostLateError")
    async with asyncio.timeout(5):
        await asyncio.to_thread(int)
    asked = host.searches
    assert asked <= 33  # the first recall's, and those that had a thread
    host.hangs = ""
    host.let.set()
    async with asyncio.timeout(5):
        assert (await overlay.recall(QUESTION, scope=ME)).degraded is None
    assert host.searches == asked + 1


async def test_erasures_that_wait_for_a_hand_over_that_hangs_hold_up_no_other_call(
    host: Hanging, overlay: AsyncOverlay
) -> None:
    host.hangs = "add"
    await overlay.remember("I work at Acme.", scope=user(0), wait=False)
    erasures = [overlay.erase(scope=user(0), record_id="rec_none") for _ in range(40)]
    waiting = [asyncio.create_task(call) for call in (*erasures, *(overlay.flush(scope=user(0)) for _ in range(40)))]
    await asyncio.sleep(0.05)
    host.hangs = ""  # for whoever asks from now on
    async with asyncio.timeout(1.5):  # an erasure waits for two seconds
        packet = await overlay.recall(QUESTION, scope=ME, deadline_seconds=1)
        assert (packet.rows[0].value, packet.degraded) == ("Leeds", None)
        assert (await overlay.remember("I moved to York.", scope=ME)).pending_host_writes == 0
    assert not any(call.done() for call in waiting)
    host.let.set()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_recall_that_gets_no_thread_to_read_its_query_is_answered_in_time(
    host: Hanging, overlay: AsyncOverlay
) -> None:
    computing = [asyncio.create_task(overlay.executor.perform_async(Compute(host.let.wait))) for _ in range(40)]
    await asyncio.sleep(0.05)
    async with asyncio.timeout(2):
        packet = await overlay.recall(QUESTION, scope=ME, deadline_seconds=0.2)
    assert ([row.text for row in packet.rows], packet.degraded) == (["I live in Leeds."], "LedgerLateError")
    host.let.set()
    await asyncio.gather(*computing)


def searching() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "atma-searching"}


def test_recalls_passed_over_keep_a_bounded_number_of_threads(host: Hanging) -> None:
    overlay = Overlay(host, ledger="memory://")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    host.hangs, before = "search", searching()
    until = time.monotonic() + 30
    while host.searches < 32 and time.monotonic() < until:
        overlay.recall(QUESTION, scope=ME, deadline_seconds=0.05)
    for _ in range(20):
        assert overlay.recall(QUESTION, scope=ME, deadline_seconds=0.05).degraded is not None
    assert (host.searches, len(searching() - before)) == (32, 32)
    host.hangs = ""
    host.let.set()
    assert overlay.recall(QUESTION, scope=ME, deadline_seconds=10).degraded is None
    assert host.searches == 33
    overlay.close()


def passed_over(executor: Executor, number: int) -> None:
    for _ in range(number):
        with pytest.raises(HostError, match="no answer in"):
            executor.perform_in_time(HostSearchCall(ME, "home", 5), 0.05)


def settled(host: Hanging, executor: Executor) -> int:
    """How often the host was asked once it is let, and asked once more."""
    host.hangs = ""
    host.let.set()
    executor.perform(HostSearchCall(ME, "home", 5))
    time.sleep(0.1)
    return host.searches


def test_a_call_that_was_given_up_does_not_search_when_its_turn_comes() -> None:
    host = Hanging(thread_safe=False)
    executor = Executor(host, MemoryLedger())
    host.hangs = "search"
    passed_over(executor, 5)
    assert host.searches == 1
    assert settled(host, executor) == 2


async def test_a_call_whose_wait_was_cancelled_does_not_search_when_its_turn_comes() -> None:
    host = Hanging(thread_safe=False)
    executor = Executor(host, MemoryLedger())
    host.hangs = "search"
    tasks = [asyncio.create_task(executor.perform_async(HostSearchCall(ME, "home", 5))) for _ in range(5)]
    await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert host.searches == 1
    assert settled(host, executor) == 2


async def test_a_call_that_was_never_made_is_neither_a_failure_nor_a_success() -> None:
    host = Hanging(thread_safe=False)
    executor = Executor(host, MemoryLedger(), Patience(failures=2))
    away = HostError("hanging", "search", "is away", transient=True)
    with pytest.raises(HostError), executor._host_breaker.guarding(lambda _: away):
        raise away
    with executor._turns.lock:
        tasks = [asyncio.create_task(executor.perform_async(HostSearchCall(ME, "home", 5))) for _ in range(4)]
        await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0.2)
    assert host.searches == 0
    assert executor._host_breaker._circuit.failure_count == 1


@pytest.mark.parametrize("seconds", [None, 20.0])
def test_a_hosts_own_timeout_is_told_as_its_own_and_counts_once(seconds: float | None) -> None:
    class Away(MemoryHost):
        asked = 0

        def search(self, *_: object, **__: object) -> HostSearch:
            self.asked += 1
            raise TimeoutError

    host = Away()
    overlay = Overlay(host, ledger="memory://", patience=Patience(recall_seconds=seconds, failures=2))
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    assert [overlay.recall(QUESTION, scope=ME).degraded for _ in range(3)] == [
        "TimeoutError", "TimeoutError", "HostError",
    ]  # fmt: skip
    assert host.asked == 2


@pytest.mark.parametrize("seconds", [None, 20.0])
async def test_the_host_is_called_in_the_context_of_the_caller(
    host: Hanging, overlay: AsyncOverlay, seconds: float | None
) -> None:
    async def asked(name: str) -> None:
        REQUEST.set(name)
        await overlay.recall(QUESTION, scope=ME, deadline_seconds=seconds)

    host.requests.clear()
    names = [f"request {n}" for n in range(20)]
    await asyncio.gather(*(asked(name) for name in names))
    assert sorted(host.requests) == sorted(names)


async def test_closing_ends_the_threads() -> None:
    before = set(threading.enumerate())
    overlay = AsyncOverlay(MemoryHost(), ledger="memory://")
    users = range(10)
    await asyncio.gather(*(overlay.remember("I live in Leeds.", scope=user(n), observed_at=FIRST) for n in users))
    await asyncio.gather(*(overlay.recall(QUESTION, scope=user(n), deadline_seconds=20) for n in users))
    await overlay.close()
    until = time.monotonic() + 5
    while (left := set(threading.enumerate()) - before) and time.monotonic() < until:
        await asyncio.sleep(0.005)
    assert left == set()
