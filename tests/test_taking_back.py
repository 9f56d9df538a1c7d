"""Deletions that are owed: one that cannot be done keeps no other, and what is left is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from atma_overlay import HostError, Overlay, Scope
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostCapabilities, HostItem, HostMemory, HostPage
from atma_overlay.ports.host_powers import HostErasure

ME = Scope(tenant="acme", user="u-1")
CARDS = tuple(f"My card number {n} is 411{n}." for n in range(5))


class Unlisted(MemoryHost):
    """A host that cannot list, and may be away for those who write."""

    away = False

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, lists=False)

    def page(self, *, scope: Scope, cursor: str | None = None, limit: int = 500) -> HostPage:
        raise HostError("memory", "page", "cannot list")

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        if self.away:
            raise ConnectionError
        return super().add(items, scope=scope)


def test_what_cannot_be_looked_for_keeps_nothing_that_is_known_from_being_deleted() -> None:
    host = Unlisted()
    overlay = Overlay(host, ledger="memory://")
    ids = [overlay.remember(text, scope=ME).host_ids[0] for text in CARDS]
    host.away = True
    overlay.remember("I live in York.", scope=ME)
    host.away = False
    receipt = overlay.erase(scope=ME, everything=True)
    assert sorted(receipt.host_ids) == sorted(ids)
    assert receipt.not_erased == ("memory: HostError; the deletion waits in the outbox",)
    assert MemoryHost.page(host, scope=ME).memories == ()


class Stubborn(MemoryHost):
    """A host that deletes nothing in a call that names one memory."""

    kept = ""

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.kept in ids:
            raise HostError("memory", "delete", "is protected")
        super().delete(ids, scope=scope)


def test_one_memory_that_the_host_refuses_to_delete_keeps_no_other_and_is_told_of_until_it_goes() -> None:
    host = Stubborn()
    overlay = Overlay(host, ledger="memory://")
    ids = [overlay.remember(text, scope=ME).host_ids[0] for text in CARDS]
    host.kept = ids[2]
    receipt = overlay.erase(scope=ME, everything=True)
    waits = ("memory: HostError; the deletion waits in the outbox",)
    assert (sorted(receipt.host_ids), receipt.not_erased) == (sorted({*ids} - {ids[2]}), waits)
    assert [m.id for m in host.page(scope=ME).memories] == [ids[2]]
    for _ in range(6):
        overlay.remember("Hello there.", scope=ME, key="hello")
    assert overlay.reconcile(scope=ME).not_erased == waits
    host.kept = ""
    report = overlay.reconcile(scope=ME)
    assert (report.not_erased, report.pending, len(host.page(scope=ME).memories)) == ((), 0, 1)


def test_a_receipt_names_no_memory_that_nobody_asked_for() -> None:
    class Talkative(MemoryHost):
        def get(self, ids: Sequence[str], *, scope: Scope) -> list[HostMemory]:
            return [HostMemory("another", "erased?"), *super().get(ids, scope=scope) * 2]

    overlay = Overlay(Talkative(), ledger="memory://")
    told = overlay.remember("I live in York.", scope=ME)
    assert overlay.erase(scope=ME, everything=True).host_ids == told.host_ids


class Forgetful(MemoryHost):
    """A host whose model makes no memory of some texts, and which keeps them in a log all the same."""

    log: dict[str, str]
    reached = True

    @property
    def capabilities(self) -> HostCapabilities:
        return replace(super().capabilities, rewrites=True)

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        self.log = getattr(self, "log", {}) | {i.key: i.text for i in items}
        return [() if "card" in i.text else super(Forgetful, self).add([i], scope=scope)[0] for i in items]


class Wiping(Forgetful):
    """One that erases, from its log too."""

    def erase(self, ids: Sequence[str], *, scope: Scope) -> HostErasure:
        self.delete(ids, scope=scope)
        for identifier in ids:
            self.log.pop(identifier, None)
        return HostErasure(tuple(ids))


@pytest.mark.parametrize("kind", [Forgetful, Wiping])
def test_a_host_is_asked_for_a_text_that_it_made_no_memory_of(kind: type[Forgetful]) -> None:
    host = kind()
    overlay = Overlay(host, ledger="memory://", on_error="raise")
    overlay.remember(CARDS[0], scope=ME)
    overlay.remember("I live in York.", scope=ME)
    receipt = overlay.erase(scope=ME, everything=True)
    asked = kind is Wiping
    assert receipt.not_erased == (
        () if asked else ("memory: it made no memory of 1 texts, which its own logs may keep",)
    )
    assert (CARDS[0] in host.log.values(), len(receipt.host_ids)) == (not asked, 1)
    assert overlay.ledger.read(ME, lambda r: r.outbox()) == []


def test_a_correction_is_no_text_that_a_host_was_given() -> None:
    host = Forgetful()
    overlay = Overlay(host, ledger="memory://", on_error="raise")
    told = overlay.remember("I live in York.", scope=ME)
    overlay.correct(told.records[0].id, "Leeds", scope=ME)
    assert overlay.erase(scope=ME, everything=True).not_erased == ()
