"""Many writers of one memory at once: nothing is lost, nothing is double, nobody waits for ever."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from atma_overlay import AsyncOverlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger
from atma_overlay.ledger.database import Database
from atma_overlay.ledger.prepared import CURSOR
from atma_overlay.ledger.sqlite_file import file_of
from atma_overlay.ledger.sqlite_opening import BUSY_TIMEOUT_SECONDS
from atma_overlay.ledger.transaction import Transaction
from atma_overlay.ports.host import HostCapabilities, HostItem
from tests.concurrent_writers import remember, write
from tests.dated_worlds import FIRST, ME, World, applied, is_open, opened, state
from tests.postgres_server import missing, server

SERVICE = [pytest.mark.service, pytest.mark.skipif(missing() is not None, reason=missing() or "")]
PROCESSES, SENTENCES = 8, 48


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=SERVICE)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/ledger.db" if request.param == "sqlite" else server().new_url()


@pytest.fixture
def ledger(url: str) -> Iterator[SqlLedger]:
    ledger = SqlLedger(url)
    yield ledger
    ledger.close()


def test_eight_processes_on_the_same_slots_leave_what_one_would_have_left(url: str) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.concurrent_writers"])
    with context.Pool(PROCESSES) as pool:
        shares = [(url, first, PROCESSES, SENTENCES) for first in range(PROCESSES)]
        waits = [seconds for share in pool.map(write, shares, chunksize=1) for seconds in share]
    assert len(waits) == SENTENCES
    assert max(waits) < BUSY_TIMEOUT_SECONDS
    alone = World()
    for number in range(SENTENCES):
        remember(alone.overlay, number)
    with opened(url) as together:
        assert state(together) == state(alone)
        assert together.ledger.read(ME, lambda r: len(r.observed_after(None))) == SENTENCES
        slots = Counter(r.slot for r in together.timeline().records if is_open(r))
        retired = sorted(r.id for r in together.timeline().records if not is_open(r))
        assert sorted(t.from_id for t in applied(together.timeline())) == retired
    assert (len(slots), set(slots.values())) == (3, {1})
    assert len(retired) == SENTENCES - 3


def test_a_transaction_that_is_over_holds_no_statement_that_another_thread_may_be_running(tmp_path: Path) -> None:
    """Python's driver resets the statement of a finished `executemany` when the cursor is dropped, by whichever thread.

    One that has written drops its reader after the next one has taken its connection.
    """
    database = Database(file_of(f"sqlite:///{tmp_path}/ledger.db"))
    for over in (database.writing(), database.reading()):
        with over as connection:
            Transaction(connection, ("main", *ME.partition))
            cursor = connection.info[CURSOR]
        with pytest.raises(sqlite3.ProgrammingError, match="closed cursor"):
            cursor.execute("SELECT 1")
    database.close()


async def test_a_thousand_tasks_at_once_are_all_served(ledger: SqlLedger) -> None:
    overlay = AsyncOverlay(MemoryHost(), ledger=ledger, on_error="raise")

    async def one(number: int) -> str:
        scope = Scope(tenant="acme", user=f"u-{number % 50}")
        at = FIRST + timedelta(minutes=number)
        if number >= 500:
            packet = await overlay.recall("Where do I live?", scope=scope, now=at)
            return packet.rows[0].label if packet.rows else "nothing"
        receipt = await overlay.remember(f"I moved to Flat {number}.", scope=scope, observed_at=at)
        return "stored" if receipt.observation_ids else "lost"

    answers = Counter(await asyncio.gather(*map(one, range(1000))))
    assert answers["stored"] == 500
    for user in range(50):
        scope = Scope(tenant="acme", user=f"u-{user}")
        assert len(ledger.read(scope, lambda r: r.observed_after(None))) == 10
        assert [r.value for r in (await overlay.timeline(scope=scope)).records if is_open(r)] == [f"Flat {450 + user}"]
    await overlay.close()


class Counted(MemoryHost):
    """A host that declares whether it may be called by two threads, and counts how many call it."""

    def __init__(self, *, thread_safe: bool) -> None:
        super().__init__()
        self._thread_safe = thread_safe
        self.inside = self.most = 0

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, thread_safe=self._thread_safe)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.02)
        self.inside -= 1
        return super().add(items, scope=scope)


@pytest.mark.parametrize(("thread_safe", "at_once"), [(False, {1}), (True, {2, 3, 4, 5, 6})])
async def test_a_host_is_called_by_as_many_threads_as_it_declares(
    ledger: SqlLedger, thread_safe: bool, at_once: set[int]
) -> None:
    host = Counted(thread_safe=thread_safe)
    overlay = AsyncOverlay(host, ledger=ledger, on_error="raise")
    scopes = [Scope(tenant="acme", user=f"u-{n}") for n in range(24)]
    await asyncio.gather(*(overlay.remember("I live in Porto.", scope=s, observed_at=FIRST) for s in scopes))
    assert host.most in at_once
    await overlay.close()
