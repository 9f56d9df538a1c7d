"""The contract of a ledger, as a test suite to inherit."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

# Before their import, so that a failed rule shows its values.
pytest.register_assert_rewrite(
    "atma_overlay.testing.ledger_ahead_rules",
    "atma_overlay.testing.ledger_erasure_rules",
    "atma_overlay.testing.ledger_lifecycle_rules",
    "atma_overlay.testing.ledger_long_work_rules",
    "atma_overlay.testing.ledger_partition_rules",
    "atma_overlay.testing.ledger_provenance_rules",
    "atma_overlay.testing.ledger_read_rules",
    "atma_overlay.testing.ledger_search_rules",
    "atma_overlay.testing.ledger_time_rules",
    "atma_overlay.testing.ledger_transfer_rules",
    "atma_overlay.testing.ledger_write_rules",
)

from atma_overlay.changes import Changeset  # noqa: E402
from atma_overlay.ports.ledger import Ledger  # noqa: E402
from atma_overlay.testing.ledger_ahead_rules import LedgerAheadRules  # noqa: E402
from atma_overlay.testing.ledger_erasure_rules import (  # noqa: E402
    SECRET,
    LedgerErasureRules,
    answers,
    secretive,
)
from atma_overlay.testing.ledger_lifecycle_rules import LedgerLifecycleRules  # noqa: E402
from atma_overlay.testing.ledger_long_work_rules import LedgerLongWorkRules  # noqa: E402
from atma_overlay.testing.ledger_partition_rules import LedgerPartitionRules  # noqa: E402
from atma_overlay.testing.ledger_provenance_rules import LedgerProvenanceRules  # noqa: E402
from atma_overlay.testing.ledger_read_rules import LedgerReadRules  # noqa: E402
from atma_overlay.testing.ledger_samples import ALICE, ManualClock, commit  # noqa: E402
from atma_overlay.testing.ledger_search_rules import LedgerSearchRules  # noqa: E402
from atma_overlay.testing.ledger_time_rules import LedgerTimeRules  # noqa: E402
from atma_overlay.testing.ledger_transfer_rules import LedgerTransferRules  # noqa: E402
from atma_overlay.testing.ledger_write_rules import LedgerWriteRules  # noqa: E402

__all__ = ["SECRET", "LedgerContract", "PersistentLedgerContract", "answers", "secretive"]


class LedgerContract(
    LedgerReadRules,
    LedgerPartitionRules,
    LedgerAheadRules,
    LedgerProvenanceRules,
    LedgerWriteRules,
    LedgerLongWorkRules,
    LedgerTimeRules,
    LedgerSearchRules,
    LedgerErasureRules,
    LedgerTransferRules,
    LedgerLifecycleRules,
):
    """Everything that the overlay relies on in a ledger.

    Inherit it and give it a fresh, empty ledger that takes its recorded time from `clock`:

        class TestMyLedger(LedgerContract):
            @pytest.fixture
            def ledger(self, clock: ManualClock) -> Iterator[MyLedger]:
                ledger = MyLedger(clock=clock)
                yield ledger
                ledger.close()

    A rule that a ledger cannot keep is overridden with `pytest.mark.xfail(reason=…)`, never left out.
    """

    @pytest.fixture
    def clock(self) -> ManualClock:
        """The clock of the ledger under test."""
        return ManualClock()

    @pytest.fixture
    def ledger(self, *_: Any, **__: Any) -> Any:
        """A fresh and empty `Ledger`; returned, or yielded and then closed."""
        raise NotImplementedError("override the fixture `ledger`: return a fresh and empty ledger")


class PersistentLedgerContract(LedgerContract):
    """A `LedgerContract` for ledgers that outlive their process: override `open_again`, and `ledger` comes of it."""

    @pytest.fixture
    def open_again(self, *_: Any, **__: Any) -> Any:
        """A function without arguments that opens one fresh and empty storage, the same at every call."""
        raise NotImplementedError("override the fixture `open_again`: return a function that opens one fresh storage")

    @pytest.fixture
    def ledger(self, open_again: Callable[[], Ledger]) -> Iterator[Ledger]:
        """The storage of `open_again`, opened for the first time."""
        ledger = open_again()
        yield ledger
        ledger.close()

    def test_what_was_written_is_there_when_it_is_opened_again(
        self, ledger: Ledger, open_again: Callable[[], Ledger]
    ) -> None:
        commit(ledger, secretive())
        before = ledger.read(ALICE, answers)
        ledger.close()
        again = open_again()
        assert again.read(ALICE, answers) == before
        commit(again, Changeset(erased=("o-2",)))
        assert again.read(ALICE, lambda r: r.revision()) == 2
        again.close()
        last = open_again()
        assert SECRET not in repr(last.read(ALICE, answers))
        last.close()

    def test_two_that_are_open_see_each_others_writes(self, ledger: Ledger, open_again: Callable[[], Ledger]) -> None:
        other = open_again()
        commit(ledger, secretive())
        assert other.read(ALICE, answers) == ledger.read(ALICE, answers)
        commit(other, Changeset(erased=("o-2",)))
        assert ledger.read(ALICE, lambda r: r.revision()) == 2
        assert SECRET not in repr(ledger.read(ALICE, answers))
        other.close()
