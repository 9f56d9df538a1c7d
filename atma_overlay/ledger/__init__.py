"""The ledger of what was superseded and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger.memory import MemoryLedger
from atma_overlay.ledger.stamping import Clock, utc_now
from atma_overlay.ports.ledger import Ledger

if TYPE_CHECKING:
    from atma_overlay.ledger.sql import SqlLedger

__all__ = ["MemoryLedger", "SqlLedger", "open_ledger"]


def open_ledger(url: str, *, clock: Clock = utc_now) -> Ledger:
    """Open the ledger that a URL names.

    Args:
        url: ``memory://``, or ``sqlite:///path`` (created when it is not there).
        clock: gives the recorded time of writes, as aware datetimes.

    Raises:
        InvalidInputError: the URL names no known kind of ledger.
        LedgerError: the ledger cannot be opened.
    """
    if url == "memory://":
        return MemoryLedger(clock=clock)
    if url.startswith("sqlite:"):
        return _sql_ledger()(url, clock=clock)
    raise InvalidInputError("ledger", f"{url!r} names no known kind: pass 'memory://' or 'sqlite:///PATH'")


def __getattr__(name: str) -> type[SqlLedger]:
    if name == "SqlLedger":
        return _sql_ledger()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _sql_ledger() -> type[SqlLedger]:
    # SQLAlchemy takes a good part of a second to import: who only asks for help does not need it.
    from atma_overlay.ledger.sql import SqlLedger  # noqa: PLC0415

    return SqlLedger
