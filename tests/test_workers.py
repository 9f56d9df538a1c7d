"""Threads of an overlay's own: bounded, apart from the application's, ended with the overlay."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any

import pytest

from atma_overlay import workers as workers_module
from atma_overlay.workers import Workers


def threads(name: str) -> int:
    return sum(thread.name == name for thread in threading.enumerate())


def ended(name: str) -> bool:
    """Whether the threads of this name end within some seconds."""
    until = time.monotonic() + 5
    while threads(name) and time.monotonic() < until:
        time.sleep(0.005)
    return threads(name) == 0


def held(workers: Workers, gate: threading.Event, number: int) -> list[Future[bool]]:
    """So many threads that are busy until the gate opens."""
    futures = [workers.submit(lambda: gate.wait(20)) for _ in range(number)]
    while not all(future.running() for future in futures):
        time.sleep(0.001)
    return futures


def test_of_work_beyond_the_bound_each_waits_its_turn() -> None:
    gate, order = threading.Event(), list[int]()
    workers = Workers("bound", most=2)
    first = held(workers, gate, 2)
    later = [workers.submit(lambda number=number: order.append(number)) for number in range(50)]  # type: ignore[misc]
    assert threads("bound") == 2
    assert order == []
    gate.set()
    wait(first, 10)
    wait(later, 10)
    assert sorted(order) == list(range(50))
    workers.close()


def test_a_thread_that_is_free_takes_the_next_work() -> None:
    workers = Workers("free", most=8)
    seen = set()
    for _ in range(50):
        seen.add(workers.submit(threading.get_ident).result(10))
        time.sleep(0.001)
    assert len(seen) <= 2
    workers.close()


def test_one_thread_after_the_other_is_started_where_none_is_free() -> None:
    gate = threading.Event()
    workers = Workers("grown", most=8)
    for number in range(1, 6):
        held(workers, gate, 1)
        assert threads("grown") == number
    gate.set()
    workers.close()


def test_what_the_work_raises_is_raised_and_ends_no_thread() -> None:
    def exits() -> None:
        raise SystemExit

    workers = Workers("raising", most=1)
    with pytest.raises(SystemExit):
        workers.submit(exits).result(10)
    assert workers.submit(lambda: "on").result(10) == "on"
    workers.close()


def test_work_that_is_cancelled_before_it_began_is_forgotten() -> None:
    gate, done = threading.Event(), list[str]()
    workers = Workers("cancelled", most=1)
    held(workers, gate, 1)
    for _ in range(1000):
        assert workers.submit(lambda: done.append("cancelled")).cancel()
    assert (len(workers._waiting), workers._calls.qsize()) == (0, 0)
    last = workers.submit(lambda: done.append("last"))
    gate.set()
    last.result(10)
    assert done == ["last"]
    workers.close()


def test_after_work_was_cancelled_threads_are_started_as_before() -> None:
    gate = threading.Event()
    workers = Workers("as-before", most=3)
    held(workers, gate, 3)
    for _ in range(100):
        workers.submit(lambda: None).cancel()
    gate.set()
    again = threading.Event()
    held(workers, again, 3)
    assert threads("as-before") == 3
    again.set()
    workers.close()
    assert ended("as-before")


def test_closing_ends_threads_without_work_now_and_the_others_once_they_have_none() -> None:
    gate = threading.Event()
    workers = Workers("closed", most=3)
    wait([workers.submit(lambda: time.sleep(0.01)) for _ in range(3)], 10)
    (busy,), after = held(workers, gate, 1), workers.submit(lambda: "after")
    workers.close()
    gate.set()
    assert (busy.result(10), after.result(10)) == (True, "after")
    assert ended("closed")


def test_work_that_comes_after_closing_is_done() -> None:
    workers = Workers("later", most=2)
    workers.submit(lambda: None).result(10)
    workers.close()
    assert [workers.submit(lambda: "done").result(10) for _ in range(3)] == ["done"] * 3
    assert ended("later")


def test_threads_that_have_had_no_work_for_long_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "IDLE_SECONDS", 0.05)
    workers = Workers("idle", most=4)
    wait([workers.submit(lambda: time.sleep(0.02)) for _ in range(4)], 10)
    assert ended("idle")
    assert workers.submit(lambda: "again").result(10) == "again"
    workers.close()


@pytest.mark.parametrize("idle_seconds", [0.0, 0.001, 10.0])
def test_no_work_is_lost_between_threads_that_come_and_go(monkeypatch: pytest.MonkeyPatch, idle_seconds: float) -> None:
    monkeypatch.setattr(workers_module, "IDLE_SECONDS", idle_seconds)
    workers = Workers("many", most=4)
    futures = list[Future[int]]()

    def ask(work: Callable[[], int]) -> None:
        for number in range(300):
            futures.append(future := workers.submit(work))
            if number % 7 == 0:
                future.cancel()
            if number % 50 == 0:
                time.sleep(0.002)

    askers = [threading.Thread(target=ask, args=(threading.get_ident,)) for _ in range(4)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert not wait(futures, 20).not_done
    assert len(futures) == 1200
    assert threads("many") <= 4
    workers.close()
    assert ended("many")
    assert (workers._threads, workers._free, len(workers._waiting)) == (0, 0, 0)


async def test_work_that_raises_stop_iteration_leaves_nobody_waiting_for_it() -> None:
    workers = Workers("stopped", most=1)
    async with asyncio.timeout(10):
        with pytest.raises(RuntimeError, match="StopIteration"):
            await asyncio.wrap_future(workers.submit(lambda: next(iter(()))))
    workers.close()


def test_of_one_party_s_work_one_is_done_at_a_time_and_others_pass_it() -> None:
    gate, order = threading.Event(), list[str]()
    workers = Workers("parties", most=3)
    first = workers.submit(lambda: gate.wait(20), of="ann")
    rest: list[Future[Any]] = [workers.submit(lambda n=n: order.append(f"ann {n}"), of="ann") for n in range(20)]  # type: ignore[misc]
    for name in ("ben", "eve"):
        workers.submit(lambda name=name: order.append(name), of=name).result(10)  # type: ignore[misc]
    workers.submit(lambda: order.append("nobody")).result(10)
    assert order == ["ben", "eve", "nobody"]
    gate.set()
    wait([first, *rest], 10)
    assert order[3:] == [f"ann {n}" for n in range(20)]
    workers.close()
    assert ended("parties")
    assert workers._behind == {}


def test_a_party_stands_at_the_end_of_the_line_again_before_its_next_work() -> None:
    gate, order = threading.Event(), list[str]()
    workers = Workers("line", most=1)
    (busy,) = held(workers, gate, 1)
    work: list[Future[Any]] = [
        workers.submit(lambda name=name: order.append(name), of=name)  # type: ignore[misc]
        for name in ("ann", "ann", "ann", "ben", "ben")
    ]
    gate.set()
    wait([busy, *work], 10)
    assert order == ["ann", "ben", "ann", "ben", "ann"]
    workers.close()


@pytest.mark.parametrize("cancelled", [0, 1, 2])
def test_what_a_party_withdraws_is_forgotten_and_its_next_work_is_done(cancelled: int) -> None:
    gate, done = threading.Event(), list[int]()
    workers = Workers("withdrawn", most=1)
    (busy,) = held(workers, gate, 1)
    work: list[Future[Any]] = [workers.submit(lambda n=n: done.append(n), of="ann") for n in range(3)]  # type: ignore[misc]
    assert work[cancelled].cancel()
    gate.set()
    wait([busy, *work], 10)
    assert done == [n for n in range(3) if n != cancelled]
    assert workers.submit(lambda: "on", of="ann").result(10) == "on"
    workers.close()
    assert ended("withdrawn")
    assert (workers._threads, workers._free, workers._waiting, workers._behind) == (0, 0, {}, {})


@pytest.mark.parametrize(("short", "printed"), [(True, "ended"), (False, "")])
def test_a_process_that_ends_waits_for_short_work_and_for_no_other(short: bool, printed: str) -> None:
    program = (
        "import time; from atma_overlay.workers import Workers\n"
        f"workers = Workers('test', most=1, short={short})\n"
        "workers.submit(lambda: (time.sleep(0.4), print('ended', flush=True)))\n"
        "time.sleep(0.1)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout.strip() == printed
