"""What one process erases, another one on the same ledger drops with its next call, whichever scope that names (law 7).

The other process is a real one: it recalls what was said, is told that it was erased, and walks its own objects.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Never, TypeVar

import pytest
from sqlalchemy import Connection

from atma_overlay import Overlay, Scope, View, forget_texts, telemetry
from atma_overlay import kept as kept_module
from atma_overlay.changes import Changeset
from atma_overlay.drivers import run, run_async
from atma_overlay.effects import Compute, Flow, LedgerRead
from atma_overlay.errors import LedgerError, NotFoundError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.kept import ErasureGuard, kept
from atma_overlay.ledger import SqlLedger, erasures
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told
from tests.postgres_server import needs_server, server
from tests.test_erased_from_memory import AT, ME, NEEDLE, asked, holders, of_erasure
from tests.test_erased_from_memory import told as said_about

T = TypeVar("T")
YOU = Scope(tenant="acme", user="u-2")
NOBODY = Scope(tenant="acme", user="u-3")
"""A user of whom the ledger has nothing."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_server)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/ledger.db" if request.param == "sqlite" else server().new_url()


class Worker:
    """Another process with an overlay of its own, which is asked for one thing after another."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    def __call__(self, what: str) -> object:
        """Do it there, see `There.done`."""
        self._pipe.send(what)
        assert self._pipe.poll(60)
        answer = self._pipe.recv()
        assert not isinstance(answer, Exception), answer
        return answer


@contextmanager
def another_process(url: str) -> Iterator[Worker]:
    here, there = get_context("spawn").Pipe()
    process = get_context("spawn").Process(target=work, args=(url, there), daemon=True)
    process.start()
    there.close()
    try:
        yield Worker(here)
        here.send("stop")
        process.join(30)
    finally:
        process.kill()
        process.join(30)
        here.close()


class Slow(SqlLedger):
    """Waits in the midst of a read, where it is told to."""

    waits: tuple[threading.Event, threading.Event] | None = None

    def read(self, scope: Scope, work: Callable[[LedgerReader], T]) -> T:
        """As its parent."""
        waits, self.waits = self.waits, None

        def slowly(reader: LedgerReader) -> T:
            if waits is not None:
                reader.revision()
                waits[0].set()
                assert waits[1].wait(60)
            return work(reader)

        return super().read(scope, slowly)


class There:
    """What runs in the other process."""

    def __init__(self, url: str) -> None:
        self.ledger = Slow(url)
        self.overlay = Overlay(
            MemoryHost(), ledger=self.ledger, on_error="raise", clock=lambda: AT + timedelta(days=40)
        )  # fmt: skip
        self.arrived, self.go_on = threading.Event(), threading.Event()
        self.recall = threading.Thread(target=self._recall)

    def _recall(self) -> None:
        packet = self.overlay.recall("Where do I live?", scope=ME, view=View.HISTORICAL, now=AT + timedelta(days=30))
        self.read_before = len(packet.rows)

    def done(self, what: str) -> object:
        """Do as the other process is told."""
        overlay = self.overlay
        match what:
            case "recall all":
                return everything_recalled(overlay)
            case "recall me" | "recall you" | "recall nobody":
                scope = {"me": ME, "you": YOU, "nobody": NOBODY}[what.rsplit(maxsplit=1)[-1]]
                return len(overlay.recall("Where do I live?", scope=scope, view=View.CURRENT).rows)
            case "remember you":
                return len(overlay.remember("I live in Ghent.", scope=YOU, observed_at=AT).records)
            case "forget":
                forget_texts()
                return True
            case "begin":
                self.ledger.waits = self.arrived, self.go_on
                self.recall.start()
                return self.arrived.wait(60)
            case "end":
                self.go_on.set()
                self.recall.join(60)
                return self.read_before
            case _:
                return holders()


def everything_recalled(overlay: Overlay) -> int:
    for query in asked(of_erasure(*NEEDLE.decode())):
        overlay.recall(query, scope=ME, now=AT + timedelta(days=30))
    return len(overlay.timeline(scope=ME).records)


def work(url: str, pipe: Pipe) -> None:
    there = There(url)
    while (what := pipe.recv()) != "stop":
        try:
            pipe.send(there.done(what))
        except Exception as error:
            pipe.send(RuntimeError(repr(error)))
    there.overlay.close()


def everything_said(overlay: Overlay) -> None:
    for n, text in enumerate(said_about(of_erasure(*NEEDLE.decode()))):
        overlay.remember(text, scope=ME, observed_at=AT + timedelta(days=n))
    overlay.remember("I live in Oslo.", scope=YOU, observed_at=AT)


def test_another_process_drops_what_was_erased_with_its_next_call(url: str) -> None:
    with (
        Overlay(MemoryHost(), ledger=url, on_error="raise", clock=lambda: AT + timedelta(days=40)) as overlay,
        another_process(url) as worker,
    ):
        for call in ("recall you", "recall nobody", "recall me", "remember you", "forget"):
            everything_said(overlay)
            assert worker("recall all")
            overlay.erase(scope=ME, everything=True)
            assert worker("look")  # until it calls, it knows of nothing
            worker(call)
            assert worker("look") == [], call
        assert worker("recall you")
        assert worker("look") == []


def test_a_call_without_an_erasure_drops_nothing(url: str) -> None:
    drops: list[None] = []

    class Box:
        def forget(self) -> None:
            drops.append(None)

    first, second = SqlLedger(url), SqlLedger(url)
    said = observation("o-1")
    commit(first, told(statement("s-1", said), by=said))
    box = Box()
    kept_module.on_forgetting(box.forget)
    for ledger in (first, second, second):
        ledger.read(ALICE, lambda r: r.all_held())
        commit(ledger, Changeset())
    assert drops == []
    commit(first, Changeset(erased=("o-1",)))
    second.read(YOU, lambda r: r.revision())
    assert len(drops) == 1
    second.read(YOU, lambda r: r.revision())
    first.read(ALICE, lambda r: r.revision())
    assert len(drops) == 1
    for ledger in (first, second):
        ledger.close()
    again = SqlLedger(url)
    again.read(ALICE, lambda r: r.revision())
    assert len(drops) == 1
    again.close()


def test_a_ledger_that_is_opened_again_goes_on_from_what_this_process_saw(url: str) -> None:
    first = SqlLedger(url)
    for number in (1, 2):
        said = observation(f"o-{number}")
        commit(first, told(statement(f"s-{number}", said), by=said))
    first.read(ALICE, lambda r: r.all_held())
    first.close()
    other = SqlLedger(url)
    commit(other, Changeset(erased=("o-1",)))
    other.close()
    before = kept_module._drops
    again = SqlLedger(url)
    again.read(YOU, lambda r: r.revision())
    assert kept_module._drops != before
    again.close()


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("call", ["read", "write"])
def test_a_call_that_is_refused_since_what_it_names_was_erased_elsewhere_drops_it_too(
    url: str, call: str, long: bool
) -> None:
    first, second = SqlLedger(url), SqlLedger(url)
    said = observation("o-1")
    commit(first, told(statement("s-1", said), by=said))
    second.read(ALICE, lambda r: r.all_held())
    commit(first, Changeset(erased=("o-1",)))
    before = kept_module._drops

    def refused(reader: LedgerReader) -> Never:
        if long:
            reader.takes_long()
        raise NotFoundError("record", "s-1")

    with pytest.raises(NotFoundError):
        getattr(second, call)(ALICE, refused)
    assert kept_module._drops != before
    for ledger in (first, second):
        ledger.close()


def test_an_erasure_that_fails_counts_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = SqlLedger(url)
    said = observation("o-1")
    commit(ledger, told(statement("s-1", said), by=said))
    ledger.read(ALICE, lambda r: r.revision())
    before = kept_module._drops
    note = ledger._database.note_erasure

    def noted_in_vain(connection: Connection, *, text_is_left: bool) -> None:
        note(connection, text_is_left=text_is_left)
        raise OSError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(ledger._database, "note_erasure", noted_in_vain)
        with pytest.raises(OSError, match="power"):
            commit(ledger, Changeset(erased=("o-1",)))
    assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-1"]
    assert kept_module._drops == before
    ledger.close()


def test_many_erasures_at_once_are_all_counted(url: str) -> None:
    """In scopes of their own, which on a server wait for one another at the count alone."""
    ledger = SqlLedger(url)
    scopes = [Scope(tenant="acme", user=f"u-{n}") for n in range(8)]
    for n, scope in enumerate(scopes):
        said = observation(f"o-{n}")
        commit(ledger, told(statement(f"s-{n}", said), by=said), scope=scope)
    threads = [
        threading.Thread(target=commit, args=(ledger, Changeset(erased=(f"o-{n}",))), kwargs={"scope": scope})
        for n, scope in enumerate(scopes)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ledger.read(ALICE, lambda r: r.revision())
    assert erasures._counted[ledger._database.name] == len(scopes)
    ledger.close()


def test_the_count_goes_round_and_is_noticed_all_the_same(tmp_path: Path) -> None:
    ledger = SqlLedger(f"sqlite:///{tmp_path}/ledger.db")
    for number in (1, 2):
        said = observation(f"o-{number}")
        commit(ledger, told(statement(f"s-{number}", said), by=said))
    with ledger._database.writing(("main", *ALICE.partition)) as connection:
        connection.exec_driver_sql(f"PRAGMA user_version={(2**30 - 1) << 1}")
    ledger.read(ALICE, lambda r: r.revision())
    before = kept_module._drops
    assert not ledger.rewrite_pending
    commit(ledger, Changeset(erased=("o-1",)))
    assert not ledger.rewrite_pending
    ledger.read(ALICE, lambda r: r.revision())
    assert kept_module._drops != before
    ledger.close()


def test_what_a_call_under_way_keeps_is_dropped_when_it_ends() -> None:
    @kept(8)
    def shouted(text: str) -> str:
        return text.upper()

    with ErasureGuard():
        forget_texts()
        shouted(of_erasure(*NEEDLE.decode()))
        with ErasureGuard():
            shouted("said by one who began after the erasure")
        assert shouted.cache_info().currsize == 2  # type: ignore[attr-defined]  # of `lru_cache`
    assert shouted.cache_info().currsize == 0  # type: ignore[attr-defined]
    with ErasureGuard():
        shouted("what nobody erased")
    assert shouted.cache_info().currsize == 1  # type: ignore[attr-defined]


async def test_what_a_flow_keeps_after_all_was_dropped_goes_with_its_end() -> None:
    """Another thread's call may drop what is kept between two of its steps; here a step does so."""

    @kept(8)
    def shouted(text: str) -> str:
        return text.upper()

    def flow(kept_now: list[int]) -> Flow[None]:
        word = yield Compute(lambda: of_erasure(*NEEDLE.decode()))
        yield Compute(forget_texts)
        yield Compute(lambda: shouted(word))
        kept_now.append(shouted.cache_info().currsize)  # type: ignore[attr-defined]  # of `lru_cache`

    held: list[int] = []
    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        run(flow(held), overlay.executor, root=telemetry.READ_ROOT)
        assert (held, shouted.cache_info().currsize) == ([1], 0)  # type: ignore[attr-defined]
        await run_async(flow(held), overlay.executor, root=telemetry.READ_ROOT)
        assert (held, shouted.cache_info().currsize) == ([1, 1], 0)  # type: ignore[attr-defined]


