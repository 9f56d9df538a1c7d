"""Worlds whose host and ledger disagree, and what a reconciliation tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atma_overlay import HostError, Scope
from atma_overlay.adoption import DifferenceKind, ReconcileReport
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostItem
from atma_overlay.records import HostLink
from tests.dated_worlds import ME, World
from tests.stored_worlds import STORY, Worn, at, everything

ADDED, EDITED, DELETED, RETURNED, UNCONFIRMED, DOUBLED, LEFTOVER = DifferenceKind


def remembered(*texts: str, host: MemoryHost | None = None) -> World:
    world = World(host=host or Worn())
    for day, text in enumerate(texts or STORY):
        world.overlay.remember(text, scope=ME, observed_at=at(day))
    return world


def carrier(world: World, text: str) -> str:
    return next(m.id for m in everything(world.host) if m.text == text)


def told(report: ReconcileReport) -> list[tuple[DifferenceKind, str | None, str | None]]:
    return [(d.kind, d.was, d.text) for d in report.differences]


def every_link(reader: Any) -> list[HostLink]:
    found: list[HostLink] = reader.links(observation_ids=[o.id for o in reader.observed_after(None)])
    return found


def links(world: World) -> list[HostLink]:
    return world.overlay.ledger.read(ME, every_link)


def repaired(world: World, **asked: Any) -> ReconcileReport:
    """What a repair reports, after a dry run that reports the same and changes nothing; then nothing is left."""
    revision = world.overlay.ledger.read(ME, lambda r: r.revision())
    host = everything(world.host)
    dry = world.overlay.reconcile(scope=ME, dry_run=True, **asked)
    assert (world.overlay.ledger.read(ME, lambda r: r.revision()), everything(world.host)) == (revision, host)
    report = world.overlay.reconcile(scope=ME, **asked)
    assert (dry.counts, dry.memories, dry.taken) == (report.counts, report.memories, 0)
    after = world.overlay.reconcile(scope=ME)
    assert (after.differences, after.pending, after.taken) == ((), 0, 0)
    return report


class Breaking(Worn):
    """A host that stores and then breaks off, deletes nothing, or is not there at all, as long as it is told so."""

    silent = away = stubborn = False

    def add(self, items: Sequence[HostItem], *, scope: Scope) -> list[tuple[str, ...]]:
        if self.away:
            raise HostError("memory", "add", "is away", transient=True)
        ids = super().add(items, scope=scope)
        if self.silent:
            raise HostError("memory", "add", "broke off", transient=True)
        return ids

    def delete(self, ids: Sequence[str], *, scope: Scope) -> None:
        if self.away or self.stubborn:
            raise HostError("memory", "delete", "is away", transient=True)
        super().delete(ids, scope=scope)
