"""What of a conversation is learnt, and once only: it is handed over again and again, so every turn has a key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from atma_overlay.keys import ids_under
from atma_overlay.ports.ledger import LedgerReader
from atma_overlay.redaction import Redact
from atma_overlay.scope import Scope
from atma_overlay.views import Turn

__all__ = ["digest", "fresh_turns"]


ASKED_FIRST = 4
"""Turns from the end of a thread that are asked for at first; twice as many each time that none of them is known."""


def digest(*parts: str) -> str:
    """A key for a turn: the same parts, the same key."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def fresh_turns(
    reader: LedgerReader, turns: Sequence[Turn], *, scope: Scope, redact: Redact | None = None
) -> list[Turn]:
    """The turns after the last one that the scope knows; `redact` is the hook that they go through when learnt.

    What was erased stands before a turn that is known, and is thus not learnt again from a thread that still has it.
    """
    behind, at_once = len(turns), ASKED_FIRST
    while behind > 0:
        place = max(0, behind - at_once)
        known = ids_under(reader, [turn.key or "" for turn in turns[place:behind]], scope, redact=redact)
        last = max((n for n in range(place, behind) if (turns[n].key or "") in known), default=None)
        if last is not None:
            return list(turns[last + 1 :])
        behind, at_once = place, 2 * at_once
    return list(turns)
