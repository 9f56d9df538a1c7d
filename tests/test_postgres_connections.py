"""The connections of a PostgreSQL ledger while they wait, and what is said on them ahead of its answers."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, LedgerError
from atma_overlay.ledger import SqlLedger
from atma_overlay.ledger.postgres import PostgresDatabase
from atma_overlay.ledger.postgres_connections import KEPT_OPEN, MOST
from atma_overlay.ledger.postgres_pipeline import Pipeline
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told
from tests.postgres_server import needs_server, server

pytestmark = needs_server
SAID = observation("o-1")
KEPT_ALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 2, "TCP_USER_TIMEOUT": 20_000}


@pytest.fixture
def ledger() -> Iterator[SqlLedger]:
    ledger = SqlLedger(server().new_url())
    yield ledger
    ledger.close()


def database_of(ledger: SqlLedger) -> PostgresDatabase:
    assert isinstance(ledger._database, PostgresDatabase)
    return ledger._database


def revision(ledger: SqlLedger, scope: Scope = ALICE) -> int:
    return ledger.read(scope, lambda reader: reader.revision())


def backends(ledger: SqlLedger) -> list[int]:
    """The server's processes behind the connections that wait, which have to be idle in no transaction."""
    waiting = database_of(ledger)._connections._waiting
    return [connection.connection.dbapi_connection.info.backend_pid for connection in waiting]  # type: ignore[union-attr]  # psycopg's


@contextmanager
def pipeline(options: str = "") -> Iterator[tuple[Pipeline, Any]]:
    import psycopg

    where = f"host=127.0.0.1 port={server().port} user=atma dbname=postgres {options}"
    raw = psycopg.connect(where, autocommit=True)
    with raw:
        yield Pipeline(raw), raw


class TestWaiting:
    def test_one_connection_serves_one_call_after_another(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=SAID))
        (first,) = backends(ledger)
        assert [revision(ledger) for _ in range(3)] == [1, 1, 1]
        assert backends(ledger) == [first]

    def test_one_that_waits_holds_no_transaction_open(self, ledger: SqlLedger) -> None:
        revision(ledger)
        (waiting,) = backends(ledger)
        for _ in range(200):
            found = server().sql("postgres", "SELECT state FROM pg_stat_activity WHERE pid = %s", waiting)
            if found == [("idle",)]:
                return
        pytest.fail(str(found))

    def test_a_write_that_changes_nothing_leaves_no_trace(self, ledger: SqlLedger) -> None:
        ledger.write(ALICE, lambda reader: (Changeset(), reader.revision()))
        schema = database_of(ledger).schema
        assert server().sql("postgres", f"SELECT * FROM {schema}.partitions") == []

    def test_few_are_kept_and_many_may_be_used(self, ledger: SqlLedger) -> None:
        together = threading.Barrier(MOST)
        with ThreadPoolExecutor(MOST) as pool:
            list(pool.map(lambda _: ledger.read(ALICE, lambda r: (together.wait(30), r.revision())), range(MOST)))
        assert len(backends(ledger)) == KEPT_OPEN
        assert revision(ledger) == 0

    def test_more_than_may_be_used_wait_for_their_turn(self, ledger: SqlLedger) -> None:
        with ThreadPoolExecutor(3 * MOST) as pool:
            found = list(pool.map(lambda n: revision(ledger, Scope(tenant="acme", user=f"u-{n}")), range(20 * MOST)))
        assert found == [0] * (20 * MOST)

    def test_where_all_are_in_use_for_too_long_that_is_said(self, ledger: SqlLedger) -> None:
        connections = database_of(ledger)._connections
        connections._wait_seconds = 0.1
        together, done = threading.Barrier(MOST + 1), threading.Event()
        with ThreadPoolExecutor(MOST) as pool:
            reads = [pool.submit(ledger.read, ALICE, lambda _: (together.wait(30), done.wait(30))) for _ in range(MOST)]
            together.wait(30)
            with pytest.raises(LedgerError, match="every connection"):
                revision(ledger)
            done.set()
            assert all(each.result() for each in reads)
        assert revision(ledger) == 0

    def test_a_closed_ledger_is_refused(self, ledger: SqlLedger) -> None:
        revision(ledger)
        ledger.close()
        assert backends(ledger) == []
        with pytest.raises(LedgerError, match="is closed"):
            revision(ledger)


