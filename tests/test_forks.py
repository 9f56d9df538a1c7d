"""A process that is forked off an overlay in use has one of its own: nothing of it waits for the parent's threads."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import AsyncOverlay, Overlay
from atma_overlay.changes import Changeset
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ledger import open_ledger
from atma_overlay.models.limiting import Places
from atma_overlay.ports.host import HostCapabilities, HostItem, HostSearch
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.ports.model import ModelReply, ModelRequest
from atma_overlay.scope import Scope
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.dated_worlds import ME

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]


def in_a_child(work: Callable[[], object]) -> bool:
    """Whether a forked process gets through it in ten seconds."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


class Awaited(MemoryHost):
    """A host of coroutines."""

    async def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:  # type: ignore[override]
        """As the blocking one."""
        return super().add(items, scope=scope)

    async def search(self, *asked: Any, **how: Any) -> HostSearch:  # type: ignore[override]
        """As the blocking one."""
        return super().search(*asked, **how)


@pytest.mark.parametrize("host", [MemoryHost, Awaited])
@pytest.mark.parametrize("wait", [True, False])
def test_a_child_writes_behind_and_awaits_its_host_by_itself(
    tmp_path: Path, host: Callable[[], MemoryHost], *, wait: bool
) -> None:
    def more() -> None:
        overlay.remember("I moved to Leeds.", scope=ME, wait=wait)
        overlay.flush(scope=ME)
        overlay.recall("Where do I live?", scope=ME)
        overlay.close()

    overlay = Overlay(host(), ledger=f"sqlite:///{tmp_path / 'ledger.db'}")
    overlay.remember("I live in Porto.", scope=ME, wait=wait)
    overlay.flush(scope=ME)
    assert in_a_child(more)
    overlay.remember("I moved to York.", scope=ME, wait=wait)
    overlay.flush(scope=ME)
    assert [r.value for r in overlay.timeline(scope=ME).records] == ["Porto", "Leeds", "York"]
    overlay.close()


class Slow(MemoryHost):
    """A host whose calls come one after another, and take long."""

    asleep = False

    @property
    def capabilities(self) -> HostCapabilities:
        """Of one call at a time."""
        return replace(super().capabilities, thread_safe=False)

    def search(self, *asked: Any, **how: Any) -> HostSearch:
        """Late, once it is told to be."""
        if self.asleep:
            self.asleep = False
            time.sleep(0.5)
        return super().search(*asked, **how)


def test_a_child_does_not_wait_for_a_call_of_its_parents(tmp_path: Path) -> None:
    host = Slow()
    overlay = Overlay(host, ledger=f"sqlite:///{tmp_path / 'ledger.db'}")
    overlay.remember("I live in Porto.", scope=ME)
    host.asleep = True
    asking = threading.Thread(target=lambda: overlay.recall("Where do I live?", scope=ME))
    asking.start()
    while host.asleep:
        time.sleep(0.001)
    assert in_a_child(lambda: overlay.recall("Where do I live?", scope=ME))
    asking.join()


def test_a_child_of_an_awaited_overlay_has_threads_of_its_own(tmp_path: Path) -> None:
    async def said_and_asked(town: str) -> None:
        await overlay.remember(f"I moved to {town}.", scope=ME)
        packet = await overlay.recall("Where do I live?", scope=ME, deadline_seconds=5)
        assert (packet.rows[0].value, packet.degraded) == (town, None)

    overlay = AsyncOverlay(MemoryHost(), ledger=f"sqlite:///{tmp_path / 'ledger.db'}")
    asyncio.run(said_and_asked("Porto"))
    assert in_a_child(lambda: asyncio.run(said_and_asked("Leeds")))
    asyncio.run(said_and_asked("York"))
    asyncio.run(overlay.close())


@pytest.mark.parametrize("url", ["sqlite:///{}", "memory://"])
def test_a_child_that_is_forked_off_while_another_thread_writes_can_write(tmp_path: Path, url: str) -> None:
    def slowly(_: LedgerReader) -> tuple[Changeset, None]:
        begun.set()
        time.sleep(0.3)
        return Changeset(), None

    begun = threading.Event()
    ledger = open_ledger(url.format(tmp_path / "ledger.db"))
    overlay = Overlay(MemoryHost(), ledger=ledger)
    overlay.remember("I live in Porto.", scope=ME)
    writing = threading.Thread(target=lambda: ledger.write(ME, slowly))
    writing.start()
    begun.wait()
    assert in_a_child(lambda: overlay.remember("I moved to Leeds.", scope=ME))
    writing.join()
    overlay.remember("I moved to York.", scope=ME)
    assert overlay.timeline(scope=ME).records[-1].value == "York"
    overlay.close()


@pytest.mark.parametrize("url", ["sqlite:///{}", "memory://"])
def test_a_thread_that_forks_inside_its_write_goes_on_with_it(tmp_path: Path, url: str) -> None:
    def forking(reader: LedgerReader) -> tuple[Changeset, int]:
        assert in_a_child(lambda: None)
        return Changeset(), reader.revision()

    start = time.monotonic()
    overlay = Overlay(MemoryHost(), ledger=(ledger := open_ledger(url.format(tmp_path / "ledger.db"))))
    overlay.remember("I live in Porto.", scope=ME)
    ledger.write(ME, forking)
    overlay.remember("I moved to York.", scope=ME)
    assert time.monotonic() - start < 1.5
    overlay.close()


class Busy(ScriptedModel):
    """A judge whose answers to the process that made it come when they are let."""

    def __init__(self) -> None:
        super().__init__(lambda _: "{}")
        self.let, self.asked, self.process = threading.Event(), threading.Event(), os.getpid()

    def complete(self, request: ModelRequest) -> ModelReply:
        """Late, in the process that made it."""
        if os.getpid() == self.process:
            self.asked.set()
            self.let.wait(20)
        return super().complete(request)


def test_a_child_has_all_places_of_a_judge_whose_parent_has_taken_them(tmp_path: Path) -> None:
    model = Busy()
    judge = Judge(model, concurrency=1)
    overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{tmp_path / 'ledger.db'}", judge=judge)
    writing = threading.Thread(target=lambda: overlay.remember("I live in Porto.", scope=ME))
    writing.start()
    model.asked.wait(20)
    other = Scope(tenant="acme", user="another")
    assert in_a_child(lambda: overlay.remember("I moved to Leeds.", scope=other))
    model.let.set()
    writing.join()
    overlay.remember("I moved to York.", scope=ME)
    overlay.close()


def test_a_child_does_not_wait_for_a_parents_look_at_what_a_judge_has_answered() -> None:
    judge = Judge(ScriptedModel([]))
    with judge.answers._lock:
        assert in_a_child(lambda: judge.answers.get("asked"))


def test_a_place_that_the_forking_thread_held_is_none_of_the_childs() -> None:
    places = Places(1)

    def one_at_a_time() -> None:
        held.__exit__(None, None, None)
        with places.held():
            assert places._free == 0

    held = places.held()
    held.__enter__()
    assert in_a_child(one_at_a_time)
    held.__exit__(None, None, None)
    assert places._free == 1
