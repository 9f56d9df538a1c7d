"""Deadlines, circuit breakers, and writes whose host and judge follow behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from atma_overlay import AsyncOverlay, HostError, InvalidInputError, Label, Overlay, Scope
from atma_overlay.behind import Behind
from atma_overlay.effects import HostSearchCall
from atma_overlay.executor import Executor
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ledger import MemoryLedger, SqlLedger, open_ledger
from atma_overlay.patience import Patience
from atma_overlay.ports.host import HostCapabilities, HostItem, HostSearch
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.dated_worlds import FIRST, ME

YOU = Scope(tenant="acme", user="u-2")


class Slow(MemoryHost):
    """A host that answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.added = 0

    def search(self, query: str, *, scope: Scope, limit: int = 5, **named: object) -> HostSearch:
        self.let.wait(20)
        return super().search(query, scope=scope, limit=limit)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.let.wait(20)
        self.added += len(items)
        return super().add(items, scope=scope)


class SlowLedger(MemoryLedger):
    """A ledger whose reads take long once it is told to."""

    slow = False

    def read(self, scope: Scope, work):  # type: ignore[no-untyped-def]  # as the ledger's own
        if self.slow:
            time.sleep(2)
        return super().read(scope, work)


class Failing(MemoryHost):
    """A host that is away until it is back, and counts who asks."""

    away = True
    asked = 0

    def search(self, query: str, *, scope: Scope, limit: int = 5, **named: object) -> HostSearch:
        self.asked += 1
        if self.away:
            raise HostError("failing", "search", "is away", transient=True)
        return super().search(query, scope=scope, limit=limit)


class Crowded(Failing):
    """A host whose failures take a while; it may be that it takes one call after the other."""

    def __init__(self, *, together: bool) -> None:
        super().__init__()
        self._together = together

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, thread_safe=self._together)

    def search(self, query: str, *, scope: Scope, limit: int = 5, **named: object) -> HostSearch:
        self.asked += 1
        time.sleep(0.2)
        if self.away:
            raise HostError("failing", "search", "is away", transient=True)
        return MemoryHost.search(self, query, scope=scope, limit=limit)


def at_once(number: int, call: Callable[[], object]) -> None:
    threads = [threading.Thread(target=call) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)


def remembered(host: MemoryHost, **parts: object) -> Overlay:
    overlay = Overlay(host, ledger="memory://", **parts)  # type: ignore[arg-type]
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    return overlay


@pytest.mark.parametrize("seconds", [None, 5.0], ids=["for ever", "with a deadline"])
def test_after_its_rest_one_call_of_many_tries_a_host_again(seconds: float | None) -> None:
    host = Crowded(together=True)
    overlay = remembered(host, patience=Patience(failures=2, rest_seconds=0.5, recall_seconds=seconds))
    for _ in range(3):
        overlay.recall("Where do I live?", scope=ME)
    assert host.asked == 2
    time.sleep(0.6)
    at_once(8, lambda: overlay.recall("Where do I live?", scope=ME))
    assert host.asked == 3
    time.sleep(0.6)
    host.away = False
    assert overlay.recall("Where do I live?", scope=ME).degraded is None
    assert overlay.recall("Where do I live?", scope=ME).degraded is None
    assert host.asked == 5


def test_those_that_wait_for_a_host_leave_it_alone_too_once_it_has_failed_so_often() -> None:
    host = Crowded(together=False)
    overlay = remembered(host, patience=Patience(failures=2))
    at_once(8, lambda: overlay.recall("Where do I live?", scope=ME))
    assert host.asked == 2


def test_a_trial_that_hangs_is_followed_by_another_after_a_further_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    host, broken = Slow(), Patience(failures=1, rest_seconds=0.3, recall_seconds=0.2)
    host.let.set()
    overlay = remembered(host, patience=broken)
    overlay.recall("Where do I live?", scope=ME, deadline_seconds=5)
    host.let.clear()
    assert overlay.recall("Where do I live?", scope=ME).degraded == "HostLateError"
    time.sleep(0.4)
    assert overlay.recall("Where do I live?", scope=ME).degraded == "HostLateError"  # the trial, which hangs as well
    time.sleep(0.4)
    monkeypatch.setattr(Slow, "search", MemoryHost.search)  # it is back for who asks anew
    assert overlay.recall("Where do I live?", scope=ME, deadline_seconds=5).degraded is None
    host.let.set()


