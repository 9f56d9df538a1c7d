"""What an export carries: everything but erased text, with the times it became known."""

# ruff: noqa: D102  # a rule's name says it in full

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, InvalidInputError
from atma_overlay.ledger.memory import MemoryLedger
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.ports.ledger import Ledger
from atma_overlay.records import DecisionState, Held, Status, Tombstone, owed_deletion
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_erasure_rules import GONE, SECRET, secretive
from atma_overlay.testing.ledger_samples import (
    ALICE,
    ManualClock,
    commit,
    decision,
    observation,
    standing,
    statement,
    told,
    verdict,
)

BOB = Scope(tenant="globex", user="bob")


class LedgerTransferRules:
    """Rules of export and import; see `LedgerContract`."""

    def test_an_import_of_an_export_exports_the_same(self, ledger: Ledger, clock: ManualClock) -> None:
        instants = _fill(ledger, clock)
        lines = _exported(ledger)
        assert {line["record"] for line in lines} == {
            "ledger",
            "observation",
            "extraction",
            "statement",
            "version",
            "transition",
            "decision",
            "verdict",
            "contingency",
            "link",
            "end",
        }
        for copy, scope in ((ledger, BOB), (ledger.plane("copy"), ALICE), (MemoryLedger(), ALICE)):
            commit(copy, import_jsonl(json.loads(json.dumps(lines))), scope=scope)
            assert _exported(copy, scope=scope) == lines
            for instant in (*instants, None):
                assert _known(copy, instant, scope=scope) == _known(ledger, instant)
            assert _found(copy, scope=scope) == _found(ledger)

    def test_an_import_from_another_ledger_exports_the_same(self, ledger: Ledger, clock: ManualClock) -> None:
        oracle = MemoryLedger(clock=clock)
        _fill(oracle, clock)
        commit(ledger, import_jsonl(_exported(oracle)))
        assert _exported(ledger) == _exported(oracle)

    def test_an_export_holds_no_erased_text(self, ledger: Ledger, clock: ManualClock) -> None:
        _fill(ledger, clock)
        commit(ledger, Changeset(erased=("o-2",)))
        lines = _exported(ledger)
        assert SECRET not in json.dumps(lines)
        commit(ledger, import_jsonl(lines), scope=BOB)
        assert _exported(ledger, scope=BOB) == lines

    def test_writes_after_an_import_come_after_what_it_carried(self, ledger: Ledger, clock: ManualClock) -> None:
        _fill(ledger, clock)
        commit(ledger, import_jsonl(_exported(ledger)), scope=BOB)
        said = observation("o-9", minute=9)
        commit(ledger, told(statement("s-9", said), by=said), scope=BOB)
        (held,) = ledger.read(BOB, lambda r: r.held(["s-9"]))
        highest = max(version.revision for h in ledger.read(ALICE, lambda r: r.history()) for version in h.versions)
        assert held.statement.sequence > highest

    def test_an_empty_partition_exports_its_format_only(self, ledger: Ledger) -> None:
        assert _exported(ledger) == [{"record": "ledger", "format": 3}, {"record": "end", "lines": 1}]
        assert import_jsonl(_exported(ledger)).empty

    def test_what_was_erased_stays_so_over_an_import(self, ledger: Ledger, clock: ManualClock) -> None:
        _fill(ledger, clock)
        commit(ledger, Changeset(erased=("o-2",)))
        stays = ledger.read(ALICE, lambda r: r.tombstones())
        assert stays == [Tombstone.of(GONE)]
        for copy, scope in ((ledger, BOB), (ledger.plane("copy"), ALICE), (MemoryLedger(), ALICE)):
            before = copy.read(scope, lambda r: r.erasures())
            commit(copy, import_jsonl(_exported(ledger)), scope=scope)
            assert copy.read(scope, lambda r: r.tombstones()) == stays
            assert copy.read(scope, lambda r: r.erased(["o-1", "o-2"])) == {"o-2"}
            assert copy.read(scope, lambda r: r.erasures()) != before
            assert [x.text_hash for x in copy.read(scope, lambda r: r.links(observation_ids=["o-2"]))] == [""]
            with pytest.raises(ConflictError):
                commit(copy, Changeset(observations=(GONE,)), scope=scope)

    def test_what_an_import_says_was_erased_may_not_be_there(self, ledger: Ledger, clock: ManualClock) -> None:
        _fill(ledger, clock)
        stone = Changeset(tombstones=(Tombstone.of(GONE),))
        with pytest.raises(ConflictError):
            commit(ledger, stone)
        with pytest.raises(ConflictError):
            commit(ledger, stone + Changeset(observations=(GONE,)), scope=BOB)
        assert ledger.read(BOB, lambda r: r.revision()) == 0

    def test_a_link_to_what_an_import_says_was_erased_is_owed_its_deletion(
        self, ledger: Ledger, clock: ManualClock
    ) -> None:
        _fill(ledger, clock)
        (link,) = ledger.read(ALICE, lambda r: r.links(observation_ids=["o-2"]))
        commit(ledger, Changeset(tombstones=(Tombstone.of(GONE),), links=(link,)), scope=BOB)
        assert [x.text_hash for x in ledger.read(BOB, lambda r: r.links(observation_ids=["o-2"]))] == [""]
        assert ledger.read(BOB, lambda r: r.outbox()) == [owed_deletion(link.host, link.host_id, "o-2")]

    def test_an_export_of_the_formats_before_is_read(self, ledger: Ledger, clock: ManualClock) -> None:
        _fill(ledger, clock)
        lines = _exported(ledger)
        assert import_jsonl([{"record": "ledger", "format": 2}, *lines[1:]]) == import_jsonl(lines)
        assert import_jsonl([{"record": "ledger", "format": 1}, *lines[1:-1]]) == import_jsonl(lines)
        with pytest.raises(InvalidInputError, match="is not of format 3: upgrade"):
            import_jsonl([{"record": "ledger", "format": 4}, *lines[1:-1]])

    def test_what_is_no_whole_export_is_refused_with_the_line(self, ledger: Ledger, clock: ManualClock) -> None:
        _fill(ledger, clock)
        lines = _exported(ledger)
        names = [line["record"] for line in lines]
        first, ruled = names.index("transition"), lines[names.index("decision")]
        undecided = _counted([line for line in lines if line["record"] != "decision"])
        for broken, complaint in (
            (lines[:-1], "lines: end before the end of the export"),
            ([], "lines: end before the end of the export"),
            ([*lines[1:-3], lines[-1]], f"line {len(lines) - 3}: counts {len(lines) - 1} lines before it"),
            ([*lines, *lines], f"line {len(lines) + 1}: stands behind the end"),
            (undecided, f"line {first + 1}: is a transition without a decision"),
            ([{**ruled, "revision": 2**63}], "line 1: has ['revision'] out of range"),
            ([{**_of("statement", lines), "span": [0, -(2**40)]}], "line 1: has ['span'] out of range"),
            ([{**_of("statement", lines), "confidence": float("nan")}], "line 1: has ['confidence'] out of range"),
        ):
            with pytest.raises(InvalidInputError) as refused:
                import_jsonl(broken)
            assert str(refused.value).startswith(complaint)


