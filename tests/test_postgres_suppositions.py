"""What a write on a PostgreSQL server supposes instead of asking, and that it finds out where it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError
from atma_overlay.ledger import SqlLedger
from atma_overlay.ledger.postgres_pipeline import Asked, Pipeline
from atma_overlay.ledger.postgres_session import PostgresSession, Rows
from atma_overlay.ledger.postgres_statements import Prepared, Values
from atma_overlay.ledger.prepared import DIRECT
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import HostLink, OutboxItem, OutboxState
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import ALICE, commit, link, observation, outbox_item, statement, told
from tests.postgres_server import needs_server, server
from tests.round_trips import Relay, relayed

pytestmark = needs_server
SAID, LATER = observation("o-1"), observation("o-2", "I live in Oslo.", minute=1)
PROMISED = told(statement("s-1", SAID), by=SAID) + Changeset(outbox=(outbox_item("w-1", SAID),))
DONE = replace(outbox_item("w-1", SAID), state=OutboxState.DONE)
NO_REFUSAL: AbstractContextManager[object] = nullcontext()
NOTE = Changeset(links=(link("h-1", SAID),), outbox=(DONE,))


@pytest.fixture
def ledger() -> Iterator[SqlLedger]:
    ledger = SqlLedger(server().new_url())
    yield ledger
    ledger.close()


@pytest.fixture
def other(ledger: SqlLedger) -> Iterator[SqlLedger]:
    """The same ledger in what might be another process."""
    other = SqlLedger(server().url(schema=schema_of(ledger)))
    yield other
    other.close()


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A word for each note that was sent without asking."""
    found: list[str] = []
    note = PostgresSession.note

    def noted(self: PostgresSession, prepared: Prepared, values: Values) -> Callable[[], Rows]:
        found.append("note")
        return note(self, prepared, values)

    monkeypatch.setattr(PostgresSession, "note", noted)
    return found


def schema_of(ledger: SqlLedger) -> str:
    return str(ledger._database.schema)  # type: ignore[attr-defined]  # a server's own


def stored(ledger: SqlLedger, scope: Scope = ALICE) -> tuple[int, list[HostLink], list[OutboxItem]]:
    """What a ledger that has read nothing before finds."""
    fresh = SqlLedger(server().url(schema=schema_of(ledger)))
    try:
        return fresh.read(scope, lambda r: (r.revision(), r.links(host_ids=["h-1", "h-2"]), r.outbox()))
    finally:
        fresh.close()


def runs(ledger: SqlLedger, changes: Changeset, refusal: AbstractContextManager[object] = NO_REFUSAL) -> list[int]:
    """A number for each run of the work of a write that stores the changes."""
    ran: list[int] = []

    def work(_: LedgerReader) -> tuple[Changeset, None]:
        ran.append(len(ran))
        return changes, None

    with refusal:
        ledger.write(ALICE, work)
    return ran


def turns_of(relay: Relay, ledger: SqlLedger, changes: Changeset) -> int:
    before = relay.turns
    ledger.write(ALICE, lambda _: (changes, None), durable=False)
    return relay.turns - before


