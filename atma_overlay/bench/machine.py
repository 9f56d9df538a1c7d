"""How quick the machine is while a bench runs: work that is none of the overlay's, measured beside it.

Shared machines swing by more than half within an hour. A time of the overlay over one of these, taken in the same run,
compares between runs and machines; a time alone does not.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from atma_overlay.bench.figures import Figure, repeated, timed

NAME = "machine"
"""What the rows name in place of a ledger."""
ROWS = 20_000
_SCHEMA = """
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;
CREATE TABLE facts (id TEXT PRIMARY KEY, slot TEXT NOT NULL, value TEXT NOT NULL, until INTEGER);
CREATE INDEX by_slot ON facts (slot, until);
CREATE VIRTUAL TABLE words USING fts5 (value);
"""
_DOCUMENT = json.dumps({f"slot {n}": {"value": f"value {n}", "since": n, "parts": [n, str(n)]} for n in range(900)})


class Machine:
    """A database of its own, and a fixed piece of work.

    Args:
        folder: where the database is made.
        name: of its file, which is made anew.
    """

    def __init__(self, folder: Path, *, name: str) -> None:
        self._path = folder / name
        self._next = ROWS

    def figures(self, records: int, *, repeats: int) -> Iterator[Figure]:
        """`commit_of_three`, three changes and their words made durable by the bare database, and `python_work`.

        Args:
            records: the size that is being measured beside.
            repeats: how often each is taken.
        """
        with closing(self._opened()) as database:
            times = repeated(lambda _: self._commit(database), repeats)
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        yield timed(NAME, records, "commit_of_three", times)
        yield timed(NAME, records, "python_work", repeated(_work, repeats))

    def _opened(self) -> sqlite3.Connection:
        new = not self._path.exists()
        database = sqlite3.connect(self._path, isolation_level=None)
        database.executescript(_SCHEMA if new else _SCHEMA.split("CREATE", 1)[0])
        if new:
            database.execute("BEGIN")
            for number in range(ROWS):
                _insert(database, number)
            database.execute("COMMIT")
        return database

    def _commit(self, database: sqlite3.Connection) -> None:
        database.execute("BEGIN IMMEDIATE")
        for number in range(self._next, self._next + 3):
            database.execute("UPDATE facts SET until = ? WHERE slot = ? AND until IS NULL", (number, _slot(number)))
            _insert(database, number)
        database.execute("COMMIT")
        self._next += 3


def _slot(number: int) -> str:
    return f"slot {number * 7919 % ROWS}"


def _insert(database: sqlite3.Connection, number: int) -> None:
    value = f"I live at number {number} of street {number % 997} now"
    database.execute(
        "INSERT INTO facts VALUES (?, ?, ?, NULL)", (f"{number * 2654435761 % 2**32:08x}", _slot(number), value)
    )
    database.execute("INSERT INTO words (rowid, value) VALUES (?, ?)", (number, value))


def _work(_: int) -> int:
    """Objects made, sorted and joined, as a program's own work is: about a millisecond."""
    parsed = json.loads(_DOCUMENT)
    words: dict[str, int] = {}
    for slot, told in sorted(parsed.items()):
        for word in f"{slot} {told['value']} {told['since']}".split():
            words[word] = words.get(word, 0) + len(told["parts"])
    return len(" ".join(sorted(words)))
