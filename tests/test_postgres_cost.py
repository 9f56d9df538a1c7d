"""What a call asks of a PostgreSQL server: one turn for each answer, and no walk over all that a scope holds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from statistics import median
from typing import Any

import pytest
from sqlalchemy import make_url

from atma_overlay import Overlay, Scope
from atma_overlay.bench.filling import Filled
from atma_overlay.bench.measures import Bench, _asked, _news
from atma_overlay.errors import ConflictError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger, open_ledger
from atma_overlay.ledger.encoding import link_row
from atma_overlay.ledger.notes import Note
from atma_overlay.ledger.postgres_notes import NOTING, values_of
from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ledger.postgres_statements import Prepared
from atma_overlay.records import HostLink
from atma_overlay.testing.ledger_contract import SECRET
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, told
from tests.postgres_server import needs_server, server
from tests.round_trips import Relay, relayed

pytestmark = needs_server
RECORDS = 3_000
KINDS = 5
"""Kinds of questions that the bench asks in turn."""
CROWD = 6_000
REFERRED_TO = ("observations", "statements", "transitions")
"""The tables that foreign keys name."""
WALKED = 60
"""Rows that a statement may look at in vain; the large scope holds 300 records, 900 versions and terms."""

Read = tuple[Prepared, Sequence[Any]]


@pytest.fixture(scope="module", params=["never analysed", "users of one tenant each"])
def url(request: pytest.FixtureRequest) -> str:
    """A ledger right after it was filled, or among tenants that share no user, which the planner misjudges."""
    made = server().new_url()
    ledger = open_ledger(made)
    assert isinstance(ledger, SqlLedger)
    schema = str(make_url(made).query["schema"])
    for (table,) in server().sql(
        "postgres", f"SELECT relname FROM pg_class WHERE relnamespace = '{schema}'::regnamespace AND relkind = 'r'"
    ):
        server().sql("postgres", f"ALTER TABLE {schema}.{table} SET (autovacuum_enabled = off)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqlLedger, "settle", lambda *_, **__: None)
        Filled(ledger, tenant="acme").grow(RECORDS)
    if request.param != "never analysed":
        for table in REFERRED_TO:
            crowd(schema, table)
        ledger.settle(records=RECORDS)
    ledger.close()
    return made


def crowd(schema: str, table: str) -> None:
    """Put the rows of a thousand other users of three hundred tenants beside those of a table."""
    columns = [
        str(name)
        for (name,) in server().sql(
            "postgres", f"SELECT attname FROM pg_attribute WHERE attrelid = '{schema}.{table}'::regclass AND attnum > 0"
        )
    ]
    other = {"tenant": "'t-' || n % 300", "user_id": "'u-' || n % 1000", "id": "id || n", "idempotency_key": "NULL"}
    server().sql(
        "postgres",
        f"INSERT INTO {schema}.{table} ({', '.join(columns)}) SELECT {', '.join(other.get(c, c) for c in columns)}"
        f" FROM (SELECT * FROM {schema}.{table} LIMIT 1) AS one, generate_series(1, {CROWD}) AS n",
        options="-c session_replication_role=replica",
    )


def bench_of(url: str) -> Bench:
    filled = Filled(open_ledger(url), tenant="acme", small=27, records=RECORDS)
    return Bench(filled, kind="postgresql", repeats=1)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Read]:
    """What was read, and waited for."""
    found: list[Read] = []
    ask = PostgresSession._ask

    def noted(self: PostgresSession, prepared: Prepared, bound: Sequence[Any]) -> Any:
        found.append((prepared, bound))
        return ask(self, prepared, bound)

    monkeypatch.setattr(PostgresSession, "_ask", noted)
    return found


def turns_of(work: Callable[[], object], relay: Relay) -> int:
    before = relay.turns
    work()
    return relay.turns - before


def test_a_call_asks_together_what_it_knows_it_will_ask(url: str, reads: list[Read]) -> None:
    more: dict[str, list[int]] = {"recall": [], "nobody": []}
    with relayed(server().port) as relay:
        bench = bench_of(url.replace(f":{server().port}/", f":{relay.port}/"))
        for turn, (number, query) in enumerate(islice(_asked(bench._numbers), 4 * KINDS)):
            scope = bench.filled.scope(number)
            reads.clear()
            turns = turns_of(lambda query=query, scope=scope: bench.overlay.recall(query, scope=scope), relay)  # type: ignore[misc]
            if turn >= KINDS:  # a connection's first statements are prepared on it
                more["recall"].append(turns - len(reads))
        for number in range(12):
            scope = Scope(tenant="acme", user=f"nobody-{number}")
            reads.clear()
            turns = turns_of(lambda scope=scope: bench.overlay.recall("Where do I live?", scope=scope), relay)  # type: ignore[misc]
            more["nobody"].append(turns - len(reads))
        remembered = []
        for number in range(3, 21):
            scope = bench.filled.scope(number % 6 + 1)
            said = _news(number, number)
            turns = turns_of(lambda said=said, scope=scope: bench.overlay.remember(said, scope=scope), relay)  # type: ignore[misc]
            remembered.append(turns)
        bench.close()
        bench.filled.ledger.close()
    # The relay sees packets: one that the network cuts in two counts as two turns, now and then.
    # A recall's beginning, head, search, hits and subjects go in one turn.
    assert median(more["recall"]) <= -2, more
    assert median(more["nobody"]) <= -2, more  # with the count of erasures, which comes with no head here
    # Two transactions, the utterance and what the host made of it: a turn for what the first one reads and one for what
    # it writes, and one for the second. Whoever has written of these slots before is asked for nothing else.
    assert median(remembered[6:]) == 3, remembered


def test_no_statement_walks_over_all_that_a_scope_holds(url: str, reads: list[Read]) -> None:
    schema = str(make_url(url).query["schema"])
    bench = bench_of(url)
    for _, query in islice(_asked([0]), 10):
        bench.overlay.recall(query, scope=bench.filled.large)
    bench.overlay.remember(_news(40, 0), scope=bench.filled.large)
    settings = setting_of(bench)
    bench.close()
    bench.filled.ledger.close()
    bench.filled.ledger.close()
    looked_at = {prepared.text: walked(schema, settings, prepared, bound) for prepared, bound in reads}
    assert {text: rows for text, rows in looked_at.items() if rows > WALKED} == {}
    assert len(looked_at) > 10


def test_a_note_looks_up_its_rows_by_their_ids(url: str) -> None:
    schema = str(make_url(url).query["schema"])
    bench = bench_of(url)
    key = ("main", *bench.filled.large.partition)
    held = f"FROM {schema}.partitions WHERE (plane, tenant, user_id) = (%s, %s, %s)"
    ((revision, instant),) = server().sql("postgres", f"SELECT revision, recorded_at {held}", *key)
    ((said,),) = server().sql("postgres", f"SELECT id {held.replace('partitions', 'observations')} LIMIT 1", *key)
    note = Note("w-1", "add", said, [link_row(HostLink("host", "h-1", said, "hash"))])
    bound = NOTING.bound(values_of(key, note, before=(revision, instant), after=(revision + 1, instant)))
    plan = explained(schema, setting_of(bench), NOTING, bound)
    bench.close()
    bench.filled.ledger.close()
    assert removed(plan) == 0
    assert {"pk_partitions", "pk_observations", "pk_outbox"} <= set(indexes(plan))
    assert server().sql("postgres", f"SELECT revision {held}", *key) == [(revision + 1,)]


def test_an_erasure_of_a_whole_user_asks_for_its_facts_together() -> None:
    """It asked for the rulings of each fact, and for what told of each change, of 4,000 records in 4,000 turns."""
    turns = []
    with relayed(server().port) as relay:
        ledger = SqlLedger(server().new_url().replace(f":{server().port}/", f":{relay.port}/"))
        overlay = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
        for records in (30, 60, 360):  # a connection's first statements are prepared on it
            filled = Filled(ledger)
            filled._enlarge(records)
            erase = partial(overlay.erase, scope=filled.large, everything=True)
            turns.append(turns_of(erase, relay))
        ledger.close()
    assert turns[2] - turns[1] < 300 // 4, turns


def test_no_foreign_key_is_checked_by_a_walk_over_a_scope(url: str) -> None:
    schema = str(make_url(url).query["schema"])
    before = fetched(schema)
    bench = bench_of(url)
    bench.overlay.remember(_news(41, 0), scope=bench.filled.large)
    bench.close()
    bench.filled.ledger.close()
    assert 0 < fetched(schema) - before < RECORDS // 20


def fetched(schema: str) -> int:
    """Rows that were fetched from the tables that foreign keys name, by whatever is no longer connected."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'atma-overlay'"
    while server().sql("postgres", waiting) != [(0,)]:
        time.sleep(0.05)
    names = ", ".join(f"'{name}'" for name in REFERRED_TO)
    query = f"SELECT sum(idx_tup_fetch) FROM pg_stat_user_tables WHERE schemaname = '{schema}' AND relname IN ({names})"
    return int(server().sql("postgres", query)[0][0] or 0)


