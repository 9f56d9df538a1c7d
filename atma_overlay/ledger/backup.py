"""A copy of a SQLite ledger while it is in use."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile

from atma_overlay.errors import LedgerCorruptError, LedgerError
from atma_overlay.ledger.faults import translated
from atma_overlay.ledger.sqlite_file import LOGS, SqliteFile
from atma_overlay.ledger.sqlite_opening import is_ledger

__all__ = ["back_up"]

_PAGES_A_STEP = 1_000
_PAUSE_SECONDS = 0.005


def back_up(source: SqliteFile, target: Path) -> int:
    """Copy a ledger's file as of one commit, beside running readers and writers; returns the size in bytes.

    It reads in one transaction: SQLite's online backup would start again whenever another process writes meanwhile, and
    never end beside a busy one. The copy is checked, written through to the disk, readable by its owner only, and
    appears under its name whole or not at all. Where it takes the place of a file that has a log, which a crash leaves,
    that goes first: SQLite would read the log of the one into the other, and damage it.

    Raises:
        InvalidInputError: the file is another program's database.
        LedgerError: a file cannot be read or written.
        LedgerCorruptError: the ledger is damaged; there is no copy.
    """
    try:
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as made:
            copy = Path(made.name)
    except OSError as error:
        raise LedgerError(f"cannot write beside {str(target)!r} ({error.strerror}): check the folder") from error
    try:
        with translated():
            _copied(source, replace(source, path=copy))
        _written_through(copy)
        for log in LOGS:
            target.with_name(target.name + log).unlink(missing_ok=True)
        copy.replace(target)
        return target.stat().st_size
    except BaseException:
        copy.unlink(missing_ok=True)
        raise


def _copied(source: SqliteFile, copy: SqliteFile) -> None:
    with (
        closing(source.connect(read_only=True)) as running,
        closing(copy.connect()) as made,
    ):
        running.execute("BEGIN")
        is_ledger(running)  # the first that is read: what is committed from here on is left out
        running.backup(made, pages=_PAGES_A_STEP, sleep=_PAUSE_SECONDS, progress=_heed)
        made.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        complaint = made.execute("PRAGMA quick_check(1)").fetchone()[0]
        if complaint != "ok" and not complaint.startswith("NULL value in "):
            raise LedgerCorruptError(f"the ledger is damaged ({complaint}): run `atma doctor`")


def _heed(*_: int) -> None:
    """A step in Python between those of SQLite: what is signalled to the process is heard there."""


def _written_through(copy: Path) -> None:
    handle = os.open(copy, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
