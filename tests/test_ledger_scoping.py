"""Every statement of a ledger is confined to one scope, and no statement spans two: so it shards as it is (law 8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import BigInteger, Integer

from atma_overlay import Overlay, Scope
from atma_overlay.changes import Changeset
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.judge import Judge
from atma_overlay.ledger import SqlLedger
from atma_overlay.ledger.postgres_erasures import metadata as of_no_scope
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.testing.ledger_contract import answers
from atma_overlay.testing.scripted_model import ScriptedModel
from tests.dated_worlds import FIRST, ME
from tests.emitted_sql import Emitted, recorded, scopes, unconfined
from tests.postgres_server import missing, server
from tests.stored_worlds import fill

OF_NO_SCOPE = of_no_scope.sorted_tables
"""Tables that hold nothing of any scope."""
YOU = Scope(tenant="acme", user="u-2")
SERVICE = [pytest.mark.service, pytest.mark.skipif(missing() is not None, reason=missing() or "")]


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=SERVICE)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlLedger]:
    ledger = SqlLedger(f"sqlite:///{tmp_path}/ledger.db" if request.param == "sqlite" else server().new_url())
    yield ledger
    ledger.close()


class Session:
    """Everything that an overlay can be asked for, once."""

    def __init__(self, ledger: SqlLedger) -> None:
        self.ledger = ledger
        self.called: set[str] = set()

    def work(self) -> None:
        host = MemoryHost()
        fill(host)
        shadow = Overlay(host, ledger=self.ledger, mode="shadow", on_error="raise")
        shadow.remember("I live in Hull.", scope=ME, observed_at=FIRST)
        self._call(shadow, "promote")
        overlay = Overlay(host, ledger=self.ledger, on_error="raise")
        self._call(overlay, "backfill", role="user")
        for days, text in enumerate(("I moved to Leeds.", "I moved to York.", "If I change jobs I'll cycle.")):
            self._call(overlay, "remember", text, observed_at=FIRST + timedelta(days=100 + days))
        self._call(overlay, "remember", "In 2019 I lived in Miami.", observed_at=FIRST)
        self._call(overlay, "recall", "Since I live in Leeds, which gym is near me?")
        self._call(overlay, "timeline")
        self._call(overlay, "reconcile")
        self._call(overlay, "review")
        told = overlay.timeline(scope=ME)
        record = next(r for r in told.records if r.value == "York")
        self._call(overlay, "why", record.id)
        changes = [t for t in told.transitions if t.state == "applied"]
        self._call(overlay, "undo", changes[-1].id)
        self._decide(overlay, "decline", "My rent is 2000 euros.", day=200)
        self._decide(overlay, "accept", "My rent is 3000 euros.", day=201)
        accepted = [t.id for t in overlay.timeline(scope=ME).transitions if t.state == "applied"]
        self._call(overlay, "decide", undo=accepted[-1:])
        self._call(overlay, "correct", record.id, "New York")
        self._call(overlay, "forget", "my rent")
        self._call(overlay, "prune", older_than=timedelta(days=1), active=True)
        overlay.recall("Where do I live?", scope=ME)
        self._call(overlay, "restore")
        self._call(overlay, "flush")
        self._rejudge()
        self._transfer()
        self._call(overlay, "detach")
        self._call(overlay, "erase", observation_id=told.records[0].observation_id)
        self._call(overlay, "erase", everything=True)

    def _decide(self, overlay: Overlay, decision: str, text: str, *, day: int) -> None:
        """Of something that is only proposed: a document says so."""
        overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day), origin="document")
        self._call(overlay, decision, overlay.review(scope=ME)[0].transition.id)

    def _rejudge(self) -> None:
        judged = Overlay(MemoryHost(), ledger=self.ledger, judge=Judge(ScriptedModel([])), on_error="raise")
        judged.remember("I unpacked boxes above the Savannah river.", scope=ME)
        self._call(judged, "estimate")
        self._call(judged, "rejudge")

    def _transfer(self) -> None:
        lines = self.ledger.read(ME, lambda reader: list(export_jsonl(reader)))
        self.ledger.plane("copy").write(ME, lambda _: (import_jsonl(lines), None))
        self.ledger.read(ME, answers)

    def _call(self, overlay: Overlay, name: str, *arguments: object, **named: object) -> None:
        getattr(overlay, name)(*arguments, scope=ME, **named)
        self.called.add(name)


def said_to_the_database(ledger: SqlLedger) -> list[Emitted]:
    """What a session of every operation says, without what begins a transaction and what a file needs for itself."""
    session = Session(ledger)
    with recorded() as said:
        session.work()
    # What ends in "_" is a flow, which the method of its name runs.
    names = {name for part in Overlay.__mro__ for name in vars(part) if not name.startswith("_")}
    public = {name for name in names if not name.endswith("_")} - {"close", "ledger"}
    assert public <= session.called, f"the session does not call {public - session.called}"
    return [one for one in said if not one.text.startswith(("BEGIN", "PRAGMA"))]


def test_every_statement_is_confined_to_the_scope_first_of_all(ledger: SqlLedger) -> None:
    said = said_to_the_database(ledger)
    assert len({one.text for one in said}) > 50
    # SQLite's index is a virtual table without columns to confine: its query carries the partition's mark.
    loose = {(one.text, name) for one in said for name in unconfined(one) if name not in ("statement_text", "f")}
    assert {name for _, name in loose} <= {table.name for table in OF_NO_SCOPE}
    assert all("erasures" in text for text, _ in loose)


@pytest.mark.service
@pytest.mark.skipif(missing() is not None, reason=missing() or "")
def test_a_server_is_left_no_join_to_choose_for_a_partition_that_it_thinks_small() -> None:
    """It compared each row of a partition of 10,000 with each: an erasure of such a user did not end in minutes."""
    ledger = SqlLedger(server().new_url())
    texts = {one.text for one in said_to_the_database(ledger)}
    ledger.close()
    assert [text for text in texts if taken_apart(text)] == []


def taken_apart(text: str) -> bool:
    """Whether a statement has a join, or an `EXISTS` or `IN` of another table, that a planner may run as it likes."""
    loose = re.search(r"(?<!CROSS )(?<!LEFT )JOIN (?!LATERAL)", text)
    return loose is not None or any("WHERE" in x and "LIMIT" not in x for x in _subqueries(text))


def _subqueries(text: str) -> Iterator[str]:
    for found in re.finditer(r"\b(?:EXISTS|IN) \(\s*SELECT\b", text):
        depth, end = 1, text.index("(", found.start()) + 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield text[found.start() : end]


def test_the_reading_of_statements_sees_what_is_taken_apart() -> None:
    inner = "SELECT id FROM s WHERE s.id = t.id"
    bad = (
        f"DELETE FROM t WHERE id IN ({inner})",
        f"DELETE FROM t WHERE NOT (EXISTS ({inner}))",
        "SELECT 1 FROM t JOIN s ON 1",
    )
    assert [text for text in bad if not taken_apart(text)] == []
    good = (
        f"DELETE FROM t WHERE EXISTS ({inner} LIMIT ALL OFFSET 0)",
        f"SELECT 1 FROM t CROSS JOIN LATERAL ({inner}) AS s",
    )
    assert [text for text in good if taken_apart(text)] == []


def test_a_table_without_a_scope_has_no_room_for_a_word() -> None:
    """On a sharded server it is a reference table, which every shard has; its rows tell numbers."""
    columns = [column for table in OF_NO_SCOPE for column in table.columns]
    assert {type(column.type) for column in columns} == {Integer, BigInteger}


def test_an_erasure_says_last_what_other_erasures_wait_for(ledger: SqlLedger) -> None:
    overlay = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
    overlay.remember("I live in Oslo.", scope=YOU, observed_at=FIRST)
    with recorded() as said:
        ledger.write(YOU, lambda r: (Changeset(erased=tuple(o.id for o in r.observed_after(None))), None))
    written = [one.text for one in said if one.text.startswith(("INSERT", "UPDATE", "DELETE", "PRAGMA user_version="))]
    assert [text for text in written[:-1] if "erasures" in text] == []
    assert "erasures" in written[-1] or said[0].dialect == "sqlite"


def test_no_statement_names_two_scopes_or_another_one(ledger: SqlLedger) -> None:
    said = said_to_the_database(ledger)
    named = [scopes(one) for one in said]
    assert all(len(found) <= 1 for found in named)
    assert {key for found in named for key in found} == {(p, "acme", "u-1") for p in ("main", "shadow", "copy")}


def test_a_write_in_one_scope_leaves_the_rows_of_another_alone(ledger: SqlLedger) -> None:
    overlay = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
    overlay.remember("I live in Oslo.", scope=YOU, observed_at=FIRST)
    before = ledger.read(YOU, answers)
    Session(ledger).work()
    assert ledger.read(YOU, answers) == before


def test_the_reading_of_statements_sees_what_is_not_confined() -> None:
    confined = "plane = :a AND tenant = :b AND user_id = :c"
    bad = (
        "SELECT id FROM statements WHERE id = :i",
        "SELECT s.id FROM statements AS s JOIN versions AS v ON v.statement_id = s.id WHERE s.plane = :a",
        f"UPDATE links SET state = :s WHERE host = :h AND {confined}",
        f"DELETE FROM links WHERE {confined} OR host = :h",
        "INSERT INTO links (host, plane, tenant, user_id) VALUES (:h, :a, :b, :c)",
        "SELECT id FROM (SELECT id FROM statements) AS found",
        "WITH gone AS (DELETE FROM links WHERE host = :h RETURNING host) SELECT count(*) FROM gone",
        f"WITH moved AS (UPDATE links SET state = :s WHERE state = :t AND {confined}) SELECT 1",
        "WITH added AS (INSERT INTO links (host, plane, tenant, user_id) VALUES (:h, :a, :b, :c)) SELECT 1",
        "WITH found AS (SELECT host FROM links) SELECT host FROM found",
    )
    assert [text for text in bad if not unconfined(Emitted("postgresql", text, ()))] == []
    good = (f"SELECT id FROM statements WHERE {confined}", f"DELETE FROM links WHERE {confined} AND host = :h")
    assert [text for text in good if unconfined(Emitted("postgresql", text, ()))] == []


def test_an_empty_write_leaves_no_row_behind(ledger: SqlLedger) -> None:
    with recorded() as said:
        ledger.write(YOU, lambda _: (Changeset(), None))
        assert ledger.read(YOU, lambda r: r.revision()) == 0
    assert not [one for one in said if one.text.startswith("UPDATE")]
