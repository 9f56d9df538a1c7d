"""What a recall asks of its database: so many statements, whatever the ledger holds, and each row once."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.measures import Bench, _asked
from atma_overlay.hosts import MemoryHost
from atma_overlay.kept import MAX_KEPT_CHARACTERS
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.kept_rows import Kept, KeptRows
from atma_overlay.records import Held, Version
from atma_overlay.testing.ledger_samples import observation, standing, statement
from tests.emitted_sql import recorded

MOST = 9
"""Statements of one recall: who is asked about, full text, what the host's hits carry, slots, moves, pruned, hosts."""
ROWS = 3
"""Of these, what finds statements that the process has not kept is followed by one that reads them."""
ME = Scope(tenant="acme", user="u-1")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ASKED = 40


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Filled]:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'bench.db'}")
    yield Filled(ledger)
    ledger.close()


def statements_of_recalls(filled: Filled, *, large: bool) -> list[int]:
    bench = Bench(filled, kind="sqlite", repeats=1)
    counts = []
    asked = [*islice(_asked([0] if large else bench._numbers), ASKED)]
    for number, query in (*asked, *asked):
        scope = filled.scope(number) if number else filled.large
        with recorded() as said:
            bench.overlay.recall(query, scope=scope)
        counts.append(len(said))
    bench.close()
    return counts


@pytest.mark.parametrize("large", [False, True], ids=["small scopes", "one large scope"])
def test_a_recall_takes_as_many_statements_from_a_ledger_that_has_grown(filled: Filled, *, large: bool) -> None:
    filled.grow(300)
    few = statements_of_recalls(filled, large=large)
    filled.grow(6000)
    many = statements_of_recalls(filled, large=large)
    first, again = many[:ASKED], many[ASKED:]
    # The first recall of a scope in a process reads whole rows, the next ones what is new.
    assert max(many) <= max(few) + 1
    assert sorted(first)[ASKED // 2] <= MOST + ROWS
    assert sorted(again)[ASKED // 2] <= MOST
    assert max(again) <= MOST + 2
    assert max(many) <= MOST + ROWS + 3


def test_a_read_of_the_past_reads_no_whole_partition(filled: Filled) -> None:
    filled.grow(3000)
    bench = Bench(filled, kind="sqlite", repeats=1)
    known_at = datetime.now(UTC)
    with recorded() as said:
        bench.overlay.recall("Where does my sister live?", scope=filled.large, known_at=known_at)
    bench.close()
    chosen = (" IN (", "LIMIT", "partitions", "MATCH", "WITH wanted")
    assert [each.text for each in said if not any(way in each.text for way in chosen)] == []


def test_what_another_process_erased_is_not_answered_from_what_this_one_keeps(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with Overlay(MemoryHost(), ledger=url) as first, Overlay(MemoryHost(), ledger=url) as second:
        first.remember("I live in Leeds.", scope=ME, observed_at=NOW)
        first.remember("I work at Kite Maps.", scope=ME, observed_at=NOW)
        (record,) = [r for r in first.timeline(scope=ME).records if r.value == "Leeds"]
        assert "Leeds" in first.recall("Where do I live?", scope=ME, limit=9).model_dump_json()
        second.erase(scope=ME, record_id=record.id)
        told = [row for row in first.recall("Where do I live?", scope=ME, limit=9).rows if row.record_ids]
        assert [row.value for row in told] == ["Kite Maps"]


def test_nothing_of_an_erased_text_is_kept_in_the_process(tmp_path: Path) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    with Overlay(MemoryHost(), ledger=ledger) as overlay:
        overlay.remember("I live in Leeds.", scope=ME, observed_at=NOW)
        overlay.remember("I work at Kite Maps.", scope=ME, observed_at=NOW)
        overlay.recall("Where do I live?", scope=ME)
        (record,) = [r for r in overlay.timeline(scope=ME).records if r.value == "Leeds"]
        assert "Leeds" in str(kept_of(ledger))
        overlay.erase(scope=ME, record_id=record.id)
        overlay.recall("Where do I live?", scope=ME)
        assert "Kite Maps" in str(kept_of(ledger))
        assert "Leeds" not in str(kept_of(ledger))
    ledger.close()


def kept_of(ledger: object) -> Kept:
    kept = ledger._kept  # type: ignore[attr-defined]  # what a process keeps is nobody's to read but this test's
    assert isinstance(kept, KeptRows)
    return kept.of(("main", *ME.partition))


def test_a_read_that_began_before_an_erasure_keeps_nothing_for_later_ones() -> None:
    kept, key = KeptRows(), ("main", "acme", "u-1")
    before = kept.of(key)
    kept.drop()
    kept.add(key, before, [held("s1")])
    assert kept.of(key).rows == {}


def test_the_partition_that_was_read_longest_ago_is_dropped_first() -> None:
    kept = KeptRows(limit=2)
    for user in ("a", "b", "a", "c"):
        key = ("main", "acme", user)
        kept.add(key, kept.of(key), [held(f"s-{user}")])
    assert [list(kept.of(("main", "acme", user)).rows) for user in ("a", "c", "b")] == [["s-a"], ["s-c"], []]


def test_users_of_whom_nothing_is_known_are_not_remembered_without_end() -> None:
    kept = KeptRows(partitions=3)
    for number in range(100):
        kept.of(("main", "acme", f"u-{number}"))
    assert [user for *_, user in kept._partitions] == ["u-97", "u-98", "u-99"]


def test_a_row_with_a_long_text_is_read_anew_each_time() -> None:
    kept, key = KeptRows(), ("main", "acme", "u-1")
    kept.add(key, kept.of(key), [held("short"), held("long", "y" * MAX_KEPT_CHARACTERS)])
    assert list(kept.of(key).rows) == ["short"]


def held(identifier: str, value: str = "Chicago") -> Held:
    said = statement(identifier, observation(f"o-{identifier}"), value)
    return Held(said, Version(standing(said), NOW, 1))
