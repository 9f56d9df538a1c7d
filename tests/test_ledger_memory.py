"""The in-memory ledger keeps the contract."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger import MemoryLedger, open_ledger
from atma_overlay.testing.ledger_contract import LedgerContract
from atma_overlay.testing.ledger_samples import ManualClock, commit, observation


class TestMemoryLedger(LedgerContract):
    @pytest.fixture
    def ledger(self, clock: ManualClock) -> Iterator[MemoryLedger]:
        ledger = MemoryLedger(clock=clock)
        yield ledger
        ledger.close()


def test_the_memory_url_opens_a_memory_ledger() -> None:
    assert isinstance(open_ledger("memory://"), MemoryLedger)


@pytest.mark.parametrize("url", ["", "memory", "postgres://localhost/x", "x.db", "sqlite", "mysql://"])
def test_an_unknown_url_is_refused_with_a_remedy(url: str) -> None:
    with pytest.raises(InvalidInputError, match="pass 'memory://'"):
        open_ledger(url)


def test_a_clock_without_a_zone_is_refused() -> None:
    ledger = MemoryLedger(clock=lambda: datetime(2026, 3, 1))  # noqa: DTZ001  # naive on purpose
    with pytest.raises(InvalidInputError, match="aware"):
        commit(ledger, Changeset(observations=(observation("o-1"),)))
