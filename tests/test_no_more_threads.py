"""Where the system gives no more threads nothing is lost, nothing waits for ever, and all goes on once it does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from atma_overlay import AsyncOverlay, LedgerError, Overlay, Scope
from atma_overlay.background import BackgroundLoop
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.workers import Workers
from tests.dated_worlds import ME

T = TypeVar("T")
YOU = Scope(tenant="acme", user="u-2")


@contextmanager
def refused(*names: str) -> Iterator[None]:
    """No thread of these names is to be had meanwhile."""
    start = threading.Thread.start

    def started(thread: threading.Thread) -> None:
        if thread.name in names:
            raise RuntimeError("can't start new thread")
        start(thread)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", started)
        yield


def in_some_seconds(work: Callable[[], T]) -> T:
    """What it returns, if it does not hang."""
    found: list[T] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    thread.join(10)
    assert found, "it hangs"
    return found[0]


def test_a_write_that_does_not_wait_does_its_work_itself_and_the_next_one_has_it_done_behind() -> None:
    host = MemoryHost()
    overlay = Overlay(host, ledger="memory://")
    with refused("atma-behind"):
        overlay.remember("I live in Leeds.", scope=ME, wait=False)
    assert [m.text for m in host.page(scope=ME).memories] == ["I live in Leeds."]
    overlay.remember("My dog is called Rex.", scope=ME, wait=False)
    in_some_seconds(lambda: overlay.flush(scope=ME))
    assert len(host.page(scope=ME).memories) == 2
    in_some_seconds(lambda: [overlay.close()])  # type: ignore[func-returns-value]  # that it ends is what counts


def test_an_awaited_write_that_does_not_wait_is_stored_all_the_same() -> None:
    async def told() -> tuple[int, int]:
        overlay = AsyncOverlay(MemoryHost(), ledger="memory://")
        with refused("atma-behind", "atma-handing"):
            await overlay.remember("I live in Leeds.", scope=ME, wait=False)
        records = (await overlay.timeline(scope=ME)).records
        taken = await overlay.flush(scope=ME)
        await overlay.close()
        return len(records), taken

    assert asyncio.run(told()) == (1, 1)


@pytest.mark.parametrize("of", ["atma-computing", "atma-writing"])
def test_where_an_awaited_write_gets_no_thread_at_all_the_error_is_one_of_the_overlays(of: str) -> None:
    async def told() -> str:
        overlay = AsyncOverlay(MemoryHost(), ledger="memory://")
        with refused(of), pytest.raises(LedgerError, match="no thread is to be had"):
            await overlay.remember("I live in Leeds.", scope=ME)
        await overlay.remember("I live in Leeds.", scope=ME)
        packet = await overlay.recall("Where do I live?", scope=ME)
        await overlay.close()
        return packet.rows[0].text

    assert asyncio.run(told()) == "I live in Leeds."


def test_work_waits_for_a_thread_that_is_there_where_no_other_is_to_be_had() -> None:
    workers, gate = Workers("few", most=4), threading.Event()
    first = workers.submit(lambda: gate.wait(10))
    with refused("few"):
        later = workers.submit(lambda: "done")
    assert not later.done()
    gate.set()
    assert (first.result(10), later.result(10)) == (True, "done")
    workers.close()


async def _one() -> int:
    return 1


def test_a_loop_whose_thread_is_not_to_be_had_is_started_by_the_next_call() -> None:
    loop = BackgroundLoop("loop-of-a-host")
    with refused("loop-of-a-host"), pytest.raises(RuntimeError, match="start new thread"):
        loop.run(_one())
    assert in_some_seconds(lambda: loop.run(_one())) == 1
    loop.close()


class FullRoom(Overlay):
    """An overlay behind which there is room for nobody."""

    def _owe(self, scope: Scope) -> None:
        self._behind.close()
        super()._owe(scope)


def test_a_write_that_is_stored_tells_no_error_of_what_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = FullRoom(MemoryHost(), ledger="memory://")
    read = type(overlay.ledger).read

    def away(*_: object) -> object:
        raise LedgerError("the server is away: try again")

    monkeypatch.setattr(type(overlay.ledger), "read", away)
    receipt = overlay.remember("I live in Leeds.", scope=ME, wait=False)
    monkeypatch.setattr(type(overlay.ledger), "read", read)
    assert len(receipt.observation_ids) == 1
    assert overlay.flush(scope=ME) == 1
    overlay.close()
