"""A process that is forked off an overlay in use has one of its own: nothing of it waits for the parent's threads."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from atma_overlay import Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem, HostSearch
from atma_overlay.scope import Scope
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