def setting_of(bench: Bench) -> dict[str, str]:
    """How the ledger's own connections plan."""
    names = ("plan_cache_mode", "enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_sort", "jit")
    database = bench.filled.ledger._database  # type: ignore[attr-defined]  # a server's own
    with database._transaction(database._engine) as connection:
        return {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar_one()) for name in names}


def walked(schema: str, settings: dict[str, str], prepared: Prepared, bound: Sequence[Any]) -> int:
    """The rows that a statement read and threw away again."""
    return removed(explained(schema, settings, prepared, bound))


def explained(schema: str, settings: dict[str, str], prepared: Prepared, bound: Sequence[Any]) -> dict[str, Any]:
    """How a statement was run."""
    import psycopg
    from psycopg import sql

    where = f"host=127.0.0.1 port={server().port} user=atma dbname=postgres"
    with psycopg.connect(where) as connection:
        connection.execute("SELECT set_config('search_path', %s, false)", (schema,))
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        text = prepared.text.replace(" FOR UPDATE", "")
        connection.execute("PREPARE asked AS " + text)
        values = sql.SQL(", ").join(sql.Literal(list(v) if isinstance(v, tuple) else v) for v in bound)
        asked = sql.SQL(
            "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked({})"
            if bound
            else "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked"
        )
        (plan,) = connection.execute(asked.format(values)).fetchone() or ([],)
        found: dict[str, Any] = (plan if isinstance(plan, list) else json.loads(plan))[0]["Plan"]
        return found


def indexes(node: dict[str, Any]) -> list[str]:
    """Those that a node and all below it read."""
    own = [str(node["Index Name"])] if "Index Name" in node else []
    return own + [name for each in node.get("Plans", []) for name in indexes(each)]


def removed(node: dict[str, Any]) -> int:
    """Over a node and all below it, whatever the number of loops."""
    assert node["Node Type"] != "Seq Scan", node
    own = node.get("Rows Removed by Filter", 0) * node.get("Actual Loops", 1)
    return int(own) + sum(removed(each) for each in node.get("Plans", []))


def test_what_is_wrong_with_a_row_is_said_where_the_next_answer_is_waited_for(url: str, caplog: Any) -> None:
    ledger = open_ledger(url)
    first = observation("o-1", f"I live in {SECRET}.")
    commit(ledger, told(by=first))
    with pytest.raises(ConflictError, match="pk_observations") as caught:
        commit(ledger, told(by=first))
    assert SECRET not in str(caught.value) + caplog.text
    assert ledger.read(ALICE, lambda reader: reader.revision()) == 1
    ledger.close()