def test_a_read_that_is_given_up_leaves_nothing_behind_when_it_ends() -> None:
    ended, go_on = threading.Event(), threading.Event()

    @kept(8)
    def shouted(text: str) -> str:
        return text.upper()

    def late(_: LedgerReader) -> None:
        assert go_on.wait(30)
        shouted(of_erasure(*NEEDLE.decode()))
        ended.set()

    def flow() -> Flow[None]:
        with suppress(LedgerError):
            yield LedgerRead(ME, late)

    with Overlay(MemoryHost(), ledger="memory://") as overlay:
        run(flow(), overlay.executor, root=telemetry.READ_ROOT, seconds=0.01)
        forget_texts()
        go_on.set()
        assert ended.wait(30)
        for thread in threading.enumerate():
            if thread.name == "atma-deadline":
                thread.join()
    assert shouted.cache_info().currsize == 0  # type: ignore[attr-defined]  # of `lru_cache`


def test_a_recall_that_began_before_an_erasure_leaves_nothing_behind(url: str) -> None:
    """It stands in its snapshot while another call of its process drops what is kept, and then goes on."""
    with (
        Overlay(MemoryHost(), ledger=url, on_error="raise", clock=lambda: AT + timedelta(days=40)) as overlay,
        another_process(url) as worker,
    ):
        everything_said(overlay)
        worker("begin")
        overlay.erase(scope=ME, everything=True)
        assert worker("recall you")
        assert worker("end")
        assert worker("look") == []
