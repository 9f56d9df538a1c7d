"""What a write keeps of the rows that it wrote: they are what a read finds, and the next write does not read them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atma_overlay import Overlay, Scope
from atma_overlay.changes import Changeset
from atma_overlay.hosts import MemoryHost
from atma_overlay.ledger.sql import SqlLedger
from atma_overlay.records import Held, Status
from atma_overlay.testing.ledger_samples import observation, standing, statement, told
from tests.emitted_sql import recorded
from tests.postgres_server import needs_server, server

ME = Scope(tenant="acme", user="u-1")
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
TOLD = (
    "I moved to Boston, I now work at Brudar and my gym is Cudas.",
    "I moved to Denver, I now work at Vodart and my gym is Wodal.",
    "I live in Chicago now.",
    "Actually, I live in Elgin, not Chicago.",
    "I quit my job.",
    "I work at Acme.",
    "In 2019 I lived in Atlanta.",
    "This week I'm at my parents' in Atlanta.",
    "Priya lives in Denver now.",
    "If I change jobs I'll cycle to work.",
)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs_server)])
def ledgers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], SqlLedger]]:
    opened: list[SqlLedger] = []
    url = f"sqlite:///{tmp_path / 'ledger.db'}" if request.param == "sqlite" else server().new_url()

    def another() -> SqlLedger:
        opened.append(SqlLedger(url))
        return opened[-1]

    yield another
    for ledger in opened:
        ledger.close()


def everything(ledger: SqlLedger, scope: Scope) -> dict[str, Held]:
    return {held.statement.id: held for held in ledger.read(scope, lambda reader: reader.all_held())}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    user=st.uuids(), said=st.lists(st.tuples(st.sampled_from(TOLD), st.integers(0, 9)), min_size=1, max_size=12),
    zone=st.sampled_from(["UTC", "Asia/Tokyo", "America/New_York"]),
)  # fmt: skip
def test_what_a_write_keeps_is_what_a_read_of_another_process_finds(
    ledgers: Callable[[], SqlLedger], user: object, said: list[tuple[str, int]], zone: str
) -> None:
    scope = Scope(tenant="acme", user=str(user))
    writing = ledgers()
    overlay = Overlay(MemoryHost(), ledger=writing, on_error="raise", clock=lambda: FIRST + timedelta(days=30))
    for text, day in said:
        overlay.remember(text, scope=scope, observed_at=FIRST + timedelta(days=day), timezone=zone)
    kept, stored = everything(writing, scope), everything(ledgers(), scope)
    assert {i: repr(held) for i, held in kept.items()} == {i: repr(held) for i, held in stored.items()}


def test_an_instant_of_another_zone_is_read_as_any_other_process_reads_it(ledgers: Callable[[], SqlLedger]) -> None:
    ledger, there = ledgers(), timezone(timedelta(hours=9))
    said = observation("o1")
    stated = replace(statement("s1", said), valid_from=FIRST.astimezone(there))
    ledger.write(ME, lambda _: (told(stated, by=said), None))
    (held,) = everything(ledger, ME).values()
    assert held.statement.valid_from == FIRST
    assert held.statement.valid_from.tzinfo is UTC


def test_the_next_write_of_a_slot_reads_no_row_of_what_this_process_wrote(ledgers: Callable[[], SqlLedger]) -> None:
    overlay = Overlay(MemoryHost(), ledger=ledgers(), on_error="raise")
    for text in (*TOLD[:2], *TOLD[:2]):
        overlay.remember(text, scope=ME)
    with recorded() as said:
        overlay.remember("I moved to Elgin, I now work at Initech and my gym is Trodand.", scope=ME)
    assert [each.text for each in said if "statements.evidence" in each.text and "SELECT" in each.text] == []
    assert [each.text for each in said if "FROM transitions" in each.text] == []


def test_a_version_that_another_process_closed_is_not_answered_from_what_this_one_wrote(
    ledgers: Callable[[], SqlLedger],
) -> None:
    here, elsewhere, said = ledgers(), ledgers(), observation("o1")
    stated = statement("s1", said)
    here.write(ME, lambda _: (told(stated, by=said), None))
    ended = standing(stated, Status.ENDED)
    elsewhere.write(ME, lambda _: (Changeset(standings=(ended,)), None))
    (held,) = everything(here, ME).values()
    assert held.standing == ended
