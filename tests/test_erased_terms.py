"""Terms of an erased statement go whatever version wrote them: by the statement, not by its terms of today."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from atma_overlay.changes import Changeset
from atma_overlay.ledger import SqlLedger
from atma_overlay.scope import Scope
from atma_overlay.testing.ledger_erasure_rules import GONE, SECRET, secretive
from atma_overlay.testing.ledger_samples import ALICE, commit, observation, standing, statement
from tests.dated_worlds import FIRST, ME, World, opened, state
from tests.emitted_sql import recorded, unconfined
from tests.postgres_server import needs_server, server

BOB = Scope(tenant="acme", user="bob")
OLDER = "quetzalcoat"
"""The stem of another stemmer: no term that this version would look for."""
AS_AN_OLDER_VERSION_WROTE_THEM = f"UPDATE terms SET term = '{OLDER}' || term WHERE term LIKE '%{SECRET}%'"


def bytes_on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_terms_of_another_version_are_in_no_byte_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqlLedger(f"sqlite:///{path}")
    commit(ledger, secretive())
    commit(ledger, Changeset(observations=(hers := observation("o-7", f"{SECRET}?"),), statements=()), scope=BOB)
    with closing(sqlite3.connect(path)) as raw, raw:
        assert raw.execute(AS_AN_OLDER_VERSION_WROTE_THEM).rowcount > 0
    raw.close()
    assert OLDER.encode() in bytes_on_disk(path)
    commit(ledger, Changeset(erased=(hers.id,)), scope=BOB)
    commit(ledger, Changeset(erased=(GONE.id,)))
    assert not ledger.rewrite_pending
    assert OLDER.encode() not in bytes_on_disk(path)
    kept = ledger.read(ALICE, lambda r: r.with_terms("value", ["chicago"]))
    assert [h.statement.id for h in kept] == ["s-1"]
    ledger.close()
    assert OLDER.encode() not in bytes_on_disk(path)


def test_what_an_earlier_erasure_left_goes_with_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    ledger = SqlLedger(f"sqlite:///{path}")
    commit(ledger, secretive())
    commit(ledger, Changeset(erased=(GONE.id,)))
    with closing(sqlite3.connect(path)) as raw, raw:
        columns = "plane, tenant, user_id, field, observed_at, position"
        left = (
            f"INSERT INTO terms ({columns}, term, statement_id) SELECT {columns}, '{OLDER}', 's-2' FROM terms LIMIT 1"
        )
        assert raw.execute(left).rowcount == 1
    raw.close()
    assert OLDER.encode() in bytes_on_disk(path)
    commit(ledger, Changeset(observations=(later := observation("o-8", "Good morning.", minute=9),)))
    commit(ledger, Changeset(erased=(later.id,)))
    assert OLDER.encode() not in bytes_on_disk(path)
    ledger.close()


def test_another_scope_keeps_its_terms_and_every_statement_names_one_scope(tmp_path: Path) -> None:
    ledger = SqlLedger(f"sqlite:///{tmp_path}/ledger.db")
    commit(ledger, secretive())
    theirs = observation("o-2", "I live in Chicago.", minute=1)
    lives = statement("s-2", theirs)
    commit(ledger, Changeset(observations=(theirs,), statements=(lives,), standings=(standing(lives),)), scope=BOB)
    with recorded() as said:
        commit(ledger, Changeset(erased=(GONE.id,)))
    deletions = [e for e in said if e.text.startswith("DELETE FROM terms")]
    assert deletions
    assert [unconfined(e) for e in deletions] == [[]] * len(deletions)
    found = ledger.read(BOB, lambda r: r.with_terms("value", ["chicago"]))
    assert [h.statement.id for h in found] == ["s-2"]
    ledger.close()


class TestServer:
    pytestmark = needs_server

    def test_terms_of_another_version_are_in_no_table_of_it(self) -> None:
        postgres = server()
        url = postgres.new_url()
        terms, database = f"{url.partition('schema=')[2]}.terms", url.rpartition("/")[2].partition("?")[0]
        ledger = SqlLedger(url)
        commit(ledger, secretive())
        counted = f"SELECT count(*) FROM {terms}"
        older = f"{counted} WHERE term LIKE '%{OLDER}%'"
        postgres.sql(database, AS_AN_OLDER_VERSION_WROTE_THEM.replace("terms", terms, 1))
        assert postgres.sql(database, older) != [(0,)]
        commit(ledger, Changeset(erased=(GONE.id,)))
        assert postgres.sql(database, older) == [(0,)]
        assert postgres.sql(database, counted) != [(0,)]
        kept = ledger.read(ALICE, lambda r: r.with_terms("value", ["chicago"]))
        assert [h.statement.id for h in kept] == ["s-1"]
        ledger.close()


TAKEN = (
    ("My sister Lotte moved to Bruges.", "She lives in Antwerp now.", b"lotte"),
    ("I use Notion.", "I use Obsidian now.", b"notion"),
    ("I lived in Kyoto in 2019.", "Please forget what I told you about my city.", b"kyoto"),
)


@pytest.mark.parametrize(("lent", "took", "word"), TAKEN, ids=["subject", "replaces", "value"])
def test_what_an_utterance_took_from_an_erased_one_is_in_no_byte_of_the_file(
    lent: str, took: str, word: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "ledger.db"
    world = World(f"sqlite:///{path}")
    receipt = told_both(world, lent, took)
    assert word in bytes_on_disk(path).lower()
    world.overlay.erase(observation_id=receipt, scope=ME)
    world.ledger.close()
    assert word not in bytes_on_disk(path).lower()


@pytest.mark.parametrize("url", ["memory://", "sqlite:"])
@pytest.mark.parametrize(("lent", "took", "word"), TAKEN, ids=["subject", "replaces", "value"])
def test_told_again_after_its_erasure_it_is_understood_as_it_was(lent: str, took: str, word: bytes, url: str) -> None:
    with opened(url) as world:
        receipt = told_both(world, lent, took)
        before, _ = state(world)
        world.overlay.erase(observation_id=receipt, scope=ME)
        world.overlay.remember(lent, scope=ME, observed_at=FIRST)
        assert state(world)[0] == before


def told_both(world: World, lent: str, took: str) -> str:
    """The id of the first of two utterances, an hour apart."""
    first = world.overlay.remember(lent, scope=ME, observed_at=FIRST)
    world.overlay.remember(took, scope=ME, observed_at=FIRST + timedelta(hours=1))
    return first.observation_ids[0]
