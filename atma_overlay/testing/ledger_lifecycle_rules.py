"""What a ledger keeps of a lifecycle: stagings by recorded time, and touches."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger.memory import MemoryLedger
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.ports.ledger import Ledger
from atma_overlay.records import Residence, Stage, Staging, StagingVersion, Touch
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import ALICE, START, ManualClock, commit, observation, statement, told

BOB = Scope(tenant="globex", user="bob")
SHALLOW = Staging("s-1", Stage.TRANSIENT, 0.625, 0.1875, Residence.STAGED, START)
DEEP = replace(SHALLOW, stage=Stage.DURABLE, strength=0.1 + 0.2, seen_at=START + timedelta(days=1))
GONE = replace(DEEP, residence=Residence.ARCHIVED, until=START + timedelta(days=9))


class LedgerLifecycleRules:
    """Rules of stagings and touches; see `LedgerContract`."""

    def test_a_staging_holds_until_the_next_one(self, ledger: Ledger, clock: ManualClock) -> None:
        first = clock.now
        commit(ledger, Changeset(stagings=(SHALLOW,)))
        second = clock.advance(60)
        commit(ledger, Changeset(stagings=(DEEP,)))
        at = (first, first + timedelta(seconds=59), second, None)
        seen = [ledger.read(ALICE, lambda r, known=k: r.staged(["s-1"], known_at=known)) for k in at]  # type: ignore[misc]
        before, after = StagingVersion(SHALLOW, first, 1, second), StagingVersion(DEEP, second, 2)
        assert seen == [[before], [before], [after], [after]]
        assert ledger.read(ALICE, lambda r: r.staged(["s-1"], known_at=first - timedelta(seconds=1))) == []
        assert ledger.read(ALICE, lambda r: r.staging_history()) == [before, after]

    def test_only_what_has_a_place_is_read_without_ids(self, ledger: Ledger, clock: ManualClock) -> None:
        other = replace(SHALLOW, record_id="s-0")
        commit(ledger, Changeset(stagings=(DEEP, other)))
        placed = clock.now
        clock.advance(60)
        commit(ledger, Changeset(stagings=(GONE,)))
        assert [v.staging for v in ledger.read(ALICE, lambda r: r.staged())] == [other]
        assert [v.staging for v in ledger.read(ALICE, lambda r: r.staged(known_at=placed))] == [other, DEEP]
        assert [v.staging for v in ledger.read(ALICE, lambda r: r.staged(["s-1", "s-9"]))] == [GONE]

    def test_what_retention_took_out_has_no_place_and_is_read_by_its_id(self, ledger: Ledger) -> None:
        out = replace(SHALLOW, residence=Residence.PRUNED)
        commit(ledger, Changeset(stagings=(SHALLOW,)))
        commit(ledger, Changeset(stagings=(out,)))
        assert ledger.read(ALICE, lambda r: r.staged()) == []
        assert [v.staging for v in ledger.read(ALICE, lambda r: r.staged(["s-1"]))] == [out]

    def test_touches_are_kept_in_the_order_of_recording(self, ledger: Ledger) -> None:
        touches = [Touch(f"s-{n}", n + 1, "o-1", START, START + timedelta(seconds=n)) for n in range(3)]
        commit(ledger, Changeset(touches=tuple(touches[:2])))
        commit(ledger, Changeset(touches=tuple(touches[2:])))
        expected = [replace(t, revision=1 if n < 2 else 2) for n, t in enumerate(touches)]
        assert ledger.read(ALICE, lambda r: r.touches()) == expected

    def test_stagings_and_touches_are_of_one_partition_and_plane(self, ledger: Ledger) -> None:
        commit(ledger, Changeset(stagings=(SHALLOW,), touches=(Touch("s-1", 1, "o-1", START, START),)))
        for other, scope in ((ledger, BOB), (ledger.plane("shadow"), ALICE)):
            assert other.read(scope, lambda r: (r.staged(), r.staging_history(), r.touches())) == ([], [], [])

    def test_an_import_carries_stagings_and_touches_with_their_times(self, ledger: Ledger, clock: ManualClock) -> None:
        said = observation("o-1")
        touched = Changeset(stagings=(SHALLOW,), touches=(Touch("s-1", 2, "o-1", START, START),))
        commit(ledger, told(statement("s-1", said), by=said) + touched)
        clock.advance(60)
        commit(ledger, Changeset(stagings=(GONE,), touches=(Touch("s-1", 1, "o-1", START, clock.now),)))
        lines = ledger.read(ALICE, lambda r: list(export_jsonl(r)))
        for copy, scope in ((ledger, BOB), (MemoryLedger(), ALICE)):
            commit(copy, import_jsonl(json.loads(json.dumps(lines))), scope=scope)
            assert copy.read(scope, lambda r: list(export_jsonl(r))) == lines
            assert copy.read(scope, lambda r: r.staged(["s-1"])) == ledger.read(ALICE, lambda r: r.staged(["s-1"]))
            commit(copy, Changeset(stagings=(DEEP,)), scope=scope)
            assert [v.staging for v in copy.read(scope, lambda r: r.staged())] == [DEEP]

    def test_a_staging_is_imported_once(self, ledger: Ledger) -> None:
        version = StagingVersion(SHALLOW, START, 3)
        with pytest.raises(ConflictError):
            commit(ledger, Changeset(staged=(version, version)))
        assert ledger.read(ALICE, lambda r: (r.revision(), r.staging_history())) == (0, [])
