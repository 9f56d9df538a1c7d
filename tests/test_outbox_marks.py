"""The mark that a host has a text is not written through to the disk: what its loss costs, and what it never costs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection

from atma_overlay import Overlay, Scope
from atma_overlay.changes import Changeset
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger, sqlite_transactions
from atma_overlay.ledger.sql import SqlLedger
from atma_overlay.ports.ledger import LedgerReader

T = TypeVar("T")
ME = Scope(tenant="acme", user="u-42")
SAID = datetime(2025, 6, 1, 9, tzinfo=UTC)
FULL, NORMAL = 2, 1


class LosesMarks(SqlLedger):
    """A ledger whose machine loses its power each time just after what was not written through."""

    def write(self, scope: Scope, work: Callable[[LedgerReader], tuple[Changeset, T]], *, durable: bool = True) -> T:
        if durable:
            return super().write(scope, work)
        return self.read(scope, lambda reader: work(reader)[1])


def _levels(work: Callable[[], object]) -> list[int]:
    """With which care each commit that `work` makes of something written is written."""
    found: list[int] = []
    changed: dict[int, int] = {}
    commit = sqlite_transactions._commit

    def noted(connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        if raw.total_changes > changed.get(id(raw), 0):
            found.append(raw.execute("PRAGMA synchronous").fetchone()[0])
        changed[id(raw)] = raw.total_changes
        commit(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_transactions, "_commit", noted)
        work()
    return found


def test_a_lost_mark_costs_one_more_handing_over_under_the_same_key(tmp_path: Path) -> None:
    host, url = MemoryHost(), f"sqlite:///{tmp_path / 'ledger.db'}"
    overlay = Overlay(host, ledger=LosesMarks(url), on_error="raise")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=SAID)
    overlay.close()

    after = Overlay(host, ledger=url, on_error="raise")

    assert [i.attempts for i in after.executor.ledger.read(ME, lambda r: r.outbox())] == [0]
    assert after.flush(scope=ME) == 1
    assert [m.text for m in host.page(scope=ME).memories] == ["I live in Leeds."]
    assert len(after.timeline(scope=ME).records[0].host_ids) == 1
    assert after.flush(scope=ME) == 0


def test_what_was_said_is_written_through_and_only_its_mark_is_not(tmp_path: Path) -> None:
    overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{tmp_path / 'ledger.db'}", on_error="raise")

    assert _levels(lambda: overlay.remember("I live in Leeds.", scope=ME, observed_at=SAID)) == [FULL, NORMAL]
    assert _levels(lambda: overlay.remember("I moved to York.", scope=ME)) == [FULL, NORMAL]


def test_an_erasure_is_written_through_with_its_mark(tmp_path: Path) -> None:
    overlay = Overlay(MemoryHost(), ledger=f"sqlite:///{tmp_path / 'ledger.db'}", on_error="raise")
    [record] = overlay.remember("I live in Leeds.", scope=ME, observed_at=SAID).records

    assert set(_levels(lambda: overlay.erase(scope=ME, record_id=record.id))) == {FULL}


@pytest.mark.parametrize("durable", [True, False])
def test_what_is_not_written_through_is_read_by_everybody_at_once(tmp_path: Path, durable: bool) -> None:
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    ledger, other = open_ledger(url), open_ledger(url)
    overlay = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
    overlay.remember("I live in Leeds.", scope=ME, observed_at=SAID)
    [link] = other.read(ME, lambda r: r.links(observation_ids=[o.id for o in r.observed_after(None)]))

    ledger.write(ME, lambda _: (Changeset(links=(link,)), None), durable=durable)

    assert other.read(ME, lambda r: r.revision()) == 3