class TestLost:
    @pytest.mark.parametrize("call", [revision, lambda ledger: commit(ledger, told(by=SAID))])
    def test_one_that_died_while_it_waited_is_replaced(
        self, ledger: SqlLedger, call: Callable[[SqlLedger], object]
    ) -> None:
        revision(ledger)
        (gone,) = backends(ledger)
        assert server().sql("postgres", "SELECT pg_terminate_backend(%s, 10000)", gone) == [(True,)]
        call(ledger)
        assert gone not in backends(ledger)

    def test_with_one_all_that_are_as_old_are_replaced(self, ledger: SqlLedger) -> None:
        together = threading.Barrier(3)
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(lambda _: ledger.read(ALICE, lambda r: (together.wait(30), r.revision())), range(3)))
        gone = backends(ledger)
        for backend in gone:
            server().sql("postgres", "SELECT pg_terminate_backend(%s, 10000)", backend)
        assert revision(ledger) == 0
        assert len(gone) == 3
        assert not set(gone) & set(backends(ledger))

    def test_a_fork_in_the_middle_of_reads_and_writes_disturbs_nobody(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=SAID))
        revision(ledger)  # its end is not heard of yet
        parents = backends(ledger)
        for number in range(2, 4):
            child = os.fork()
            if child == 0:
                try:
                    said = observation(f"o-{number}", minute=number)
                    right = revision(ledger) == number - 1 and not set(backends(ledger)) & set(parents)
                    commit(ledger, told(by=said))
                    ledger.close()
                    os._exit(0 if right else 1)
                finally:
                    os._exit(2)
            assert os.waitpid(child, 0)[1] == 0
            assert revision(ledger) == number
            assert backends(ledger) == parents

    def test_one_whose_machine_answers_nothing_is_given_up_while_it_is_waited_for(self, ledger: SqlLedger) -> None:
        """Nothing is under way to it then, that it could fail to take; the system would wait for two hours."""
        revision(ledger)
        (waiting,) = database_of(ledger)._connections._waiting
        raw = waiting.connection.dbapi_connection
        assert raw is not None
        with socket.socket(fileno=os.dup(raw.pgconn.socket)) as line:
            probes = {name: line.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in KEPT_ALIVE}
        assert probes == KEPT_ALIVE

    def test_a_call_that_is_interrupted_closes_its_connection(self, ledger: SqlLedger) -> None:
        def work(reader: LedgerReader) -> None:
            reader.revision()
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            ledger.read(ALICE, work)
        assert backends(ledger) == []
        assert revision(ledger) == 0


class TestLock:
    def test_what_is_asked_together_with_the_lock_is_answered_behind_it(self, ledger: SqlLedger) -> None:
        """The second write waits for the first; what it asks goes with its lock, and sees what the first one stored."""
        other = SqlLedger(f"{server().url(schema=database_of(ledger).schema)}")
        found: list[tuple[int, list[str]]] = []

        def second(reader: LedgerReader) -> tuple[Changeset, None]:
            seen = [o.id for o in reader.observed_after(None)]
            found.append((reader.revision(), seen))
            return told(by=observation("o-2", minute=2)), None

        def first(reader: LedgerReader) -> tuple[Changeset, threading.Thread]:
            assert reader.revision() == 0
            thread = threading.Thread(target=other.write, args=(ALICE, second))
            thread.start()
            while server().sql("postgres", "SELECT count(*) FROM pg_locks WHERE NOT granted") == [(0,)]:
                pass
            return told(by=SAID), thread

        ledger.write(ALICE, first).join(30)
        other.close()
        assert found == [(1, ["o-1"])]
        assert revision(ledger) == 2

    def test_it_does_so_whatever_isolation_the_database_prefers(self) -> None:
        name = server().new_database()
        server().sql(name, f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'")
        ledger = SqlLedger(server().url(name))
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: commit(ledger, told(by=observation(f"o-{n}", minute=n))), range(24)))
        assert revision(ledger) == 24
        ledger.close()

    def test_the_first_writes_of_a_partition_do_not_get_in_one_anothers_way(self, ledger: SqlLedger) -> None:
        others = [SqlLedger(ledger_url(ledger)) for _ in range(2)]

        def write(place: int, scope: Scope) -> None:
            said = observation(f"o-{place}", minute=place)
            others[place].write(scope, lambda _: (told(by=said), None))

        for number in range(5):
            scope = Scope(tenant="acme", user=f"new-{number}")
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(write, range(2), [scope] * 2))
            assert revision(ledger, scope) == 2
        for each in others:
            each.close()


def ledger_url(ledger: SqlLedger) -> str:
    return server().url(schema=database_of(ledger).schema)


