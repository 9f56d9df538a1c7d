"""A ledger that grows from size to size: many small scopes, and one that holds a tenth of everything."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from atma_overlay.bench.hosts import HOST
from atma_overlay.bench.world import Told, changes, memory_of, observation_id, told
from atma_overlay.ledger.stamping import utc_now
from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import Ledger, Settling
from atma_overlay.scope import Scope

SMALL = 100
"""Records of a small scope, at least."""
SHARE = 10
"""One in so many records is in the large scope."""
BATCH = 2000


@dataclass(slots=True)
class Filled:
    """A ledger with what was put into it.

    Attributes:
        ledger: the ledger.
        tenant: one of this run's own, so that a ledger which holds something else can be measured too.
        small: how many small scopes there are.
        records: how many records they all hold.
    """

    ledger: Ledger
    tenant: str = field(default_factory=lambda: f"bench-{uuid.uuid4().hex[:12]}")
    small: int = 0
    records: int = 0
    _in_large: int = 0
    _next_slot: int = 0

    def elsewhere(self) -> Callable[[Ledger], Filled]:
        """The same for another process, given the ledger as it is opened there."""
        return partial(
            Filled, tenant=self.tenant, small=self.small, records=self.records, _in_large=self._in_large,
            _next_slot=self._next_slot,
        )  # fmt: skip

    @property
    def large(self) -> Scope:
        """The one large scope."""
        return Scope(tenant=self.tenant, user="large")

    def scope(self, number: int) -> Scope:
        """A small scope by its number."""
        return Scope(tenant=self.tenant, user=f"small-{number}")

    def grow(self, records: int) -> None:
        """Fill the ledger up to so many records."""
        while self._in_large < records // SHARE:
            self._enlarge(min(BATCH, records // SHARE - self._in_large))
        while self.records < records:
            self.small += 1
            said = list(told(self.small, 0, SMALL))
            self._write(self.scope(self.small), said)
        if isinstance(self.ledger, Settling):
            self.ledger.settle(records=self.records)

    def _enlarge(self, count: int) -> None:
        said = list(told(0, self._next_slot, count))
        self._next_slot += len(said)
        self._in_large += self._write(self.large, said)

    def _write(self, scope: Scope, said: list[list[Told]]) -> int:
        filled = changes(said, scope=scope, host=HOST, now=utc_now())
        self.ledger.write(scope, lambda _: (filled, None))
        self.records += len(filled.statements)
        return len(filled.statements)

    def memories(self, number: int, count: int) -> tuple[HostMemory, ...]:
        """What a host would find first in a small scope (the large one is number 0)."""
        scope = self.scope(number) if number else self.large
        sentences = (each for slot in told(number, 0, SMALL) for each in slot)
        return tuple(
            HostMemory(memory_of(observation_id(each, scope)), each.text, created_at=each.at, score=1 - n / 100)
            for n, each in enumerate(islice(sentences, count))
        )
