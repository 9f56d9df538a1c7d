"""Host ids under which something was erased and something else is kept by now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from atma_overlay.ports.host import HostMemory
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.promises import promised
from atma_overlay.records import HostLink, LinkState

__all__ = ["reused"]


def reused(
    memories: Collection[HostMemory], links: Mapping[str, Sequence[HostLink]], reader: LedgerReader
) -> frozenset[str]:
    """The ids of memories that are others than what was erased under their ids.

    The host has confirmed that it holds what was erased no more, and the memory is dated later than that was: an
    application whose ids are its own, as `profile`, stores the next one under the same. What is undated, not later, or
    stored for what was erased is a copy that came back.

    Args:
        memories: what the host holds.
        links: to erased observations, by host id.
        reader: of the ledger that erased them.
    """
    asked = [m for m in memories if m.created_at is not None and _confirmed(links.get(m.id, ()), m.key)]
    if not asked:
        return frozenset()
    told = {stone.id: stone.observed_at for stone in reader.tombstones()}
    return frozenset(
        m.id
        for m in asked
        if all((at := told.get(x.observation_id)) is not None and _is_later(m, at) for x in links[m.id])
    )


def _is_later(memory: HostMemory, at: datetime) -> bool:
    made = memory.created_at
    return made is not None and (made if made.tzinfo is not None else made.replace(tzinfo=UTC)) > at


def _confirmed(links: Sequence[HostLink], key: str | None) -> bool:
    said = promised(key)
    return bool(links) and all(x.state is LinkState.GONE and x.observation_id != said for x in links)
