"""What takes long is worked out without the lock that others wait for, and is stored as if it had been held."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

from collections.abc import Callable

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import long_work
from atma_overlay.ledger.long_work import ATTEMPTS
from atma_overlay.ports.ledger import Ledger, LedgerReader
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import ALICE, commit, observation

BOB = Scope(tenant="acme", user="bob")
SAID = observation("o-1")
MEANWHILE = [observation(f"o-2{n}", f"Meanwhile {n}.", minute=1 + n) for n in range(9)]


class LedgerLongWorkRules:
    """Rules of `LedgerReader.takes_long`; see `LedgerContract`."""

    def test_others_write_while_long_work_is_done(self, ledger: Ledger) -> None:
        work = _Long(lambda _: commit(ledger, Changeset(observations=(MEANWHILE[0],)), scope=BOB))
        assert ledger.write(ALICE, work) == ["o-1"]
        assert work.runs == 2
        assert _ids(ledger, ALICE) == ["o-1"]
        assert _ids(ledger, BOB) == ["o-20"]

    def test_what_is_written_to_the_partition_meanwhile_is_seen_by_the_work(self, ledger: Ledger) -> None:
        def once(run: int) -> None:
            if run == 2:
                commit(ledger, Changeset(observations=(MEANWHILE[0],)))

        work = _Long(once)
        assert ledger.write(ALICE, work) == ["o-1", "o-20"]
        assert work.runs == 3
        assert _ids(ledger, ALICE) == ["o-1", "o-20"]

    def test_where_it_is_written_to_all_the_time_long_work_is_done_under_the_lock(
        self, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(long_work, "SHORT_SECONDS", 0.0)

        def always(run: int) -> None:
            if run <= 1 + ATTEMPTS:
                commit(ledger, Changeset(observations=(MEANWHILE[run],)))
            else:
                with pytest.raises(ConflictError, match="inside a ledger write"):
                    commit(ledger, Changeset(observations=(MEANWHILE[run],)))

        work = _Long(always)
        seen = ledger.write(ALICE, work)
        assert work.runs == 2 + ATTEMPTS
        assert _ids(ledger, ALICE) == seen == ["o-1", *(f"o-2{run}" for run in range(2, 2 + ATTEMPTS))]

    def test_what_turns_out_to_be_short_is_done_again_under_the_lock(
        self, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(long_work, "SHORT_SECONDS", 60.0)

        def once(run: int) -> None:
            if run == 2:
                commit(ledger, Changeset(observations=(MEANWHILE[0],)))

        work = _Long(once)
        assert ledger.write(ALICE, work) == ["o-1", "o-20"]
        assert work.runs == 3

    def test_where_long_work_fails_nothing_is_written(self, ledger: Ledger) -> None:
        def fail(_: int) -> None:
            raise ConflictError("does not follow")

        with pytest.raises(ConflictError, match="does not follow"):
            ledger.write(ALICE, _Long(fail))
        assert ledger.read(ALICE, lambda r: r.revision()) == 0

    def test_a_snapshot_has_time(self, ledger: Ledger) -> None:
        def work(reader: LedgerReader) -> int:
            reader.takes_long()
            return reader.revision()

        assert ledger.read(ALICE, work) == 0


class _Long:
    """The work of a write that stores an observation, and tells which there are then.

    Args:
        meanwhile: done where it takes long, by the number of the run.
    """

    def __init__(self, meanwhile: Callable[[int], None]) -> None:
        self._meanwhile = meanwhile
        self.runs = 0

    def __call__(self, reader: LedgerReader) -> tuple[Changeset, list[str]]:
        self.runs += 1
        reader.takes_long()
        self._meanwhile(self.runs)
        before = [o.id for o in reader.observed_after(None)]
        return Changeset(observations=(SAID,)), sorted([*before, "o-1"])


def _ids(ledger: Ledger, scope: Scope) -> list[str]:
    return sorted(o.id for o in ledger.read(scope, lambda r: r.observed_after(None)))
