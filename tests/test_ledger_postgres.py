"""The PostgreSQL ledger keeps the contract, and what a server adds to it."""

from __future__ import annotations

import os
import random
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from atma_overlay import Overlay, Turn
from atma_overlay.changes import Changeset
from atma_overlay.errors import ConflictError, InvalidInputError, LedgerError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger, open_ledger
from atma_overlay.ledger.postgres_health import soundness
from atma_overlay.ledger.postgres_pipeline import Asked
from atma_overlay.ledger.postgres_session import PostgresSession
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_erasure_rules import SECRET
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, statement, told
from tests.postgres_server import Server, needs_server, server
from tests.sql_ledger_contract import SqlLedgerContract

SAID = observation("o-1")
BOB = Scope(tenant="acme", user="bob")
pytestmark = needs_server


@pytest.fixture
def postgres() -> Server:
    return server()


@pytest.fixture
def url(postgres: Server) -> str:
    return postgres.new_url()


class TestPostgresLedger(SqlLedgerContract):
    pass


class TestServer:
    def test_open_ledger_opens_it_by_either_name(self, url: str) -> None:
        for name in (url, url.replace("postgresql+psycopg:", "postgresql:")):
            open_ledger(name).close()

    @pytest.mark.parametrize(
        ("url", "problem"),
        [
            ("postgresql+psycopg2://h/d", "no driver"),
            ("postgresql://h", "names no database"),
            ("postgresql://h/d?schema=a;b", "no name"),
            ("postgresql://h:port/d", "no URL"),
            ("postgresql://u:hunter2@hunter3@h/d", "holds an '@' too many: write those of .* as %40"),
            ("postgresql://u:hunter2?x@hunter3@h/d", "holds an '@' too many"),
            ("postgresql://u:hunter2@hunter3/x@h/d", "holds an '@' too many"),
        ],
    )
    def test_a_url_that_names_no_database_is_refused(self, url: str, problem: str) -> None:
        with pytest.raises(InvalidInputError, match=problem) as caught:
            SqlLedger(url)
        assert caught.value.field == "ledger"
        assert "hunter" not in str(caught.value)

    @pytest.mark.parametrize("option", ["foo=1", "connect_timeout=soon"])
    def test_an_option_of_the_url_that_the_driver_does_not_take_is_bad_input(
        self, postgres: Server, option: str
    ) -> None:
        with pytest.raises(
            InvalidInputError, match=rf"its URL cannot be used \(.*{option[:3]}.*check what stands behind"
        ):
            SqlLedger(f"{postgres.url()}?{option}")

    def test_a_role_that_is_not_there_is_named(self, postgres: Server) -> None:
        with pytest.raises(
            LedgerError, match=r'refuses .*role "nobody" does not exist\): make the role first'
        ) as caught:
            SqlLedger(postgres.url().replace("atma@", "nobody:hunter2@"))
        assert "hunter2" not in str(caught.value)

    def test_a_server_that_is_not_there_is_named_without_the_password(self) -> None:
        with pytest.raises(LedgerError, match=r"127\.0\.0\.1.*start it, or check the URL") as caught:
            SqlLedger("postgresql://atma:hunter2@127.0.0.1:1/ledger")
        assert "hunter2" not in str(caught.value)

    def test_a_database_that_is_not_there_is_named(self, postgres: Server) -> None:
        with pytest.raises(
            LedgerError, match=r"refuses .*does not exist\): make the database first, or check its name"
        ):
            SqlLedger(postgres.url("no_such_database"))

    @pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
    def test_a_database_of_another_encoding_is_refused(self, postgres: Server, encoding: str) -> None:
        name = postgres.new_database(options=f"ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
        with pytest.raises(LedgerError, match="UTF8"):
            SqlLedger(postgres.url(name))

    @pytest.mark.parametrize("says", ["process", "database", "url"])
    def test_text_is_stored_as_it_is_whatever_the_client_is_said_to_speak(
        self, postgres: Server, monkeypatch: pytest.MonkeyPatch, says: str
    ) -> None:
        name = postgres.new_database()
        url = postgres.url(name)
        if says == "process":
            monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
        elif says == "database":
            postgres.sql(name, f"ALTER DATABASE {name} SET client_encoding = 'LATIN1'")
        else:
            url = f"{url}?client_encoding=LATIN1"
        ledger = SqlLedger(url)
        commit(ledger, told(by=observation("o-1", "I live in Zürich.")))
        ledger.close()
        stored = "SELECT encode(convert_to(text, 'UTF8'), 'hex') FROM atma.observations"
        assert postgres.sql(name, stored) == [("I live in Zürich.".encode().hex(),)]

    @pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
    def test_several_open_a_new_database_at_once_whatever_isolation_it_sets(
        self, postgres: Server, isolation: str
    ) -> None:
        name = postgres.new_database()
        postgres.sql(name, f"ALTER DATABASE {name} SET default_transaction_isolation = '{isolation}'")
        ready = threading.Barrier(4)

        def opened(_: int) -> None:
            ready.wait()
            SqlLedger(postgres.url(name)).close()

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(opened, range(4))) == [None] * 4

    def test_a_write_is_on_the_disk_when_it_is_acknowledged_whatever_the_database_says(self, postgres: Server) -> None:
        name = postgres.new_database()
        postgres.sql(name, f"ALTER DATABASE {name} SET synchronous_commit = off")
        ledger = SqlLedger(postgres.url(name))
        assert setting(ledger, "synchronous_commit") == "on"
        ledger.close()

    def test_an_error_quotes_no_memory(self, url: str) -> None:
        ledger = SqlLedger(url)
        secret = replace(observation("o-1", f"I live in {SECRET}."), idempotency_key=SECRET)
        commit(ledger, told(by=secret))
        with pytest.raises(ConflictError, match="unique constraint") as caught:
            commit(ledger, told(by=replace(secret, id="o-2")))
        assert SECRET not in "".join(traceback.format_exception(caught.value))
        ledger.close()

    def test_half_a_surrogate_pair_is_refused_before_anything_is_stored(self, url: str) -> None:
        ledger = SqlLedger(url)
        with pytest.raises(InvalidInputError, match="surrogate"):
            commit(ledger, told(by=SAID) + told(by=observation("o-2", "half \ud83d of a pair", minute=1)))
        assert ledger.read(ALICE, lambda r: r.observed_after(None)) == []
        ledger.close()

    def test_words_of_any_length_are_kept_and_found(self, url: str) -> None:
        ledger = SqlLedger(url)
        words = [f"{letter}{random.Random(letter).randbytes(40_000).hex()}" for letter in "ab"]
        for number, word in enumerate(words):
            said = observation(f"o-{number}", word, minute=number)
            commit(ledger, told(statement(f"s-{number}", said, word), by=said))
        for number, word in enumerate(words):
            ledger.read(ALICE, partial(is_found_by, identifier=f"s-{number}", word=word))
        ledger.close()

    @pytest.mark.parametrize("text", ["My {} is Paul.", "{} lives in York.", "If I switch gyms my {} will be Pulse."])
    def test_a_word_that_no_index_takes_is_no_name_and_the_rest_of_the_message_is_stored(
        self, url: str, text: str
    ) -> None:
        word = random.Random(4).randbytes(6_000).hex()
        with Overlay(MemoryHost(), ledger=url, on_error="raise") as overlay:
            overlay.remember([Turn(text="I live in Leeds."), Turn(text=text.format(word))], scope=ALICE)
            assert [r.value for r in overlay.timeline(scope=ALICE).records] == ["Leeds"]

    def test_a_key_too_long_for_an_index_is_refused_with_the_remedy(self, url: str) -> None:
        ledger = SqlLedger(url)
        long = replace(SAID, idempotency_key=random.Random(1).randbytes(9_000).hex())
        with pytest.raises(InvalidInputError, match="pass a shorter one"):
            commit(ledger, told(by=long))
        ledger.close()


