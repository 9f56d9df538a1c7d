"""Writing what the user says: each utterance once, however often a framework hands its thread over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from llamaindex_atma.thread import key_of

if TYPE_CHECKING:
    from atma_overlay.effects import Flow
    from atma_overlay.ports.ledger import LedgerReader
    from atma_overlay.scope import Scope
    from atma_overlay.threads.faces import AnyOverlay
    from atma_overlay.views import WriteReceipt

__all__ = ["replayed_flow", "said_flow"]


def said_flow(
    overlay: AnyOverlay, text: str, *, answering: str, scope: Scope, wait: bool, learnt: Callable[[str], None]
) -> Flow[WriteReceipt]:
    """Remember what the user says now; the same words said before, in whatever session, are said again.

    `answering` is what the agent had said right before, `wait` whether the host and the judge are waited for; `learnt`
    is told the key that it was learnt by.
    """
    place = 0
    while True:
        key = key_of(text, place)
        receipt = yield from overlay.remember_(
            text, scope, None, "user", None, None, key, wait=wait, answering=answering
        )
        if not receipt.duplicates:
            learnt(key)
            return receipt
        place = yield from _free_place(overlay, scope, text)


def _free_place(overlay: AnyOverlay, scope: Scope, text: str) -> Flow[int]:
    """A place that the words were not said at: *ok* is said some thousand times, and each of them would be asked for.

    They are said at one place after the other, so that doubling and halving finds where that ends.
    """
    from atma_overlay.effects import LedgerRead

    def found(ledger: LedgerReader) -> int:
        taken, free = 0, 1
        while _said_under(overlay, ledger, [key_of(text, free)], scope):
            taken, free = free, 2 * free
        while free - taken > 1:
            middle = (taken + free) // 2
            if _said_under(overlay, ledger, [key_of(text, middle)], scope):
                taken = middle
            else:
                free = middle
        return free

    place: int = yield LedgerRead(scope, found)
    return place


def replayed_flow(
    overlay: AnyOverlay, said: Sequence[tuple[str, str, str]], *, scope: Scope, wait: bool
) -> Flow[WriteReceipt | None]:
    """Remember the user's part of a thread that is handed over whole: what was remembered before is not said again.

    `said` has each of the user's texts under its key, with what the agent had said right before it; `wait` as in
    `said_flow`. Gives the last receipt, and None where nothing was new.

    A thread carries no dates, so what is new in it counts as said now, in its order.
    """
    known = (yield from _known(overlay, scope, [key for key, _, _ in said])) if said else frozenset()
    last = None
    for key, text, asked in said:
        if key not in known:
            last = yield from overlay.remember_(text, scope, None, "user", None, None, key, wait=wait, answering=asked)
    return last


def _known(overlay: AnyOverlay, scope: Scope, keys: Sequence[str]) -> Flow[frozenset[str]]:
    from atma_overlay.effects import LedgerRead

    found: frozenset[str] = yield LedgerRead(scope, lambda ledger: _said_under(overlay, ledger, keys, scope))
    return found


def _said_under(overlay: AnyOverlay, ledger: LedgerReader, keys: Sequence[str], scope: Scope) -> frozenset[str]:
    """Those of some keys under which the user said something, in whatever session, as they came.

    Redaction alters a key before it is stored, and one that stood for what another session said is stored as the
    scope's own.
    """
    from atma_overlay.keys import ids_under
    from atma_overlay.scope import Scope

    everywhere = Scope(tenant=scope.tenant, user=scope.user)
    redact = overlay.writer.redact
    return frozenset(ids_under(ledger, keys, everywhere, redact=redact) | ids_under(ledger, keys, scope, redact=redact))
