"""What the tests of reading share: worlds told a month apart, and a packet's rows and premises in short."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from atma_overlay import HostError, Label, Packet, Scope, View
from atma_overlay.hosts.memory import MemoryHost
from atma_overlay.ports.host import HostSearch
from tests.dated_worlds import FIRST, ME, World

GAP = timedelta(days=30)

VIEWS = [v.value for v in View]

NOBODY = Scope(tenant="acme", user="nobody-yet")


class Silent(MemoryHost):
    """A host that takes everything and finds nothing: every search fails."""

    def search(self, query: str, *, scope: Scope, limit: int, within: Sequence[str] | None = None) -> HostSearch:
        raise HostError("silent", "search", "is away", transient=True)


def told(*texts: str, **parts: Any) -> World:
    """A world in which the texts were said a month apart."""
    world = World(**parts)
    for n, text in enumerate(texts):
        world.overlay.remember(text, scope=ME, observed_at=FIRST + n * GAP)
    return world


def ask(world: World, query: str, scope: Scope = ME, **asked: Any) -> Packet:
    return world.overlay.recall(query, scope=scope, **asked)


def shown(packet: Packet) -> list[tuple[str, str]]:
    """Label and value of each row."""
    return [(r.label.value, r.value) for r in packet.rows]


def tracked(packet: Packet) -> list[tuple[str, str]]:
    return [pair for pair in shown(packet) if pair[0] != Label.UNTRACKED]


def verdicts(packet: Packet) -> list[tuple[str, str]]:
    return [(p.text, p.verdict.value) for p in packet.premises]


def contested() -> World:
    """Leeds as the user said it, York as the user said it with a hedge: a change that is proposed."""
    return told("I live in Leeds.", "I live in York, or so I'd like to think.")


def disputed() -> World:
    """Leeds as the user said it, York as a document says."""
    world = told("I live in Leeds.")
    world.overlay.remember("I moved to York.", scope=ME, observed_at=FIRST + GAP, origin="document")
    return world
