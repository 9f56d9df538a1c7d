"""Everything there is when a probe is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from atma_overlay.effects import HostSearchCall
from atma_overlay.evaluation.corpus import Corpus
from atma_overlay.evaluation.episodes import Episode
from atma_overlay.evaluation.matching import Bank
from atma_overlay.executor import Executor
from atma_overlay.ports.host import HostSearch
from atma_overlay.scope import Scope
from atma_overlay.views import Packet, Timeline, Turn, View, WriteReceipt


class Memory(Protocol):
    """What is measured: the overlay, or another system with the same face."""

    @property
    def executor(self) -> Executor:
        """Carries out what the host is asked to do."""

    def remember(self, said: Sequence[Turn], /, *, scope: Scope, observed_at: datetime | None = None) -> WriteReceipt:
        """Hand over the turns of one session."""

    def recall(
        self, query: str, /, *, scope: Scope, limit: int = 5, now: datetime | None = None, view: View | None = None
    ) -> Packet:
        """Ask."""

    def timeline(self, *, scope: Scope) -> Timeline:
        """Everything the ledger holds."""

    def close(self) -> None:
        """Release what was opened, the host included."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything there is when a probe is asked.

    Attributes:
        episode: whose probe it is.
        memory: the memory that is asked: the overlay over the system's reading of the ledger.
        bank: that reading, where the system keeps a ledger.
        corpus: every turn that was handed over, fillers among them.
        scope: whose memory.
        now: the probe's clock.
        k: how many rows may come back.
    """

    episode: Episode
    memory: Memory
    bank: Bank | None
    corpus: Corpus
    scope: Scope
    now: datetime
    k: int

    def search(self, query: str, *, limit: int) -> HostSearch:
        """The host's own search."""
        found: HostSearch = self.memory.executor.perform(HostSearchCall(self.scope, query, limit))
        return found

    def recall(self, query: str, *, limit: int | None = None, view: View | None = None) -> Packet:
        """The overlay's packet."""
        return self.memory.recall(query, scope=self.scope, limit=limit or self.k, now=self.now, view=view)
