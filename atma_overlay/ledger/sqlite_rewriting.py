"""How often a SQLite file was erased from, and its rewriting after that."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

from atma_overlay.ledger.sqlite_file import SqliteFile
from atma_overlay.ledger.sqlite_opening import BUSY_TIMEOUT_SECONDS

__all__ = ["Rewriting", "erasures_in", "is_pending", "note_erasure"]

Turn = Callable[[], AbstractContextManager[None]]
_PENDING = 1
_MOST = 2**30 - 1
"""Erasures are counted up to here, and from 0 again: SQLite keeps 32 bits, with a sign, for `user_version`."""

AT_ONCE_BYTES = 1 << 27
"""A larger file is not rewritten behind an erasure: for a second every hundred million bytes or so nobody could write,
and who waits for longer than the lock is waited for is told that the file is locked."""

PATIENT_SECONDS = 5.0
"""How long a long read is waited for by who erases, so that the log can be emptied."""
IN_PASSING_SECONDS = 1.0
"""The same by who only opens or closes a file that somebody else has erased from."""
_HELD_UP_SECONDS, _PAUSE_SECONDS = 0.1, 0.1
"""For how long at a time whoever writes is held up while the log is emptied behind a long read, and how long is left
to them in between: long reads are the rule where much is worked out on a snapshot."""

_OTHERS = "another process or a long read was in the way of rewriting the file"
_FAILED = "the file could not be rewritten ({problem})"
_NO_ROOM = (
    "the disk has no room to rewrite the file, which takes as much as the file again for its log, and again for a "
    "temporary copy: make room"
)
_TOLD = {"locked": _OTHERS, "busy": _OTHERS, "disk is full": _NO_ROOM}
"""By words of SQLite's messages: SQLCipher's driver gives no codes."""
_LARGE = "the file has {megabytes} MB, and nobody can write while it is rewritten"
_LEFT = "unused parts of the file and its log may still hold the text until {when}"
_NEXT_TIME = "the ledger is next opened, closed or erased from"
_WHEN_TOLD = "`atma vacuum` has rewritten it: run that in a quiet hour"


def erasures_in(raw: Any) -> int:
    """How often the file was erased from: it is in the first page, which every transaction looks at."""
    return _mark(raw) >> 1


def is_pending(raw: Any) -> bool:
    """Whether the file is still to be rewritten for an erasure."""
    return bool(_mark(raw) & _PENDING)


def note_erasure(raw: Any, *, text_is_left: bool) -> None:
    """Count one more, and note that the file is to be rewritten where text is left; within that transaction."""
    pending = _PENDING if text_is_left or is_pending(raw) else 0
    raw.execute(f"PRAGMA user_version={(erasures_in(raw) + 1 & _MOST) << 1 | pending}")


class Rewriting:
    """Writes a file anew without what is erased.

    `secure_delete` overwrites what is deleted, but not the copies that SQLite leaves in the unused middle of a page
    when it moves rows between pages. Where another process or a long read is in the way, the note stays and the next
    opening, closing or erasure tries again; where the file is large, nothing does unless it is told to.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._in_the_way: str | None = None

    @property
    def at_once(self) -> bool:
        """Whether the file is small enough to be written anew in passing."""
        return self._size() <= AT_ONCE_BYTES

    def run(self, turn: Turn, *, seconds: float) -> bool:
        """Write the file anew, and empty the log; False where something was in the way, which `residue` then names.

        Args:
            turn: holds off the writers of this process, step by step.
            seconds: how long a long read is waited for.
        """
        connection = self._file.connect(timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA secure_delete=ON")
            with turn():
                mark = _mark(connection)
                connection.execute("VACUUM")
            self._in_the_way = None if _emptied(connection, turn, seconds) else _OTHERS
            if self._in_the_way is None:
                with turn():
                    _done_with(connection, mark)
        except self._file.driver.Error as error:
            # The erasure itself is committed: the note says what is left to do.
            told = (problem for words, problem in _TOLD.items() if words in str(error))
            self._in_the_way = next(told, _FAILED.format(problem=error))
        finally:
            connection.close()
        return self._in_the_way is None

    def residue(self) -> str:
        """What may be left while it is pending, and why: what was last in the way, or that nothing was to be tried."""
        if self.at_once:
            return f"sqlite: {self._in_the_way or _OTHERS}: {_LEFT.format(when=_NEXT_TIME)}"
        why = self._in_the_way or _LARGE.format(megabytes=self._size() // 1_000_000)
        return f"sqlite: {why}: {_LEFT.format(when=_WHEN_TOLD)}"

    def _size(self) -> int:
        with suppress(OSError):
            return self._file.path.stat().st_size
        return 0


def _mark(raw: Any) -> int:
    """How often the file was erased from, and in the lowest bit whether it is to be rewritten for that."""
    return int(raw.execute("PRAGMA user_version").fetchone()[0])


def _emptied(raw: Any, turn: Turn, seconds: float) -> bool:
    """Empty the log; False where a long read is in the way, or others do not leave off.

    While another process is at a checkpoint SQLite refuses a second one at once, whatever the time to wait is. Most of
    it is copied before: the last one holds up whoever writes.
    """
    raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    raw.execute(f"PRAGMA busy_timeout={_HELD_UP_SECONDS * 1000:.0f}")
    deadline = time.monotonic() + seconds
    while True:
        with turn():
            if not raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                return True
        if time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE_SECONDS)


def _done_with(raw: Any, mark: int) -> None:
    """Note that the file is rewritten; what was erased meanwhile is its eraser's, and still to do."""
    raw.execute("PRAGMA busy_timeout=1000")
    raw.execute("BEGIN IMMEDIATE")
    if _mark(raw) == mark:
        raw.execute(f"PRAGMA user_version={mark & ~_PENDING}")
    raw.execute("COMMIT")
