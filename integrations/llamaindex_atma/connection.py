"""Overlays that outlive the objects which name them: a memory that is serialised says which one, and finds it again.

Within a process every memory with the same ledger and host shares one overlay, since an embedded host can be opened
only once. An overlay that was opened here is closed when nothing refers to it any more.
"""

from __future__ import annotations

import threading
import uuid
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atma_overlay import AsyncOverlay, Overlay

__all__ = ["Connection", "check_names", "connect", "connection_of"]

LIVE = "live:"
"""Opens the name of an overlay that was handed over open and cannot be opened by name."""

_CONNECTIONS: weakref.WeakValueDictionary[tuple[str, str], Connection] = weakref.WeakValueDictionary()
_LOCK = threading.RLock()


class Connection:
    """An open overlay and the names it goes by.

    Attributes:
        overlay: the overlay.
        ledger: its ledger's URL, or a name that is good in this process alone.
        host: its host's specification; empty beside such a name.
    """

    def __init__(self, overlay: Overlay | AsyncOverlay, *, ledger: str, host: str) -> None:
        self.overlay, self.ledger, self.host = overlay, ledger, host


def connection_of(overlay: Overlay | AsyncOverlay, *, ledger: str | None, host: str | None) -> Connection:
    """A connection to an overlay that somebody else opened, and closes.

    Args:
        overlay: the open overlay.
        ledger: the URL under which another process can open its ledger again.
        host: the specification for its host.
    """
    with _LOCK:
        if ledger is None:
            known = next((c for c in _CONNECTIONS.values() if c.overlay is overlay and not c.host), None)
            if known is not None:
                return known
        name = (f"{LIVE}{uuid.uuid4().hex}", "") if ledger is None else (ledger, host or "memory")
        made = Connection(overlay, ledger=name[0], host=name[1])
        _CONNECTIONS[name] = made
        return made


def connect(ledger: str, host: str) -> Connection:
    """The connection of that name, opened where it is not open yet.

    Raises:
        InvalidInputError: the overlay was open in another process and cannot be opened by name, or the host is unknown.
        LedgerError: the ledger cannot be opened.
    """
    with _LOCK:
        found = _CONNECTIONS.get((ledger, host))
        if found is None:
            found = _opened(ledger, host)
            _CONNECTIONS[ledger, host] = found
        return found


def check_names(ledger: str, host: str) -> None:
    """Refuse names by which nothing can be opened; nothing is opened yet, so that a fork in between carries nothing.

    What a memory of another process is named by is refused when it is needed.

    Raises:
        InvalidInputError: they name no ledger, or no host that is installed.
        LedgerCorruptError: the ledger's file is no database.
    """
    from atma_overlay.hosts.registry import check_name
    from atma_overlay.ledger import check_ledger

    if not ledger.startswith(LIVE) and (ledger, host) not in _CONNECTIONS:
        check_ledger(ledger)
        check_name(host)


def _opened(ledger: str, host: str) -> Connection:
    from atma_overlay.errors import InvalidInputError
    from atma_overlay.threads.faces import opened_by_name

    if ledger.startswith(LIVE):
        problem = "was open in another process or is closed: pass ledger and host, by which it can be opened again"
        raise InvalidInputError("overlay", problem)
    overlay = opened_by_name(ledger, host)
    made = Connection(overlay, ledger=ledger, host=host)
    weakref.finalize(made, overlay.close)
    return made
