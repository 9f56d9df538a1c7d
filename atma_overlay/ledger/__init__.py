"""The ledger of what was superseded and why: in memory, in a SQLite file, or on PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atma_overlay.errors import InvalidInputError
from atma_overlay.ledger.memory import MemoryLedger
from atma_overlay.ledger.stamping import Clock, utc_now
from atma_overlay.ports.ledger import Ledger
from atma_overlay.signatures import typed

if TYPE_CHECKING:
    from atma_overlay.ledger.sql import SqlLedger

_SQL_LEDGERS = "'sqlite:///PATH' or 'postgresql+psycopg://USER:PASSWORD@HOST/DATABASE'"

_FILES = ("sqlite:", "sqlcipher:")
_SERVERS = ("postgresql:", "postgresql+")

__all__ = ["MemoryLedger", "SqlLedger", "check_ledger", "open_ledger"]


@typed
def open_ledger(url: str, *, clock: Clock = utc_now) -> Ledger:
    """Open the ledger that a URL names.

    Args:
        url: ``memory://``, ``sqlite:///path`` (created when it is not there), ``sqlcipher:///path`` (encrypted, under
            the passphrase of ``ATMA_LEDGER_KEY``) or ``postgresql+psycopg://…``; see `SqlLedger`.
        clock: gives the recorded time of writes, as aware datetimes.

    Raises:
        InvalidInputError: the URL names no known kind of ledger.
        MissingExtraError: the kind of ledger needs an extra that is not installed.
        LedgerError: the ledger cannot be opened.
    """
    if url == "memory://":
        return MemoryLedger(clock=clock)
    if url.startswith((*_FILES, *_SERVERS)):
        return _sql_ledger()(url, clock=clock)
    raise _unknown(url)


@typed
def check_ledger(url: str) -> None:
    """Refuse what is no ledger, for who opens it later: nothing is made or kept open, and no server is asked.

    Raises:
        InvalidInputError: the URL names no known kind of ledger, a folder, a file in none, or another program's file.
        LedgerCorruptError: the file is no database.
    """
    if url.startswith(_FILES):
        from atma_overlay.ledger.sqlite_file import file_of  # noqa: PLC0415 - as `_sql_ledger`
        from atma_overlay.ledger.sqlite_opening import look_at  # noqa: PLC0415

        look_at(file_of(url))
    elif url.startswith(_SERVERS):
        from atma_overlay.ledger.postgres_opening import target_of  # noqa: PLC0415

        target_of(url)
    elif url != "memory://":
        raise _unknown(url)


def _unknown(url: str) -> InvalidInputError:
    kind, colon, _ = url.partition(":")
    if not kind or not colon:  # a path, or SQLite's own `:memory:`; what stands behind a kind may hold a password
        told = f"{url!r} is no URL" if url else "is empty"
        return InvalidInputError("ledger", f"{told}: pass 'memory://', {_SQL_LEDGERS}")
    return InvalidInputError("ledger", f"{kind!r} is no known kind: pass 'memory://', {_SQL_LEDGERS}")


def __getattr__(name: str) -> type[SqlLedger]:
    if name == "SqlLedger":
        return _sql_ledger()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _sql_ledger() -> type[SqlLedger]:
    # SQLAlchemy takes a good part of a second to import: who only asks for help does not need it.
    from atma_overlay.ledger.sql import SqlLedger  # noqa: PLC0415

    return SqlLedger