class TestPipeline:
    def test_what_is_said_together_is_answered_in_its_order_by_whatever_order_it_is_asked_for(self) -> None:
        with pipeline() as (said, _):
            said.say("BEGIN")
            asked = [said.say("SELECT $1::TEXT, $2::BIGINT", ("n", n)) for n in range(5)]
            assert [said.rows(asked[n]) for n in (3, 0, 4)] == [[("n", 3)], [("n", 0)], [("n", 4)]]

    def test_values_come_back_as_they_were_given(self) -> None:
        texts = ('a"b', "back\\slash", "{},NULL", "", "ü ☂", " ", None)
        query = "SELECT $1::TEXT[], $2::BIGINT, $3::TEXT, $4::BOOLEAN, $5::DOUBLE PRECISION, $6::INTEGER"
        with pipeline() as (said, _):
            assert said.rows(said.say(query, (texts, -(2**62), None, True, 0.1, -7))) == [
                (list(texts), -(2**62), None, True, 0.1, -7)
            ]

    def test_a_text_is_never_cut_short(self) -> None:
        import psycopg

        with pipeline() as (said, _):
            asked = said.say("SELECT $1::TEXT", ("be\0fore",))
            with pytest.raises(psycopg.DataError):
                said.rows(asked)

    def test_a_failure_is_raised_where_an_answer_is_waited_for_and_the_connection_serves_on(self) -> None:
        import psycopg

        with pipeline() as (said, raw):
            said.say("BEGIN")
            said.say("SELECT 1 / $1::INTEGER", (0,))
            asked = said.say("SELECT $1::TEXT", ("never prepared",))
            with pytest.raises(psycopg.errors.DivisionByZero):
                said.rows(asked)
            said.abandon()
            assert not raw.closed
            assert said.rows(said.say("SELECT $1::TEXT", ("now",))) == [("now",)]
            assert said.rows(said.say("SELECT 1 / $1::INTEGER", (1,))) == [(1,)]

    def test_more_is_said_and_answered_than_any_buffer_holds(self) -> None:
        with pipeline() as (said, _):
            asked = [said.say("SELECT repeat($1::TEXT, 20)", ("x" * 1_000_000,)) for _ in range(4)]
            assert [len(said.rows(each)[0][0]) for each in asked] == [20_000_000] * 4

    def test_a_server_that_is_busy_for_long_with_much_behind_it_is_not_taken_for_one_that_is_gone(self) -> None:
        """It reads nothing meanwhile: what it did not take in the time that a network has ended the connection."""
        with pipeline("tcp_user_timeout=1000") as (said, _):
            said.say("SELECT pg_sleep(3)")
            asked = [said.say("SELECT length($1::TEXT)", ("x" * 100_000,)) for _ in range(80)]
            assert [said.rows(each) for each in asked] == [[(100_000,)]] * 80

    def test_statements_that_were_not_asked_for_long_are_let_go(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("atma_overlay.ledger.postgres_pipeline.PREPARED_MAX", 3)
        with pipeline() as (said, _):
            for _ in range(2):
                for n in range(7):
                    assert said.rows(said.say(f"SELECT {n} + $1::INTEGER", (1,))) == [(n + 1,)]
            assert said.rows(said.say("SELECT count(*) FROM pg_prepared_statements")) == [(3,)]

    def test_a_conflict_leaves_a_connection_that_serves_on(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=SAID))
        before = backends(ledger)
        for _ in range(3):
            with pytest.raises(ConflictError, match="pk_observations"):
                commit(ledger, told(by=SAID))
        assert revision(ledger) == 1
        assert backends(ledger) == before


class TestAbortedBeforeItsCommit:
    @pytest.mark.parametrize("state", ["40001", "40P01", "57P01"])
    def test_a_write_whose_statement_the_server_refuses_is_run_again(self, ledger: SqlLedger, state: str) -> None:
        """Its commit was sent with it, and is surely not done."""
        commit(ledger, told(by=SAID))
        refuse_once(ledger, state)
        later = observation("o-2", minute=3)
        runs: list[int] = []

        def work(_: LedgerReader) -> tuple[Changeset, None]:
            runs.append(1)
            return told(statement("s-2", later), by=later), None

        ledger.write(ALICE, work)
        assert len(runs) == 2
        assert [h.statement.id for h in ledger.read(ALICE, lambda r: r.all_held())] == ["s-2"]

    def test_what_is_said_of_the_connection_in_a_commit_tells_nothing_of_it(self, ledger: SqlLedger) -> None:
        """A pooler says so where it has lost the server, whatever that has done meanwhile."""
        commit(ledger, told(by=SAID))
        refuse_once(ledger, "08P01")
        later = observation("o-2", minute=3)
        with pytest.raises(LedgerError, match="while the ledger was committing"):
            commit(ledger, told(statement("s-2", later), by=later))


def refuse_once(ledger: SqlLedger, state: str) -> None:
    """Have the server refuse the next statement that is stored, not before its commit is on the way."""
    schema = database_of(ledger).schema
    for said in (
        f"CREATE SEQUENCE {schema}.once",
        f"CREATE FUNCTION {schema}.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF nextval('{schema}.once') = 1 THEN PERFORM pg_sleep(0.2);"
        f" RAISE EXCEPTION 'refused' USING ERRCODE = '{state}'; END IF;"
        " RETURN new; END $$",
        f"CREATE TRIGGER refuse BEFORE INSERT ON {schema}.statements FOR EACH ROW EXECUTE FUNCTION {schema}.refuse()",
    ):
        server().sql("postgres", said)
