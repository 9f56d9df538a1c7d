"""A ledger of any schema that was ever released opens with everything in it, also when several processes open it."""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.pool import Pool as Processes
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import BigInteger, Boolean, Connection, Float, Integer, MetaData, create_engine, inspect, make_url, text

from atma_overlay import Overlay
from atma_overlay.changes import Changeset
from atma_overlay.digest import digest
from atma_overlay.errors import InvalidInputError, LedgerError
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import SqlLedger, migrations, open_ledger
from atma_overlay.ledger.postgres_erasures import metadata as erasures_metadata
from atma_overlay.ledger.postgres_text import metadata as text_metadata
from atma_overlay.ledger.sqlite_opening import APPLICATION_ID
from atma_overlay.ledger.tables import metadata
from atma_overlay.ledger.words import Lookup, Words
from atma_overlay.records import LinkState
from atma_overlay.testing.ledger_contract import answers, secretive
from atma_overlay.testing.ledger_samples import ALICE, ManualClock, commit, observation, statement, told
from tests.dated_worlds import FIRST, ME, Clock
from tests.postgres_server import missing, server
from tests.reconciled_worlds import every_link

pytestmark = pytest.mark.usefixtures("migrated")
OF_ONE_DATABASE = ("statement_text", "erasures")
"""How tables begin that SQLite and PostgreSQL do not share."""
SERVICE = [pytest.mark.service, pytest.mark.skipif(missing() is not None, reason=missing() or "")]


class Place:
    """Where a ledger can be made, in a file or in a schema of a server."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.folder = kind, folder

    def url(self, name: str) -> str:
        """The URL of a new ledger."""
        return f"sqlite:///{self.folder}/{name}.db" if self.kind == "sqlite" else server().new_url()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=SERVICE)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Place(request.param, tmp_path)


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A plain connection to the tables of a ledger, as no ledger opens one."""
    parsed = make_url(url)
    schema = str(parsed.query.get("schema"))
    engine = create_engine(parsed.difference_update_query(["schema"]))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {schema}"))
                connection.execute(text(f"SET search_path TO {schema}"))
                connection.dialect.default_schema_name = schema
            yield connection
    finally:
        engine.dispose()


def made_at(revision: str, url: str, *, rows_of: str) -> None:
    """A ledger as the package made it when `revision` was its newest schema, with the rows of a ledger of today."""
    with connected(url) as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        command.upgrade(config, revision)
        if connection.dialect.name == "sqlite":
            connection.execute(text(f"PRAGMA application_id={APPLICATION_ID}"))
        with connected(rows_of) as today:
            _copy(today, connection)
        if connection.dialect.name == "sqlite" and revision < "0005":
            _unlead_terms(connection)


def _unlead_terms(connection: Connection) -> None:
    """The full-text rows as they were before the mark of a partition led every term."""
    for row_id, tokens in connection.execute(text("SELECT rowid, tokens FROM statement_text")).all():
        mark, *terms = tokens.split(" ")
        assert all(term.startswith(mark[:14]) for term in terms)
        before = " ".join([mark, *(term[14:] for term in terms)])
        connection.execute(text("UPDATE statement_text SET tokens = :t WHERE rowid = :r"), {"t": before, "r": row_id})


def _copy(source: Connection, target: Connection) -> None:
    now, then = MetaData(), MetaData()
    now.reflect(source)
    then.reflect(target)
    for table in then.sorted_tables:
        if table.name == "alembic_version" or table.name not in now.tables or table.name.startswith("statement_text_"):
            continue
        shared = [c.name for c in table.columns if c.name in now.tables[table.name].columns]
        rows = [dict(zip(shared, row, strict=True)) for row in _rows(source, table.name, shared)]
        if rows:
            target.execute(table.insert(), rows)
    if source.dialect.name == "postgresql":
        columns = [c.name for c in then.tables["statement_text_tokens"].columns]
        rows = [dict(zip(columns, row, strict=True)) for row in _rows(source, "statement_text_tokens", columns)]
        target.execute(then.tables["statement_text_tokens"].insert(), rows)


