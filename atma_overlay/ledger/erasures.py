"""Noticing that another process has erased from a ledger, so that this one drops what it keeps of its texts (law 7).

A ledger counts its erasures in the transactions that erase, for all of its scopes together: whoever reads the count, on
behalf of whatever scope, learns that there was one, though not whose. It comes with an answer that is asked for anyhow.
"""

from __future__ import annotations

from atma_overlay.kept import forget_texts

__all__ = ["notice"]

_counted: dict[str, int] = {}
"""By ledger, what this process saw last; a ledger that is opened again goes on from there."""


def notice(ledger: str, erasures: int) -> None:
    """Drop what this process keeps of texts where the ledger has erased since it looked last.

    Any other number will do, a smaller one too: a file may have been restored from a backup.

    Args:
        ledger: what names the database in this process.
        erasures: how many it counts in the snapshot that was read.
    """
    if _counted.setdefault(ledger, erasures) != erasures:
        _counted[ledger] = erasures
        forget_texts()
