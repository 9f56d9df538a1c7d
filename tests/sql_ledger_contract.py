"""What every SQL ledger has to do, wherever it is kept; a module says where with its fixture `url`."""

from collections.abc import Callable

import pytest

from atma_overlay.ledger import SqlLedger
from atma_overlay.testing.ledger_contract import PersistentLedgerContract
from atma_overlay.testing.ledger_samples import ManualClock


class SqlLedgerContract(PersistentLedgerContract):
    """The shipped contract on the storage of `url`."""

    @pytest.fixture
    def open_again(self, clock: ManualClock, url: str) -> Callable[[], SqlLedger]:
        return lambda: SqlLedger(url, clock=clock)