def _rows(source: Connection, table: str, columns: list[str]) -> list[tuple[object, ...]]:
    names = ", ".join(f'"{name}"' for name in columns)
    return [tuple(row) for row in source.execute(text(f"SELECT {names} FROM {table}"))]


@pytest.fixture
def today(place: Place) -> str:
    url = place.url("today")
    ledger = SqlLedger(url, clock=ManualClock())
    commit(ledger, secretive())
    ledger.close()
    with connected(url) as connection:
        # What the schemas of before had no column for is as if it was never known.
        connection.execute(text("UPDATE links SET seen_hash = NULL"))
        connection.execute(
            text(
                "UPDATE contingencies SET trigger_kind='any', trigger_value=NULL, parent_value=NULL, child_value=NULL,"
                " lineage='[]'"
            )
        )
    return url


@pytest.mark.parametrize("revision", migrations.REVISIONS)
def test_an_older_ledger_opens_with_everything_in_it(place: Place, today: str, revision: str) -> None:
    old = place.url("old")
    made_at(revision, old, rows_of=today)
    expected, upgraded = SqlLedger(today), SqlLedger(old)
    assert upgraded.read(ALICE, answers) == expected.read(ALICE, answers)
    said = observation("o-later", minute=99)
    commit(upgraded, told(statement("s-later", said, "Lagos"), by=said))
    assert [h.statement.id for h, _ in upgraded.read(ALICE, lambda r: r.search(["lagos"], limit=3))] == ["s-later"]
    commit(upgraded, Changeset(erased=("o-2",)))
    for ledger in (expected, upgraded):
        ledger.close()


@pytest.fixture(scope="module")
def others() -> Iterator[Processes]:
    """Four processes that have imported the package."""
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        yield pool


@pytest.mark.parametrize("revision", [None, *migrations.REVISIONS[:-1]])
def test_processes_that_start_at_once_upgrade_it_once(
    place: Place, today: str, revision: str | None, others: Processes
) -> None:
    url = place.url("shared")
    if revision is not None:
        made_at(revision, url, rows_of=today)
    revisions = others.map(_open_and_write, [(url, n) for n in range(8)], chunksize=1)
    first = 0 if revision is None else 1
    assert sorted(revisions) == [first + n for n in range(1, 9)]
    with connected(url) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [(migrations.HEAD,)]


def _open_and_write(arguments: tuple[str, int]) -> int:
    url, number = arguments
    ledger = SqlLedger(url)
    said = observation(f"o-new-{number}", minute=number)
    changes = told(statement(f"s-new-{number}", said), by=said)
    revision = ledger.write(ALICE, lambda r: (changes, r.revision() + 1))
    ledger.close()
    return revision


def test_the_migrations_make_the_tables_of_the_package(place: Place) -> None:
    url = place.url("new")
    SqlLedger(url).close()
    with connected(url) as connection:
        options = {
            "compare_type": place.kind == "sqlite",  # on PostgreSQL see the next one
            "include_name": lambda name, kind, _: kind != "table" or not str(name).startswith(OF_ONE_DATABASE),
        }
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []


@pytest.mark.service
@pytest.mark.skipif(missing() is not None, reason=missing() or "")
def test_on_postgres_every_column_has_its_type_and_texts_sort_by_code_point() -> None:
    names = {Words: "text", Lookup: "text", Integer: "integer", BigInteger: "bigint", Float: "double precision"}
    url = server().new_url()
    SqlLedger(url).close()
    with connected(url) as connection:
        query = "SELECT table_name, column_name, data_type, collation_name FROM information_schema.columns"
        rows = connection.execute(text(f"{query} WHERE table_schema = current_schema()")).all()
    assert {collation for _, _, kind, collation in rows if kind == "text"} == {"C"}
    found = {(table, column): kind for table, column, kind, _ in rows}
    for table in [t for each in (metadata, text_metadata, erasures_metadata) for t in each.sorted_tables]:
        for column in table.columns:
            wanted = "boolean" if isinstance(column.type, Boolean) else names[type(column.type)]
            assert found[table.name, column.name] == wanted, column


