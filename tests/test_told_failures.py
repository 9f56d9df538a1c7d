"""What goes on without the host or the ledger says so in the log, without a word of what was said."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostItem, HostSearch

ME = Scope(tenant="acme", user="u-1")
PIN = "My PIN is 4711."


class Away(MemoryHost):
    """A host that is down, and whose errors quote what they were asked."""

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        raise RuntimeError(f"away: {items[0].text}")

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        raise RuntimeError(f"away: {PIN}")

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        raise RuntimeError(f"away: {query}")


@pytest.fixture(autouse=True)
def _at_warning(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, logger="atma_overlay")


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [(r.name, r.getMessage()) for r in caplog.records if r.name.startswith("atma_overlay")]


def test_a_host_that_is_away_is_told_of_by_its_error_alone(caplog: pytest.LogCaptureFixture) -> None:
    with Overlay(Away(), ledger="memory://") as overlay:
        overlay.remember(PIN, scope=ME)
        overlay.recall(PIN, scope=ME)
    assert told(caplog) == [
        ("atma_overlay.outbox", "what is to be handed over waits in the outbox: RuntimeError"),
        ("atma_overlay.recall", "recall goes on without the host: RuntimeError"),
    ]


def test_a_ledger_that_is_away_is_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'memory.db'}")
    with Overlay(MemoryHost(), ledger=ledger) as overlay:
        ledger.close()
        assert overlay.recall(PIN, scope=ME).degraded == "LedgerError"
    assert told(caplog) == [("atma_overlay.recall", "recall goes on without the ledger: LedgerError")]