def test_a_host_that_is_late_is_passed_over_and_the_ledger_answers() -> None:
    host = Slow()
    host.let.set()
    overlay = remembered(host, patience=Patience(recall_seconds=1.0))
    overlay.recall("Where do I live?", scope=ME)  # what a first recall imports is no wait for the ledger
    host.let.clear()
    start = time.monotonic()
    packet = overlay.recall("Where do I live?", scope=ME)
    assert time.monotonic() - start < 4
    assert [(row.label, row.value) for row in packet.rows] == [(Label.CURRENT, "Leeds")]
    assert packet.degraded == "HostLateError"
    host.let.set()


async def test_the_deadline_of_one_recall_holds_when_it_is_awaited() -> None:
    host = Slow()
    overlay = AsyncOverlay(host, ledger="memory://")
    host.let.set()
    await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    host.let.clear()
    packet = await overlay.recall("Where do I live?", scope=ME, deadline_seconds=0.4)
    assert (packet.rows[0].value, packet.degraded) == ("Leeds", "HostLateError")
    host.let.set()


def test_a_ledger_that_is_late_is_passed_over_and_the_host_answers() -> None:
    ledger = SlowLedger()
    overlay = Overlay(MemoryHost(), ledger=ledger, patience=Patience(recall_seconds=0.3))
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST)
    ledger.slow = True
    packet = overlay.recall("Where do I live?", scope=ME)
    assert [(row.label, row.text) for row in packet.rows] == [(Label.UNTRACKED, "I live in Leeds.")]
    assert packet.degraded == "LedgerLateError"


def test_a_deadline_raises_where_errors_are_to_be_raised() -> None:
    host = Slow()
    overlay = Overlay(host, ledger="memory://", on_error="raise")
    with pytest.raises(HostError, match=r"no answer in 0\.\d\d s"):
        overlay.recall("Where do I live?", scope=ME, deadline_seconds=0.2)
    host.let.set()


def test_a_host_that_others_left_no_time_has_not_failed() -> None:
    host = Slow()
    executor = Executor(host, MemoryLedger(), Patience(failures=1))
    for seconds in (0.0, -0.8):
        with pytest.raises(HostError, match=r"no answer at once, and no time was left$"):
            executor.perform_in_time(HostSearchCall(ME, "home", 5), seconds)
    with pytest.raises(HostError, match=r"no answer in 0\.10 s$"):
        executor.perform_in_time(HostSearchCall(ME, "home", 5), 0.1)
    with pytest.raises(HostError, match="is left alone"):
        executor.perform_in_time(HostSearchCall(ME, "home", 5), 20)
    host.let.set()


@pytest.mark.parametrize("bad", [{"recall_seconds": 0}, {"failures": 0}, {"rest_seconds": -1.0}])
def test_a_wait_that_is_not_positive_is_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InvalidInputError, match="not positive"):
        Patience(**bad)  # type: ignore[arg-type]


def test_a_host_that_keeps_failing_is_left_alone_and_tried_again_after_its_rest() -> None:
    host = Failing()
    overlay = remembered(host, patience=Patience(failures=3, rest_seconds=1.0))
    for _ in range(6):
        packet = overlay.recall("Where do I live?", scope=ME)
        assert (packet.rows[0].value, packet.degraded) == ("Leeds", "HostError")
    assert host.asked == 3
    host.away = False
    time.sleep(1.1)
    assert overlay.recall("Where do I live?", scope=ME).degraded is None
    assert host.asked == 4


def test_a_host_that_answers_too_late_each_time_is_left_alone_too() -> None:
    host = Slow()
    host.let.set()
    overlay = remembered(host, patience=Patience(recall_seconds=1.0, failures=2, rest_seconds=30.0))
    overlay.recall("Where do I live?", scope=ME)
    for _ in range(2):
        host.let.clear()
        assert overlay.recall("Where do I live?", scope=ME).degraded == "HostLateError"
        host.let.set()  # the answer comes when nobody waits for it, and is no success
        time.sleep(0.1)
    packet = overlay.recall("Where do I live?", scope=ME)  # nothing holds the host up now, and it is not asked
    assert (packet.rows[0].value, packet.degraded) == ("Leeds", "HostError")