def test_a_newer_schema_is_refused(place: Place) -> None:
    url = place.url("newer")
    SqlLedger(url).close()
    with connected(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(LedgerError, match="upgrade atma-overlay"):
        SqlLedger(url)


def test_another_programs_tables_are_refused_and_left_alone(place: Place) -> None:
    url = place.url("other")
    with connected(url) as connection:
        connection.execute(text("CREATE TABLE links (address TEXT)"))
    with pytest.raises(InvalidInputError, match="another program"):
        SqlLedger(url)
    with connected(url) as connection:
        assert connection.execute(text("SELECT * FROM links")).all() == []
        found = MetaData()
        found.reflect(connection)
        assert list(found.tables) == ["links"]


def test_an_upgrade_that_fails_leaves_the_older_ledger_whole(
    place: Place, today: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of all migrations is one transaction: what fails in it is gone."""
    old = place.url("old")
    made_at(migrations.REVISIONS[0], old, rows_of=today)
    module = "atma_overlay.ledger.database" if place.kind == "sqlite" else "atma_overlay.ledger.postgres"

    def half(connection: Connection) -> None:
        migrations.upgrade(connection)
        raise OSError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(f"{module}.upgrade", half)
        with pytest.raises(OSError, match="power"):
            SqlLedger(old)
    with connected(old) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [(migrations.REVISIONS[0],)]
    ledger = SqlLedger(old)
    assert ledger.read(ALICE, lambda r: r.revision()) == 1
    ledger.close()


def test_sqlite_checks_an_upgraded_file_sound(tmp_path: Path) -> None:
    place = Place("sqlite", tmp_path)
    today, old = place.url("today"), place.url("old")
    ledger = SqlLedger(today)
    commit(ledger, secretive())
    ledger.close()
    made_at(migrations.REVISIONS[0], old, rows_of=today)
    SqlLedger(old).close()
    with closing(sqlite3.connect(tmp_path / "old.db")) as file, file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
    file.close()


def test_a_ledger_of_the_first_schema_is_brought_up_with_its_links(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Overlay(MemoryHost(), ledger=f"sqlite:///{path}", clock=Clock()) as overlay:
        overlay.remember("I live in Porto.", scope=ME, observed_at=FIRST)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        command.downgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as file:
        [columns] = (file.execute("SELECT group_concat(name) FROM pragma_table_info('links')").fetchone(),)
        assert "state" not in columns[0]
        assert file.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    ledger = open_ledger(f"sqlite:///{path}")
    [link] = ledger.read(ME, every_link)
    assert (link.text_hash, link.seen_hash, link.state) == (digest("I live in Porto."), None, LinkState.LIVE)
    ledger.close()


@pytest.mark.parametrize("revision", migrations.REVISIONS)
def test_promises_that_were_kept_go_with_the_upgrade_and_others_stay(place: Place, today: str, revision: str) -> None:
    old = place.url("old")
    made_at(revision, old, rows_of=today)
    with connected(old) as connection:
        waiting = {str(row[0]) for row in _rows(connection, "outbox", ["id"])}
        columns = "plane, tenant, user_id, observation_id, host, operation, attempts, written, ordinal"
        connection.execute(
            text(f"INSERT INTO outbox (id, state, {columns}) SELECT 'kept-' || id, 'done', {columns} FROM outbox")
        )
    ledger = SqlLedger(old)
    commit(ledger, Changeset(erased=("o-2",)))
    ledger.close()
    with connected(old) as connection:
        found = {str(row[0]) for row in _rows(connection, "outbox", ["id"])}
        assert waiting
        assert found == (waiting if revision < "0007" else waiting | {f"kept-{i}" for i in waiting})


def test_the_count_of_erasures_goes_and_comes_with_the_schema(place: Place) -> None:
    url = place.url("there-and-back")
    ledger = SqlLedger(url)
    said = observation("o-1")
    commit(ledger, told(statement("s-1", said), by=said))
    commit(ledger, Changeset(erased=("o-1",)))
    ledger.close()
    with connected(url) as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        command.downgrade(config, "0006")
        assert "erasures" not in inspect(connection).get_table_names()
    ledger = SqlLedger(url)
    commit(ledger, told(statement("s-2", other := observation("o-2")), by=other))
    commit(ledger, Changeset(erased=("o-2",)))
    assert ledger.read(ALICE, lambda r: r.observed_after(None)) == []
    ledger.close()
