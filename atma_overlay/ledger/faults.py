"""The errors of a database, as the ledger's own: the only place that translates them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import NoReturn

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from atma_overlay.errors import AtmaError, ConflictError, InvalidInputError, LedgerCorruptError, LedgerError

__all__ = ["InterruptedTransactionError", "committing", "raise_translated", "translated", "unreadable"]

TOLD = 100
"""Characters of what cannot be read that a message quotes."""
_DAMAGED = {sqlite3.SQLITE_CORRUPT}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE_REMEDIES = {
    sqlite3.SQLITE_FULL: "make room on the disk, nothing was stored",
    sqlite3.SQLITE_READONLY: "the file, its folder or the disk cannot be written: see to their rights",
    sqlite3.SQLITE_CANTOPEN: "see that the file and its folder are there and may be read and written",
    sqlite3.SQLITE_IOERR: "the disk failed: check it, then run `atma doctor`",
}

_ENDED = {"40001", "40P01", "57P01", "57P02", "57P03", "25P03"}
"""Ended by the server, of no fault of the statement: serialization, deadlock, shutdown, start, idleness."""
_DAMAGE = "it is damaged"
_POOLED = "where a pooler hands out servers by transaction, add '?pooling=transaction' to the URL"
_POSTGRES_REMEDIES = {
    "08": "check that the server runs and can be reached",
    "26000": _POOLED,
    "42P05": _POOLED,
    "25006": "the server is read-only, a standby perhaps: name the primary, or check default_transaction_read_only",
    "28": "check the user and the password of the URL",
    "3D": "make the database first, or check its name",
    "42501": "give the user of the URL its rights on the schema",
    "42P01": "give the user of the URL its rights on the schema (USAGE too), or check that its tables are there",
    "53100": "make room on the server's disk, nothing was stored",
    "53300": "the server has no connection left: raise max_connections, or use fewer processes",
    "53": "the server lacks resources, nothing was stored",
    "57014": "the server cancelled the statement: raise its statement_timeout, or try again",
}
_REFUSED = {
    'FATAL:  database "': _POSTGRES_REMEDIES["3D"],
    'FATAL:  role "': "make the role first, or check the user of the URL",
    "password": _POSTGRES_REMEDIES["28"],
    "pg_hba.conf": "let the user of the URL in, in the server's pg_hba.conf",
}
"""What a server says that lets nobody in, with the remedy: of a connection the driver tells no SQLSTATE."""
_OPTIONS = ("invalid connection option", "bad value for")
"""How the driver begins to tell of the query of a URL."""
_LETS_IN_LATER = ("not currently accepting", "starting up", "too many")


class InterruptedTransactionError(LedgerError):
    """The database ended the transaction before its commit: nothing is stored, and another try may succeed."""


class _Translated:
    """A context of no state, since every statement is in one."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception):
            _translate(error)


_TRANSLATED = _Translated()


def translated() -> AbstractContextManager[None]:
    """Raise what the database raises as an error of the overlay; no message carries a parameter."""
    return _TRANSLATED


def raise_translated(error: Exception) -> NoReturn:
    """The same for what was caught: a context costs a statement more than SQLite does to find a row."""
    _translate(error)
    raise error


def _translate(error: Exception) -> None:
    if isinstance(error, AtmaError):
        return
    if _of_sqlite(error) and type(error).__name__ == "IntegrityError":
        raise ConflictError(f"the changeset does not fit the ledger ({error}): read again") from error
    if isinstance(error, DBAPIError):
        if not _of_sqlite(error.orig):
            # The driver's message may quote values of the row: neither it nor a chain to it goes any further.
            raise _of_server(error) from None
        if isinstance(error, IntegrityError):
            raise ConflictError(f"the changeset does not fit the ledger ({error.orig}): read again") from error
        raise _of_file(error.orig or error) from error
    if _of_sqlite(error):
        raise _of_file(error) from error
    if isinstance(error, PoolTimeoutError):
        problem = "every connection to the ledger's server is in use: use fewer threads, or try again"
        raise LedgerError(problem, cause=problem) from None
    if isinstance(error, SQLAlchemyError):
        raise LedgerError(f"the ledger's database failed ({error}): run `atma doctor`") from error
    if isinstance(error, UnicodeEncodeError):
        raise InvalidInputError("text", "holds half of a surrogate pair: decode it with errors='replace'") from error
    if isinstance(error, KeyError | ValueError):
        raise unreadable("a row", error) from error