def test_a_write_to_a_host_that_is_left_alone_waits_in_the_outbox() -> None:
    host = Failing()
    overlay = remembered(host, patience=Patience(failures=1, rest_seconds=1.0))
    overlay.recall("Where do I live?", scope=ME)
    receipt = overlay.remember("I work at Acme.", scope=ME, observed_at=FIRST + timedelta(days=1))
    assert receipt.pending_host_writes == 1
    time.sleep(1.1)
    assert overlay.flush(scope=ME) == 1


def test_a_write_that_does_not_wait_is_in_the_ledger_before_the_host_has_it() -> None:
    host = Slow()
    with Overlay(host, ledger="memory://") as overlay:
        receipt = overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST, wait=False)
        assert (receipt.pending_host_writes, receipt.host_ids, host.added) == (1, (), 0)
        assert [r.value for r in overlay.timeline(scope=ME).records] == ["Leeds"]
        host.let.set()
        overlay.flush(scope=ME)
        assert host.added == 1
        assert overlay.flush(scope=ME) == 0


def test_closing_waits_for_what_follows_behind() -> None:
    host, ledger = Slow(), open_ledger("memory://")
    overlay = Overlay(host, ledger=ledger)
    for number in range(5):
        overlay.remember(f"I moved to Flat {number}.", scope=ME, observed_at=FIRST + timedelta(days=number), wait=False)
    threading.Timer(0.2, host.let.set).start()
    overlay.close()
    assert host.added == 5
    assert ledger.read(ME, lambda r: r.outbox()) == []


async def test_it_is_the_same_awaited() -> None:
    host, ledger = Slow(), open_ledger("memory://")
    overlay = AsyncOverlay(host, ledger=ledger)
    receipt = await overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST, wait=False)
    assert (receipt.pending_host_writes, host.added) == (1, 0)
    host.let.set()
    await overlay.flush(scope=ME)
    await overlay.close()
    assert host.added == 1


def test_what_follows_behind_is_not_lost_with_the_process(tmp_path: object) -> None:
    """Nothing of it is in memory only: another overlay on the same ledger finds what is owed."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    lost = Overlay(Slow(), ledger=SqlLedger(url), judge=Judge(ScriptedModel([])))
    lost._behind.owe = lambda scope: True  # type: ignore[method-assign]  # killed before it began
    receipt = lost.remember("I unpacked boxes above the Savannah river.", scope=ME, observed_at=FIRST, wait=False)
    assert receipt.observation_ids
    lost.ledger.close()
    host, model = MemoryHost(), ScriptedModel([])
    with Overlay(host, ledger=url, judge=Judge(model)) as overlay:
        assert overlay.flush(scope=ME) == 1
        assert [m.text for m in host.page(scope=ME).memories] == ["I unpacked boxes above the Savannah river."]
        judged = overlay.rejudge(scope=ME)
        assert judged is not None
        assert (judged.asked, judged.pending) == (1, 1)


def test_a_writer_that_finds_no_room_does_its_own_work() -> None:
    held, settled = threading.Event(), []

    def settle(scope: Scope) -> None:
        held.wait(20)
        settled.append(scope.user)

    behind = Behind(settle, room=1)
    assert behind.owe(ME)
    while behind._waiting:
        time.sleep(0.001)
    assert behind.owe(YOU)
    assert behind.owe(YOU)
    assert not behind.owe(Scope(tenant="acme", user="u-3"))
    held.set()
    behind.close()
    assert settled == ["u-1", "u-2"]
    assert not behind.owe(ME)


@pytest.mark.parametrize("ending", [SystemExit, GeneratorExit, OSError])
def test_a_host_that_ends_its_thread_ends_nothing_behind(ending: type[BaseException]) -> None:
    settled = []

    def settle(scope: Scope) -> None:
        settled.append(scope.user)
        raise ending

    behind = Behind(settle)
    for scope in (ME, YOU):
        assert behind.owe(scope)
        behind.wait_for(scope)
    behind.close()
    assert settled == ["u-1", "u-2"]


def test_an_error_behind_leaves_the_promise_in_the_ledger() -> None:
    host = Failing()
    host.add = None  # type: ignore[assignment,method-assign]  # whatever a broken adapter does
    ledger = open_ledger("memory://")
    overlay = Overlay(host, ledger=ledger)
    overlay.remember("I live in Leeds.", scope=ME, observed_at=FIRST, wait=False)
    overlay.close()
    assert len(ledger.read(ME, lambda r: r.outbox())) == 1