class TestWaiting:
    def test_partitions_do_not_wait_for_one_another(self, url: str) -> None:
        ledger, other = SqlLedger(url), SqlLedger(url)

        def work(reader: LedgerReader) -> tuple[Changeset, int]:
            thread = threading.Thread(target=other.write, args=(BOB, lambda _: (told(by=SAID), None)))
            thread.start()
            thread.join(timeout=20)
            return Changeset(), other.read(BOB, lambda r: r.revision())

        assert ledger.write(ALICE, work) == 1
        for one in (ledger, other):
            one.close()

    def test_a_partition_that_another_process_holds_is_waited_for_and_then_an_error(
        self, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ledger = SqlLedger(url)
        monkeypatch.setattr("atma_overlay.ledger.postgres_opening.LOCK_TIMEOUT_SECONDS", 0.3)
        other = SqlLedger(url)

        def work(reader: LedgerReader) -> tuple[Changeset, float]:
            assert reader.revision() == 0  # the lock comes with the first answer
            start = time.monotonic()
            with pytest.raises(LedgerError, match="another process holds"):
                in_a_thread(lambda: commit(other, told(by=SAID)))
            return Changeset(), time.monotonic() - start

        assert 0.3 <= ledger.write(ALICE, work) < 5
        commit(other, told(by=SAID))
        for one in (ledger, other):
            one.close()

    def test_a_fork_does_not_share_connections(self, url: str) -> None:
        ledger = SqlLedger(url)
        commit(ledger, told(by=SAID))
        child = os.fork()
        if child == 0:
            try:
                commit(ledger, told(by=observation("o-2", minute=1)))
                os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
        commit(ledger, told(by=observation("o-3", minute=2)))
        assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-1", "o-2", "o-3"]
        ledger.close()


class TestLosingTheServer:
    @pytest.fixture
    def postgres(self) -> Iterator[Server]:
        own = Server()
        yield own
        own.close()

    def test_what_is_lost_with_it_and_what_is_not(self, postgres: Server, url: str) -> None:
        """One server, lost in every way: starting one takes seconds."""
        ledger = SqlLedger(url)
        commit(ledger, told(by=SAID))
        postgres.stop("immediate")
        with pytest.raises(LedgerError, match="start it, or check the URL"):
            commit(ledger, told(by=observation("o-2", minute=1)))
        with pytest.raises(LedgerError, match="start it, or check the URL"):
            ledger.read(ALICE, lambda r: r.revision())
        postgres.start()
        # Acknowledged before, there after; the same ledger goes on.
        assert [o.id for o in ledger.read(ALICE, lambda r: r.observed_after(None))] == ["o-1"]
        self.restarted_while_writing(postgres, ledger)
        self.gone_while_committing(postgres, ledger)
        self.read_only(postgres, ledger, url)
        ledger.close()

    def restarted_while_writing(self, postgres: Server, ledger: SqlLedger) -> None:
        runs: list[int] = []

        def work(reader: LedgerReader) -> tuple[Changeset, None]:
            runs.append(reader.revision())
            if len(runs) == 1:
                postgres.stop("immediate")
                postgres.start()
            return told(by=observation("o-2", minute=1)), None

        ledger.write(ALICE, work)
        assert runs == [1, 1]
        assert ledger.read(ALICE, lambda r: r.revision()) == 2

    def gone_while_committing(self, postgres: Server, ledger: SqlLedger) -> None:
        say = PostgresSession.say

        def killing(self: PostgresSession, text: str, bound: Sequence[object] = ()) -> Asked:
            if text == "COMMIT":
                postgres.stop("immediate")
            return say(self, text, bound)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PostgresSession, "say", killing)
            with pytest.raises(LedgerError, match="stored whole or not at all"):
                commit(ledger, told(by=observation("o-3", minute=2)))
        postgres.start()
        assert ledger.read(ALICE, lambda r: r.revision()) == 2
        commit(ledger, told(by=observation("o-3", minute=2)))

    def read_only(self, postgres: Server, ledger: SqlLedger, url: str) -> None:
        postgres.stop()
        postgres.start("default_transaction_read_only=on")
        with pytest.raises(LedgerError, match="read-only"):
            commit(ledger, told(by=observation("o-4", minute=3)))
        postgres.stop()
        postgres.start("fsync=off")
        with pytest.raises(LedgerError, match="fsync is off at the server, a crash may lose memory"):
            soundness(url)
        postgres.stop()
        postgres.start()
        assert "PostgreSQL" in soundness(url)
        assert ledger.read(ALICE, lambda r: r.revision()) == 3


