"""What is compared: the bare host and the overlay on it, over the same memories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from atma_overlay.evaluation.episodes import Episode, Probe
from atma_overlay.evaluation.matching import Bank, Pairing
from atma_overlay.evaluation.retrieval import Asked
from atma_overlay.evaluation.shown import host_packet
from atma_overlay.ports.host import Host
from atma_overlay.scope import Scope
from atma_overlay.views import Packet, Timeline, Turn, WriteReceipt


class Memory(Protocol):
    """What is measured: the overlay, or another system with the same face."""

    def remember(self, said: Sequence[Turn], /, *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        """Hand over the turns of one session."""

    def recall(self, query: str, /, *, scope: Scope, limit: int = 5, now: datetime | None = None) -> Packet:
        """Ask."""

    def timeline(self, *, scope: Scope) -> Timeline:
        """Everything the ledger holds."""

    def close(self) -> None:
        """Release what was opened, the host included."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything there is when a probe is asked."""

    episode: Episode
    memory: Memory
    host: Host
    scope: Scope
    bank: Bank
    pairing: Pairing
    now: datetime
    k: int


System = Callable[[Moment, Probe], Asked]


def ask_host(moment: Moment, probe: Probe) -> Asked:
    """The host's own first k rows; it keeps no ledger."""
    found = moment.host.search(probe.query, scope=moment.scope, limit=moment.k)
    return Asked(moment.episode, probe, host_packet(probe.query, found))


def ask_full(moment: Moment, probe: Probe) -> Asked:
    """The overlay's packet."""
    packet = moment.memory.recall(probe.query, scope=moment.scope, limit=moment.k, now=moment.now)
    return Asked(moment.episode, probe, packet, moment.bank, moment.pairing)


SYSTEMS: Mapping[str, System] = {"host": ask_host, "full": ask_full}
KEEPS_A_LEDGER = frozenset({"full"})
"""The systems whose bank is measured."""