def unreadable(what: str, error: Exception) -> LedgerCorruptError:
    """The error of a row that holds what no record can."""
    told = f"{type(error).__name__}: {error}"[:TOLD]
    return LedgerCorruptError(f"the ledger holds {what} that cannot be read ({told}): run `atma doctor`")


def _of_sqlite(error: BaseException | None) -> bool:
    """Whether it is of a file's driver: SQLCipher's has classes of its own, of the same names."""
    return isinstance(error, sqlite3.Error) or type(error).__module__ == "sqlcipher3.dbapi2"


@contextmanager
def committing() -> Iterator[None]:
    """`translated`, around a commit: where the connection is lost in it, nobody can know what became of it."""
    try:
        with translated():
            yield
    except InterruptedTransactionError as error:
        raise LedgerError(
            "the connection was lost while the ledger was committing: the write is stored whole or not at all;"
            " hand it over again under the same key or date and it is stored once"
        ) from error


def _of_file(error: BaseException) -> LedgerError:
    """What a file's driver says; its words may quote a query, so that a log tells what goes by the code alone."""
    # The low byte is the primary code: extended codes only say more of the same.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_NOTADB and not isinstance(error, sqlite3.Error):
        told = "the key does not open the ledger's file, or it is damaged: check ATMA_LEDGER_KEY"
        return LedgerCorruptError(told, cause=told)
    if code == sqlite3.SQLITE_NOTADB:
        told = (
            "the ledger's file is no SQLite database, or encrypted, or damaged at its beginning: check its name, or run"
            " `atma doctor`"
        )
        return LedgerCorruptError(told, cause=told)
    if code in _DAMAGED:
        return LedgerCorruptError(f"the ledger's file is damaged ({error}): run `atma doctor`", cause=_DAMAGE)
    if code in _BUSY:
        return LedgerError(f"another process holds the ledger ({error}): try again", cause="another process holds it")
    remedy = _SQLITE_REMEDIES.get(code, "check the file, its rights and the free space")
    return LedgerError(f"the ledger's database failed ({error}): {remedy}", cause=remedy)


def _of_server(error: DBAPIError) -> AtmaError:
    state = getattr(error.orig, "sqlstate", None)
    said = getattr(getattr(error.orig, "diag", None), "message_primary", None)
    what = f"{said}, SQLSTATE {state}" if said and state else type(error.orig).__name__
    if state is None and (told := _of_connection(error)) is not None:
        return told
    if state is None and not error.connection_invalidated:
        return LedgerError(f"the ledger's database failed ({what}): see the server's log")
    if state is None or error.connection_invalidated or state in _ENDED or state.startswith("08"):
        gone = "server is gone or ended the transaction"
        return InterruptedTransactionError(f"the ledger's {gone} ({what}): try again", cause=f"its {gone}")
    if isinstance(error, IntegrityError):
        return ConflictError(f"the changeset does not fit the ledger ({what}): read again")
    if state == "55P03":
        held = "another process holds this part of the ledger"
        return LedgerError(f"{held} ({what}): try again", cause=held)
    if state in {"XX001", "XX002"}:
        return LedgerCorruptError(
            f"the ledger's database is damaged ({what}): run `atma doctor`", cause="it is damaged"
        )
    if state == "54000":
        return InvalidInputError("id", f"is too long for an index of the ledger ({what}): pass a shorter one")
    remedy = _POSTGRES_REMEDIES.get(state) or _POSTGRES_REMEDIES.get(state[:2]) or "see the server's log"
    return LedgerError(f"the ledger's database failed ({what}): {remedy}", cause=f"SQLSTATE {state}: {remedy}")


def _of_connection(error: DBAPIError) -> AtmaError | None:
    """What the driver says of a connection, not of a statement: it quotes no value, and says which server."""
    heard = str(error.orig).partition("\n")[0]
    if isinstance(error, ProgrammingError) and heard.startswith(_OPTIONS):
        return InvalidInputError("ledger", f"its URL cannot be used ({heard}): check what stands behind its '?'")
    if not isinstance(error, OperationalError):
        return None
    if "FATAL:" not in heard and "password" not in heard:
        told = f"the ledger's server is not reached ({heard}): start it, or check the URL"
        return InterruptedTransactionError(told, cause="its server is not reached")
    told, refuses = f"the ledger's server refuses the connection ({heard})", "its server refuses the connection"
    for words, remedy in _REFUSED.items():
        if words in heard and not any(later in heard for later in _LETS_IN_LATER):
            return LedgerError(f"{told}: {remedy}", cause=f"{refuses}: {remedy}")
    return InterruptedTransactionError(f"{told}: try again, or see to what it says", cause=refuses)