def is_found_by(reader: LedgerReader, *, identifier: str, word: str) -> None:
    assert [h.statement.id for h, _ in reader.search([word], limit=2)] == [identifier]
    assert [h.statement.value for h in reader.with_terms("value", [word])] == [word]


def setting(ledger: SqlLedger, name: str) -> object:
    database = ledger._database
    with database._transaction(database._engine) as connection:  # type: ignore[attr-defined]  # a server's own
        return connection.exec_driver_sql(f"SHOW {name}").scalar_one()


def in_a_thread(work: Callable[[], object]) -> None:
    """Run it beside a write of this thread, and raise what it raises."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()


class TestErasure:
    def test_the_receipt_says_what_the_server_keeps_and_what_clears_it(self) -> None:
        own = Server()
        try:
            url = own.new_url()
            with Overlay(MemoryHost(), ledger=url) as overlay:
                said = overlay.remember(f"I live in {SECRET}.", scope=ALICE, observed_at=SAID.observed_at)
                overlay.remember("I moved to York.", scope=ALICE)
                own.sql("postgres", "ANALYZE")
                own.sql("postgres", "CHECKPOINT")
                assert SECRET.encode() in tables_on_disk(own)
                receipt = overlay.erase(scope=ALICE, observation_id=said.observation_ids[0])
            rows, log, copies = receipt.residue
            own.sql("postgres", "CHECKPOINT")
            assert SECRET.encode() in tables_on_disk(own)  # what the receipt warns of
            for line in (rows, log.partition(" and let")[0]):
                for command in line.partition(": run ")[2].split("; "):
                    own.sql("postgres", command)
            assert SECRET.encode() not in tables_on_disk(own)
            assert SECRET.encode() in everything_on_disk(own)  # the log's segments are kept to be used again
            own.stop()
            own.start("wal_recycle=off", "min_wal_size=32MB")
            for _ in range(2):  # the server keeps the log back to the checkpoint before the last one
                for command in log.partition(": run ")[2].partition(" and let")[0].split("; "):
                    own.sql("postgres", command)
            own.stop()
            assert SECRET.encode() not in everything_on_disk(own)
            assert "wal_recycle = off" in log
            assert "backups" in copies
        finally:
            own.close()

    def test_a_ledger_in_memory_leaves_nothing_to_tell(self) -> None:
        with Overlay(MemoryHost(), ledger="memory://") as overlay:
            overlay.remember(f"I live in {SECRET}.", scope=ALICE)
            assert overlay.erase(scope=ALICE, everything=True).residue == ()


def everything_on_disk(server: Server) -> bytes:
    """Every byte of a cluster: tables, indexes, catalogues, log, statistics."""
    return b"".join(path.read_bytes() for path in sorted(server.data.rglob("*")) if path.is_file())


def tables_on_disk(server: Server) -> bytes:
    """Every byte of the tables and indexes of a server."""
    return b"".join(path.read_bytes() for path in sorted((server.data / "base").rglob("*")) if path.is_file())
