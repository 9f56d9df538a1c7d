"""What of a conversation is learnt, and once only: it is handed over again and again, so every turn has a key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from atma_overlay.effects import Flow, LedgerRead
from atma_overlay.keys import ids_under
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.records import Origin
from atma_overlay.scope import Scope
from atma_overlay.threads.faces import AnyOverlay, remembered
from atma_overlay.views import Turn, WriteReceipt

__all__ = ["digest", "fresh_turns", "learn", "learn_fresh"]


ASKED_FIRST = 4
"""Turns from the end of a thread that are asked for at first; twice as many each time that none of them is known."""


def digest(*parts: str) -> str:
    """A key for a turn: the same parts, the same key."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def fresh_turns(reader: LedgerReader, turns: Sequence[Turn], *, scope: Scope) -> list[Turn]:
    """The turns after the last one that the scope knows.

    What was erased stands before a turn that is known, and is thus not learnt again from a thread that still has it.
    """
    behind, at_once = len(turns), ASKED_FIRST
    while behind > 0:
        place = max(0, behind - at_once)
        known = ids_under(reader, [turn.key or "" for turn in turns[place:behind]], scope)
        last = max((n for n in range(place, behind) if (turns[n].key or "") in known), default=None)
        if last is not None:
            return list(turns[last + 1 :])
        behind, at_once = place, 2 * at_once
    return list(turns)


def learn_fresh(overlay: AnyOverlay, turns: Sequence[Turn], *, scope: Scope) -> Flow[WriteReceipt | None]:
    """Store those turns of a conversation that are not known yet, in one batch; None where there is none."""
    fresh: list[Turn] = yield LedgerRead(scope, lambda reader: fresh_turns(reader, turns, scope=scope))
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
