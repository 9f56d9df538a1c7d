"""A PostgreSQL ledger behind PgBouncer, which hands out another server for each transaction."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from statistics import median

import pytest

from atma_overlay import Scope
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.measures import Bench, _asked, _news
from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, InvalidInputError, LedgerError
from atma_overlay.ledger import SqlLedger, open_ledger
from atma_overlay.ledger.postgres_health import planning, revision, rows, soundness
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told
from tests import pgbouncer_pooler
from tests.pgbouncer_pooler import SERVERS, Pooler, pooled
from tests.postgres_server import needs_server, server
from tests.round_trips import relayed
from tests.services import absent
from tests.sql_ledger_contract import SqlLedgerContract

pytestmark = needs_server
WAYS = ("transaction", "prepared")
SETTINGS = ("search_path", "enable_seqscan", "enable_sort", "plan_cache_mode", "lock_timeout", "synchronous_commit")


@pytest.fixture(scope="module")
def pooler() -> Iterator[Pooler]:
    named = pgbouncer_pooler.program()
    if named is None:
        absent("pgbouncer is not installed here: apt install pgbouncer")
    with pooled(server(), named) as found:
        yield found


@pytest.fixture(params=WAYS)
def url(request: pytest.FixtureRequest, pooler: Pooler) -> str:
    if request.param == "prepared" and not pooler.follows:
        pytest.skip("this PgBouncer is older than 1.21, which began to follow prepared statements")
    return pooler.through(server().new_url(), port=server().port, pooling=request.param)


@pytest.fixture
def ledger(url: str) -> Iterator[SqlLedger]:
    ledger = SqlLedger(url)
    yield ledger
    ledger.close()


class TestContract(SqlLedgerContract):
    pass


def held(ledger: SqlLedger, scope: Scope) -> list[str]:
    return [h.statement.id for h in ledger.read(scope, lambda r: r.all_held())]


def lose_servers() -> None:
    """End the processes behind whatever the pooler has open."""
    ours = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'atma-overlay'"
    server().sql("postgres", ours)


class TestPooled:
    def test_many_threads_share_few_servers(self, ledger: SqlLedger) -> None:
        users = [Scope(tenant="acme", user=f"u-{n}") for n in range(12)]

        def write(number: int) -> None:
            said = observation(f"o-{number}", minute=number)
            ledger.write(users[number % 12], lambda _: (told(statement(f"s-{number}", said), by=said), None))
            ledger.read(users[number % 12], lambda r: r.all_held())

        with ThreadPoolExecutor(4 * SERVERS) as pool:
            list(pool.map(write, range(96)))
        assert [held(ledger, user) for user in users] == [[f"s-{n}" for n in range(i, 96, 12)] for i in range(12)]

    def test_two_ledgers_share_them(self, url: str, ledger: SqlLedger, pooler: Pooler) -> None:
        """Their statements have one text, and their tables stand in two schemas."""
        way = url.rpartition("=")[2]
        other = SqlLedger(pooler.through(server().new_url(), port=server().port, pooling=way))
        for number in range(8):
            for place, each in enumerate((ledger, other)):
                said = observation(f"o-{place}-{number}", minute=number)
                commit(each, told(statement(f"s-{place}-{number}", said), by=said))
        assert held(ledger, ALICE) == [f"s-0-{n}" for n in range(8)]
        assert held(other, ALICE) == [f"s-1-{n}" for n in range(8)]
        other.close()

    def test_nothing_of_the_ledger_stays_set_on_a_server(self, ledger: SqlLedger, pooler: Pooler) -> None:
        """Another program is handed it next."""
        import psycopg

        commit(ledger, told(by=observation("o-1")))
        ledger.settle(records=10_000)
        mine = dict(server().sql("postgres", "SELECT name, setting FROM pg_settings"))
        where = f"host=127.0.0.1 port={pooler.port} user=atma dbname=postgres"
        found: list[dict[str, str]] = []
        backends = set()
        connections = [psycopg.connect(where) for _ in range(SERVERS)]
        for connection in connections:  # each holds a server until it is closed
            connection.execute("BEGIN")
            backends.add(connection.execute("SELECT pg_backend_pid()").fetchone())
            found.append(dict(connection.execute("SELECT name, setting FROM pg_settings").fetchall()))
        for connection in connections:
            connection.close()
        assert len(backends) == SERVERS
        assert [{name: each[name] for name in SETTINGS} for each in found] == [
            {name: mine[name] for name in SETTINGS}
        ] * SERVERS

    def test_a_transaction_has_the_settings_of_the_ledger(self, ledger: SqlLedger) -> None:
        with ledger._database.reading() as connection:
            said = connection.info["direct"]._pipeline  # type: ignore[attr-defined, unused-ignore]
            ((plans, path, wait),) = said.rows(
                said.say(
                    "SELECT current_setting('plan_cache_mode'), current_setting('search_path'),"
                    " current_setting('lock_timeout')"
                )
            )
        assert (plans, path, wait) == ("force_generic_plan", ledger._database.schema, "10s")  # type: ignore[attr-defined]

    def test_a_write_that_is_refused_leaves_connections_that_serve_on(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=observation("o-1")))
        for number in range(6):
            with pytest.raises(ConflictError):
                commit(ledger, told(by=observation("o-1")))
            commit(ledger, Changeset(observations=(observation(f"o-1-{number}", minute=number),)))
        assert ledger.read(ALICE, lambda r: r.revision()) == 7

    def test_a_server_that_is_lost_in_a_transaction_is_replaced_by_another_one(self, ledger: SqlLedger) -> None:
        commit(ledger, told(by=observation("o-0")))
        ran: list[int] = []

        def work(reader: LedgerReader) -> tuple[Changeset, None]:
            before = reader.revision()
            if not ran:
                lose_servers()
            ran.append(before)
            said = observation("o-1", minute=1)
            return told(statement("s-1", said), by=said), None

        ledger.write(ALICE, work)
        assert ran == [1, 1]
        lose_servers()
        assert held(ledger, ALICE) == ["s-1"]
        assert ledger.read(ALICE, lambda r: r.revision()) == 2

    def test_doctor_examines_it(self, url: str, ledger: SqlLedger) -> None:
        commit(ledger, told(by=observation("o-1")))
        assert "PostgreSQL" in soundness(url)
        assert revision(url).startswith("version ")
        assert planning(url)
        assert rows(url).startswith(("observations", "none yet"))  # which of them is the statistics' to know

    def test_the_settings_cost_no_turn(self, url: str, pooler: Pooler) -> None:
        filled = Filled(open_ledger(url), tenant="acme")
        filled.grow(1_000)
        filled.ledger.close()
        with relayed(pooler.port) as relay:
            ledger = open_ledger(url.replace(f":{pooler.port}/", f":{relay.port}/"))
            bench = Bench(Filled(ledger, tenant="acme", small=9, records=1_000), kind="postgresql", repeats=1)
            for number, query in islice(_asked([1, 2, 3]), 9):
                bench.overlay.recall(query, scope=bench.filled.scope(number))
            turns = []
            for number in range(18):
                before = relay.turns
                bench.overlay.remember(_news(number, number), scope=bench.filled.scope(number % 3 + 1))
                turns.append(relay.turns - before)
            bench.close()
            ledger.close()
        assert median(turns[6:]) == 3, turns


class TestUrl:
    def test_another_pooling_is_refused(self) -> None:
        with pytest.raises(InvalidInputError, match="the pooling 'statement' is none of 'none', 'transaction'"):
            SqlLedger("postgresql://h/d?pooling=statement")

    def test_without_it_the_remedy_is_told(self, pooler: Pooler) -> None:
        if pooler.follows:
            pytest.skip("this PgBouncer follows prepared statements")
        url = pooler.through(server().new_url(), port=server().port, pooling="none")
        with ThreadPoolExecutor(4 * SERVERS) as pool:
            refused = [str(error) for error in pool.map(lambda n: refusal(url, n), range(4 * SERVERS)) if error]
        assert any("?pooling=transaction" in each for each in refused), refused


def refusal(url: str, number: int) -> LedgerError | None:
    """What a ledger is refused for that remembers a little."""
    try:
        ledger = open_ledger(url)
    except LedgerError as error:
        return error
    try:
        for turn in range(9):
            ledger.write(ALICE, lambda _, turn=turn: (told(by=observation(f"o-{number}-{turn}")), None))  # type: ignore[misc]
    except LedgerError as error:
        return error
    finally:
        ledger.close()
    return None
