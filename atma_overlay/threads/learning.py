"""What of a conversation is learnt, and once only: it is handed over again and again, so every turn has a key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from atma_overlay.effects import Flow, LedgerRead
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Origin
from atma_overlay.scope import Scope
from atma_overlay.threads.faces import AnyOverlay, remembered
from atma_overlay.views import Turn, WriteReceipt

__all__ = ["digest", "fresh_turns", "learn", "learn_fresh"]


def digest(*parts: str) -> str:
    """A key for a turn: the same parts, the same key."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def fresh_turns(reader: LedgerReader, turns: Sequence[Turn]) -> list[Turn]:
    """The turns after the last one that is known.

    What was erased stands before a turn that is known, and is thus not learnt again from a thread that still has it.
    """
    for place in range(len(turns) - 1, -1, -1):
        if reader.observation_by_key(turns[place].key or "") is not None:
            return list(turns[place + 1 :])
    return list(turns)


def learn_fresh(overlay: AnyOverlay, turns: Sequence[Turn], *, scope: Scope) -> Flow[WriteReceipt | None]:
    """Store those turns of a conversation that are not known yet, in one batch; None where there is none."""
    fresh: list[Turn] = yield LedgerRead(scope, lambda reader: fresh_turns(reader, turns))
    return (yield from learn(overlay, fresh, scope=scope))


def learn(
    overlay: AnyOverlay, turns: Sequence[Turn], *, scope: Scope, origin: Origin | None = None
) -> Flow[WriteReceipt | None]:
    """Store turns in the order of saying, in one batch; None where there is none.

    Args:
        overlay: where to.
        turns: what was said.
        scope: whose they are.
        origin: who stands behind them; by default what their role says.
    """
    if not turns:
        return None
    return (yield from remembered(overlay, turns, scope=scope, origin=origin))