class TestNote:
    def test_a_note_behind_its_own_write_takes_one_turn(self, notes: list[str]) -> None:
        url = server().new_url()
        with relayed(server().port) as relay:
            ledger = SqlLedger(url.replace(f":{server().port}/", f":{relay.port}/"))
            turns = []
            for number in range(9):
                said = observation(f"o-{number}", minute=number)
                done = replace(outbox_item(f"w-{number}", said), state=OutboxState.DONE)
                commit(ledger, told(by=said) + Changeset(outbox=(outbox_item(f"w-{number}", said),)))
                note = Changeset(links=(link(f"h-{number}", said),), outbox=(done,))
                turns.append(turns_of(relay, ledger, note))
            ledger.close()
        assert sorted(turns)[4] == 1, turns  # one that the network cuts in two counts as two
        assert len(notes) == 9

    def test_it_is_stored_as_one_that_asks(self, ledger: SqlLedger, other: SqlLedger, notes: list[str]) -> None:
        commit(ledger, PROMISED)
        commit(ledger, NOTE)
        assert notes == ["note"]
        assert stored(ledger) == (2, [link("h-1", SAID)], [])
        assert ledger.read(ALICE, lambda r: (r.revision(), r.links(host_ids=["h-1"]))) == (2, [link("h-1", SAID)])
        bob = Scope(tenant="acme", user="bob")
        for each in (PROMISED, NOTE):
            other.write(bob, lambda r, each=each: (each, r.revision()))  # type: ignore[misc]
        assert notes == ["note"]
        assert stored(ledger, bob) == stored(ledger)

    def test_its_answer_is_read_before_anybody_else_has_its_connection(
        self, ledger: SqlLedger, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A connection reads one answer at a time: read later, it might be taken for what another thread asked."""
        commit(ledger, PROMISED)
        free: list[bool] = []
        rows = Pipeline.rows

        def reading(self: Pipeline, asked: Asked) -> Rows:
            waiting = ledger._database._connections._waiting  # type: ignore[attr-defined]  # a server's own
            free.append(any(connection.info[DIRECT]._pipeline is self for connection in waiting))
            return rows(self, asked)

        monkeypatch.setattr(Pipeline, "rows", reading)
        commit(ledger, NOTE)
        assert free == [False]

    def test_where_another_process_wrote_meanwhile_it_is_stored_behind_that(
        self, ledger: SqlLedger, other: SqlLedger, notes: list[str]
    ) -> None:
        commit(ledger, PROMISED)
        commit(other, told(statement("s-2", LATER, "Oslo"), by=LATER))
        commit(ledger, NOTE)
        assert notes == ["note"]
        assert stored(ledger) == (3, [link("h-1", SAID)], [])
        assert [v.revision for h in ledger.read(ALICE, lambda r: r.history()) for v in h.versions] == [1, 2]

    def test_what_was_erased_meanwhile_is_linked_without_its_text(
        self, ledger: SqlLedger, other: SqlLedger, notes: list[str]
    ) -> None:
        commit(ledger, PROMISED)
        commit(other, Changeset(erased=("o-1",)))
        commit(ledger, NOTE)
        (found,) = stored(ledger)[1]
        assert (found.host_id, found.text_hash) == ("h-1", "")
        commit(ledger, told(by=LATER))
        commit(ledger, NOTE)  # erased long before: where the partition stands is known now
        assert notes == ["note"] * 2
        assert stored(ledger)[1] == [found]

    def test_of_an_observation_that_is_not_there_it_is_refused(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=LATER))
        with pytest.raises(ConflictError, match="fk_links_observations"):
            commit(ledger, NOTE)
        assert stored(ledger) == (1, [], [])

    def test_what_says_more_than_a_note_asks(self, ledger: SqlLedger, notes: list[str]) -> None:
        commit(ledger, PROMISED + Changeset(observations=(LATER,)))
        failed = replace(DONE, state=OutboxState.FAILED)
        commit(ledger, Changeset(outbox=(failed,)))
        commit(ledger, NOTE + Changeset(links=(link("h-2", LATER),)))
        assert notes == []
        assert stored(ledger) == (3, [link("h-1", SAID), link("h-2", LATER)], [])

    def test_it_says_nothing_of_another_scope(self, ledger: SqlLedger, notes: list[str]) -> None:
        bob = Scope(tenant="acme", user="bob")
        for scope in (ALICE, bob):
            ledger.write(scope, lambda _: (PROMISED, None))
        commit(ledger, NOTE)
        assert notes == ["note"]
        assert stored(ledger, bob) == (1, [], [outbox_item("w-1", SAID)])

    def test_texts_of_every_kind_go_with_it(self, ledger: SqlLedger, notes: list[str]) -> None:
        odd = observation("o'\\\"\0\x01 ü")
        item = outbox_item("w'\\\"\0\x01 ü", odd)
        commit(ledger, told(by=odd) + Changeset(outbox=(item,)))
        linked = replace(link("h-1", odd), seen_hash="\0\\u0000\x01")
        commit(ledger, Changeset(links=(linked,), outbox=(replace(item, state=OutboxState.DONE),)))
        assert notes == ["note"]
        assert stored(ledger) == (2, [linked], [])


class TestNew:
    def test_a_statement_that_is_stored_already_stays_as_it_was(self, ledger: SqlLedger, other: SqlLedger) -> None:
        commit(other, told(statement("s-1", SAID), by=SAID))
        assert runs(ledger, told(statement("s-1", LATER, "Oslo"), by=LATER)) == [0, 1]
        (history,) = other.read(ALICE, lambda r: r.history())
        assert history.statement == replace(statement("s-1", SAID), sequence=1)

    def test_one_that_was_erased_is_refused(self, ledger: SqlLedger) -> None:
        commit(ledger, told(statement("s-1", SAID), by=SAID))
        commit(ledger, Changeset(erased=("o-1",)))
        with pytest.raises(ConflictError, match="was erased"):
            commit(ledger, told(statement("s-1", LATER, "Oslo"), by=LATER))

    def test_a_conflict_that_is_one_is_said(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=SAID))
        refusal = pytest.raises(ConflictError, match="pk_observations")
        assert runs(ledger, told(by=SAID), refusal) == [0, 1]
