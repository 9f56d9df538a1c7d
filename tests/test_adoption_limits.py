"""A memory that no ledger has room to name is left out by name, and the rest of the store is taken in."""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostPage
from atma_overlay.ports.ledger import Ledger
from tests.dated_worlds import ME
from tests.postgres_server import needs_server, server
from tests.stored_worlds import fill

LONG = "".join(random.Random(7).choices(string.ascii_letters, k=5_000))


class Wordy(MemoryHost):
    """A host whose memories have ids and speakers of another make."""

    def __init__(self, *, ids: Sequence[str] = (), speakers: Sequence[str] = ()) -> None:
        super().__init__()
        self._ids, self._speakers = ids, speakers

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 100) -> HostPage:
        page = super().page(scope=scope, cursor=cursor, limit=limit)
        memories = sorted(page.memories, key=lambda m: str(m.created_at))
        memories = [replace(m, id=new) for m, new in zip(memories, self._ids, strict=False)] or memories
        named = [replace(m, speaker=who) for m, who in zip(memories, self._speakers, strict=False)]
        return replace(page, memories=tuple(named or memories))


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgresql", marks=needs_server)])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    if request.param == "memory":
        return open_ledger("memory://")
    return open_ledger(f"sqlite:///{tmp_path}/l.db" if request.param == "sqlite" else server().new_url())


TEXTS = ("I live in Porto.", "My rent is 800 euros.", "I work at Acme.")


@pytest.mark.parametrize(
    ("host", "left", "reason"),
    [
        (Wordy(ids=("a", LONG, "c")), LONG, "id: is of 5000 characters, too long to be linked: store it anew"),
        (
            Wordy(ids=("a", "b", "c"), speakers=("Ada", LONG, "Ada")),
            "b",
            "speaker: is longer than the 300 characters of a name: store it anew",
        ),
    ],
    ids=["id", "speaker"],
)
def test_a_memory_whose_name_is_too_long_is_left_out_and_the_others_are_taken_in(
    ledger: Ledger, host: Wordy, left: str, reason: str
) -> None:
    if not host.page(scope=ME).memories:
        fill(host, TEXTS)
    with Overlay(host, ledger=ledger, on_error="raise") as overlay:
        for dry_run in (True, False):
            report = overlay.backfill(scope=ME, role="user", dry_run=dry_run)
            assert [(u.host_id, u.reason) for u in report.unread] == [(left, reason)]
        assert (report.memories, report.taken) == (3, 2)
        assert sorted(r.value for r in overlay.timeline(scope=ME).records) == ["Acme", "Porto"]
    ledger.close()


def test_a_reconciliation_leaves_it_out_likewise(ledger: Ledger) -> None:
    host = Wordy(ids=("a", LONG, "c"))
    fill(host, TEXTS)
    with Overlay(host, ledger=ledger, on_error="raise") as overlay:
        report = overlay.reconcile(scope=ME, role="user")
        assert (report.taken, [u.host_id for u in report.unread]) == (2, [LONG])
    ledger.close()


def test_ids_and_speakers_as_long_as_they_may_be_are_taken_in(ledger: Ledger) -> None:
    host = Wordy(ids=(LONG[:2_300], LONG[1:2_301], LONG[2:2_302]), speakers=(LONG[:300],) * 3)
    fill(host, TEXTS)
    with Overlay(host, ledger=ledger, on_error="raise") as overlay:
        report = overlay.backfill(scope=ME, role="user")
        assert (report.taken, report.unread) == (3, ())
    ledger.close()
