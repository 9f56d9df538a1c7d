"""What `atma doctor` asks a SQLite file; nothing is changed by it. On a server see `postgres_health`."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

from sqlalchemy.dialects import sqlite

from atma_overlay import re2
from atma_overlay.errors import LedgerCorruptError, LedgerError
from atma_overlay.ledger.faults import translated
from atma_overlay.ledger.legibility import legible
from atma_overlay.ledger.migrations import HEAD
from atma_overlay.ledger.sqlite_file import file_of
from atma_overlay.ledger.tables import metadata

RESTORE = "restore a backup or an export, with no -wal or -shm of the old file beside it"
_COMPLAINTS = 100_000


def soundness(url: str) -> str:
    """The database's own check, in a few words.

    Raises:
        LedgerCorruptError: the file is damaged.
    """
    path = file_of(url).path
    with _readable(url) as connection:
        rows = connection.execute(f"PRAGMA quick_check({_COMPLAINTS})")
        found = list(islice((row[0] for row in rows if row[0] != "ok" and _founded(connection, row[0])), 5))
    if found:
        raise LedgerCorruptError(f"the file is damaged ({'; '.join(found)}): {RESTORE}")
    return f"{path}, {path.stat().st_size:,} bytes, sound"


def revision(url: str) -> str:
    """The revision of the schema.

    Raises:
        LedgerError: it is of another version of this package.
    """
    with _readable(url) as connection:
        found = [str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version")]
    if found != [HEAD]:
        schema = ", ".join(found) or "unknown"
        raise LedgerError(f"is {schema} where this version knows {HEAD}: upgrade atma-overlay")
    return f"version {HEAD}"


def rows(url: str) -> str:
    """How many rows there are, of the tables that hold any, and what of the size is of no use."""
    path = file_of(url).path
    with _readable(url) as connection:
        counted = {name: _one(connection, f'SELECT count(*) FROM "{name}"') for name in sorted(metadata.tables)}
        free = _one(connection, "PRAGMA freelist_count") * _one(connection, "PRAGMA page_size")
    log = path.with_name(f"{path.name}-wal")
    logged = log.stat().st_size if log.exists() else 0
    told = ", ".join(f"{name} {count:,}" for name, count in counted.items() if count) or "none yet"
    return f"{told}; {free:,} bytes free for new rows, {logged:,} in the log"


def reading(url: str) -> str:
    """Whether each row can be read, in a few words.

    Raises:
        LedgerCorruptError: some cannot.
    """
    with _readable(url) as connection:
        return legible(lambda asked: connection.execute(str(asked.compile(dialect=sqlite.dialect()))))


def _founded(connection: sqlite3.Connection, complaint: str) -> bool:
    """Whether a complaint is true: SQLite 3.40 sees NULLs that are none where a key's columns do not come first."""
    named = re2.fullmatch(r"NULL value in (\w+)\.(\w+)", complaint)
    if named is None:
        return True
    table, column = named.groups()
    query = f'SELECT EXISTS (SELECT 1 FROM "{table}" WHERE typeof("{column}") = \'null\')'
    return bool(connection.execute(query).fetchone()[0])


def _one(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


@contextmanager
def _readable(url: str) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write."""
    file = file_of(url)
    if file.key is not None:  # what is wrong may be the key, and not the file
        with translated(), closing(file.connect(read_only=True)) as connection:
            yield connection
        return
    try:
        with closing(file.connect(read_only=True)) as connection:
            yield connection
    except sqlite3.Error as error:
        if _is_kept_from_us(file.path):
            problem = f"{error}: this user may not read it, or not write to its folder, where SQLite keeps its log"
            raise LedgerError(f"the file cannot be opened ({problem}); see to the rights of both") from error
        problem = f"the file cannot be read ({error}): {RESTORE}"
        raise LedgerCorruptError(problem) from error


def _is_kept_from_us(path: Path) -> bool:
    """Whether it is a matter of rights, and not of what the file holds."""
    try:
        return not (os.access(path, os.R_OK) and os.access(path.parent, os.W_OK))
    except OSError:
        return True
