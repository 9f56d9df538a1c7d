"""Which file a URL names, and how it is opened: with the standard library, or with SQLCipher and a key."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from atma_overlay.errors import InvalidInputError, MissingExtraError

__all__ = ["ENCRYPTED", "KEY_VARIABLE", "LOGS", "PLAIN", "SqliteFile", "file_of", "is_sendable"]

PLAIN = "sqlite:///"
ENCRYPTED = "sqlcipher:///"
KEY_VARIABLE = "ATMA_LEDGER_KEY"
"""The environment variable of an encrypted file's passphrase: in a URL it would reach logs and process lists."""
LOGS = ("-wal", "-shm", "-journal")
"""What the names of the files end in that SQLite keeps beside one."""
_REMEDY = "pass 'sqlite:///PATH', or 'memory://' for a ledger that outlives nothing"


@dataclass(frozen=True, slots=True)
class SqliteFile:
    """A file, and the passphrase that its pages are encrypted under; None for a plain one."""

    path: Path
    key: str | None = field(default=None, repr=False)

    @property
    def driver(self) -> Any:
        """The module that opens it: `sqlite3`, or SQLCipher's of the same shape.

        Raises:
            MissingExtraError: the file is encrypted and there is no driver for it.
        """
        if self.key is None:
            return sqlite3
        try:
            return import_module("sqlcipher3.dbapi2")
        except ImportError as error:
            raise MissingExtraError("sqlcipher3", "sqlcipher", error) from error

    def connect(self, *, read_only: bool = False, **options: Any) -> sqlite3.Connection:
        """A connection, unlocked; whether the key is the right one shows with the first statement."""
        if read_only:
            opened = self.driver.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True, **options)
        else:
            opened = self.driver.connect(self.path, **options)
        return self.unlocked(opened)

    def unlocked(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """The same connection, told the key."""
        if self.key is not None:
            connection.execute("PRAGMA cipher_log_level=NONE")  # else it writes to the standard error by itself
            connection.execute("PRAGMA key='{}'".format(self.key.replace("'", "''")))
        return connection


def file_of(url: str, *, key: str | None = None) -> SqliteFile:
    """The file of a URL ``sqlite:///PATH`` or ``sqlcipher:///PATH``, the path as it is, without any quoting.

    Args:
        url: names the file.
        key: the passphrase of an encrypted one; by default that of `KEY_VARIABLE`.

    Raises:
        InvalidInputError: the URL names no file, or an encrypted one and there is no passphrase.
    """
    prefix = ENCRYPTED if url.startswith(ENCRYPTED) else PLAIN
    path = url.removeprefix(prefix)
    if "\0" in path:
        raise InvalidInputError("ledger", f"{url!r} holds a NUL, which no file's name can: {_REMEDY}")
    if path == url or not path or path.startswith((":memory:", "file:")) or "?" in path:
        raise InvalidInputError("ledger", f"{url!r} names no SQLite file: {_REMEDY}")
    if prefix == PLAIN:
        return SqliteFile(Path(path))
    found = os.environ.get(KEY_VARIABLE) if key is None else key
    if not found or "\0" in found:
        raise InvalidInputError("ledger key", f"is missing: set {KEY_VARIABLE} to the passphrase of {path!r}")
    if not is_sendable(found):
        problem = f"holds a byte that is no UTF-8: set {KEY_VARIABLE} to the passphrase of {path!r} as UTF-8"
        raise InvalidInputError("ledger key", problem)
    return SqliteFile(Path(path), found)


def is_sendable(text: str) -> bool:
    """Whether a text can be given to a driver: what the environment holds may be any bytes."""
    if "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
