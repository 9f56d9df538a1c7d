"""What another process erased is shown no more, though this one's host has it still, and is deleted there."""

from __future__ import annotations

from pathlib import Path

import pytest

from atma_overlay import Overlay, Scope, Turn, outbox
from atma_overlay.hosts.memory import MemoryHost

ME = Scope(tenant="acme", user="u-1")
HIDDEN = "The vault code is under the bonsai."


def texts(host: MemoryHost) -> list[str]:
    return [m.text for m in host.search("vault code bonsai", scope=ME, limit=9).memories]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'memory.db'}"


@pytest.mark.parametrize("name", ["memory", "another"])
def test_an_erased_text_is_not_shown_by_who_holds_it_still(url: str, name: str) -> None:
    with Overlay(MemoryHost(), ledger=url) as mine:
        mine.remember(HIDDEN, scope=ME)
        mine.remember("The gate code is 4471, the bonsai is by the gate.", scope=ME)
        observation = mine.remember("The vault code is below the bonsai, too.", scope=ME).observation_ids[0]
        with Overlay(MemoryHost(name=name), ledger=url) as theirs:
            theirs.erase(scope=ME, observation_id=observation)
        rows = [r.text for r in mine.recall("Where is the vault code?", scope=ME).rows]
    assert HIDDEN in rows
    assert not any("below the bonsai" in row for row in rows)


def test_its_deletion_waits_for_a_write_of_who_has_the_host(url: str) -> None:
    host = MemoryHost()
    with Overlay(host, ledger=url) as mine:
        mine.remember(HIDDEN, scope=ME)
        with Overlay(MemoryHost(name="another"), ledger=url) as theirs:
            receipt = theirs.erase(scope=ME, everything=True)
            assert [line for line in receipt.not_erased if "is in another host" in line]
            theirs.remember("I live in Oslo.", scope=ME)  # which deletes nothing of that host
        assert texts(host) == [HIDDEN]
        mine.remember("I work at Acme.", scope=ME)
        assert texts(host) == ["I work at Acme."]


def test_what_is_said_again_after_it_was_erased_elsewhere_is_shown(url: str) -> None:
    host = MemoryHost()
    with Overlay(host, ledger=url) as mine:
        mine.remember(HIDDEN, scope=ME)
        with Overlay(MemoryHost(name="another"), ledger=url) as theirs:
            theirs.erase(scope=ME, everything=True)
        mine.remember(HIDDEN, scope=ME)  # said again, it is remembered again
        assert [r.text for r in mine.recall("Where is the vault code?", scope=ME).rows] == [HIDDEN]


def test_what_another_host_is_owed_keeps_nothing_from_this_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "AT_ONCE", 3)
    with Overlay(MemoryHost(name="old"), ledger=url) as before:
        before.remember([Turn(text=f"Item {n} lies on shelf {n}.") for n in range(4)], scope=ME)
    host = MemoryHost(name="new")
    with Overlay(host, ledger=url) as overlay:
        overlay.erase(scope=ME, everything=True)
        overlay.remember("I like tea.", scope=ME)
        assert overlay.flush(scope=ME) == 0
        assert [m.text for m in host.search("tea", scope=ME, limit=9).memories] == ["I like tea."]
