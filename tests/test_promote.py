"""What was observed in shadow mode becomes real, all of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from atma_overlay import InvalidInputError, Overlay
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ledger import open_ledger
from atma_overlay.ports.host import HostItem
from tests.dated_worlds import FIRST, ME


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_key_that_stands_for_another_text_on_each_plane_keeps_neither_text_back(
    kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    ledger = open_ledger("memory://" if kind == "memory" else f"sqlite:///{folder}/l.db")
    shadow = Overlay(MemoryHost(), ledger=ledger, mode="shadow", on_error="raise")
    active = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
    shadow.remember("I live in Leeds.", scope=ME, key="turn-1", observed_at=FIRST)
    shadow.remember("My rent is 800 euros.", scope=ME, key="turn-2", observed_at=FIRST)
    active.remember("I live in York now.", scope=ME, key="turn-1", observed_at=FIRST + timedelta(days=1))
    active.remember("My rent is 800 euros.", scope=ME, key="turn-2", observed_at=FIRST)

    assert len(shadow.promote(scope=ME).observation_ids) == 1
    statuses = {r.value: r.status.value for r in active.timeline(scope=ME).records}
    assert statuses == {"Leeds": "superseded", "York": "active", "800 euros": "active"}
    assert shadow.promote(scope=ME).observation_ids == ()

    assert active.remember("I live in York now.", scope=ME, key="turn-1").observation_ids == ()
    with pytest.raises(InvalidInputError, match="'turn-1' stands for another text already: pass a key of its own"):
        active.remember("I live in Leeds.", scope=ME, key="turn-1")
    ledger.close()


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_what_was_promoted_is_promoted_once_though_the_text_that_had_its_key_was_erased_since(
    kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    ledger = open_ledger("memory://" if kind == "memory" else f"sqlite:///{folder}/l.db")
    shadow = Overlay(MemoryHost(), ledger=ledger, mode="shadow", on_error="raise")
    active = Overlay(MemoryHost(), ledger=ledger, on_error="raise")
    told = active.remember("My rent is 900 euros.", scope=ME, key="turn-1", observed_at=FIRST)
    shadow.remember("I live in Leeds.", scope=ME, key="turn-1", observed_at=FIRST)
    assert len(shadow.promote(scope=ME).observation_ids) == 1

    active.erase(scope=ME, observation_id=told.observation_ids[0])
    shadow.remember("My dog is called Rex.", scope=ME, key="turn-2", observed_at=FIRST)
    again = shadow.promote(scope=ME)
    assert [r.value for r in again.records] == ["Rex"]
    assert sorted(r.value for r in active.timeline(scope=ME).records) == ["Leeds", "Rex"]
    ledger.close()


def test_what_the_live_plane_took_in_from_the_host_meanwhile_is_not_there_twice() -> None:
    ledger, host = open_ledger("memory://"), MemoryHost()
    shadow = Overlay(host, ledger=ledger, mode="shadow", on_error="raise")
    active = Overlay(host, ledger=ledger, on_error="raise")
    shadow.remember("I moved to York.", scope=ME, observed_at=FIRST)
    shadow.remember("My dog is called Rex.", scope=ME, observed_at=FIRST)
    assert active.reconcile(scope=ME).taken == 2
    assert shadow.promote(scope=ME).observation_ids == ()
    assert len(ledger.read(ME, lambda reader: reader.observed_after(None))) == 2
    shadow.remember("My gym is Vita.", scope=ME, observed_at=FIRST)
    assert [r.value for r in shadow.promote(scope=ME).records] == ["Vita"]
    assert shadow.promote(scope=ME).observation_ids == ()


def test_what_is_at_the_host_in_other_words_by_now_is_promoted_all_the_same() -> None:
    ledger, host = open_ledger("memory://"), MemoryHost()
    shadow = Overlay(host, ledger=ledger, mode="shadow", on_error="raise")
    active = Overlay(host, ledger=ledger, on_error="raise")
    told = shadow.remember("I moved to York.", scope=ME, observed_at=FIRST)
    [memory] = host.get(told.host_ids, scope=ME)
    host.add([HostItem(memory.key or "", "My dog is called Rex.", "user", FIRST)], scope=ME)
    assert active.reconcile(scope=ME).taken == 1
    assert [r.value for r in shadow.promote(scope=ME).records] == ["York"]
