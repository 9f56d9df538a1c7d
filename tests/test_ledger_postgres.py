"""The PostgreSQL ledger keeps the contract, and what a server adds to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from atma_overlay.ledger import SqlLedger
from atma_overlay.testing.ledger_contract import PersistentLedgerContract
from atma_overlay.testing.ledger_samples import ManualClock
from tests.postgres_server import Server, needs_server, server

pytestmark = needs_server


@pytest.fixture
def postgres() -> Server:
    return server()


@pytest.fixture
def database(postgres: Server) -> str:
    return postgres.new_database()


@pytest.fixture
def url(postgres: Server, database: str) -> str:
    return postgres.url(database)


class TestPostgresLedger(PersistentLedgerContract):
    @pytest.fixture
    def ledger(self, clock: ManualClock, url: str) -> Iterator[SqlLedger]:
        ledger = SqlLedger(url, clock=clock)
        yield ledger
        ledger.close()

    @pytest.fixture
    def open_again(self, clock: ManualClock, url: str) -> Callable[[], SqlLedger]:
        return lambda: SqlLedger(url, clock=clock)
