"""The errors of a database, as the ledger's own: the only place that translates them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from atma_overlay.errors import AtmaError, ConflictError, InvalidInputError, LedgerCorruptError, LedgerError

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@contextmanager
def translated() -> Iterator[None]:
    """Raise what the database raises as an error of the overlay; no message carries a parameter."""
    try:
        yield
    except AtmaError:
        raise
    except (IntegrityError, sqlite3.IntegrityError) as error:
        found = getattr(error, "orig", error)
        raise ConflictError(f"the changeset does not fit the ledger ({found}): read again") from error
    except DBAPIError as error:
        raise _ledger_error(error.orig) from error
    except sqlite3.Error as error:
        raise _ledger_error(error) from error
    except SQLAlchemyError as error:
        raise LedgerError(f"the ledger's database failed: {error}") from error
    except UnicodeEncodeError as error:
        raise InvalidInputError("text", "holds half of a surrogate pair: decode it with errors='replace'") from error
    except (KeyError, ValueError) as error:
        raise LedgerCorruptError(
            f"the ledger holds a row that cannot be read ({error!r}): run `atma doctor`"
        ) from error


def _ledger_error(error: BaseException | None) -> LedgerError:
    # The low byte is the primary code: extended codes only say more of the same.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DAMAGED:
        return LedgerCorruptError(f"the ledger's file is damaged ({error}): run `atma doctor`")
    if code in _BUSY:
        return LedgerError(f"another process holds the ledger ({error}): try again")
    return LedgerError(f"the ledger's database failed ({error}): check the file, its rights and the free space")