def _of(name: str, lines: list[dict[str, object]]) -> dict[str, object]:
    return next(line for line in lines if line["record"] == name)


def _counted(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """Some lines of an export, with the last line that says how many they are."""
    kept = [line for line in lines if line["record"] != "end"]
    return [*kept, {"record": "end", "lines": len(kept)}]


def _fill(ledger: Ledger, clock: ManualClock) -> list[datetime]:
    commit(ledger, secretive())
    instants = [clock.now, clock.advance(60)]
    commit(
        ledger,
        Changeset(
            standings=(standing(statement("s-2", GONE), Status.ENDED),),
            decisions=(
                replace(decision("t-1", DecisionState.UNDONE), valid_at=clock.now),
                *(decision(f"t-{number}", DecisionState.PROPOSED) for number in range(2, 6)),
            ),
            verdicts=(verdict("p-1", reason="asked again"),),
        ),
    )
    instants.append(clock.advance(60))
    commit(ledger, Changeset(withdrawn=("s-2",)))
    commit(ledger, Changeset(standings=(standing(statement("s-1", GONE), Status.SUPERSEDED),)))
    return instants


def _exported(ledger: Ledger, *, scope: Scope = ALICE) -> list[dict[str, object]]:
    return ledger.read(scope, lambda r: list(export_jsonl(r)))


def _known(ledger: Ledger, at: datetime | None, *, scope: Scope = ALICE) -> list[Held]:
    return ledger.read(scope, lambda r: r.all_held(known_at=at))


def _found(ledger: Ledger, *, scope: Scope = ALICE) -> list[tuple[Held, float]]:
    return ledger.read(scope, lambda r: r.search(["chicago", SECRET, "live"], limit=9))
