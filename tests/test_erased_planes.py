"""What is erased is erased on both planes, whichever the eraser works on, and stays erased (law 7)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from atma_overlay import HostError, Overlay, Scope
from atma_overlay.assembly import Mode
from atma_overlay.changes import Changeset
from atma_overlay.effects import Compute, Effect, LedgerWrite
from atma_overlay.executor import Executor
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem
from atma_overlay.telemetry.flow import FlowTrace
from tests.dated_worlds import FIRST
from tests.postgres_server import needs_server, server

ME, YOU = Scope(tenant="acme", user="ana"), Scope(tenant="acme", user="bob")
TOWN = "Xyzzyville"


class Flaky(MemoryHost):
    """A host that can be away, or delete nothing."""

    away = stubborn = False

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.stubborn:
            raise HostError("flaky", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        if self.away:
            raise HostError("flaky", "add", "is away", transient=True)
        return super().add(items, scope=scope)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_server)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/ledger.db" if request.param == "sqlite" else server().new_url()


@pytest.fixture
def host() -> Flaky:
    return Flaky()


def on(url: str, host: MemoryHost, mode: Mode) -> Overlay:
    return Overlay(host, ledger=url, mode=mode, on_error="raise")


def told_in_shadow(url: str, host: MemoryHost, *, promoted: bool) -> None:
    with on(url, host, "shadow") as shadow:
        shadow.remember(f"I live in {TOWN}.", scope=ME)
        if promoted:
            shadow.promote(scope=ME)


def known(url: str, host: MemoryHost) -> dict[str, list[str]]:
    found = {}
    for mode in ("shadow", "active"):
        with on(url, host, mode) as overlay:
            found[mode] = [r.value for r in overlay.timeline(scope=ME).records]
    return found


@pytest.mark.parametrize("eraser", ["active", "shadow"])
@pytest.mark.parametrize("promoted", [True, False])
def test_all_of_a_user_is_erased_on_both_planes(url: str, host: Flaky, eraser: Mode, *, promoted: bool) -> None:
    told_in_shadow(url, host, promoted=promoted)
    with on(url, host, eraser) as overlay:
        receipt = overlay.erase(scope=ME, everything=True)
    assert known(url, host) == {"shadow": [], "active": []}
    assert len(receipt.observation_ids) == 1
    assert receipt.not_erased == ()
    assert host.page(scope=ME).memories == ()


@pytest.mark.parametrize("eraser", ["active", "shadow"])
def test_the_file_has_nothing_left_of_it(tmp_path: Path, host: Flaky, eraser: Mode) -> None:
    url = f"sqlite:///{tmp_path}/ledger.db"
    told_in_shadow(url, host, promoted=True)
    with on(url, host, eraser) as overlay:
        overlay.erase(scope=ME, everything=True)
    assert not any(TOWN.encode() in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("named", ["record", "observation"])
def test_one_record_is_erased_where_it_was_promoted_from(url: str, host: Flaky, named: str) -> None:
    told_in_shadow(url, host, promoted=True)
    with on(url, host, "shadow") as shadow:
        shadow.remember("My gym is Vita.", scope=ME)
    with on(url, host, "active") as overlay:
        (record,) = overlay.timeline(scope=ME).records
        if named == "record":
            overlay.erase(scope=ME, record_id=record.id)
        else:
            overlay.erase(scope=ME, observation_id=record.observation_id)
    assert known(url, host) == {"shadow": ["Vita"], "active": []}


def test_a_correction_that_was_said_anew_is_erased_on_both_planes(url: str, host: Flaky) -> None:
    with on(url, host, "shadow") as shadow:
        said = shadow.remember("My laptop is a Dell.", scope=ME)
        shadow.correct(said.records[0].id, TOWN, scope=ME)
        shadow.promote(scope=ME)
    with on(url, host, "active") as overlay:
        for value in ("Dell", TOWN):
            (record,) = (r for r in overlay.timeline(scope=ME).records if r.value == value)
            overlay.erase(scope=ME, record_id=record.id)
    assert known(url, host) == {"shadow": [], "active": []}
    with on(url, host, "shadow") as shadow:
        shadow.promote(scope=ME)
    assert known(url, host)["active"] == []


def test_what_the_other_plane_alone_says_of_a_record_goes_with_it(url: str, host: Flaky) -> None:
    told_in_shadow(url, host, promoted=True)
    with on(url, host, "shadow") as shadow:
        shadow.remember(f"I live in {TOWN}, as ever.", scope=ME)
    with on(url, host, "active") as overlay:
        overlay.erase(scope=ME, record_id=overlay.timeline(scope=ME).records[0].id)
    assert known(url, host) == {"shadow": [], "active": []}
    assert host.page(scope=ME).memories == ()


def test_another_user_keeps_both_planes(url: str, host: Flaky) -> None:
    told_in_shadow(url, host, promoted=True)
    with on(url, host, "active") as overlay:
        overlay.erase(scope=YOU, everything=True)
    assert known(url, host) == {"shadow": [TOWN], "active": [TOWN]}


def test_a_host_that_was_away_is_not_given_what_is_erased(url: str, host: Flaky) -> None:
    host.away = True
    told_in_shadow(url, host, promoted=True)
    host.away = False
    with on(url, host, "active") as overlay:
        overlay.erase(scope=ME, everything=True)
    with on(url, host, "shadow") as shadow:
        shadow.remember("Hello there.", scope=ME)
        shadow.flush(scope=ME)
    assert [m.text for m in host.page(scope=ME).memories] == ["Hello there."]


def test_what_was_erased_before_stays_out_of_what_is_promoted(url: str, host: Flaky) -> None:
    told_in_shadow(url, host, promoted=True)
    with on(url, host, "active") as overlay:
        gone = overlay.timeline(scope=ME).records[0].observation_id
        ledger = overlay.ledger  # as a version did that erased one plane only
        ledger.write(ME, lambda _: (erasing(gone), None))
    with on(url, host, "shadow") as shadow:
        shadow.remember("My gym is Vita.", scope=ME)
        shadow.promote(scope=ME)
    assert known(url, host)["active"] == ["Vita"]


@pytest.mark.parametrize("told", ["active", "shadow"])
@pytest.mark.parametrize("eraser", ["active", "shadow"])
@pytest.mark.parametrize("goes_on", ["active", "shadow"])
def test_what_is_owed_is_paid_by_whichever_overlay_goes_on(
    url: str, host: Flaky, told: Mode, eraser: Mode, goes_on: Mode
) -> None:
    for mode in ("active", "shadow"):
        with on(url, host, mode) as overlay:
            overlay.remember(f"I live in {TOWN}." if mode == told else "My gym is Vita.", scope=ME)
    host.stubborn = True
    with on(url, host, eraser) as overlay:
        assert "waits in the outbox" in overlay.erase(scope=ME, everything=True).not_erased[0]
    host.stubborn = False
    with on(url, host, goes_on) as overlay:
        overlay.remember("Hello there.", scope=ME)
    assert [m.text for m in host.page(scope=ME).memories] == ["Hello there."]


@pytest.mark.parametrize("told", ["active", "shadow"])
@pytest.mark.parametrize("eraser", ["active", "shadow"])
@pytest.mark.parametrize("goes_on", ["active", "shadow"])
def test_what_the_host_has_still_of_either_plane_is_a_stranger_on_none(
    url: str, host: Flaky, told: Mode, eraser: Mode, goes_on: Mode
) -> None:
    for mode in ("active", "shadow"):
        with on(url, host, mode) as overlay:
            overlay.remember(f"I live in {TOWN}." if mode == told else "My gym is Vita.", scope=ME)
    (memory,) = (m for m in host.page(scope=ME).memories if TOWN in m.text)
    with on(url, host, eraser) as overlay:
        overlay.erase(scope=ME, everything=True)
    host.add([HostItem(memory.key or "", memory.text, "user", FIRST)], scope=ME)  # as a backup that is put back
    with on(url, host, goes_on) as overlay:
        assert overlay.reconcile(scope=ME, role="user").taken == 0
    assert known(url, host) == {"shadow": [], "active": []}
    assert host.page(scope=ME).memories == ()


@pytest.mark.parametrize("eraser", ["active", "shadow"])
def test_what_is_erased_while_it_is_promoted_does_not_come_back(
    url: str, host: Flaky, eraser: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_in_shadow(url, host, promoted=False)
    perform, computed = Executor.perform, iter([True])

    def performed(self: Executor, effect: Effect, trace: FlowTrace | None = None) -> object:
        answer = perform(self, effect, trace)
        if isinstance(effect, Compute) and next(computed, False):  # the shadow plane is read
            with on(url, host, eraser) as overlay:
                overlay.erase(scope=ME, everything=True)
        return answer

    monkeypatch.setattr(Executor, "perform", performed)
    with on(url, host, "shadow") as shadow:
        assert shadow.promote(scope=ME).observation_ids == ()
    assert known(url, host) == {"shadow": [], "active": []}


def test_an_erasure_pays_what_another_that_was_killed_left_owed_on_the_other_plane(
    url: str, host: Flaky, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_in_shadow(url, host, promoted=False)
    perform = Executor.perform

    def killed(self: Executor, effect: Effect, trace: FlowTrace | None = None) -> object:
        if isinstance(effect, LedgerWrite):  # the other plane is erased, this one is not
            raise KeyboardInterrupt
        return perform(self, effect, trace)

    with on(url, host, "active") as overlay:
        overlay.remember("My gym is Vita.", scope=ME)
        with monkeypatch.context() as patch:
            patch.setattr(Executor, "perform", killed)
            with pytest.raises(KeyboardInterrupt):
                overlay.erase(scope=ME, everything=True)
        overlay.erase(scope=ME, everything=True)
    assert known(url, host) == {"shadow": [], "active": []}
    assert host.page(scope=ME).memories == ()


def test_a_user_who_is_on_one_plane_gets_no_rows_on_a_shadow_plane_that_nobody_uses(url: str, host: Flaky) -> None:
    with on(url, host, "active") as overlay:
        overlay.remember(f"I live in {TOWN}.", scope=ME)
        overlay.erase(scope=ME, everything=True)
        assert overlay.ledger.plane("shadow").read(ME, lambda reader: reader.revision()) == 0


def erasing(observation_id: str) -> Changeset:
    return Changeset(erased=(observation_id,))
