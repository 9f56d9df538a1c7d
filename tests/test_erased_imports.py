"""What was erased stays erased over an export and an import, also where a host still holds the text (law 7)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from atma_overlay import HostError, Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ledger.sql import SqlLedger
from atma_overlay.ledger.transfer import export_jsonl, import_jsonl
from atma_overlay.ports.ledger import Ledger
from tests.dated_worlds import FIRST, ME

TOLD = ("My locker code is teal.", "I live in Leeds.", "My gym is Pulse.")
SECRET = "teal"


class Keeping(MemoryHost):
    """A host that deletes nothing for as long as it is away."""

    away = True

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.away:
            raise HostError("memory", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)


@pytest.fixture(params=["memory", "sqlite"])
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    ledger = open_ledger("memory://" if request.param == "memory" else f"sqlite:///{tmp_path}/copy.db")
    yield ledger
    ledger.close()


@pytest.fixture
def host() -> Keeping:
    return Keeping()


@contextmanager
def moved(host: Keeping, copy: Ledger, *, everything: bool = False) -> Iterator[Overlay]:
    """An overlay over a host that still holds an erased text, with a ledger that was moved since."""
    ledger = open_ledger("memory://")
    with Overlay(host, ledger=ledger) as overlay:
        for day, text in enumerate(TOLD):
            overlay.remember(text, scope=ME, observed_at=FIRST + timedelta(days=day))
        if everything:
            overlay.erase(everything=True, scope=ME)
        else:
            (secret,) = [o for o in ledger.read(ME, lambda r: r.observed_after(None)) if SECRET in o.text]
            overlay.erase(observation_id=secret.id, scope=ME)
        lines = json.loads(json.dumps(ledger.read(ME, lambda reader: list(export_jsonl(reader)))))
    copy.write(ME, lambda _: (import_jsonl(lines), None))
    with Overlay(host, ledger=copy) as overlay:
        yield overlay


def held_by(host: Keeping) -> list[str]:
    return [memory.text for memory in host.page(scope=ME).memories]


def test_no_packet_shows_an_erased_text_that_a_host_still_holds(host: Keeping, copy: Ledger) -> None:
    with moved(host, copy) as overlay:
        assert any(SECRET in text for text in held_by(host))
        packet = overlay.recall("What is my locker code?", scope=ME)
        assert SECRET not in repr(packet)
        assert any("Leeds" in row.text for row in overlay.recall("Where do I live?", scope=ME).rows)


@pytest.mark.parametrize("everything", [False, True])
def test_no_backfill_takes_an_erased_text_in_again(host: Keeping, copy: Ledger, everything: bool) -> None:
    with moved(host, copy, everything=everything) as overlay:
        report = overlay.backfill(scope=ME)
    assert (report.memories, report.taken) == (len(TOLD), 0)
    assert any("erased here" in note for note in report.notes)


@pytest.mark.parametrize("everything", [False, True])
def test_reconcile_has_an_erased_text_deleted_that_a_host_still_holds(
    host: Keeping, copy: Ledger, everything: bool
) -> None:
    with moved(host, copy, everything=everything) as overlay:
        host.away = False
        overlay.reconcile(scope=ME)
    assert held_by(host) == ([] if everything else list(TOLD[1:]))


def test_a_file_need_not_be_rewritten_for_what_an_import_says_was_erased(host: Keeping, tmp_path: Path) -> None:
    with closing(SqlLedger(f"sqlite:///{tmp_path}/copy.db")) as copy:
        with moved(host, copy):
            pass
        assert copy.read(ME, lambda r: r.erasures())
        assert not copy.rewrite_pending
        assert copy.residue() == ()
